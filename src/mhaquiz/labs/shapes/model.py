"""The shapes lab: split, attend, combine, step by step, and the reshape that forgets a transpose.

Splitting (B, T, n_heads·head_dim) into heads needs a view as (B, T, n_heads, head_dim) and a transpose. A
reshape straight to (B, n_heads, T, head_dim) has the right shape and raises no error, but cuts the numbers in
another order: head h gets whole tokens instead of a slice of each, T / n_heads of them. Which token lands
where does not depend on head_dim or on the batch, and is followed exactly at every size; the comparison on
real numbers is made with at most 32 tokens, 16 heads (or one whole group) and heads 4 wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mhaquiz.deck.display import counted
from mhaquiz.labs.attention import Matrix, read_only, softmax, visible
from mhaquiz.labs.results import as_json, settings_as_json
from mhaquiz.labs.sentences import changed_settings, sentence
from mhaquiz.labs.shapes.steps import Settings, Step, steps

#: The output equals the reference where they differ by no more (float64; outputs are of size 1).
TOLERANCE = 1e-12

_RUN_TOKENS, _RUN_HEADS, _RUN_HEAD_DIM = 32, 16, 4  # of the run on real numbers, at most


class Source(NamedTuple):
    """Where a slot of a head gets its numbers: the token, and the head whose slice of that token it is."""

    token: int
    head: int


@dataclass(frozen=True, eq=False)
class Result:
    """One run.

    `sources` is (n_heads, n_tokens): where the query of that head and position comes from. `output` and
    `reference` are the run on real numbers, of the sizes in `run_as`.
    """

    chosen: Settings
    steps: tuple[Step, ...]
    sources: tuple[tuple[Source, ...], ...]
    tokens_seen: tuple[tuple[int, ...], ...]
    leaks_future: bool
    run_as: Settings
    output: Matrix
    reference: Matrix

    @property
    def equals_reference(self) -> bool:
        """Whether the output is that of heads computed one by one on their own slice."""
        return bool(np.abs(self.output - self.reference).max() <= TOLERANCE)

    @property
    def misplaced(self) -> int:
        """How many of the n_heads · n_tokens slots hold another token's or another head's numbers."""
        return sum(
            source != (position, head)
            for head, row in enumerate(self.sources)
            for position, source in enumerate(row)
        )

    @cached_property
    def settings(self) -> dict[str, Any]:
        return settings_as_json(self.chosen)

    @cached_property
    def readouts(self) -> dict[str, Any]:
        return {
            "steps": [as_json(step._asdict()) for step in self.steps],
            "tokens_seen": as_json(self.tokens_seen),
            "leaks_future": self.leaks_future,
            "equals_reference": self.equals_reference,
        }


def run(settings: Settings) -> Result:
    """One run of the lab."""
    wrong_in = settings.bug in ("in", "both")
    tokens_in = _split_tokens(settings.n_tokens, settings.n_heads, wrong_in)
    smaller = _smaller(settings)
    output, reference = _outputs(smaller)
    return Result(
        chosen=settings,
        steps=steps(settings),
        sources=_sources(settings.n_tokens, settings.n_heads, wrong_in),
        tokens_seen=_tokens_seen(settings, tokens_in),
        leaks_future=_leaks(settings, tokens_in),
        run_as=smaller,
        output=output,
        reference=reference,
    )


# ── the two ways to split and to combine ────────────────────────────────────────────────
def split(array: NDArray[Any], n_heads: int, wrong: bool) -> NDArray[Any]:
    """(T, n_heads·width) to (n_heads, T, width): by view and transpose, or by the bare reshape."""
    n_tokens, features = array.shape
    if wrong:
        return array.reshape(n_heads, n_tokens, features // n_heads)
    return array.reshape(n_tokens, n_heads, features // n_heads).swapaxes(0, 1)


def combine(array: NDArray[Any], wrong: bool) -> NDArray[Any]:
    """(n_heads, T, width) back to (T, n_heads·width), the same two ways."""
    n_heads, n_tokens, width = array.shape
    return (array if wrong else array.swapaxes(0, 1)).reshape(n_tokens, n_heads * width)


# ── on real numbers ─────────────────────────────────────────────────────────────────────
def _smaller(settings: Settings) -> Settings:
    """The same with fewer tokens, whole groups of heads left out, and narrower heads."""
    n_kv_heads = min(settings.kv_heads, max(1, _RUN_HEADS // settings.group))
    n_heads = n_kv_heads * settings.group
    width = min(settings.head_dim, _RUN_HEAD_DIM)
    return Settings(
        1, min(settings.n_tokens, _RUN_TOKENS), n_heads * width, n_heads, n_kv_heads, settings.bug
    )


@lru_cache(maxsize=64)
def _outputs(settings: Settings) -> tuple[Matrix, Matrix]:
    """Causal attention with the bug, and head by head on each head's own columns. (T, d_model)."""
    width = settings.head_dim
    rng = np.random.default_rng(0)
    queries = rng.normal(size=(settings.n_tokens, settings.n_heads * width))
    keys, values = rng.normal(size=(2, settings.n_tokens, settings.kv_heads * width))
    output = attend(queries, keys, values, settings)
    reference = np.zeros_like(queries)
    for head in range(settings.n_heads):
        own, shared = (slice(h * width, (h + 1) * width) for h in (head, head // settings.group))
        scores = queries[:, own] @ keys[:, shared].T / np.sqrt(width)
        attention = softmax(scores, visible(settings.n_tokens, True))
        reference[:, own] = attention @ values[:, shared]
    return read_only(output), read_only(reference)


def attend(queries: Matrix, keys: Matrix, values: Matrix, settings: Settings) -> Matrix:
    """All heads at once, split and combined as the bug has it. Inputs and output (T, heads·width)."""
    wrong_in, wrong_out = settings.bug in ("in", "both"), settings.bug in ("out", "both")
    q = split(queries, settings.n_heads, wrong_in)
    k, v = (
        np.repeat(split(each, settings.kv_heads, wrong_in), settings.group, axis=0) for each in (keys, values)
    )
    scores = q @ k.swapaxes(1, 2) / np.sqrt(q.shape[2])
    context = softmax(scores, visible(settings.n_tokens, True)) @ v
    return np.asarray(combine(context, wrong_out))


# ── which token lands where ─────────────────────────────────────────────────────────────
def _split_tokens(n_tokens: int, n_heads: int, wrong: bool) -> NDArray[np.int64]:
    """The token in each slot (n_heads, T) after the split: token numbers sent through it."""
    return np.asarray(
        split(np.repeat(np.arange(n_tokens)[:, None], n_heads, axis=1), n_heads, wrong)[:, :, 0]
    )


def _sources(n_tokens: int, n_heads: int, wrong: bool) -> tuple[tuple[Source, ...], ...]:
    heads = split(np.tile(np.arange(n_heads), (n_tokens, 1)), n_heads, wrong)[:, :, 0]
    tokens = _split_tokens(n_tokens, n_heads, wrong)
    return tuple(
        tuple(Source(token, head) for token, head in zip(t, h, strict=True))
        for t, h in zip(tokens.tolist(), heads.tolist(), strict=True)
    )


def _tokens_seen(settings: Settings, queries: NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    """The tokens whose numbers reach each head through its queries, keys or values."""
    keys = _split_tokens(settings.n_tokens, settings.kv_heads, settings.bug in ("in", "both"))
    return tuple(
        tuple(sorted({*row.tolist(), *keys[head // settings.group].tolist()}))
        for head, row in enumerate(queries)
    )


def _leaks(settings: Settings, queries: NDArray[np.int64]) -> bool:
    """Whether some output row depends on a later token. The latest token a slot depends on decides.

    The first position of a head sees one key and gives it weight 1, whatever its query says.
    """
    keys = _split_tokens(settings.n_tokens, settings.kv_heads, settings.bug in ("in", "both"))
    latest_key = np.repeat(np.maximum.accumulate(keys, axis=1), settings.group, axis=0)
    latest = np.maximum(queries, latest_key)
    latest[:, 0] = latest_key[:, 0]
    rows = combine(latest[:, :, None], settings.bug in ("out", "both")).max(axis=1)
    return bool((rows > np.arange(settings.n_tokens)).any())


def describe_change(before: Result, after: Result) -> str:
    """What has just changed and why."""
    changed = changed_settings(before.chosen, after.chosen)
    return sentence((*(_cause(name, after) for name in changed), _verdict(after)))


def _cause(name: str, after: Result) -> str:
    now = after.chosen
    kv_heads = (
        "as many KV heads as query heads" if now.n_kv_heads is None else counted(now.n_kv_heads, "KV head")
    )
    return {
        "batch": f"{counted(now.batch, 'sequence')}: only the first axis of each shape moves",
        "n_tokens": f"{counted(now.n_tokens, 'token')}: a head's scores are {now.n_tokens} × {now.n_tokens}",
        "d_model": f"the model is {now.d_model:,} wide, a head {now.head_dim:,}",
        "n_heads": f"{counted(now.n_heads, 'head')} of width {now.head_dim:,}",
        "n_kv_heads": kv_heads,
        "bug": _BUGS[now.bug],
    }[name]


_BUGS = {
    "none": "heads are split and combined with their transpose",
    "in": "heads are split by a bare reshape, and combined rightly",
    "out": "heads are split rightly, and combined by a bare reshape",
    "both": "heads are split and combined by a bare reshape",
}


def _verdict(after: Result) -> str:
    if after.chosen.bug == "none":
        return "every head gets its slice of every token"
    if after.equals_reference:
        return "here the bug changes nothing: with one head or one token there is nothing to transpose"
    seen = len(after.tokens_seen[0])
    split_words = (
        f"head 0 sees {seen} of {after.chosen.n_tokens} tokens, whole ones"
        if after.misplaced
        else ("each head sees every token, but its rows land in other tokens' places")
    )
    leak = (
        "a token's output depends on later ones"
        if after.leaks_future
        else ("nothing leaks from the future, so a test of causality would not find it")
    )
    return f"no error, every shape is right, the numbers are not: {split_words}; {leak}"
