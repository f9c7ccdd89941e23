"""Lines of a log read many at a time, which costs half of reading them one by one.

A batch is decoded as one array and its payloads are spelled again as one array. Only where all of it agrees
with the lines letter by letter is it taken; otherwise, and wherever a line is refused, each line is read
alone. So what is taken does not depend on how lines fall into batches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from mhaquiz.memory.codec import (
    array_of,
    dumps,
    event_of,
    join_line,
    read_array,
    read_event,
)
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event

BATCH = 500
_PAYLOAD = '"payload":'


class Line(NamedTuple):
    """An event and its payload in the one spelling that is stored."""

    event: Event
    payload: str

    @classmethod
    def of(cls, event: Event) -> Line:
        return cls(event, dumps(event.payload))


def read_lines(lines: Sequence[str]) -> Iterator[Line | ProfileError]:
    """For each line its event, or why it is refused."""
    rest = iter(lines)
    while batch := list(islice(rest, BATCH)):
        together = _together(batch)
        yield from (map(_alone, batch) if together is None else together)


def _alone(line: str) -> Line | ProfileError:
    try:
        return Line.of(read_event(line))
    except ProfileError as error:
        return error


def _together(batch: Sequence[str]) -> list[Line] | None:
    """The whole batch, or None where anything about it is not as this version writes it."""
    try:
        found = read_array("[" + ",".join(batch) + "]")
        if len(found) != len(batch):
            return None
        lines = [_taken(whole, line) for whole, line in zip(found, batch, strict=True)]
    except ProfileError:
        return None
    spelled = array_of([line.event.payload for line in lines])
    return lines if spelled == "[" + ",".join([line.payload for line in lines]) + "]" else None


def _taken(whole: Any, line: str) -> Line:
    """The event of one line in a batch; its payload is what stands in the line. `ProfileError` otherwise."""
    event = event_of(whole, line)
    payload = line[line.find(_PAYLOAD) + len(_PAYLOAD) : -1]
    spelled = join_line(
        event.id, event.kind, event.ms, event.offset_minutes, event.study_day, event.card, payload
    )
    if spelled != line:
        raise ProfileError("spelled in another way")
    return Line(event, payload)
