"""The jobs: attention patterns that the layer has to produce, and their deal to heads."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from mhaquiz.labs.attention import Matrix, read_only, softmax, visible

Words = tuple[str, ...]

#: How a job is called in a sentence.
JOB_TITLES = {
    "previous": "previous token",
    "first": "first token",
    "same": "same token",
    "everything": "everything equally",
}


def word_numbers(tokens: Words) -> tuple[int, ...]:
    """Each token's word, numbered by first appearance."""
    order = {word: number for number, word in enumerate(dict.fromkeys(tokens))}
    return tuple(order[token] for token in tokens)


@lru_cache(maxsize=256)
def pattern(job: str, tokens: Words) -> Matrix:
    """The 0/1 matrix (T, T) of a job; `same` fills both triangles, as if unmasked."""
    length = len(tokens)
    wanted = np.zeros((length, length))
    if job == "previous":
        wanted[np.arange(length), np.maximum(np.arange(length) - 1, 0)] = 1
    elif job == "first":
        wanted[:, 0] = 1
    elif job == "same":
        numbers = np.array(word_numbers(tokens))
        wanted = (numbers[:, None] == numbers[None, :]).astype(float)
    return read_only(wanted)


@lru_cache(maxsize=256)
def target(job: str, tokens: Words, sharpness: float, masked: bool) -> Matrix:
    """The attention (T, T) that the job asks for: softmax of sharpness · pattern over what is visible."""
    return read_only(softmax(sharpness * pattern(job, tokens), visible(len(tokens), masked)))


@lru_cache(maxsize=64)
def dealt(jobs: tuple[str, ...], n_heads: int) -> tuple[tuple[str, ...], ...]:
    """The jobs of each busy head: dealt round-robin, so that few heads carry several."""
    return tuple(jobs[head::n_heads] for head in range(min(n_heads, len(jobs))))


@lru_cache(maxsize=256)
def mean_pattern(jobs: tuple[str, ...], tokens: Words) -> Matrix:
    """The mean of the patterns that one head carries; sharpness times this is its score matrix."""
    return read_only(np.mean([pattern(job, tokens) for job in jobs], axis=0))
