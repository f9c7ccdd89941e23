"""Text from decks, files and learners made safe to show: never markup, never a control to the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable

from textual.content import Content
from textual.style import Style

from mhaquiz.mathtext.breaking import glued, loosened

_spell: Callable[[str], str] | None = None
_CONTROLS = {code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A)}
_CONTROLS[0x7F] = "\u2421"
#: C1 controls, line separators, direction overrides, byte order marks, lone surrogates: shown by number.
_INVISIBLE = re.compile("[\x80-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def visible(text: str) -> str:
    """`text` with every control character as a visible sign: ESC as ␛, U+202E as ‹U+202E›."""
    text = text.replace("\r\n", "\n").translate(_CONTROLS)
    text = _INVISIBLE.sub(lambda match: f"‹U+{ord(match[0]):04X}›", text)
    return _spell(text) if _spell and not text.isascii() else text


def spell_with(spell: Callable[[str], str] | None) -> None:
    """How `visible` spells what is not ASCII, for this process: its terminal either has UTF-8 or has not."""
    global _spell
    _spell = spell


def in_ascii() -> bool:
    """Whether this process spells in ASCII."""
    return _spell is not None


def one_line(text: str) -> str:
    """`visible`, on one line."""
    return " ".join(visible(text).split())


def literal(text: str, style: str | Style = "") -> Content:
    """`text` exactly as written, with square brackets and all, in one style."""
    return Content.styled(visible(text), style)


def wrapped(content: Content, width: int) -> list[Content]:
    """`content` in lines of at most `width` cells; a short formula in it stays on one line."""
    joined = glued(content.plain, width)
    if joined is content.plain:
        return content.wrap(width)
    lines = Content(joined, list(content.spans)).wrap(width)
    return [Content(loosened(line.plain), list(line.spans)) for line in lines]


def cut(content: Content, width: int) -> Content:
    """`content` in at most `width` cells; what is cut off is marked with an ellipsis."""
    return content if content.cell_length <= width else content.truncate(max(width, 0), ellipsis=True)
