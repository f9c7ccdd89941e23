"""Slips told from wrong ideas: numbers that differ from the answer as a slip of the keyboard makes them."""

from __future__ import annotations

#: Below this many digits most wrong numbers differ in one digit, and it means nothing.
LEAST_DIGITS = 5


def slip_of_the_pen(typed: object, expected: object) -> str:
    """One line where one digit was mistyped, dropped, doubled or exchanged with its neighbour, else ""."""
    if not isinstance(typed, int) or not isinstance(expected, int):
        return ""
    given, wanted = str(typed), str(expected)
    if len(wanted) < LEAST_DIGITS:
        return ""
    if len(given) == len(wanted):
        return _replaced(given, wanted)
    if len(given) + 1 == len(wanted) and _one_dropped(wanted, given):
        return "Looks like a slip: one digit is missing."
    if len(given) == len(wanted) + 1 and _one_dropped(given, wanted):
        return "Looks like a slip: one digit too many."
    return ""


def _replaced(given: str, wanted: str) -> str:
    differ = [place for place, (one, other) in enumerate(zip(given, wanted, strict=True)) if one != other]
    if len(differ) == 1:
        return "Looks like a slip: one digit differs."
    if len(differ) == 2 and differ[1] == differ[0] + 1:
        first, second = differ
        if given[first] == wanted[second] and given[second] == wanted[first]:
            return "Looks like a slip: two digits have changed places."
    return ""


def _one_dropped(longer: str, shorter: str) -> bool:
    same = next((place for place, digit in enumerate(shorter) if digit != longer[place]), len(shorter))
    return longer[same + 1 :] == shorter[same:]
