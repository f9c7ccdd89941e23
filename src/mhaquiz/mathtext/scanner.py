r"""A formula cut into tokens, one at a time: commands, numbers, letters, signs.

A text without backslash and brace is a plain formula (`4·d_model²`): letters in it are names, and a subscript
reaches to the end of its word. Everything else is LaTeX, where each letter stands for itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import category

from mhaquiz.mathtext.errors import MathTextError
from mhaquiz.mathtext.signs import FROM_LOWERED, FROM_RAISED

#: Longest source that is read. A formula on a card has some hundred characters.
MAX_LENGTH = 4_000

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_GROUPED = r"[0-9]{1,3}(?:(?:\{,\}|,)[0-9]{3})+(?![0-9])(?:\.[0-9]+)?"
_NUMBER = rf"{_GROUPED}|[0-9]+(?:\.[0-9]+)?"
_SCRIPTS = rf"(?P<raised>[{''.join(FROM_RAISED)}]+)|(?P<lowered>[{''.join(FROM_LOWERED)}]+)"
_REST = r"(?P<mark>[{}_^&'])|(?P<sign><=|>=|!=|->|:=|==|\*\*|.)"
_LATEX = re.compile(
    rf"(?P<command>\\(?:operatorname\*|[A-Za-z]+|.))|(?P<number>{_NUMBER})|{_SCRIPTS}|(?P<letter>[^\W\d_])|{_REST}",
    re.DOTALL,
)
_PLAIN = re.compile(
    rf"(?P<number>[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+|{_NUMBER})"
    rf"|{_SCRIPTS}|(?P<name>[A-Za-z][A-Za-z0-9]+)|(?P<letter>[^\W\d_])|{_REST}",
    re.DOTALL,
)
# `d_model`, `n_kv_heads`, `W_out`, `W_QK`; but of `W_QW_K` and `W_Qx` only the Q.
_PLAIN_SUBSCRIPT = re.compile(r"[a-z][a-z0-9]+(?:_[a-z0-9]+)*|[A-Z][a-z]{2,}|[A-Z]{2,}(?![A-Za-z0-9_^])")
_BLANK = re.compile(r"\s+")
_BLANK_OR_TIE = re.compile(r"[\s~]+")


@dataclass(frozen=True, slots=True)
class Token:
    """`kind` is command, number, letter, name, sign, raised, lowered, end, or the mark itself (`{`, `_`)."""

    kind: str
    text: str
    at: int
    end: int
    spaced: bool = False


class Scanner:
    """Tokens of one source, looked at and taken from the left."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.plain = "\\" not in source and "{" not in source and "}" not in source
        self._at = 0
        self._after_word = False
        self._next: Token | None = None
        self._refuse()

    def _refuse(self) -> None:
        if len(self.source) > MAX_LENGTH:
            raise MathTextError(f"a formula has at most {MAX_LENGTH:,} characters", self.source, MAX_LENGTH)
        for at, char in enumerate(self.source):
            if category(char) in _UNSAFE and char not in "\t\n\r":
                raise self.error(f"the character U+{ord(char):04X} cannot stand in a formula", at)

    def error(self, reason: str, at: int) -> MathTextError:
        return MathTextError(reason, self.source, at)

    def peek(self) -> Token:
        """The next token, left where it is."""
        if self._next is None:
            self._next = self._read()
        return self._next

    def take(self) -> Token:
        """The next token."""
        token = self.peek()
        self._move(token.end)
        self._after_word = token.kind == "command" and token.text[-1:].isalpha()
        return token

    def take_character(self) -> Token:
        """Of a number its first digit, of a name its first letter: `\\frac12` is a half, `K^TV` is Kᵀ V."""
        token = self.peek()
        if token.kind not in ("number", "name"):
            return self.take()
        self._move(token.at + 1)
        return Token("letter" if token.kind == "name" else "number", token.text[0], token.at, token.at + 1)

    def take_subscript(self) -> str:
        """In a plain formula the word of two or more letters that comes next; else nothing."""
        match = _PLAIN_SUBSCRIPT.match(self.source, self._at) if self.plain else None
        if match is None:
            return ""
        self._move(match.end())
        return match[0]

    def take_text(self) -> str:
        """The contents of `{…}` as text, with its escapes resolved."""
        opening = self.take()
        if opening.kind != "{":
            raise self.error("text in braces is expected here", opening.at)
        depth, at = 1, opening.end
        while depth:
            if at >= len(self.source):
                raise self.error("`{` is never closed", opening.at)
            char = self.source[at]
            depth += {"{": 1, "}": -1}.get(char, 0)
            at += 2 if char == "\\" else 1
        self._move(at)
        return _unescaped(self.source[opening.end : at - 1])

    def _move(self, at: int) -> None:
        self._at, self._next, self._after_word = at, None, False

    def _read(self) -> Token:
        blank = (_BLANK if self.plain else _BLANK_OR_TIE).match(self.source, self._at)
        at = blank.end() if blank else self._at
        spaced = blank is not None and not self._after_word
        match = (_PLAIN if self.plain else _LATEX).match(self.source, at)
        if match is None:
            return Token("end", "", at, at, spaced)
        kind, end = str(match.lastgroup), match.end()
        if kind in ("letter", "sign"):
            end = self._with_combining(end)
        text = self.source[at:end]
        if text == "\\":
            raise self.error("a backslash stands at the end", at)
        return Token(text if kind == "mark" else kind, text, at, end, spaced)

    def _with_combining(self, at: int) -> int:
        while at < len(self.source) and category(self.source[at]) in ("Mn", "Me"):
            at += 1
        return at


_TEXT_ESCAPES = re.compile(
    r"\\(?:(text(?:backslash|asciitilde|asciicircum))(?:\{\})?|([A-Za-z]+ ?)|(.))", re.DOTALL
)
_TEXT_NAMES = {"textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^"}


def _unescaped(text: str) -> str:
    def shown(match: re.Match[str]) -> str:
        if match[1]:
            return _TEXT_NAMES[match[1]]
        return match[0] if match[2] else match[3]

    return re.sub(r"\s", " ", _TEXT_ESCAPES.sub(shown, text))
