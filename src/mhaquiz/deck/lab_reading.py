"""Settings of a lab as they were given, turned into all of its settings, checked. Free of numpy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mhaquiz.deck import lab_rules
from mhaquiz.deck.lab_settings import LabSettingError, SettingValue
from mhaquiz.deck.lab_table import Lab, find_lab


def complete_settings(name: str, given: Mapping[str, object]) -> dict[str, SettingValue]:
    """All settings of a lab: those given, checked, and the rest at their defaults.

    Text is read as on the command line, so that a filled template ("64") and a number (64) are the same.
    Raises LabSettingError for a wrong name or value, with the right ones.
    """
    lab = find_lab(name)
    read = {key: lab.setting(key).read(value) for key, value in given.items()}
    return dict(lab.rule(lab.defaults | read))


def parse_settings(name: str, assignments: Iterable[str]) -> dict[str, SettingValue]:
    """All settings of a lab from `key=value` texts. Raises LabSettingError."""
    given: dict[str, object] = {}
    for assignment in assignments:
        key, equals, value = assignment.partition("=")
        if not equals:
            raise LabSettingError(f'"{assignment[:40]}" is no setting: write it as key=value')
        given[key.strip()] = value
    return _complete_strictly(name, given)


def check_link(name: str, given: Mapping[str, object]) -> dict[str, SettingValue]:
    """All settings of a lab as a deck's `lab: {name, with}` asks for them. Raises LabSettingError.

    Stricter than `complete_settings`: what only the person at the keyboard may set (a path) is refused.
    """
    for key in given:
        if not find_lab(name).setting(key).in_decks:
            raise LabSettingError(f"{key} cannot be set from a deck: it names a file of the reader's", key)
    return _complete_strictly(name, given)


def change_setting(
    name: str, settings: Mapping[str, SettingValue], key: str, value: object
) -> dict[str, SettingValue]:
    """The settings after one of them was changed, with the others mended to fit. Raises LabSettingError."""
    lab = find_lab(name)
    changed = {**settings, key: lab.setting(key).read(value)}
    return complete_settings(name, lab.follow(changed, key))


def legal_stops(name: str, settings: Mapping[str, SettingValue], key: str) -> tuple[int | float | str, ...]:
    """The slider stops of one setting that are legal while the others, all of them, stand as they do."""
    lab = find_lab(name)
    return tuple(stop for stop in lab.setting(key).stops if _fits(lab, settings, key, stop))


def _fits(lab: Lab, settings: Mapping[str, SettingValue], key: str, stop: SettingValue) -> bool:
    """As `change_setting`, but only what the change moves is read again: a screen asks for every stop."""
    try:
        changed = lab.follow({**settings, key: stop}, key)
        for moved, value in changed.items():
            if value is not settings[moved]:
                lab.setting(moved).read(value)
        lab.rule(changed)
    except LabSettingError:
        return False
    return True


def _complete_strictly(name: str, given: Mapping[str, object]) -> dict[str, SettingValue]:
    if name == "cost-ledger":
        lab_rules.refuse_model_conflict(given)
    return complete_settings(name, given)
