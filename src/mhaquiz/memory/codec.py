"""Events as JSON: payloads in the file, whole events as lines of a log. Reading trusts nothing.

One spelling for each event (sorted keys, no spaces, ASCII), so that equal events are equal bytes on every
machine. Lone surrogates that a terminal can produce survive as escapes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, cast

from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event, EventKind, Json, Mode, Rating, Review
from mhaquiz.memory.fsrs6 import validated
from mhaquiz.memory.settings import SETTINGS, SettingValue, checked

MAX_LINE = 65_536
#: Device names become folder names in an exported log, so nothing else may stand in one.
DEVICE = re.compile(r"[0-9a-z][0-9a-z~-]{0,39}")
MAX_MS = 253_402_300_799_999  # the end of the year 9999
MAX_SEQUENCE = 2**53
_DEFAULTS = {field.name: field.default for field in fields(Review)} | {"values": {}}
_ALWAYS = ("rating", "verdict")
_RATINGS = frozenset(int(rating) for rating in Rating)
_MODES = frozenset(str(mode) for mode in Mode)
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
_TYPES: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("session", "form", "typed", "expected", "verdict", "parameter_set"), (str,)),
    **dict.fromkeys(("engine_version", "deck_version", "content_hash", "meaning_hash"), (str,)),
    **dict.fromkeys(("misconception", "region"), (str, type(None))),
    **dict.fromkeys(("retries", "ms_taken", "hints", "showing"), (int,)),
    **dict.fromkeys(("confidence", "ms_first_key"), (int, type(None))),
    **dict.fromkeys(("points", "red_flags"), (list,)),
    "suspected": (bool,),
    "values": (dict,),
}


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number here")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


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
    if "mode" in payload:
        payload["mode"] = str(review.mode)
    if "values" in payload:
        payload["values"] = dict(review.values)
    return payload


def read_review(payload: Mapping[str, Json]) -> Review:
    """The review in a payload, unknown fields ignored. Raises `ProfileError` where one is unusable."""
    check_review(payload)
    known: dict[str, Any] = {name: payload[name] for name in _TYPES if name in payload}
    for name in ("points", "red_flags"):
        known[name] = tuple(known.get(name, ()))
    rating, mode = Rating(cast(int, payload["rating"])), Mode(str(payload.get("mode", "study")))
    return Review(**{"verdict": "", **known, "rating": rating, "mode": mode})


def check_review(payload: Mapping[str, Json]) -> None:
    """Raise `ProfileError` where a field of a review is not what it must be."""
    if payload.get("rating") not in _RATINGS or isinstance(payload["rating"], (bool, float)):
        raise ProfileError(f"a review event with rating = {payload.get('rating')!r:.40}")
    if payload.get("mode", "study") not in _MODES:
        raise ProfileError(f"a review event with mode = {payload['mode']!r:.40}")
    for name, value in payload.items():
        types = _TYPES.get(name)
        if types is not None and type(value) not in types:
            raise ProfileError(f"a review event with {name} = {value!r:.40}")


def event_line(event: Event) -> str:
    """An event as one line of an exported log, without the line end."""
    return join_line(
        event.id,
        event.kind,
        event.ms,
        event.offset_minutes,
        event.study_day,
        event.card,
        dumps(event.payload),
    )


def join_line(
    event_id: str, kind: str, ms: int, offset: int, day: int, card: str | None, payload: str
) -> str:
    """A line from an event's columns: what `dumps` gives for the whole, without decoding the payload."""
    return (
        f'{{"card":{_ENCODER.encode(card)},"day":{day},"id":"{event_id}","kind":"{kind}","ms":{ms},'
        f'"offset":{offset},"payload":{payload}}}'
    )


def read_event(line: str) -> Event:
    """The event in a line. Raises `ProfileError` saying what is wrong with it; never evaluates anything."""
    if len(line) > MAX_LINE:
        raise ProfileError(f"longer than {MAX_LINE} characters")
    try:
        whole = _DECODER.decode(line)
    except (ValueError, RecursionError) as error:
        raise ProfileError(f"not JSON ({error})") from None
    if not isinstance(whole, dict):
        raise ProfileError("not a JSON object")
    event = Event(
        id=_field(whole, "id", str),
        kind=_kind(_field(whole, "kind", str)),
        ms=_number(whole, "ms", 0, MAX_MS),
        offset_minutes=_number(whole, "offset", -1440, 1440),
        study_day=_number(whole, "day", -2, MAX_MS // 86_400_000 + 2),
        card=_card(whole),
        payload=_field(whole, "payload", dict),
    )
    split_id(event.id)
    check_payload(event)
    return event


def split_id(event_id: str) -> tuple[str, int]:
    """Device and sequence of an event id, or `ProfileError`."""
    device, _, sequence = event_id.partition(":")
    if (
        not DEVICE.fullmatch(device)
        or not re.fullmatch(r"[0-9]{1,16}", sequence)
        or int(sequence) > MAX_SEQUENCE
    ):
        raise ProfileError(f"event id {event_id[:60]!r} is not device:sequence")
    return device, int(sequence)


def check_payload(event: Event) -> None:
    """Raise `ProfileError` where a payload would not survive being folded into a state."""
    payload, kind = event.payload, event.kind
    if kind == EventKind.REVIEW:
        check_review(payload)
    elif kind in (EventKind.UNDO, EventKind.REGRADE):
        split_id(_field(payload, "event", str))
        if kind == EventKind.REGRADE:
            _number(payload, "rating", 1, 4)
    elif kind == EventKind.SET_DUE:
        _number(payload, "due_day", -1, 4_000_000)
    elif kind == EventKind.PARAMETERS:
        _check_parameters(payload)
    elif kind == EventKind.RENAME:
        _field(payload, "from", str)


def _check_parameters(payload: Mapping[str, Json]) -> None:
    """Settings that move due dates, and the memory model's own parameters."""
    for name, value in payload.items():
        if name == "parameters":
            validated(_field(payload, name, list))
        elif name in SETTINGS and checked(name, cast(SettingValue, value)) != value:
            raise ProfileError(f"{name} = {value!r:.40}: not as a setting is written")


def _kind(name: str) -> EventKind:
    try:
        return EventKind(name)
    except ValueError:
        raise ProfileError(
            f"event kind {name[:40]!r} is unknown: a newer mhaquiz wrote it; update mhaquiz"
        ) from None


def _card(whole: Mapping[str, Json]) -> str | None:
    card = whole.get("card")
    if card is not None and (not isinstance(card, str) or not card.isprintable() or len(card) > 200):
        raise ProfileError("card is not a key")
    return card


def _field(whole: Mapping[str, Any], name: str, wanted: type) -> Any:
    value = whole.get(name)
    if not isinstance(value, wanted):
        raise ProfileError(f"{name} is missing or not a {wanted.__name__}")
    return value


def _number(whole: Mapping[str, Any], name: str, low: int, high: int) -> int:
    value = whole.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ProfileError(f"{name} is missing or not a whole number from {low} to {high}")
    return value
