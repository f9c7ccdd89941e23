"""The induction lab: two attention-only layers with weights made by hand that complete a pattern.

The residual stream has four slots: the word (one-hot), the position (one-hot), the previous word, the output.
Position 0 holds a start mark.

Layer 1, previous-token head: position t asks for position t - 1 and writes the word it finds into the
previous-word slot. Layer 2, induction head: word t asks for the position whose previous word it is
(K-composition: its keys read what layer 1 wrote) and copies the word there to the output. A small slope in
the keys makes the later of two matches win; the start mark answers every query weakly, so that with no match
the model says nothing.

With eps the weight a rival may have: layer 1 scores b1 = ln(n/eps) on t - 1, the slope is g = ln(n/eps) a
position, and a match scores b2 = 2(g·n + ln(n/eps)) / (1 - 4·eps), enough to outweigh the whole slope.
Scores are taken as q·k; the 1/√head_dim is folded into W_Q.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from mhaquiz.labs.attention import Matrix, printed, read_only, softmax, visible
from mhaquiz.labs.results import settings_as_json
from mhaquiz.labs.sentences import changed_settings, moved, sentence

START = "<start>"

#: Why one layer cannot do what two do.
ONE_LAYER = (
    "one layer cannot do it: when its keys are made, a position holds its own word and place, not the word "
    "before it"
)
#: The same, proved for one head of any width: what the lab shows beyond its runs.
BACKGROUND = (
    f"{ONE_LAYER[0].upper()}{ONE_LAYER[1:]}. The proof for one head of any width: let each word x at place p "
    "add φ(x, p) = e^score · (its push towards B less that towards D) to the answer after a last A. The four "
    "sums over A B C D A, C B A D A, A D C B A and C D A B A satisfy N1 + N4 = N2 + N3, because both sides "
    "hold the same words at the same places. The right answers B, D, D, B need N1 and N4 above 0, N2 and N3 "
    "below. Several heads have several normalisers and escape this proof; for them it is known that one "
    "layer needs a size that grows with the sequence (Sanford, Hsu and Telgarsky 2024)."
)

_EPS = 1e-9


@dataclass(frozen=True, slots=True)
class Settings:
    """The knobs; legal values and meanings are in deck.lab_table."""

    sequence: tuple[str, ...]
    ablate: str


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The weights of both heads, for w words (the start mark included) and n positions.

    W_Q and W_K of layer 1 (3w + n, n), of layer 2 (3w + n, w); each W_V (3w + n, w) and W_O (w, 3w + n); the
    unembedding (3w + n, w).
    """

    q1: Matrix
    k1: Matrix
    v1: Matrix
    o1: Matrix
    q2: Matrix
    k2: Matrix
    v2: Matrix
    o2: Matrix
    unembedding: Matrix


@dataclass(frozen=True, eq=False)
class Result:
    """One run. Attention matrices are (n, n) with the start mark at position 0; `labels` names the positions.

    `predicted` is None where the last word has not occurred before, or the model cannot tell. `expected` is
    what followed the last earlier occurrence, found by looking, not by the model.
    """

    chosen: Settings
    labels: tuple[str, ...]
    attention_previous: Matrix
    attention_induction: Matrix
    logits: Matrix
    predicted: str | None
    expected: str | None
    prefix_matching_score: float | None
    copying_score: float

    @cached_property
    def settings(self) -> dict[str, Any]:
        return settings_as_json(self.chosen)

    @cached_property
    def readouts(self) -> dict[str, Any]:
        score = self.prefix_matching_score
        return {
            "predicted": self.predicted,
            "prefix_matching_score": None if score is None else printed(score),
            "copying_score": printed(self.copying_score),
            "attention_previous": _rows(self.attention_previous),
            "attention_induction": _rows(self.attention_induction),
        }


def run(settings: Settings) -> Result:
    """One run of the lab."""
    labels = (START, *settings.sequence)
    words = tuple(dict.fromkeys(labels))
    weights = build_weights(len(words), len(labels))
    stream = _embed(labels, words)
    seen = visible(len(labels), True)
    previous = softmax((stream @ weights.q1) @ (stream @ weights.k1).T, seen)
    written = (
        np.zeros_like(stream) if settings.ablate != "none" else previous @ stream @ weights.v1 @ weights.o1
    )
    induction = softmax((stream @ weights.q2) @ ((stream + written) @ weights.k2).T, seen)
    logits = (induction @ stream @ weights.v2 @ weights.o2) @ weights.unembedding
    return Result(
        chosen=settings,
        labels=labels,
        attention_previous=read_only(previous),
        attention_induction=read_only(induction),
        logits=read_only(logits),
        predicted=_spoken(words[int(logits[-1].argmax())]),
        expected=followed(settings.sequence),
        prefix_matching_score=_prefix_matching(induction, settings.sequence),
        copying_score=_copying_score(weights, len(words)),
    )


@lru_cache(maxsize=64)
def build_weights(n_words: int, n: int) -> Weights:
    """The hand-made weights for n_words words (the start mark is word 0) and n positions."""
    word, place, previous, output = _slots(n_words, n)
    size = 3 * n_words + n
    step = np.log(n / _EPS)
    q1, k1 = np.zeros((2, size, n))
    q1[place][1:, :-1] = step * np.eye(n - 1)
    k1[place] = np.eye(n)
    v1, v2, q2, k2, unembedding = np.zeros((5, size, n_words))
    v1[word] = v2[word] = unembedding[output] = np.eye(n_words)
    o1, o2 = np.zeros((2, n_words, size))
    o1[:, previous] = o2[:, output] = np.eye(n_words)
    match = 2 * (step * n + step) / (1 - 4 * _EPS)
    q2[word][1:, 1:] = match * np.eye(n_words - 1)
    k2[previous][1:, 1:] = np.eye(n_words - 1)
    # column 0, which no word uses, carries what does not depend on the words: the slope and the start mark
    q2[place, 0] = 1
    k2[place, 0] = step * np.arange(n)
    k2[place.start, 0] = match / 2
    return Weights(*(read_only(w) for w in (q1, k1, v1, o1, q2, k2, v2, o2, unembedding)))


def _slots(n_words: int, n: int) -> tuple[slice, slice, slice, slice]:
    """Where word, position, previous word and output stand in the residual stream."""
    edges = np.cumsum([0, n_words, n, n_words, n_words]).tolist()
    word, place, previous, output = (slice(start, stop) for start, stop in pairwise(edges))
    return word, place, previous, output


def _embed(labels: tuple[str, ...], words: tuple[str, ...]) -> Matrix:
    word, place, _, _ = _slots(len(words), len(labels))
    stream = np.zeros((len(labels), 3 * len(words) + len(labels)))
    for position, label in enumerate(labels):
        stream[position, word.start + words.index(label)] = 1
        stream[position, place.start + position] = 1
    return stream


def _spoken(word: str) -> str | None:
    return None if word == START else word


def followed(sequence: tuple[str, ...]) -> str | None:
    """The word after the last earlier occurrence of the last word."""
    place = _last_occurrence(sequence, len(sequence) - 1)
    return None if place is None else sequence[place + 1]


def _last_occurrence(sequence: tuple[str, ...], position: int) -> int | None:
    """The last place before `position` with the same word."""
    earlier = [place for place in range(position) if sequence[place] == sequence[position]]
    return earlier[-1] if earlier else None


def _prefix_matching(induction: Matrix, sequence: tuple[str, ...]) -> float | None:
    """Mean attention from a repeated word to the word after its last earlier occurrence."""
    weights = [
        float(induction[position + 1, place + 2])  # the start mark shifts both by one
        for position in range(len(sequence))
        if (place := _last_occurrence(sequence, position)) is not None
    ]
    return sum(weights) / len(weights) if weights else None


def _copying_score(weights: Weights, n_words: int) -> float:
    """Σλ / Σ|λ| of the circuit from a word in to a word out: W_E · W_V · W_O · W_U."""
    circuit = (weights.v2 @ weights.o2 @ weights.unembedding)[:n_words]
    eigenvalues = np.linalg.eigvals(circuit)
    return float(eigenvalues.sum().real / np.abs(eigenvalues).sum())


def _rows(matrix: Matrix) -> list[list[float]]:
    return [[printed(value) for value in row] for row in matrix]


def describe_change(before: Result, after: Result) -> str:
    """What has just changed and why."""
    changed = changed_settings(before.chosen, after.chosen)
    return sentence(
        (
            _ABLATIONS[after.chosen.ablate] if "ablate" in changed else "",
            _prediction(after),
            _score(before, after),
            ONE_LAYER if "ablate" in changed and after.chosen.ablate == "one-layer" else "",
        )
    )


_ABLATIONS = {
    "none": "both heads work",
    "previous-token-head": (
        "what the previous-token head writes is zeroed; it still looks, but the keys of the induction head "
        "no longer hold the word before"
    ),
    "one-layer": "both heads stand in one layer, and the induction head reads before the other has written",
}


def _prediction(after: Result) -> str:
    last = after.chosen.sequence[-1]
    if after.expected is None:
        return f'"{last}" has not occurred before: the start mark takes the attention, nothing is predicted'
    followed_by = f'the last earlier "{last}" was followed by "{after.expected}"'
    if after.predicted == after.expected:
        return f"{followed_by}, and that is predicted"
    said = "nothing" if after.predicted is None else f'"{after.predicted}"'
    return f"{followed_by}, but {said} is predicted"


def _score(before: Result, after: Result) -> str:
    was, now = before.prefix_matching_score, after.prefix_matching_score
    return "" if was is None or now is None else f"the prefix-matching score {moved(was, now)}"
