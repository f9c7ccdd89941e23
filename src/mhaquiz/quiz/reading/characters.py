"""Characters that mean the same, brought to one; one replaces one, so that places stay right."""

from __future__ import annotations

from mhaquiz.quiz.reading.unreadable import Unreadable

MAX_LENGTH = 200

SUPERSCRIPTS = {**{sign: str(digit) for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}, "⁺": "+", "⁻": "-"}
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789aehijklmnoprstuvx", strict=True))

_SAME = {
    "-": "−－﹣–—‐‑‒",
    "+": "＋﹢",
    "*": "·⋅∙•∗＊",
    "×": "✕✖⨯⨉╳",
    "/": "÷∕⁄／",
    " ": "\t\r\n\v\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b"
    "\u202f\u205f\u2060\u3000\ufeff"
    # Direction marks that calculators and chats copy along; those that turn digits around are refused.
    "\u061c\u200e\u200f\u202a\u202c\u2066\u2068\u2069",
    "'": "’ʼ",
    "~": "≈≅∼～≃",
    "^": "＾ˆ",
    "(": "（",
    ")": "）",
    ",": "，",
    ".": "．",
    "%": "％",
    "=": "＝",
    **{str(digit): sign for digit, sign in enumerate("０１２３４５６７８９")},
}
_TABLE = str.maketrans({other: one for one, others in _SAME.items() for other in others})


def plain(text: str) -> str:
    """`text` with look-alikes replaced. Raises Unreadable where it is empty or too long."""
    if len(text) > MAX_LENGTH:
        raise Unreadable(f"an answer has at most {MAX_LENGTH} characters", MAX_LENGTH)
    if text.isascii():
        text = text.translate(_SPACES) if not text.isprintable() else text
    else:
        text = text.translate(_TABLE)
    if not text or text.isspace():
        raise Unreadable("nothing was typed")
    return text


def visible(text: str) -> str:
    """`text` as it may be shown: controls, escapes and direction marks as codes, line breaks as spaces."""
    if text.isprintable():
        return text
    spaced = text.translate(_SPACES)
    return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in spaced)


_SPACES = str.maketrans(dict.fromkeys("\t\r\n\v\f", " "))
