"""Drawing with ASCII only, for terminals without UTF-8 and for who asks for it.

Deck text is spelled out where it enters (`literal.visible`: `d²` becomes `d^2`); the app's own signs are
replaced on the way out, one character for one, so that nothing moves.
"""

from __future__ import annotations

import os
import sys
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SIGNS = {
    ">": "▸❯›→", "<": "‹←", "-": "─−–—╸", "=": "━", "|": "│┊┃▏▎▍▌", "#": "█▀▄▉▊▋░▒▓▇▆▅", "_": "▁▂▃▄",
    "O": "●", "o": "◆◇", "~": "…", ".": "·○", "*": "•×", "+": "✓├╮╯╰", "x": "✗╳", "^": "↑▲", "v": "↓▼",
    "'": "‘’", '"': "“”", "s": "σ", "1": "₁¹", "2": "²₂",
}  # fmt: skip
_TABLE = {ord(sign): plain for plain, signs in _SIGNS.items() for sign in signs}


@lru_cache(maxsize=4_096)
def plainly(text: str) -> str:
    """`text` in ASCII, as many cells as before: braille dots as stars, unknown signs as question marks."""
    if text.isascii():
        return text
    return "".join(_plain(char) for char in text.translate(_TABLE))


def _plain(char: str) -> str:
    if char.isascii():
        return char
    return "*" if "\u2800" < char <= "\u28ff" else "?" * cell_len(char)


class AsciiOnly(LineFilter):
    """Replaces every sign that is not ASCII, in whatever widget drew it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(plainly(text), style, control) for text, style, control in segments]


def has_utf8() -> bool:
    """Whether the terminal takes UTF-8. Textual draws on standard error."""
    from mhaquiz.plain.ascii import locale_is_c

    encoding = (getattr(sys.__stderr__, "encoding", None) or "").lower().replace("-", "")
    return encoding == "utf8" and not locale_is_c(os.environ)
