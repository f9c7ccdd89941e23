"""Heads at work: jobs dealt out, attention built, circuits run, pairs enumerated."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np

from mhaquiz.engine.measurements.instruments import added, carried_on, measures, whole
from mhaquiz.engine.verification import Measurement

Matrix = np.ndarray[Any, Any]


def _softmax(scores: Matrix) -> Matrix:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


@measures
def idle_heads(n_heads: int, n_jobs: int) -> Measurement:
    free = range(n_heads)[n_jobs:]
    return Measurement(free.stop - free.start, "gave each job the next free head")


@measures
def averaged_jobs_overlap(n_keys: int, n_jobs: int, sharpness: Fraction | int) -> Measurement:
    looked_at = min(n_jobs, 8)
    average = np.zeros(n_keys)
    average[:n_jobs] = float(sharpness) / n_jobs
    attention = _softmax(average)
    overlaps = []
    for job in range(looked_at):
        wanted = np.zeros(n_keys)
        wanted[job] = float(sharpness)
        overlaps.append(float(np.minimum(attention, _softmax(wanted)).sum()))
    how = f"built the averaged attention and compared it with {looked_at} targets"
    return Measurement(sum(overlaps) / looked_at, how)


@measures
def truncated_previous_overlap(n_tokens: int, rank: int) -> Measurement:
    target = np.maximum(np.arange(n_tokens) - 1, 0)
    kept_keys = np.unique(target)[:rank]
    kept_rows = np.isin(target, kept_keys)
    scores = [Fraction(1) if kept_rows[row] else Fraction(1, row + 1) for row in range(n_tokens)]
    how = f"kept the first {rank} keys of the pattern and averaged {n_tokens:,} rows"
    return Measurement(whole(added(scores) / n_tokens), how)


@measures
def rank_one_previous_hits(n_tokens: int, causal: bool) -> Measurement:
    tokens = min(n_tokens, 48)
    if not causal:
        hits = max(_hits_of_ranking(tokens, best, worst) for best, worst in product(range(tokens), repeat=2))
        return Measurement(hits, f"tried every ranking of {tokens} keys")
    how = "ran the alternating weights under the mask"
    if n_tokens == tokens:
        return Measurement(_alternating_hits(tokens), how)
    found = carried_on(_alternating_hits, {"n_tokens": n_tokens}, {"n_tokens": (16, 32)})
    return Measurement(found, f"{how} at 16 and 32 tokens, carried on")


def _hits_of_ranking(n_tokens: int, best: int, worst: int) -> int:
    """Queries t ≥ 1 whose previous token is the top of the ranking or of its reverse."""
    reachable = {best, worst}
    return sum(query - 1 in reachable for query in range(1, n_tokens))


def _alternating_hits(n_tokens: int) -> int:
    positions = np.arange(n_tokens)
    queries = np.where(positions % 2 == 0, 1, -1)
    keys = np.where(positions % 2 == 0, -1, 1) * (positions + 1)
    scores = np.where(
        positions[None, :] <= positions[:, None], np.outer(queries, keys), np.iinfo(np.int64).min
    )
    return int(np.count_nonzero(scores.argmax(axis=1)[1:] == positions[:-1]))


def _induction_scores(tokens: Matrix) -> Matrix:
    """Second-layer scores of the two-layer circuit: a key matches when the token before it is the query's.

    Row t, column s; later matches win by a small margin, keys after t are hidden, and so is key 0.
    """
    length = tokens.size
    residual = np.eye(int(tokens.max()) + 1)[tokens]
    previous_attention = np.eye(length, k=-1)
    previous = previous_attention @ residual
    scores = residual @ previous.T * (2.0 * length) + np.arange(length)[None, :]
    hidden = np.triu(np.ones((length, length), dtype=bool), k=1)
    hidden[:, 0] = True
    return np.where(hidden, -np.inf, scores)


@measures
def induction_offset(block_length: int) -> Measurement:
    how = "ran the two-layer circuit on the repeated block and read where it attends"
    if block_length <= 64:
        return Measurement(_offset(block_length), how)
    found = carried_on(_offset, {"block_length": block_length}, {"block_length": (8, 16)})
    return Measurement(found, f"{how}, at 8 and 16 tokens, carried on")


def _offset(block_length: int) -> int:
    tokens = np.tile(np.arange(block_length), 2)
    query = block_length
    return query - int(_induction_scores(tokens)[query].argmax())


@measures
def uniform_prefix_matching(block_length: int) -> Measurement:
    stripe = []
    for query in range(block_length, 2 * block_length):
        visible = range(query + 1)
        key = query - block_length + 1
        stripe.append(Fraction(visible.count(key), len(visible)))
    how = f"averaged the induction stripe of {block_length:,} uniform rows"
    return Measurement(whole(added(stripe) / block_length), how)


@measures
def copying_score(vocabulary: int, shift: int) -> Measurement:
    if vocabulary <= 64:
        circuit = np.roll(np.eye(vocabulary), shift % vocabulary, axis=1)
        eigenvalues, how = np.linalg.eigvals(circuit), "computed the eigenvalues of the permutation"
    else:
        row = np.zeros(vocabulary)
        row[shift % vocabulary] = 1.0
        eigenvalues, how = np.fft.fft(row), "took the eigenvalues of the circulant by a Fourier transform"
    score = float((eigenvalues.sum() / np.abs(eigenvalues).sum()).real)
    nearest = round(score)
    return Measurement(nearest if abs(score - nearest) < 1e-6 else score, how)


@measures
def composition_pairs(n_layers: int, n_heads: int) -> Measurement:
    how = "enumerated the pairs"
    if n_layers * n_heads <= 256:
        return Measurement(_pairs(n_layers, n_heads), how)
    sizes, points = {"n_layers": n_layers, "n_heads": n_heads}, {"n_layers": (1, 2, 3), "n_heads": (1, 2, 3)}
    return Measurement(carried_on(_pairs, sizes, points), f"{how} up to 3 layers of 3 heads, carried on")


def _pairs(n_layers: int, n_heads: int) -> int:
    heads = product(range(n_layers), range(n_heads))
    return sum(earlier[0] < later[0] for earlier, later in combinations(heads, 2))


@measures
def induction_prediction(sequence: str) -> Measurement:
    letters = sorted(set(sequence))
    tokens = np.array([letters.index(letter) for letter in sequence])
    row = _induction_scores(tokens)[-1]
    found = int(row.argmax()) if row.size > 1 else 0
    matched = found > 0 and tokens[found - 1] == tokens[-1] and row[found] > tokens.size
    return Measurement(sequence[found] if matched else "-", "ran the two-layer circuit")
