r"""Lines of a log as rows of its table.

Nearly every line is a review as this version writes it. One pattern says what such a line looks like, field
by field; it admits less than `payloads` and `codec` do and nothing that they refuse, so that a line that fits
needs no further look. That takes a third of the time of decoding, checking and spelling it again. Every other
line goes that longer way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from operator import lt

from mhaquiz.memory.codec import MAX_LINE, MAX_OFFSET, fits_day, read_event
from mhaquiz.memory.event_rows import EventRow, event_row
from mhaquiz.memory.events import EventKind, Mode

REVIEW, STUDY = str(EventKind.REVIEW), str(Mode.STUDY)
_new_tuple = tuple.__new__
_PLAIN = r"[ !#-\[\]-~]"  # what JSON in ASCII spells as itself
_ESCAPED = (  # and the one way in which it spells the rest
    r'\\(?:["\\bfnrt]|u(?:00(?:0[0-7be-f]|1[0-9a-f]|7f|[89a-f][0-9a-f])|0[1-9a-f][0-9a-f]{2}'
    r"|[1-9a-f][0-9a-f]{3}))"
)
_ANY_TEXT = f'"{_PLAIN}*(?:{_ESCAPED}{_PLAIN}*)*"'
_SHORT_TEXT = f'"{_PLAIN}{{0,200}}"'
_SMALL = r"(?:0|[1-9][0-9]{0,2})"
_NUMBER = r"(?:0|[1-9][0-9]{0,8})"
_VALUE = rf'(?:-?[1-9][0-9]{{0,17}}|0|"{_PLAIN}*"|true|false|null)'
_VALUES = rf'\{{(?P<values>(?:"\w+":{_VALUE}(?:,"\w+":{_VALUE})*)?)\}}'
_INDICES = rf"\[(?:{_SMALL}(?:,{_SMALL}){{0,99}})?\]"
_FIELDS: Mapping[str, str] = {
    **dict.fromkeys(("content_hash", "deck_version", "engine_version", "form", "meaning_hash"), _SHORT_TEXT),
    **dict.fromkeys(("parameter_set", "verdict"), _SHORT_TEXT),
    **dict.fromkeys(("misconception", "region"), f"null|{_SHORT_TEXT}"),
    **dict.fromkeys(("typed", "expected"), _ANY_TEXT),
    **dict.fromkeys(("retries", "hints", "showing"), _NUMBER),
    **dict.fromkeys(("points", "red_flags"), _INDICES),
    "ms_first_key": f"null|{_NUMBER}",
    "suspected": "true|false",
    "confidence": "null|(?P<confidence>[123])",
    "mode": f'"(?P<mode>{"|".join(Mode)})"',
    "ms_taken": f"(?P<ms_taken>{_NUMBER})",
    "rating": "(?P<rating>[1-4])",
    "session": f'"(?P<session>{_PLAIN}{{0,200}})"',
    "values": _VALUES,
}
_NAMES = re.compile(r'"(\w+)":', re.ASCII)


@cache
def _pattern() -> re.Pattern[str]:
    """A review as one line: the fields in the order of their names, each there once or not at all."""
    before = "".join(f'(?:"{name}":(?:{_FIELDS[name]}),)?' for name in sorted(_FIELDS) if name < "rating")
    after = "".join(f'(?:,"{name}":(?:{_FIELDS[name]}))?' for name in sorted(_FIELDS) if name > "rating")
    return re.compile(
        rf'\{{"card":"(?P<card>{_PLAIN}{{1,200}})","day":(?P<day>0|[1-9][0-9]{{0,5}}),'
        r'"id":"(?P<device>[0-9a-z][0-9a-z~-]{0,39}):(?P<sequence>0|[1-9][0-9]{0,14})","kind":"review",'
        r'"ms":(?P<ms>0|[1-9][0-9]{0,13}),"offset":(?P<offset>0|-?[1-9][0-9]{0,3}),'
        rf'"payload":(?P<payload>\{{{before}"rating":{_FIELDS["rating"]}{after}\}})\}}',
        re.ASCII,
    )


def read_row(line: str) -> EventRow:
    """The row of a line. Raises `ProfileError` where `codec.read_event` does."""
    return _review(line) or event_row(read_event(line))


def _review(line: str) -> EventRow | None:
    """The row of a review in its one spelling; None where the line is anything else."""
    if len(line) > MAX_LINE or (found := _pattern().fullmatch(line)) is None:
        return None
    (
        card, day, device, sequence, ms, offset, payload, confidence, mode, taken, rating, session, values,
    ) = found.groups()  # fmt: skip
    time, study_day, minutes = int(ms), int(day), int(offset)
    if not fits_day(study_day, time) or abs(minutes) > MAX_OFFSET or not _in_order(values):
        return None
    return _new_tuple(
        EventRow,
        (
            time,
            device,
            int(sequence),
            REVIEW,
            study_day,
            int(rating),
            mode or STUDY,
            None if confidence is None else int(confidence),
            0 if taken is None else int(taken),
            minutes,
            card,
            session or None,
            payload,
        ),
    )


def _in_order(values: str | None) -> bool:
    """Whether the names of the drawn values come in their order, each once."""
    names = _NAMES.findall(values) if values else ()
    return len(names) < 2 or all(map(lt, names, names[1:]))
