"""Text for terminals that have no UTF-8: every sign of the subject has an ASCII spelling."""

from __future__ import annotations

import codecs
from unicodedata import name, normalize

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
    return spelled(text)[len(spelled(text[: error.start - start])) :], error.end


codecs.register_error(HANDLER, _replace)
