"""Templates filled for reading: drawn numbers in groups of three, and one of a thing in the singular.

`d_model {d}, {kv} KV heads` becomes `d_model 4,096, 1 KV head`. What an author wrote out stays as it is, and
so do code, formulas, links and shapes: `(1, 512, 4096)` would be another shape with commas inside.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from mhaquiz.deck.cards import Value
from mhaquiz.deck.display import show
from mhaquiz.deck.templates import Field, fill_field, parse_template

_SIZE = r"[ ]*[^\s,()\[\]]+[ ]*"
_AS_IT_STANDS = re.compile(
    r"```.*?(?:```|\Z)"
    r"|`[^`\n]*`"
    r"|\$[^$\n]*\$"
    r"|\]\([^()\s]*\)"
    r"|https?://\S+"
    rf"|\({_SIZE}(?:,{_SIZE})+,?[ ]*\)"
    rf"|\[{_SIZE}(?:,{_SIZE})+\]",
    re.DOTALL,
)
#: What follows a number and is counted by it, perhaps with one word between: `1 KV heads`.
_COUNTED = re.compile(
    r"(?P<before> (?:[A-Za-z/]+ )?)"
    r"(?P<one>head|layer|token|sequence|key|quer(?=ies)|GPU|rank|bit|byte|row|column|dimension|position|block"
    r"|group|matri(?=ces)|strip|vector)(?:s|ies|ces)\b"
)
_SINGULAR = {"quer": "query", "matri": "matrix"}
#: So many parts before a text are looked at; a text may have thousands.
_NEAR = 8
_OPERATOR = re.compile(r"[·*/+−×^=-]\s*\Z")


def fill_prose(text: str, names: Mapping[str, Value]) -> str:
    """The text with its fields filled for a reader. Raises ExpressionError as `templates.fill` does."""
    if "{" not in text and "}" not in text:
        return text
    parts = [part if isinstance(part, str) else _filled(part, names) for part in parse_template(text)]
    plain = "".join(parts)
    if not any(isinstance(part, _Drawn) for part in parts):
        return plain
    kept = [match.span() for match in _AS_IT_STANDS.finditer(plain)]
    starts = [start for start, _ in kept]
    shown, at = [], 0
    for index, part in enumerate(parts):
        last = bisect_right(starts, at) - 1
        if last >= 0 and at < kept[last][1]:
            shown.append(str(part))
        elif isinstance(part, _Drawn):
            shown.append(f"{int(part):,}")
        else:
            shown.append(_singular(part) if _counts_one(parts[max(0, index - _NEAR) : index]) else part)
        at += len(part)
    return "".join(shown)


class _Drawn(str):
    """A whole number that the author left unformatted."""

    __slots__ = ()


def _filled(field: Field, names: Mapping[str, Value]) -> str:
    value = fill_field(field, names)
    plain = isinstance(value, int) and not isinstance(value, bool) and not field.spec
    return _Drawn(value) if plain else show(value, field.spec)


def _counts_one(before: Sequence[str]) -> bool:
    """Whether a drawn 1 stands last, and is no part of a product or sum: their unit is that of the whole."""
    if not before or before[-1] != "1" or not isinstance(before[-1], _Drawn):
        return False
    return _OPERATOR.search("".join(before[:-1])) is None


def _singular(text: str) -> str:
    match = _COUNTED.match(text)
    if match is None:
        return text
    one = _SINGULAR.get(match["one"], match["one"])
    return f"{match['before']}{one}{text[match.end() :]}"
