"""Which cards a merge moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mhaquiz.memory import tables
from mhaquiz.memory.states import CardState
from mhaquiz.memory.tables import Row


class Changes(Mapping[str, tuple[CardState | None, CardState | None]]):
    """Card → its state before and after; made of bare rows, which are read when asked for."""

    def __init__(self, before: Mapping[str, Row], after: Mapping[str, Row]) -> None:
        self._before, self._after = before, after
        keys = before.keys() | after.keys()
        self._keys = sorted(key for key in keys if before.get(key) != after.get(key))

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __getitem__(self, key: str) -> tuple[CardState | None, CardState | None]:
        before, after = self._before.get(key), self._after.get(key)
        if before == after:
            raise KeyError(key)
        states = [None if row is None else tables.state_of(row[1:]) for row in (before, after)]
        return states[0], states[1]
