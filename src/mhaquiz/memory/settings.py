"""The settings a person can change, in one table: name, default, how it is read, what it means.

Help, validation and the settings screen are made from it. Settings that move due dates are not kept as plain
values: changing one appends a `parameters` event, so that the log alone still decides every date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mhaquiz.memory.errors import ProfileError

SettingValue: TypeAlias = "bool | int | float | str"


@dataclass(frozen=True, slots=True)
class Setting:
    """One row. `in_log` settings are part of the event log; the others belong to this machine."""

    name: str
    default: SettingValue
    check: Callable[[SettingValue], bool]
    rule: str
    meaning: str
    in_log: bool = False
    choices: tuple[str, ...] = ()  # the legal words, where there are few
    step: int = 1  # how far one key moves a whole number


def _between(low: float, high: float) -> Callable[[SettingValue], bool]:
    return lambda value: isinstance(value, (int, float)) and low <= value <= high


def _one_of(*words: str) -> Callable[[SettingValue], bool]:
    return lambda value: value in words


def _word(value: SettingValue) -> bool:
    return isinstance(value, str) and len(value) <= 60 and value.isprintable()


def _always(_: SettingValue) -> bool:
    return True


_YES, _NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
#: Colour ramps for heat maps that people with any colour vision can read.
RAMPS = ("viridis", "cividis", "grey")
#: What a day's study may come to, in minutes: in the settings, in plans and in the log.
MINUTES_A_DAY = 1, 600
_ROWS = (
    Setting(
        "new_limit", 20, _between(0, 9999), "0 to 9999",
        "new cards a day; while an interview is planned, its plan says how many instead", step=5,
    ),
    Setting("review_limit", 200, _between(0, 9999), "0 to 9999", "due cards a day", step=20),
    Setting(
        "minutes_a_day", 20, _between(*MINUTES_A_DAY), f"{MINUTES_A_DAY[0]} to {MINUTES_A_DAY[1]}",
        "minutes of study planned for a day", step=5,
    ),
    Setting("ask_confidence", True, _always, "yes or no", "ask how sure you are before the verdict"),
    Setting("rollover_hour", 4, _between(0, 23), "0 to 23", "hour at which a new study day begins"),
    Setting(
        "desired_retention", 0.90, _between(0.70, 0.99), "0.70 to 0.99",
        "chance of recall at which a card falls due; changing it moves due dates", in_log=True,
    ),
    Setting(
        "maximum_interval", 36_500, _between(1, 36_500), "1 to 36500 days",
        "longest interval; changing it moves due dates", in_log=True,
    ),
    Setting("theme", "", _word, "a theme's name", "colours of the screens; empty for the default"),
    Setting("ramp", RAMPS[0], _one_of(*RAMPS), ", ".join(RAMPS), "colours of heat maps", choices=RAMPS),
    Setting("ascii", False, _always, "yes or no", "draw with ASCII only"),
    Setting("show_clock", True, _always, "yes or no", "show the running clock of a card"),
)  # fmt: skip
SETTINGS: Mapping[str, Setting] = {row.name: row for row in _ROWS}
DEFAULTS: Mapping[str, SettingValue] = {row.name: row.default for row in _ROWS}


def fits_a_day(minutes: float) -> bool:
    """Whether so many minutes may be planned for a day."""
    return MINUTES_A_DAY[0] <= minutes <= MINUTES_A_DAY[1]


def checked(name: str, value: SettingValue) -> SettingValue:
    """The value in the setting's own type, or `ProfileError`. Text such as "yes" or "0.95" is read."""
    row = SETTINGS.get(name)
    if row is None:
        raise ProfileError(f"no setting {name!r}: there are {', '.join(SETTINGS)}")
    try:
        read = _read(value, type(row.default))
    except (TypeError, ValueError, OverflowError):
        raise ProfileError(f"{name} = {value!r:.60}: give {row.rule}") from None
    if not row.check(read):
        raise ProfileError(f"{name} = {value!r}: give {row.rule}")
    return read


def _read(value: SettingValue, wanted: type) -> SettingValue:
    if wanted is bool:
        word = str(value).lower()
        if word not in _YES + _NO:
            raise ValueError(value)
        return word in _YES
    if wanted is int:
        return int(str(value))
    return float(value) if wanted is float else str(value)
