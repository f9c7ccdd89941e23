"""A setting's value in words, and the values before and after it. No widgets."""

from __future__ import annotations

from collections.abc import Sequence

from mhaquiz.memory.settings import Setting, SettingValue


def spoken(row: Setting) -> str:
    """A setting's name in words."""
    return row.name.replace("_", " ")


def in_words(row: Setting, value: SettingValue) -> str:
    """A value as it can also be typed: `yes`, `0.9`, `20`; `default` for an empty word."""
    if isinstance(row.default, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) or "default"


def words_of(row: Setting, themes: Sequence[str]) -> tuple[str, ...]:
    """The few words that a setting can be, in order; empty where it is a number."""
    return tuple(sorted(themes)) if row.name == "theme" else row.choices


def moved(row: Setting, value: SettingValue, by: int, words: Sequence[str]) -> SettingValue | None:
    """The next value (`by` 1) or the one before (-1); None where there is none, or where it must be typed.

    What moves due dates must be typed: a key held down would write an event at every step.
    """
    if row.in_log:
        return None
    if isinstance(row.default, bool):
        return not value
    if words:
        at = words.index(str(value)) if value in words else -1 if by > 0 else 0
        return words[(at + by) % len(words)]
    if isinstance(row.default, int):
        after = int(value) + by * row.step
        # From 1, five more is 5, not 6: steps land on whole fives.
        after -= after % row.step if by > 0 else 0
        return _nearest(row, int(value), after)
    return None


def _nearest(row: Setting, value: int, wanted: int) -> int | None:
    """The legal value nearest to `wanted` on the way from `value`."""
    way = range(wanted, value, 1 if wanted < value else -1)
    return next((one for one in way if row.check(one)), None)
