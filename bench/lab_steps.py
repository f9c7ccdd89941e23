"""How long one step of each lab takes: every stop of every slider, first met and met again.

    python bench/lab_steps.py

A step is `labs.run` and the readouts, without drawing. The screens hand a lab that takes over 8 ms to a
worker. The yardstick is one 64 × 64 SVD by numpy in the same run.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from mhaquiz import labs
from mhaquiz.deck.lab_reading import change_setting, complete_settings, legal_stops
from mhaquiz.deck.lab_table import LABS


def milliseconds(action: Callable[[], object]) -> float:
    """The time of one call."""
    started = time.perf_counter()
    action()
    return (time.perf_counter() - started) * 1000


def step_time(name: str, chosen: dict[str, object]) -> float:
    return milliseconds(lambda: labs.run(name, chosen).readouts)


def steps(name: str) -> list[dict[str, object]]:
    """The settings that each slider reaches from the defaults."""
    start = complete_settings(name, {})
    return [
        dict(change_setting(name, start, setting.name, stop))
        for setting in LABS[name].settings
        for stop in legal_stops(name, start, setting.name)
    ]


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def yardstick() -> float:
    import numpy as np

    matrix = np.random.default_rng(0).normal(size=(64, 64))
    return percentile([milliseconds(lambda: np.linalg.svd(matrix)) for _ in range(20)], 0.5)


def main() -> None:
    print(f"{'lab':<16}{'steps':>6}{'first p50':>11}{'p95':>8}{'worst':>8}{'again p95':>11}   ms")
    for name in LABS:
        labs.run(name, {})  # imports numpy
        reached = steps(name)
        first, again = ([step_time(name, chosen) for chosen in reached] for _ in range(2))
        figures = percentile(first, 0.5), percentile(first, 0.95), max(first)
        print(f"{name:<16}{len(reached):>6}{figures[0]:>11.2f}{figures[1]:>8.2f}{figures[2]:>8.2f}", end="")
        print(f"{percentile(again, 0.95):>11.2f}")
    print(f"one 64 × 64 SVD: {yardstick():.2f} ms")


if __name__ == "__main__":
    main()
