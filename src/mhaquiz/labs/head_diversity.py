"""The head-diversity lab: several small attentions over one sentence, and how much they differ.

Random heads are drawn from numpy's default_rng(seed) in this order: embeddings E ~ N(0, 1) (T, d_model), then
W_Q, W_K, W_V (n_heads, d_model, head_dim) and W_O (d_model, d_model), with standard deviation 0.4 at d_model
32 and 0.4·√(32 / d_model) elsewhere: with a fixed one attention would sharpen as the model widens.
Attention is softmax(Q·Kᵀ/√head_dim) without a mask.

Built heads follow the subject, the object, or the determiner before the word, by weights made by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from mhaquiz import engine
from mhaquiz.deck.display import counted
from mhaquiz.deck.lab_rules import BUILT_SENTENCES, focus_position
from mhaquiz.labs.attention import Matrix, entropy, numerical_rank, printed, read_only, softmax
from mhaquiz.labs.results import settings_as_json
from mhaquiz.labs.sentences import changed_settings, moved, sentence

#: What a built head follows, in the order in which heads take it up.
RELATIONS = ("the subject", "the object", "the determiner")

_DEVIATION, _DEVIATION_AT = 0.4, 32
_GAIN = 8.0  # score of the word a built head looks for; others score 0
_CONSTANT, _SUBJECT, _OBJECT, _DETERMINER, _PHRASE = range(5)  # features of a built embedding
_DETERMINERS = ("the", "a")


@dataclass(frozen=True, slots=True)
class Settings:
    """The knobs; legal values and meanings are in deck.lab_table."""

    sentence: tuple[str, ...]
    n_heads: int
    d_model: int
    focus: str
    seed: int
    identical: bool
    heads: str


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """E (T, d_model), W_Q, W_K and W_V (n_heads, d_model, head_dim) each, W_O (d_model, d_model)."""

    embeddings: Matrix
    queries: Matrix
    keys: Matrix
    values: Matrix
    output: Matrix


@dataclass(frozen=True, eq=False)
class Result:
    """One run. `attention` is (n_heads, T, T), `scores` too; `pairwise_cosine` (n_heads, n_heads)."""

    chosen: Settings
    focus_position: int
    weights: int
    qkv_weights: int
    head_dim: int
    scores: Matrix
    attention: Matrix
    pairwise_cosine: Matrix
    mean_cosine: float
    distinct_targets: int
    coverage: float
    entropy: tuple[float, ...]
    uniform_entropy: float
    score_rank: tuple[int, ...]
    follows: tuple[str, ...]  # what each head was built for; "" for random heads

    @property
    def disagreement(self) -> float:
        return 1 - self.mean_cosine

    @property
    def attention_rows(self) -> Matrix:
        """The focus word's row of each head: (n_heads, T)."""
        return self.attention[:, self.focus_position]

    @cached_property
    def settings(self) -> dict[str, Any]:
        return settings_as_json(self.chosen)

    @cached_property
    def readouts(self) -> dict[str, Any]:
        return {
            "weights": self.weights,
            "qkv_weights": self.qkv_weights,
            "head_dim": self.head_dim,
            "attention_rows": _rows(self.attention_rows),
            "pairwise_cosine": _rows(self.pairwise_cosine),
            "mean_cosine": printed(self.mean_cosine),
            "disagreement": printed(self.disagreement),
            "distinct_targets": self.distinct_targets,
            "coverage": printed(self.coverage),
            "entropy": [printed(value) for value in self.entropy],
            "uniform_entropy": printed(self.uniform_entropy),
            "score_rank": list(self.score_rank),
        }


def run(settings: Settings) -> Result:
    """One run of the lab."""
    head_dim = settings.d_model // settings.n_heads
    layer = build_layer(settings)
    scores = _scores(layer, head_dim)
    attention = softmax(scores)
    cosine = _pairwise_cosine(attention)
    focus = focus_position(settings.sentence, settings.focus)
    size = {"d_model": settings.d_model, "n_heads": settings.n_heads}
    return Result(
        chosen=settings,
        focus_position=focus,
        weights=engine.evaluate("attention_weights", **size),
        qkv_weights=sum(engine.evaluate(f"{matrix}_weights", **size) for matrix in "qkv"),
        head_dim=head_dim,
        scores=read_only(scores),
        attention=read_only(attention),
        pairwise_cosine=read_only(cosine),
        mean_cosine=_mean_of_pairs(cosine),
        distinct_targets=_distinct_targets(attention[:, focus]),
        coverage=_coverage(attention[:, focus]),
        entropy=tuple(float(value) for value in entropy(attention).mean(axis=1)),
        uniform_entropy=engine.evaluate("uniform_entropy", n_keys=len(settings.sentence)),
        score_rank=tuple(numerical_rank(values) for values in np.linalg.svd(scores, compute_uv=False)),
        follows=_follows(settings),
    )


def build_layer(settings: Settings) -> Layer:
    """The arrays of the layer, random or built, with the first head's weights in all where asked."""
    length, heads = len(settings.sentence), settings.n_heads
    layer = _random_layer(length, settings.d_model, heads, settings.seed)
    if settings.heads == "built":
        layer = _built_layer(layer, settings.sentence)
    if not settings.identical:
        return layer
    queries, keys, values = (
        np.repeat(stack[:1], heads, axis=0) for stack in (layer.queries, layer.keys, layer.values)
    )
    return Layer(layer.embeddings, queries, keys, values, layer.output)


@lru_cache(maxsize=32)
def _random_layer(length: int, d_model: int, n_heads: int, seed: int) -> Layer:
    rng = np.random.default_rng(seed)
    embeddings = rng.normal(size=(length, d_model))
    deviation = _DEVIATION * np.sqrt(_DEVIATION_AT / d_model)
    stack = (n_heads, d_model, d_model // n_heads)
    queries, keys, values = (read_only(rng.normal(0, deviation, size=stack)) for _ in range(3))
    output = read_only(rng.normal(0, deviation, size=(d_model, d_model)))
    return Layer(read_only(embeddings), queries, keys, values, output)


def _built_layer(drawn: Layer, words: tuple[str, ...]) -> Layer:
    """The drawn layer with embeddings that name each word's role, and W_Q, W_K that look for a role.

    Each relation takes one column of its head: a query that asks, and a key that answers, with 1.
    """
    n_heads, d_model, head_dim = drawn.queries.shape
    embeddings = np.concatenate([_roles(words), drawn.embeddings[:, _PHRASE + 1 :]], axis=1)
    queries, keys = np.zeros((2, n_heads, d_model, head_dim))
    asks = (_CONSTANT, _CONSTANT, _PHRASE)
    answers = (_SUBJECT, _OBJECT, _DETERMINER)
    for head in range(n_heads):
        for column, relation in enumerate(_relations(head, n_heads)):
            queries[head, asks[relation], column] = _GAIN * np.sqrt(head_dim)
            keys[head, answers[relation], column] = 1
    return Layer(embeddings, queries, keys, drawn.values, drawn.output)


def _roles(words: tuple[str, ...]) -> Matrix:
    """Features (T, 5): 1, is subject, is object, the phrase's sign where a determiner, the phrase's sign."""
    subject, found, _ = BUILT_SENTENCES[words]
    determiner = np.array([word in _DETERMINERS for word in words], dtype=float)
    sign = np.where(np.cumsum(determiner) < 2, 1.0, -1.0)  # the sentences have two noun phrases
    roles = np.zeros((len(words), _PHRASE + 1))
    roles[:, _CONSTANT], roles[subject, _SUBJECT], roles[found, _OBJECT] = 1, 1, 1
    roles[:, _DETERMINER], roles[:, _PHRASE] = determiner * sign, sign
    return roles


def _relations(head: int, n_heads: int) -> range | tuple[int, ...]:
    """The relations of one head: dealt round-robin; heads beyond the last relation repeat them in turn."""
    if head < len(RELATIONS):
        return range(head, len(RELATIONS), n_heads)
    return (head % len(RELATIONS),)


def _follows(settings: Settings) -> tuple[str, ...]:
    if settings.heads == "random":
        return ("",) * settings.n_heads
    heads = [0] * settings.n_heads if settings.identical else range(settings.n_heads)
    return tuple(" + ".join(RELATIONS[r] for r in _relations(head, settings.n_heads)) for head in heads)


def _scores(layer: Layer, head_dim: int) -> Matrix:
    queries, keys = layer.embeddings @ layer.queries, layer.embeddings @ layer.keys
    return np.asarray(queries @ keys.swapaxes(-1, -2) / np.sqrt(head_dim))


def _pairwise_cosine(attention: Matrix) -> Matrix:
    flat = attention.reshape(len(attention), -1)
    unit = flat / np.linalg.norm(flat, axis=1, keepdims=True)
    return np.asarray(unit @ unit.T)


def _mean_of_pairs(cosine: Matrix) -> float:
    """Mean over the different pairs of heads; a head alone agrees with itself."""
    if len(cosine) == 1:
        return 1.0
    return float(cosine[np.triu_indices(len(cosine), k=1)].mean())


def _distinct_targets(rows: Matrix) -> int:
    """How many different positions get the most attention of some head; ties go to the earliest."""
    return len(set(np.round(rows, 12).argmax(axis=1).tolist()))


def _coverage(rows: Matrix) -> float:
    """Share of positions that at least one head gives more than 1/T."""
    return float((rows.max(axis=0) > 1 / rows.shape[1] + 1e-12).mean())


def _rows(matrix: Matrix) -> list[list[float]]:
    return [[printed(value) for value in row] for row in matrix]


def describe_change(before: Result, after: Result) -> str:
    """What has just changed and why: the width and the weights, then how the heads differ."""
    changed = changed_settings(before.chosen, after.chosen)
    return sentence(
        (
            *(_cause(name, after) for name in changed if (name, "sentence" in changed) != ("focus", True)),
            _weights(before, after) if {"n_heads", "d_model"} & set(changed) else "",
            f"disagreement {moved(before.disagreement, after.disagreement)}",
            _narrowness(after),
            _aims(after),
        )
    )


def _cause(name: str, after: Result) -> str:
    now = after.chosen
    return {
        "sentence": f"{len(now.sentence)} words, seen from {now.sentence[after.focus_position]}",
        "n_heads": f"{counted(now.n_heads, 'head')}, each {after.head_dim} wide",
        "d_model": f"with d_model {now.d_model} each head is {after.head_dim} wide",
        "focus": f"the rows are those of {now.sentence[after.focus_position]}",
        "seed": f"seed {now.seed}: other weights, the same sizes",
        "identical": (
            f"every head has the first head's weights, so there is one opinion, paid for {now.n_heads} times"
            if now.identical
            else "each head has weights of its own again"
        ),
        "heads": (
            "heads by hand: the subject, the object, the determiner"
            if now.heads == "built"
            else "random heads: nothing has taught them what to look for"
        ),
    }[name]


def _weights(before: Result, after: Result) -> str:
    if before.weights == after.weights:
        return "the weights stand still"
    return f"the weights go from {before.weights:,} to {after.weights:,}, with d_model and not with the heads"


def _narrowness(after: Result) -> str:
    """What narrowness costs: the rank of the scores."""
    length, largest = len(after.chosen.sentence), max(after.score_rank)
    if after.head_dim >= length or largest == length:
        return ""
    return f"the scores of a head this narrow have rank {largest} of {length} at most"


def _aims(after: Result) -> str:
    word, n_heads, aims = (
        after.chosen.sentence[after.focus_position],
        after.chosen.n_heads,
        after.distinct_targets,
    )
    if n_heads == 1:
        return ""
    if aims == 1:
        return f"from {word} all heads aim at the same word"
    return f"from {word} {n_heads} heads aim at {aims} different words"
