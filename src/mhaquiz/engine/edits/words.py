"""Words for edits: how leaving a size out, putting it in or swapping it sounds."""

from __future__ import annotations

from fractions import Fraction

from mhaquiz.engine.edits.sizes import BYTES, COUNTED, NAMELESS, role, spoken
from mhaquiz.engine.parameters import PARAMETERS

#: Numbers of matrices and bytes in letters, from one.
SMALL = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
#: Opens words that speak of the whole formula.
ANSWER = "the answer"
TWICE = f"{ANSWER} with a factor of two too many"
HALF = f"{ANSWER} with a factor of two missing"
BY_TWO = (TWICE, HALF)
TILED = "a head width of model width / heads, as if the heads tiled the model width"
PLAIN_MHA = "plain MHA: as many key/value heads as heads, and heads that tile the model width"
ROOT = f"{ANSWER} without the root"
ROUNDED_DOWN = "rounding down instead of up"
ROUNDED_UP = "rounding up instead of down"
ALL_PAIRS = "all pairs, as if there were no mask"


def _sized(name: str, number: object) -> str:
    """A size with its number; the number alone where the card does not say what it is."""
    if name.startswith(NAMELESS):
        return f"one of the factors ({_grouped(number)})"
    return f"{spoken(name)} ({_grouped(number)})"


def left_out(name: str, number: object) -> str:
    """The factor dropped: `one layer instead of all 32`."""
    meant = role(name)
    if meant in COUNTED:
        one, _ = COUNTED[meant]
        return f"one {one} instead of all {_grouped(number)}"
    if meant in BYTES:
        return "counting elements instead of bytes"
    return f"{ANSWER} without {_sized(name, number)}"


def put_in(name: str, number: object, again: bool, subject: str, unit: str) -> str:
    """The factor added: `the answer once for each of the 12 heads`; `once more` where it is there already.

    "" for bytes of what is in bytes or has been multiplied by them: that is no count of elements.
    """
    meant = role(name)
    if meant in COUNTED:
        more = "more " if again else ""
        return f"{subject} once {more}for each of the {_grouped(number)} {COUNTED[meant][1]}"
    if meant in BYTES:
        return "" if again or "byte" in unit else "counting bytes instead of elements"
    if name.startswith(NAMELESS) and not again:
        return ""
    return f"{subject} times {_sized(name, number)}{' once more' if again else ''}"


def shared_out(name: str, number: object, subject: str) -> str:
    """The whole divided by it: `the answer shared out over the 12 heads`."""
    meant = role(name)
    if meant in COUNTED:
        return f"{subject} shared out over the {_grouped(number)} {COUNTED[meant][1]}"
    nothing_to_say = meant in BYTES or name.startswith(NAMELESS)
    return "" if nothing_to_say else f"{subject} divided by {_sized(name, number)}"


def swapped(old: str, new: str, number: object) -> str:
    """One size taken for another: `K and V with all 32 heads`."""
    first, second = role(old), role(new)
    if first == second:
        return f"{spoken(old).replace('the ', 'the other ', 1)} ({_grouped(number)})"
    if (first, second) == ("n_kv_heads", "n_heads"):
        return f"K and V with all {_grouped(number)} heads"
    if first in COUNTED and second in COUNTED:
        return f"the {_grouped(number)} {COUNTED[second][1]} in place of the {COUNTED[first][1]}"
    if second in COUNTED:
        return f"the {_grouped(number)} {COUNTED[second][1]} in place of {spoken(old)}"
    return f"{spoken(new)} ({_grouped(number)}) in place of {spoken(old)}"


def element_size(old: object, new: int) -> str:
    """Another number format: `two bytes an element instead of four`."""
    return f"{_word(new)} {'byte' if new == 1 else 'bytes'} an element instead of {_word(old)}"


def exchange_cost(first: str, second: str) -> int:
    """How far-fetched an exchange is: known sizes that are confusable come easily."""
    return 1 if role(first) != role(second) and role(first) in PARAMETERS else 3


def less(number: object) -> str:
    """A constant forgotten."""
    return f"{ANSWER} without the {_signed(number)}"


def turned(number: int | Fraction) -> str:
    """A constant added instead of taken away, or the other way round."""
    return f"{_signed(-number)} in place of {_signed(number)}"


def _signed(number: object) -> str:
    return f"{number:+}".replace("-", "−") if isinstance(number, (int, Fraction)) else str(number)


def ratio_dropped(above: str, below: str) -> str:
    """A ratio of like things left out: `kv / h`."""
    return f"{ANSWER} without the ratio of {spoken(above)} to {spoken(below)}"


def scaling_cost(name: str, inside: tuple[str, ...]) -> int:
    """How far-fetched it is to multiply or divide once more; heads, layers, sequences come easily."""
    meant = role(name)
    if meant in ("n_heads", "n_layers", "batch", "bytes_per_element", "n_kv_heads"):
        return 1
    return 2 if meant in COUNTED or name in inside else 3


def divided_by(old: int, new: int) -> str:
    """Another number below the line."""
    return f"a division by {_word(new)} instead of {_word(old)}" if new != 1 else not_divided((), old)


def factor_dropped(names: tuple[str, ...], number: object) -> str:
    """A composite factor left out."""
    return f"{ANSWER} without the factor from {_listed(names)} ({_grouped(number)})" if names else ""


def not_divided(names: tuple[str, ...], number: object) -> str:
    """A division forgotten: `no sharing out over the 12 heads`."""
    if len(names) == 1 and role(names[0]) in COUNTED:
        return f"no sharing out over the {_grouped(number)} {COUNTED[role(names[0])][1]}"
    if len(names) == 1:
        return f"no division by {_sized(names[0], number)}"
    return f"no division by {_listed(names)}" if names else f"no division by {_word(number)}"


def power_changed(name: str, old: int, new: int, number: object) -> str:
    """`the number of tokens (512) instead of its square`"""
    if role(name) in BYTES:
        return ""
    if new == 0:
        return f"{ANSWER} without {_sized(name, number)}"
    if (old, new) == (2, 1):
        return f"{spoken(name)} ({_grouped(number)}) instead of its square"
    if (old, new) == (1, 2):
        return f"the square of {_sized(name, number)} instead of the number itself"
    return f"{spoken(name)} to the power {new} instead of {old}"


def without(part: str) -> str:
    """A whole part left out."""
    return part and f"{ANSWER} without {part}"


def only(part: str) -> str:
    """Everything else left out."""
    return part and f"only {part}"


def _listed(names: tuple[str, ...]) -> str:
    texts = [spoken(name) for name in names[:3]]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + f" and {texts[-1]}"


def part(name: str, degree: int) -> str:
    """A term called by its degree in a size: `the part that is linear in the model width`."""
    word = {1: "linear", 2: "quadratic", 3: "cubic"}.get(degree)
    if word is None:
        return f"the part that depends on {spoken(name)}"
    return f"the part that is {word} in {spoken(name)}"


def doubled(unit: str, part: str) -> str:
    """Twice the right number, or a part of it twice."""
    if part:
        return f"twice {part}"
    if unit == "MACs":
        return "FLOPs: two for each multiply-accumulate"
    return TWICE


def halved(unit: str, part: str) -> str:
    """Half the right number, or half of a part."""
    if part:
        return f"half of {part}"
    if unit.startswith("FLOPs"):
        return "multiply-accumulates: half the FLOPs"
    return HALF


def uncapped(kind: str, names: tuple[str, ...], limit: object) -> str:
    """A smallest or largest without the other side: `without the lower limit of 1`."""
    side = "upper limit" if kind == "min" else "lower limit"
    return (
        f"{ANSWER} without the {side} of {_grouped(limit)}"
        if not names
        else f"{ANSWER} without the limit by {_listed(names)}"
    )


def parts_counted(old: int, new: int, unit: str = "") -> str:
    """A changed coefficient: `a factor of three instead of four`; for work, MACs taken for FLOPs."""
    if new == 2 * old and unit == "MACs":
        return "FLOPs: two for each multiply-accumulate"
    if 2 * new == old and unit.startswith("FLOPs"):
        return "multiply-accumulates: half the FLOPs"
    if old == 1:
        return f"{ANSWER} with a factor of {_word(new)} too many"
    if new == 1:
        return f"{ANSWER} without the factor of {_word(old)}"
    return f"a factor of {_word(new)} instead of {_word(old)}"


def _word(number: object) -> str:
    """A small number in letters: the log drops figures, as they change from variant to variant."""
    if isinstance(number, int) and 0 < number <= len(SMALL):
        return SMALL[number - 1]
    return _grouped(number)


def _grouped(number: object) -> str:
    return f"{number:,}" if isinstance(number, int) else str(number)
