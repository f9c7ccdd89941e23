"""Events as JSON: payloads in the file, whole events as lines of a log. Reading trusts nothing.

One spelling for each event (sorted keys, no spaces, ASCII), so that equal events are equal bytes on every
machine. Lone surrogates that a terminal can produce survive as escapes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from json.encoder import encode_basestring_ascii
from math import isfinite
from typing import Any, cast

from mhaquiz.memory.clock import DAY_MS
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event, EventKind, Json, Mode, Rating, Review
from mhaquiz.memory.payloads import (
    A_YEAR_MS,
    FARTHEST_DAY,
    REVIEW_FIELDS,
    check_payload,
    check_review,
    field,
    key,
    number,
    split_id,
)

MAX_LINE = 65_536
DEEPEST = 8  # lists and mappings in one another
MAX_MS = 253_402_300_799_999  # the end of the year 9999
MAX_OFFSET = 1440  # minutes
_DEFAULTS = {field.name: field.default for field in fields(Review)} | {"values": {}}
_KINDS = {str(kind): kind for kind in EventKind}
_ALWAYS = ("rating", "verdict")
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


def _finite(text: str) -> float:
    """A number; `NaN`, `Infinity` and 1e999 are none."""
    if not isfinite(number := float(text)):
        raise ValueError(f"{text[:20]} is not a number here")
    return number


_DECODER = json.JSONDecoder(parse_constant=_finite, parse_float=_finite)


def dumps(value: Mapping[str, Json]) -> str:
    """The one spelling of a payload."""
    return _ENCODER.encode(dict(value))


def review_payload(review: Review) -> dict[str, Json]:
    """A review as JSON; fields at their defaults are left out."""
    payload: dict[str, Any] = {}
    for name, default in _DEFAULTS.items():
        value = getattr(review, name)
        if name in _ALWAYS or value != default:
            payload[name] = list(value) if isinstance(value, tuple) else value
    payload["rating"] = int(review.rating)
    for name in ("ms_taken", "ms_first_key"):
        if payload.get(name):  # a clock that is set while someone thinks gives anything
            payload[name] = min(max(0, payload[name]), A_YEAR_MS)
    if "mode" in payload:
        payload["mode"] = str(review.mode)
    if "values" in payload:
        payload["values"] = dict(review.values)
    return payload


def read_review(payload: Mapping[str, Json]) -> Review:
    """The review in a payload, unknown fields ignored. Raises `ProfileError` where one is unusable."""
    check_review(payload)
    known: dict[str, Any] = {name: payload[name] for name in REVIEW_FIELDS if name in payload}
    for name in ("points", "red_flags"):
        known[name] = tuple(known.get(name, ()))
    rating, mode = Rating(cast(int, payload["rating"])), Mode(str(payload.get("mode", "study")))
    return Review(**{"verdict": "", **known, "rating": rating, "mode": mode})


def join_line(
    event_id: str, kind: str, ms: int, offset: int, day: int, card: str | None, payload: str
) -> str:
    """A line from an event's columns: what `dumps` gives for the whole, without decoding the payload."""
    return (
        f'{{"card":{_spelled(card)},"day":{day},"id":"{event_id}","kind":"{kind}","ms":{ms},'
        f'"offset":{offset},"payload":{payload}}}'
    )


def _spelled(card: str | None) -> str:
    return "null" if card is None else encode_basestring_ascii(card)


def read_event(line: str) -> Event:
    """The event in a line. Raises `ProfileError` saying what is wrong with it; never evaluates anything."""
    if len(line) > MAX_LINE:
        raise ProfileError(f"longer than {MAX_LINE} characters")
    whole = _parsed(line)
    if not isinstance(whole, dict):
        raise ProfileError("not a JSON object")
    if line.count("[") + line.count("{") > DEEPEST and _depth(whole) > DEEPEST:
        raise ProfileError("nested too deep")
    event = Event(
        field(whole, "id", str),
        _kind(field(whole, "kind", str)),
        number(whole, "ms", 0, MAX_MS),
        number(whole, "offset", -MAX_OFFSET, MAX_OFFSET),
        _day(whole),
        key(whole, "card"),
        field(whole, "payload", dict),
    )
    split_id(event.id)
    check_payload(event.kind, event.card, event.payload)
    return event


def _parsed(text: str) -> object:
    try:
        return cast(object, _DECODER.decode(text))
    except (ValueError, RecursionError) as error:
        raise ProfileError(f"not JSON ({error})") from None


def _depth(value: object) -> int:
    """How many lists and mappings lie in one another, looked for no deeper than matters."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        held = [each for each in level if isinstance(each, (list, dict))]
        depth += bool(held)
        level = [part for each in held for part in (each.values() if isinstance(each, dict) else each)]
    return depth


def _day(whole: Mapping[str, Any]) -> int:
    day = number(whole, "day", -FARTHEST_DAY, FARTHEST_DAY)
    if not fits_day(day, whole["ms"]):
        raise ProfileError(f"day {day} is not the study day of ms {whole['ms']}")
    return day


def fits_day(day: int, ms: int) -> bool:
    """Whether a study day may be that of a moment: no zone and no rollover hour takes it further away."""
    return -3 <= day - ms // DAY_MS <= 2


def _kind(name: str) -> EventKind:
    kind = _KINDS.get(name)
    if kind is None:
        raise ProfileError(f"event kind {name[:40]!r} is unknown: a newer mhaquiz wrote it; update mhaquiz")
    return kind
