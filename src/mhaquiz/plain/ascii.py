"""Text for terminals that have no UTF-8: every sign of the subject has an ASCII spelling."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Mapping
from typing import TextIO

HANDLER = "mhaquiz-ascii"

_SPELLED = {
    "×": "x",
    "·": "*",
    "⋅": "*",
    "−": "-",
    "–": "-",
    "—": "--",
    "÷": "/",
    "√": "sqrt ",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "∈": " in ",
    "∞": "inf",
    "→": "->",
    "←": "<-",
    "⇒": "=>",
    "…": "...",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "•": "*",
    "●": "O",
    "○": ".",
    "◇": "o",
    "✓": "[ok]",
    "✔": "[ok]",
    "✗": "[x]",
    "✘": "[x]",
    "⌈": "ceil(",
    "⌉": ")",
    "⌊": "floor(",
    "⌋": ")",
    "ᵀ": "^T",
    "⊤": "^T",
    "‖": "||",
    "∑": "sum ",
    "∂": "d",
    "∇": "grad ",
    "½": "1/2",
    "¼": "1/4",
    "°": " deg",
    "§": "section ",
    "\ufffd": "?",
    "\u202f": " ",
    "\u2009": " ",
}


def spelled(text: str) -> str:
    """`text` in ASCII: `4·d²` is `4*d^2`, an unknown sign is `?`."""
    return "".join(_one(char, text[at - 1] if at else "") for at, char in enumerate(text))


def _one(char: str, before: str) -> str:
    from unicodedata import name, normalize

    if char < "\x80":
        return char
    if char in _SPELLED:
        return _SPELLED[char]
    if name(char, "").startswith("GREEK "):
        letter = name(char).split()[-1]
        return letter.capitalize() if "CAPITAL" in name(char) else letter.lower()
    plain = "".join(_SPELLED.get(part, part) for part in normalize("NFKD", char))
    plain = plain.encode("ascii", "ignore").decode()
    if "⁰" <= char <= "₎" or char in "¹²³":
        raised = char in "¹²³" or char <= "ⁿ"
        follows = before in "¹²³" or "⁰" <= before <= "₎" if before else False
        return plain if follows else ("^" if raised else "_") + plain
    return plain or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    start = max(0, error.start - 1)
    text = error.object[start : error.end]
    shown = spelled(text)[len(spelled(text[: error.start - start])) :]
    # A stream may carry JSON, in which these two would end or change a string.
    return shown.replace('"', "'").replace("\\", "/"), error.end


codecs.register_error(HANDLER, _replace)


def prepare(sink: TextIO, environ: Mapping[str, str] = os.environ) -> None:
    """Make `sink` take every character: what its encoding lacks is spelled out in ASCII."""
    if not isinstance(sink, io.TextIOWrapper):
        return
    if sink.isatty() and locale_is_c(environ):
        sink.reconfigure(encoding="ascii", errors=HANDLER)
    else:
        sink.reconfigure(errors=HANDLER)


def locale_is_c(environ: Mapping[str, str]) -> bool:
    """Whether the C locale was asked for: the terminal may not draw UTF-8, whatever Python assumes."""
    chosen = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    return chosen in ("C", "POSIX")
