"""The optional search of a lab: in a thread, stopped by a key, what it found kept."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhaquiz.labs.searches import Search


class LabSearch:
    """One search at a time, and what was found so far, for each of the settings that matter."""

    def __init__(self, search: Search) -> None:
        self.search = search
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
        stop, key = self._stop, self.search.concerns(result)

        def work() -> None:
            told = 0

            def progress(share: float) -> None:
                nonlocal told
                if int(share * 100) > told and not stop.is_set():
                    told = int(share * 100)
                    tell(told)

            found = self.search.run(result, stop.is_set, progress)
            if found is not None:
                self.found[key] = found

        return work

    def stop(self) -> None:
        """Stop the running search, if there is one; it ends within a few steps."""
        self._stop.set()
        self.percent = None

    def best(self, result: Any) -> tuple[float, ...]:
        """What was found for the settings of a run, or nothing."""
        return self.found.get(self.search.concerns(result), ())
