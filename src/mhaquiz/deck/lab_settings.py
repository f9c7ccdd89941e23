"""What one setting of a lab may be, and how it is read from text or from a deck.

Free of numpy: decks are checked against the table before anything heavy is imported. Whatever comes in (a
deck, the command line, a template that was filled) is bounded here and refused with one line that lists what
is right.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

#: A setting as a lab takes it: hashable, so that a lab can remember what it worked out.
SettingValue: TypeAlias = "int | float | bool | str | tuple[str, ...] | tuple[int, ...] | None"

_LONGEST_TEXT = 2_000  # characters; a whole sentence fits, a pasted file does not
_LONGEST_WORD = 24
_NONE = ("none", "null", "")
_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")


#: Steps of sizes that double: 1, 2, 4, … 2^20.
POWERS = tuple(2**k for k in range(21))


class LabSettingError(ValueError):
    """A wrong lab, setting or value. `setting` is the key at fault ("" when the lab's name is)."""

    def __init__(self, message: str, setting: str = "") -> None:
        super().__init__(message)
        self.setting = setting


class SettingKind(StrEnum):
    """How a value is written: `--set` text on the left of LABS, a YAML value in a deck."""

    INTEGER = "integer"
    NUMBER = "number"  # an integer or a decimal
    FLAG = "flag"  # true or false
    CHOICE = "choice"  # one of `values`
    CHOICES = "choices"  # some of `values`, by comma
    INTEGERS = "integers"  # whole numbers, by comma
    WORDS = "words"  # by space
    TEXT = "text"  # one line


@dataclass(frozen=True, slots=True)
class Setting:
    """One knob of a lab.

    `values`: the only legal ones, in the slider's order; where empty, `minimum` … `maximum` hold (for words
    and lists: of their count; for text: of its length) and `steps` are the slider's stops. `optional`: `none`
    is legal. `in_decks`: false for what only the person at the keyboard may set (a path).
    """

    name: str
    kind: SettingKind
    default: SettingValue
    summary: str
    values: tuple[int | float | str, ...] = ()
    minimum: float = 0
    maximum: float = math.inf
    steps: tuple[int | float, ...] = ()
    optional: bool = False
    in_decks: bool = True

    @property
    def legal(self) -> str:
        """The legal values in words, for help and for error messages."""
        words = _LEGAL_WORDS[self.kind](self)
        return f"{words}, or none" if self.optional else words

    @property
    def stops(self) -> tuple[int | float | str, ...]:
        """The values a slider steps through."""
        return self.values or self.steps

    def read(self, given: object) -> SettingValue:
        """The value as the lab takes it. Raises LabSettingError with the legal values in it."""
        if given is None or self._says_none(given):
            if not self.optional:
                raise self.refuse(None)
            return None
        if isinstance(given, str) and len(given) > _LONGEST_TEXT:
            raise self.refuse(given[:20] + "…")
        try:
            return _READERS[self.kind](self, given)
        except (ValueError, TypeError, OverflowError) as fault:
            if isinstance(fault, LabSettingError):
                raise
            raise self.refuse(given) from fault

    def refuse(self, given: object) -> LabSettingError:
        """The error for a value that is not legal."""
        shown = _shown(given)
        return LabSettingError(f"{self.name} cannot be {shown}: it takes {self.legal}", self.name)

    def _says_none(self, given: object) -> bool:
        if not self.optional or not isinstance(given, str):
            return False
        return given.strip().lower() in _NONE and given.strip() not in self.values


def integer(
    name: str, default: int | None, summary: str, most: int, steps: Sequence[int] = (), least: int = 1
) -> Setting:
    """A whole number from `least` to `most`; optional where its default is none."""
    kind = SettingKind.INTEGER
    optional = default is None
    return Setting(name, kind, default, summary, (), least, most, tuple(steps), optional=optional)


def choice(name: str, default: str | None, summary: str, *values: str) -> Setting:
    """One of `values`; optional where its default is none."""
    return Setting(name, SettingKind.CHOICE, default, summary, values, optional=default is None)


def words(name: str, default: str, summary: str, least: int, most: int) -> Setting:
    """A sequence of `least` to `most` words."""
    return Setting(name, SettingKind.WORDS, tuple(default.split()), summary, (), least, most)


def text(name: str, summary: str, most: int, in_decks: bool = True) -> Setting:
    """One line of up to `most` characters, unset at first."""
    return Setting(name, SettingKind.TEXT, None, summary, (), 1, most, optional=True, in_decks=in_decks)


def flag(name: str, default: bool, summary: str) -> Setting:
    """True or false."""
    return Setting(name, SettingKind.FLAG, default, summary)


def seed(summary: str) -> Setting:
    """A seed for numpy's default_rng."""
    return integer("seed", 0, summary, 2**31 - 1, range(10), least=0)


def closest(word: str, right: Iterable[str]) -> str:
    """` did you mean "x"?` where one of the right names is near, else nothing."""
    near = difflib.get_close_matches(word, list(right), n=1)
    return f' Did you mean "{near[0]}"?' if near else ""


def _shown(given: object) -> str:
    if given is None:
        return "none"
    text = given if isinstance(given, str) else repr(given)
    return '"' + "".join(c if c.isprintable() else "?" for c in text[:60]) + '"'


def _bounded(setting: Setting, value: int | float) -> int | float:
    outside = (
        value not in setting.values if setting.values else not setting.minimum <= value <= setting.maximum
    )
    if outside:
        raise setting.refuse(value)
    return value


def _integer(given: object) -> int:
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise TypeError
    text = str(given).strip().replace(",", "").replace("_", "")
    if len(text) > 20 or not text.lstrip("-").isascii() or not text.lstrip("-").isdigit():
        raise ValueError
    return int(text)


def _read_integer(setting: Setting, given: object) -> SettingValue:
    return _bounded(setting, _integer(given))


def _read_number(setting: Setting, given: object) -> SettingValue:
    if isinstance(given, bool) or (isinstance(given, str) and len(given) > 20):
        raise TypeError
    number = float(given)  # type: ignore[arg-type]  # Fraction, int, float, text; anything else raises TypeError
    if not math.isfinite(number):
        raise ValueError
    return _bounded(setting, int(number) if number.is_integer() else number)


def _read_flag(setting: Setting, given: object) -> SettingValue:
    if isinstance(given, bool):
        return given
    word = str(given).strip().lower()
    if word not in _TRUE + _FALSE:
        raise ValueError
    return word in _TRUE


def _read_choice(setting: Setting, given: object) -> SettingValue:
    word = str(given).strip()
    if word not in setting.values:
        raise ValueError
    return word


def _members(given: object) -> list[object]:
    if isinstance(given, str):
        inner = given.strip().removeprefix("[").removesuffix("]").removeprefix("(").removesuffix(")")
        return [part.strip().strip("'\"") for part in inner.split(",") if part.strip()]
    if isinstance(given, list | tuple):
        return list(given)
    return [given]


def _counted(setting: Setting, count: int) -> None:
    if not setting.minimum <= count <= setting.maximum:
        raise ValueError


def _read_choices(setting: Setting, given: object) -> SettingValue:
    chosen = [str(member) for member in _members(given)]
    wrong = [word for word in chosen if word not in setting.values]
    if wrong:
        raise setting.refuse(wrong[0])
    _counted(setting, len(set(chosen)))
    return tuple(str(value) for value in setting.values if value in chosen)


def _read_integers(setting: Setting, given: object) -> SettingValue:
    members = _members(given)
    _counted(setting, len(members))
    return tuple(sorted({_integer(member) for member in members}))


def _read_words(setting: Setting, given: object) -> SettingValue:
    parts = given.split() if isinstance(given, str) else [str(member) for member in _members(given)]
    if any(not word.isprintable() or len(word) > _LONGEST_WORD or " " in word for word in parts):
        raise ValueError
    _counted(setting, len(parts))
    return tuple(parts)


def _read_text(setting: Setting, given: object) -> SettingValue:
    text = str(given).strip()
    if not text.isprintable():
        raise ValueError
    _counted(setting, len(text))
    return text


_READERS: Mapping[SettingKind, Callable[[Setting, object], SettingValue]] = {
    SettingKind.INTEGER: _read_integer,
    SettingKind.NUMBER: _read_number,
    SettingKind.FLAG: _read_flag,
    SettingKind.CHOICE: _read_choice,
    SettingKind.CHOICES: _read_choices,
    SettingKind.INTEGERS: _read_integers,
    SettingKind.WORDS: _read_words,
    SettingKind.TEXT: _read_text,
}


def _range_words(what: str) -> Callable[[Setting], str]:
    def words(setting: Setting) -> str:
        if setting.values:
            return "one of " + ", ".join(map(str, setting.values))
        return f"{what} from {setting.minimum:,} to {setting.maximum:,}"

    return words


_LEGAL_WORDS: Mapping[SettingKind, Callable[[Setting], str]] = {
    SettingKind.INTEGER: _range_words("a whole number"),
    SettingKind.NUMBER: _range_words("a number"),
    SettingKind.FLAG: lambda setting: "true or false",
    SettingKind.CHOICE: lambda setting: "one of " + ", ".join(map(str, setting.values)),
    SettingKind.CHOICES: lambda setting: (
        "one or more of " + ", ".join(map(str, setting.values)) + " (by comma)"
    ),
    SettingKind.INTEGERS: lambda setting: f"up to {setting.maximum:,} whole numbers (by comma)",
    SettingKind.WORDS: lambda setting: (
        f"{setting.minimum:,} to {setting.maximum:,} words (by space, each up to {_LONGEST_WORD} characters)"
    ),
    SettingKind.TEXT: lambda setting: f"one line of up to {setting.maximum:,} characters",
}
