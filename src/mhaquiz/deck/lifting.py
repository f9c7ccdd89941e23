"""An engine formula as an author writes it: text that `expressions` reads back to the same value."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from mhaquiz.engine.formula import (
    Call,
    Comparison,
    Conditional,
    FloorDiv,
    Formula,
    Modulo,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
)

#: How strongly each form binds: what stands inside a stronger one gets brackets.
_CONDITIONAL, _COMPARISON, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(7)
_SIGNS = {Quotient: " / ", FloorDiv: " // ", Modulo: " % "}


def expression_text(formula: Formula, names: Mapping[str, str] | None = None) -> str:
    """The formula as an expression. `names` replaces symbols by expressions (parameters by what they got)."""
    return _written(formula, names or {})[0]


def _bracketed(part: tuple[str, int], least: int) -> str:
    text, binding = part
    return text if binding >= least else f"({text})"


def _written(formula: Formula, names: Mapping[str, str]) -> tuple[str, int]:
    if isinstance(formula, Number):
        return _number(formula.number)
    if isinstance(formula, Symbol):
        return _symbol(formula, names)
    parts = [_written(child, names) for child in formula.children()]
    if isinstance(formula, Sum):
        return _sum(parts), _SUM
    if isinstance(formula, Product):
        return _product(parts)
    if isinstance(formula, Power):
        return f"{_bracketed(parts[0], _ATOM)}**{_bracketed(parts[1], _ATOM)}", _POWER
    if isinstance(formula, Quotient | FloorDiv | Modulo):
        left, right = _bracketed(parts[0], _PRODUCT), _bracketed(parts[1], _SIGN)
        return left + _SIGNS[type(formula)] + right, _PRODUCT
    return _rest(formula, parts)


def _rest(formula: Formula, parts: list[tuple[str, int]]) -> tuple[str, int]:
    if isinstance(formula, Comparison):
        left, right = (_bracketed(part, _SUM) for part in parts)
        return f"{left} {formula.sign} {right}", _COMPARISON
    if isinstance(formula, Conditional):
        test, then, other = (_bracketed(part, _COMPARISON) for part in parts)
        return f"{then} if {test} else {other}", _CONDITIONAL
    assert isinstance(formula, Call)
    if not parts:
        return formula.name, _ATOM
    return f"{formula.name}({', '.join(text for text, _ in parts)})", _ATOM


def _number(number: int | Fraction) -> tuple[str, int]:
    if isinstance(number, Fraction) and number.denominator != 1:
        return f"{number.numerator}/{number.denominator}", _PRODUCT if number > 0 else _SUM
    return str(number), _ATOM if number >= 0 else _SUM


def _symbol(symbol: Symbol, names: Mapping[str, str]) -> tuple[str, int]:
    text = names.get(symbol.name, symbol.name)
    return text, _ATOM if text.isidentifier() or text.isdigit() else _CONDITIONAL


def _sum(parts: list[tuple[str, int]]) -> str:
    text = _bracketed(parts[0], _SUM)
    for part in parts[1:]:
        term = _bracketed(part, _SUM)
        text += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    return text


def _product(parts: list[tuple[str, int]]) -> tuple[str, int]:
    sign = ""
    if parts[0][0] == "-1" and len(parts) > 1:
        sign, parts = "-", parts[1:]
    first = _bracketed(parts[0], _SIGN if sign else _PRODUCT)
    text = " * ".join([first, *(_bracketed(part, _SIGN) for part in parts[1:])])
    return sign + text, _SUM if sign or text.startswith("-") else _PRODUCT
