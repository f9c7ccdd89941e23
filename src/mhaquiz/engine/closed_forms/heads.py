"""What heads do: jobs, averaging, previous-token and induction heads, composition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mhaquiz.engine.arithmetic import Term, exponential, greatest, harmonic_between, least, ratio
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.parameters import quoted
from mhaquiz.engine.quantity import quantity

INDUCTION = "Olsson et al. 2022, In-context Learning and Induction Heads"
FRAMEWORK = "Elhage et al. 2021, A Mathematical Framework for Transformer Circuits"


@quantity("heads", "one head a job while heads last")
def idle_heads(n_heads: Term, n_jobs: Term) -> Term:
    """Heads left over when each job takes one head."""
    return greatest(0, n_heads - n_jobs)


def _room_for_jobs(given: Mapping[str, Any]) -> None:
    if given["n_jobs"] >= given["n_keys"]:
        raise EngineError(
            f"n_jobs = {quoted(given['n_jobs'])}: must be below n_keys = {quoted(given['n_keys'])}", "n_jobs"
        )


@quantity(
    "overlap",
    "the softmax of averaged scores",
    result="real",
    rules=(_room_for_jobs,),
    largest={"n_keys": 1_000_000},
)
def averaged_jobs_overlap(n_keys: Term, n_jobs: Term, sharpness: Term) -> Term:
    """Mean overlap Σ min(attention, target) of one head that averages the scores of n_jobs jobs.

    Each job wants another of the n_keys keys with score `sharpness`; the target is the softmax of its scores.
    """
    each, alone = exponential(ratio(sharpness, n_jobs)), exponential(sharpness)
    return each / (n_jobs * each + n_keys - n_jobs) + (n_keys - 1) / (alone + n_keys - 1)


def _truncated(given: Mapping[str, Any]) -> None:
    if given["rank"] > given["n_tokens"] - 2:
        raise EngineError(
            f"rank = {quoted(given['rank'])}: must be at most n_tokens − 2 = {quoted(given['n_tokens'] - 2)} "
            "(the previous-token pattern itself has rank n_tokens − 1)",
            "rank",
        )


@quantity(
    "overlap", "kept rows score 1, uniform rows 1 / (t + 1)", result="rational",
    rules=(_truncated,), largest={"n_tokens": 5_000},
)  # fmt: skip
def truncated_previous_overlap(n_tokens: Term, rank: Term) -> Term:
    """Mean overlap with the previous-token pattern when its score matrix is cut to `rank`, sharp targets.

    Ties are cut with the earliest queries kept; the other rows fall back to the uniform causal row. It is a
    statement about truncation, not about what a trained head of that width can do.
    """
    return ratio(rank + 1 + harmonic_between(rank + 1, n_tokens), n_tokens)


def _two_tokens(given: Mapping[str, Any]) -> None:
    if given["n_tokens"] < 2:
        raise EngineError(f"n_tokens = {given['n_tokens']}: a previous token needs at least 2", "n_tokens")


@quantity("queries", "a_t = (−1)^t, b_s = (−1)^(s+1)·(s + 1) under a causal mask", rules=(_two_tokens,))
def rank_one_previous_hits(n_tokens: Term, causal: bool = True) -> Term:
    """Most queries t ≥ 1 whose largest score a_t · b_s is exactly the previous token, with one dimension.

    Under a causal mask all of them; without a mask the ranking of keys is fixed up to its sign, so two.
    """
    return n_tokens - 1 if causal else least(2, n_tokens - 1)


@quantity("positions back", INDUCTION)
def induction_offset(block_length: Term) -> Term:
    """How far back an induction head looks in a block of distinct tokens that is repeated."""
    return block_length - 1


@quantity(
    "score", f"{INDUCTION}; the mean of 1 / (t + 1) over the second copy", result="rational",
    largest={"block_length": 2_500},
)  # fmt: skip
def uniform_prefix_matching(block_length: Term) -> Term:
    """Prefix-matching score of a head that attends evenly (causal, block repeated once, no BOS)."""
    return ratio(harmonic_between(block_length, 2 * block_length), block_length)


@quantity("score", f"{FRAMEWORK} (eigenvalue summary): Σλ / Σ|λ|", symbolic=False)
def copying_score(vocabulary: int, shift: int) -> int:
    """Copying score of an OV circuit that maps token i to token i + shift: 1 for copying, otherwise 0."""
    return 1 if shift % vocabulary == 0 else 0


@quantity("pairs", FRAMEWORK)
def composition_pairs(n_layers: Term, n_heads: Term) -> Term:
    """Ordered pairs of an earlier and a later head that can compose."""
    return ratio(n_heads**2 * n_layers * (n_layers - 1), 2)


@quantity("token", INDUCTION, result="token", symbolic=False)
def induction_prediction(sequence: str) -> str:
    """What a pure induction circuit predicts: the token after the last occurrence, - where there is none."""
    earlier, last = sequence[:-1], sequence[-1]
    return sequence[earlier.rfind(last) + 1] if last in earlier else "-"
