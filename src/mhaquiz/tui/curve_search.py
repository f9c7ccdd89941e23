"""The optional search of the rank-ceiling lab: in a thread, stopped by a key, its curve kept.

What it reaches is the best found so far, a lower bound; the screen never calls it more.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

#: What the searched curve depends on; the present head count and the context do not change it.
_PARTS = ("jobs", "tokens", "sharpness", "masked", "head_dim")


def concerns(result: Any) -> tuple[object, ...]:
    """The settings of a run for which a searched curve holds."""
    return tuple(getattr(result.chosen, part) for part in _PARTS)


class CurveSearch:
    """One search at a time, and the curves found so far."""

    def __init__(self) -> None:
        self.found: dict[tuple[object, ...], tuple[float, ...]] = {}
        self.percent: int | None = None
        """How far the running search is; None while none runs."""
        self._stop = Event()

    @property
    def runs(self) -> bool:
        return self.percent is not None

    def begin(self, result: Any, tell: Callable[[int], None]) -> Callable[[], None]:
        """The work of a search for the settings of `result`, for a thread; `tell` hears whole per cents."""
        self.stop()
        self._stop, self.percent = Event(), 0
        stop, chosen, key = self._stop, result.chosen, concerns(result)

        def work() -> None:
            from mhaquiz.labs.rank_ceiling import optimise_curve

            told = 0

            def progress(share: float) -> None:
                nonlocal told
                if int(share * 100) > told and not stop.is_set():
                    told = int(share * 100)
                    tell(told)

            curve = optimise_curve(chosen, stop.is_set, progress)
            if curve is not None:
                self.found[key] = curve

        return work

    def stop(self) -> None:
        """Stop the running search, if there is one; it ends within a few steps."""
        self._stop.set()
        self.percent = None

    def best(self, result: Any) -> tuple[float, ...]:
        """The curve found for the settings of a run, or nothing."""
        return self.found.get(concerns(result), ())
