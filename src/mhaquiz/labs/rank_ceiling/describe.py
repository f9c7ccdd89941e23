"""What has just changed in the rank-ceiling lab, and why, in words."""

from __future__ import annotations

from mhaquiz.deck.display import counted
from mhaquiz.labs.rank_ceiling.constructions import Attempt, attempts
from mhaquiz.labs.rank_ceiling.layer import SVD_NAME, BusyHead
from mhaquiz.labs.rank_ceiling.model import Result, Settings
from mhaquiz.labs.rank_ceiling.patterns import JOB_TITLES
from mhaquiz.labs.sentences import VISIBLE, changed_settings, in_words, listed, moved, sentence


def describe_change(before: Result, after: Result) -> str:
    """One or a few sentences: the cause, what moved, what stood still, and why."""
    changed = changed_settings(before.chosen, after.chosen)
    job = _job_that_moved(before, after)
    return sentence(
        (
            *(_cause(name, before, after) for name in changed),
            _weights(before, after) if {"n_heads", "head_dim"} & set(changed) else "",
            _effect(before, after, job, changed),
            _reason(after, job) if job else "",
            _way_out(after, job) if job else "",
        )
    )


def _cause(name: str, before: Result, after: Result) -> str:
    now = after.chosen
    if name == "jobs":
        return _jobs_changed(before, after)
    return {
        "n_heads": f"{counted(now.n_heads, 'head')}, each {after.head_dim} wide" + _pinned(now.head_dim),
        "head_dim": (
            "head_dim follows 512 / n_heads again"
            if now.head_dim is None
            else f"head_dim is pinned at {now.head_dim}"
        ),
        "context": _context(after),
        "sharpness": f"a wanted position now scores {now.sharpness:g} above the rest",
        "tokens": f"{len(now.tokens)} tokens with {counted(len(set(now.tokens)), 'different word')}",
        "method": (
            "scores are cut by the truncated SVD"
            if now.method == "svd"
            else "each head takes the best known scores of its rank"
        ),
        "masked": "a query sees only itself and what came before"
        if now.masked
        else "every query sees every token",
        "scale": _scale(now),
    }[name]


def _scale(now: Settings) -> str:
    told = (
        "the best of the listed scales is taken"
        if now.scale is None
        else f"constructions at scale {now.scale:g}"
    )
    return told if now.method == "construction" else f"{told}, once the method is construction"


def _pinned(head_dim: int | None) -> str:
    return "" if head_dim is None else " because head_dim is pinned"


def _context(after: Result) -> str:
    dearer = after.score_value_macs > after.projection_macs
    return (
        f"scores and weighted sum now cost {after.score_value_macs:,} multiply-accumulates a token, "
        f"{'more' if dearer else 'no more'} than the {after.projection_macs:,} of the projections; "
        f"they meet at a context of {float(after.crossover_context):,.0f}, whatever the number of heads"
    )


def _jobs_changed(before: Result, after: Result) -> str:
    added = [JOB_TITLES[job] for job in after.chosen.jobs if job not in before.chosen.jobs]
    gone = [JOB_TITLES[job] for job in before.chosen.jobs if job not in after.chosen.jobs]
    parts = [f"asked for now: {listed(added)}"] if added else []
    return "; ".join(parts + ([f"no longer asked for: {listed(gone)}"] if gone else []))


def _weights(before: Result, after: Result) -> str:
    if before.weights == after.weights:
        return "the weights stand still"
    from_to = f"the weights go from {before.weights:,} to {after.weights:,}"
    return f"{from_to}: pinned heads add width instead of sharing it"


def _job_that_moved(before: Result, after: Result) -> str:
    """The job whose score moved most, "" where none did."""
    changes = {
        job: abs(score - before.job_scores[job])
        for job, score in after.job_scores.items()
        if job in before.job_scores
    }
    job = max(changes, key=changes.__getitem__, default="")
    return job if job and changes[job] >= VISIBLE else ""


def _effect(before: Result, after: Result, job: str, changed: tuple[str, ...]) -> str:
    if job:
        mean = f", the mean {moved(before.score, after.score)}" if len(after.job_scores) > 1 else ""
        return f"{JOB_TITLES[job]} {moved(before.job_scores[job], after.job_scores[job])}{mean}"
    if changed == ("context",):
        return ""
    return f"no job's score moves; the mean is {after.score:.3f}"


def _reason(after: Result, job: str) -> str:
    head = after.head_of(job)
    if head.origin != SVD_NAME:
        return _construction(head)
    if len(head.jobs) > 1:
        return f"its head carries {in_words(len(head.jobs))} jobs and scores by their mean"
    if head.kept < head.rank_before:
        return f"its scores need rank {head.rank_before} and the truncated SVD keeps {head.kept}"
    return f"its scores need rank {head.rank_before}, and a head has {after.head_dim} dimensions"


def _construction(head: BusyHead) -> str:
    return (
        f"it is done by {head.origin} at rank {head.rank_after} and scale {head.scale:g}, "
        f"with logits of up to {head.max_logit:,.0f}: the price is size and precision, not rank"
    )


def _way_out(after: Result, job: str) -> str:
    """What a head of the same rank could do, where the SVD falls short of it."""
    head = after.head_of(job)
    if head.origin != SVD_NAME or len(head.jobs) > 1:
        return ""
    best = _best_known(after, job, head.kept)
    if best is None or best.overlap < head.overlaps[0] + VISIBLE:
        return ""
    return (
        f"that is the cut, not the limit of a head so narrow: by {best.name} it reaches "
        f"{best.overlap:.3f} at scale {best.scale:g} (method: construction)"
    )


def _best_known(after: Result, job: str, rank: int) -> Attempt | None:
    now = after.chosen
    known = attempts(job, rank, now.tokens, now.scale, now.sharpness, now.masked)
    return max(known, key=lambda attempt: attempt.overlap, default=None)
