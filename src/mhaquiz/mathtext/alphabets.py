"""The two ways to write a sign: Unicode, or ASCII for terminals that have no UTF-8."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import combining, name, normalize

from mhaquiz.mathtext.signs import ASCII as _SPELLED
from mhaquiz.mathtext.signs import LOWERED, RAISED


@dataclass(frozen=True, slots=True)
class Fence:
    """A bracket over several lines: its pieces from top to bottom, and one for a single extra middle line."""

    top: str
    side: str
    bottom: str
    middle: str = ""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """What a printer may draw with."""

    is_ascii: bool
    raised: Mapping[str, str]
    lowered: Mapping[str, str]
    bar: str
    radical: tuple[str, str, str, str]  #: corner, line, side, hook
    fences: Mapping[str, Fence]

    def spell(self, text: str) -> str:
        """The text in this alphabet."""
        return _ascii(text) if self.is_ascii and not text.isascii() else text

    def prime(self, count: int) -> str:
        if self.is_ascii:
            return "'" * count
        return {0: "", 1: "′", 2: "″", 3: "‴"}.get(count, "′" * count)


def _sides(char: str) -> Fence:
    return Fence(char, char, char)


UNICODE = Alphabet(
    is_ascii=False,
    raised=RAISED,
    lowered=LOWERED,
    bar="─",
    radical=("┌", "─", "│", "╲"),
    fences={
        "(": Fence("⎛", "⎜", "⎝"), ")": Fence("⎞", "⎟", "⎠"), "[": Fence("⎡", "⎢", "⎣"),
        "]": Fence("⎤", "⎥", "⎦"), "{": Fence("⎧", "⎪", "⎩", "⎨"),
        "}": Fence("⎫", "⎪", "⎭", "⎬"), "⌊": Fence("⎢", "⎢", "⎣"), "⌋": Fence("⎥", "⎥", "⎦"),
        "⌈": Fence("⎡", "⎢", "⎢"), "⌉": Fence("⎤", "⎥", "⎥"), "|": _sides("│"),
        "‖": _sides("║"), "⟨": Fence("╱", " ", "╲", "⟨"), "⟩": Fence("╲", " ", "╱", "⟩"),
    },
)  # fmt: skip

ASCII = Alphabet(
    is_ascii=True,
    raised={},
    lowered={},
    bar="-",
    radical=(" ", "_", "|", "\\"),
    fences={
        "(": Fence("/", "|", "\\"), ")": Fence("\\", "|", "/"), "[": _sides("["), "]": _sides("]"),
        "{": Fence("/", "|", "\\", "<"), "}": Fence("\\", "|", "/", ">"), "⌊": Fence("|  ", "|  ", "|__"),
        "⌋": Fence("  |", "  |", "__|"), "⌈": Fence("|--", "|  ", "|  "), "⌉": Fence("--|", "  |", "  |"),
        "|": _sides("|"), "‖": _sides("||"), "⟨": Fence("/", " ", "\\", "<"), "⟩": Fence("\\", " ", "/", ">"),
    },
)  # fmt: skip


def alphabet(ascii_only: bool) -> Alphabet:
    """The alphabet for a terminal with or without UTF-8."""
    return ASCII if ascii_only else UNICODE


@lru_cache(maxsize=1024)
def _ascii(text: str) -> str:
    return "".join(char if char.isascii() else _spelled(char) for char in text)


def _spelled(char: str) -> str:
    if char in _SPELLED:
        return _SPELLED[char]
    known = name(char, "")
    if known.startswith("GREEK ") and " LETTER " in known:
        letter = known.partition(" LETTER ")[2].split()[0].lower()
        return letter.capitalize() if "CAPITAL" in known else letter
    parts = normalize("NFKD", char)
    if parts == char:
        return "?"
    return "".join(part if part.isascii() else "" if combining(part) else _spelled(part) for part in parts)
