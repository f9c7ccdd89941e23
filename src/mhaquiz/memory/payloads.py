"""What may stand in an event: every field by name, with its type and bounds.

Lines come from other machines and may be anything. What passes here can be stored, folded into a state and
shown without a further look: no number overflows a column, no text is one that SQLite cannot store.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from mhaquiz.memory.clock import DAY_MS
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import EventKind, Json, Mode, Rating
from mhaquiz.memory.fsrs6 import validated
from mhaquiz.memory.settings import SETTINGS, SettingValue, checked, fits_a_day

#: Device names become folder names in an exported log, so nothing else may stand in one.
DEVICE = re.compile(r"[0-9a-z][0-9a-z~-]{0,39}")
SEQUENCE = re.compile(r"0|[1-9][0-9]{0,15}")
MAX_SEQUENCE = 2**53
LONGEST_KEY = 200
A_YEAR_MS = 365 * DAY_MS
FARTHEST_DAY = 4_000_000  # beyond the year 9999

Check: TypeAlias = Callable[[Any], bool]


def _whole(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _whole_or_none(low: int, high: int) -> Check:
    return lambda value: value is None or (type(value) is int and low <= value <= high)


def _text(longest: int) -> Check:
    return lambda value: type(value) is str and len(value) <= longest


def _text_or_none(longest: int) -> Check:
    return lambda value: value is None or (type(value) is str and len(value) <= longest)


def _word(value: object) -> bool:
    return type(value) is str and len(value) <= LONGEST_KEY and value.isprintable()


def shown_word(value: object) -> str:
    """A word from a log as it can be shown: what is not printable becomes a replacement character."""
    text = str(value)[:LONGEST_KEY]
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _one_of(*words: object) -> Check:
    return lambda value: type(value) in (str, int) and value in words


def _indices(value: object) -> bool:
    return type(value) is list and len(value) <= 1000 and all(map(_whole(0, 9999), value))


def _is(kind: type) -> Check:
    return lambda value: type(value) is kind


def _weights(value: object) -> bool:
    return type(value) is dict and all(
        _word(topic) and type(weight) in (int, float) and 0 <= weight <= 1000
        for topic, weight in value.items()
    )


#: The fields of a review. `session` has a column of its own, so it must be text that SQLite can store.
REVIEW_FIELDS: Mapping[str, Check] = {
    "rating": _one_of(*map(int, Rating)),
    "mode": _one_of(*map(str, Mode)),
    "session": _word,
    **dict.fromkeys(("form", "verdict", "parameter_set", "engine_version", "deck_version"), _text(200)),
    **dict.fromkeys(("content_hash", "meaning_hash"), _text(200)),
    **dict.fromkeys(("misconception", "region"), _text_or_none(2000)),
    **dict.fromkeys(("typed", "expected"), _text(65_536)),
    **dict.fromkeys(("retries", "hints", "showing"), _whole(0, 2**31)),
    "ms_taken": _whole(0, A_YEAR_MS),
    "ms_first_key": _whole_or_none(0, A_YEAR_MS),
    "confidence": _whole_or_none(1, 3),
    **dict.fromkeys(("points", "red_flags"), _indices),
    "suspected": _is(bool),
    "values": _is(dict),
}
_INTERVIEW_FIELDS: Mapping[str, Check] = {
    **dict.fromkeys(("name", "date"), _word),
    "minutes": lambda value: type(value) in (int, float) and fits_a_day(value),
    "topics": _weights,
    "cancelled": _is(bool),
}
_CARDLESS = (EventKind.PARAMETERS, EventKind.INTERVIEW, EventKind.UNDO, EventKind.NOTE)


def check_payload(kind: EventKind, card: str | None, payload: Mapping[str, Json]) -> None:
    """Raise `ProfileError` where a payload would not survive being folded into a state."""
    if card is None and kind not in _CARDLESS:
        raise ProfileError(f"a {kind} event without a card")
    if kind == EventKind.REVIEW:
        check_review(payload)
    elif kind in _CHECKS:
        _CHECKS[kind](payload)


def check_review(payload: Mapping[str, Json]) -> None:
    """Raise `ProfileError` where a field of a review is not what it must be; unknown ones may be anything."""
    if "rating" not in payload:
        raise ProfileError("a review event without a rating")
    _check_fields(payload, REVIEW_FIELDS, "a review")


def _check_fields(payload: Mapping[str, Json], known: Mapping[str, Check], what: str) -> None:
    for name, value in payload.items():
        check = known.get(name)
        if check is not None and not check(value):
            raise ProfileError(f"{what} event with {name} = {shown(value)}")


def _check_target(payload: Mapping[str, Json]) -> None:
    split_id(field(payload, "event", str))


def _check_regrade(payload: Mapping[str, Json]) -> None:
    _check_target(payload)
    number(payload, "rating", 1, 4)


def _check_due(payload: Mapping[str, Json]) -> None:
    number(payload, "due_day", -1, FARTHEST_DAY)


def _check_bury(payload: Mapping[str, Json]) -> None:
    if "until" in payload:
        number(payload, "until", -1, FARTHEST_DAY)


def _check_rename(payload: Mapping[str, Json]) -> None:
    if key(payload, "from") is None:
        raise ProfileError("a rename event without the old key")


def _check_interview(payload: Mapping[str, Json]) -> None:
    _check_fields(payload, _INTERVIEW_FIELDS, "an interview")


def _check_parameters(payload: Mapping[str, Json]) -> None:
    """Settings that move due dates, and the memory model's own parameters."""
    for name, value in payload.items():
        if name == "parameters":
            validated(field(payload, name, list))
        elif name in SETTINGS and checked(name, cast(SettingValue, value)) != value:
            raise ProfileError(f"{name} = {shown(value)}: not as a setting is written")


_CHECKS: Mapping[EventKind, Callable[[Mapping[str, Json]], None]] = {
    EventKind.UNDO: _check_target,
    EventKind.REGRADE: _check_regrade,
    EventKind.SET_DUE: _check_due,
    EventKind.BURY: _check_bury,
    EventKind.PARAMETERS: _check_parameters,
    EventKind.RENAME: _check_rename,
    EventKind.INTERVIEW: _check_interview,
}


def split_id(event_id: str) -> tuple[str, int]:
    """Device and sequence of an event id, or `ProfileError`."""
    device, _, sequence = event_id.partition(":")
    known = DEVICE.fullmatch(device) and SEQUENCE.fullmatch(sequence)
    if not known or int(sequence) > MAX_SEQUENCE:
        raise ProfileError(f"event id {event_id[:60]!r} is not device:sequence")
    return device, int(sequence)


def key(whole: Mapping[str, Any], name: str) -> str | None:
    """The card's key under a name, or None where there is none."""
    card: str | None = whole.get(name)
    if card is not None and not _word(card):
        raise ProfileError(f"{name} is not a card's key")
    return card


def field(whole: Mapping[str, Any], name: str, wanted: type) -> Any:
    """What stands under a name, of that very type."""
    value = whole.get(name)
    if type(value) is not wanted:
        raise ProfileError(f"{name} is missing or not a {wanted.__name__}")
    return value


def number(whole: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """The whole number under a name, within bounds."""
    value = whole.get(name)
    if type(value) is not int or not low <= value <= high:
        raise ProfileError(f"{name} is missing or not a whole number from {low} to {high}")
    return value


def shown(value: object) -> str:
    """The beginning of a value; a number may have more digits than Python is willing to print."""
    try:
        return f"{value!r:.40}"
    except ValueError:
        return "a number of thousands of digits"
