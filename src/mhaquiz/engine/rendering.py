"""A formula as one line of text: `2·d_model·head_dim·(n_heads + n_kv_heads)`, `4·768²`, `⌈n/block_rows⌉`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from mhaquiz.engine import formula as tree

#: How tightly a piece of text holds together; what holds less tightly than its place demands is bracketed.
LOOSE, TERM, FACTOR, ATOM = range(4)

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

Piece = tuple[str, int]


def line(formula: tree.Formula, names: tree.Names | None = None) -> str:
    """One line of text. With `names` each named symbol that has a number shows it."""
    symbolic, numeric = both_lines(formula, names or {})
    return numeric if names else symbolic


def both_lines(formula: tree.Formula, names: tree.Names) -> tuple[str, str]:
    """The formula, and the formula with its numbers put in."""
    text, template, symbols = _written(formula)
    for name in symbols:
        number = names.get(name)
        if type(number) is not int or number < 0:
            return text, _piece(formula, names)[0]
    return text, template % names


@lru_cache(maxsize=1024)
def _written(formula: tree.Formula) -> tuple[str, str, tuple[str, ...]]:
    """The formula with its symbols, the same with a gap for each, and the symbols.

    The same formula is shown with ever other numbers, and numbers from 0 up stand where a symbol stands
    without other brackets: the gaps are all that has to be filled.
    """
    symbols = formula.symbols()
    gaps = formula.substitute({name: tree.Symbol(f"%({name})d") for name in symbols})
    return _piece(formula, {})[0], _piece(gaps, {})[0], symbols


def number_text(number: object) -> str:
    """A result for people: `2,359,296`, `4096/3`, `0.693147`, `(1, 2, 4, 8)`."""
    if isinstance(number, (bool, str)):
        # A token may be any character; none may act on a terminal.
        return "".join(char if char.isprintable() else "�" for char in str(number))
    if isinstance(number, tuple):
        inside = ", ".join(number_text(item) for item in number)
        return f"({inside},)" if len(number) == 1 else f"({inside})"
    if isinstance(number, Fraction):
        return f"{number.numerator:,}/{number.denominator:,}"
    if isinstance(number, float):
        return real_text(number)
    return f"{number:,}"


def real_text(number: float) -> str:
    """A real number to ten significant digits, grouped where it is large."""
    if number == 0 or 1e-4 <= abs(number) < 1e15:
        whole = f"{number:.10g}"
        return f"{float(whole):,}".removesuffix(".0") if "e" not in whole else f"{number:,.0f}"
    return f"{number:.10g}"


def _piece(formula: tree.Formula, names: tree.Names) -> Piece:
    return _RENDERERS[type(formula)](formula, names)


def _inside(formula: tree.Formula, names: tree.Names, needed: int) -> str:
    text, tightness = _piece(formula, names)
    return text if tightness >= needed else f"({text})"


def _plain_number(number: object) -> Piece:
    if isinstance(number, Fraction):
        tight = FACTOR if number > 0 else LOOSE
        return f"{number.numerator}/{number.denominator}".replace("-", "−"), tight
    text = (f"{number:.10g}" if isinstance(number, float) else str(number)).replace("-", "−")
    return text, ATOM if isinstance(number, (int, float)) and number >= 0 else LOOSE


def _number(formula: tree.Number, names: tree.Names) -> Piece:
    return _plain_number(formula.number)


def _symbol(formula: tree.Symbol, names: tree.Names) -> Piece:
    number = names.get(formula.name)
    if type(number) is int or isinstance(number, (Fraction, float)):
        return _plain_number(number)
    return formula.name, ATOM


def _sum(formula: tree.Sum, names: tree.Names) -> Piece:
    text = _inside(formula.terms[0], names, LOOSE)
    for term in formula.terms[1:]:
        positive = without_sign(term)
        if positive is None:
            text += f" + {_inside(term, names, TERM)}"
        else:
            text += f" − {_inside(positive, names, TERM)}"
    return text, LOOSE


def without_sign(term: tree.Formula) -> tree.Formula | None:
    """The term without its minus, or None where it has none."""
    if isinstance(term, tree.Number) and term.number < 0:
        return tree.Number(-term.number)
    if isinstance(term, tree.Product):
        first = term.factors[0]
        if isinstance(first, tree.Number) and first.number < 0:
            return -term
    if isinstance(term, tree.Quotient):
        above = without_sign(term.numerator)
        return None if above is None else tree.Quotient(above, term.denominator)
    return None


def _product(formula: tree.Product, names: tree.Names) -> Piece:
    first = formula.factors[0]
    if isinstance(first, tree.Number) and first.number == -1:
        rest = formula.factors[1:]
        return "−" + "·".join(_inside(factor, names, ATOM) for factor in rest), LOOSE
    text = "·".join(_inside(factor, names, ATOM) for factor in formula.factors)
    return text, LOOSE if text.startswith("−") else FACTOR


def _power(formula: tree.Power, names: tree.Names) -> Piece:
    base = _inside(formula.base, names, ATOM)
    if isinstance(formula.exponent, tree.Number) and isinstance(formula.exponent.number, int):
        return base + str(formula.exponent.number).translate(SUPERSCRIPTS), ATOM
    return f"{base}^{_inside(formula.exponent, names, ATOM)}", ATOM


def _quotient(formula: tree.Quotient, names: tree.Names) -> Piece:
    return _quotient_text(formula, names), FACTOR


def _floor(formula: tree.FloorDiv, names: tree.Names) -> Piece:
    return f"⌊{_quotient_text(formula, names)}⌋", ATOM


def _quotient_text(formula: tree.Division, names: tree.Names) -> str:
    return f"{_inside(formula.numerator, names, FACTOR)}/{_inside(formula.denominator, names, ATOM)}"


def _modulo(formula: tree.Modulo, names: tree.Names) -> Piece:
    above, below = formula.numerator, formula.denominator
    return f"{_inside(above, names, FACTOR)} mod {_inside(below, names, ATOM)}", LOOSE


_BRACKETED: Mapping[str, str] = {
    "floor": "⌊{}⌋", "ceil": "⌈{}⌉", "abs": "|{}|", "isqrt": "⌊√({})⌋", "pi": "π",
}  # fmt: skip
_CALLED: Mapping[str, str] = {"log": "ln", "harmonic": "H"}


def _call(formula: tree.Call, names: tree.Names) -> Piece:
    texts = [_piece(argument, names)[0] for argument in formula.arguments]
    if formula.name == "log" and len(texts) == 2:
        # As it can be typed again; `log_2(n)` would read as another name where the base is a symbol.
        return f"ln({texts[0]})/ln({texts[1]})", FACTOR
    if formula.name in _BRACKETED:
        return _BRACKETED[formula.name].format(*texts), ATOM
    if formula.name == "factorial":
        return f"{_inside(formula.arguments[0], names, ATOM)}!", ATOM
    if formula.name == "sqrt":
        return f"√{_inside(formula.arguments[0], names, ATOM)}", ATOM
    return f"{_CALLED.get(formula.name, formula.name)}({', '.join(texts)})", ATOM


def _comparison(formula: tree.Comparison, names: tree.Names) -> Piece:
    sign = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥"}.get(formula.sign, formula.sign)
    return f"{_inside(formula.left, names, LOOSE)} {sign} {_inside(formula.right, names, LOOSE)}", LOOSE


def _conditional(formula: tree.Conditional, names: tree.Names) -> Piece:
    test = _piece(formula.test, names)[0]
    then, otherwise = (_inside(part, names, TERM) for part in (formula.then, formula.otherwise))
    return f"{then} if {test} else {otherwise}", LOOSE


_RENDERERS: Mapping[type, Callable[..., Piece]] = {
    tree.Number: _number,
    tree.Symbol: _symbol,
    tree.Sum: _sum,
    tree.Product: _product,
    tree.Power: _power,
    tree.Quotient: _quotient,
    tree.FloorDiv: _floor,
    tree.Modulo: _modulo,
    tree.Call: _call,
    tree.Comparison: _comparison,
    tree.Conditional: _conditional,
}
