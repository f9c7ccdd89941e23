"""The readouts are the same whatever the threads of the BLAS, the hash seed, the locale."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_PRINT = (
    "import json; from mhaquiz import labs; from mhaquiz.deck.lab_table import LABS;"
    "free = ('max_abs_difference',);"  # rounding error itself: held to a tolerance, not to a value
    "told = {name: labs.run(name, {}).readouts for name in LABS};"
    "print(json.dumps([[n, k, v] for n, r in told.items() for k, v in r.items() if k not in free]))"
)


def readouts(**environment: str) -> str:
    merged = {**os.environ, **environment}
    done = subprocess.run(
        [sys.executable, "-c", _PRINT], env=merged, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def plain() -> str:
    return readouts()


@pytest.mark.parametrize(
    "environment",
    [
        {"OPENBLAS_NUM_THREADS": "2", "PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8"},
        {"OPENBLAS_CORETYPE": "Prescott"},  # OpenBLAS's oldest kernels: another order of summation
    ],
    ids=lambda environment: next(iter(environment)),
)
def test_same_readouts(plain: str, environment: dict[str, str]) -> None:
    assert readouts(**environment) == plain
