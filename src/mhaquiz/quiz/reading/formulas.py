"""A typed formula over declared symbols, as an engine formula: `4nd^2`, `2nd(2d + n)`, `min(n, d/h)`.

Every declared name is a plain symbol (N, E, S, I, O, Q, beta, pi too). Symbols may stand side by side; a name
that the card does not declare is refused by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.formula import Call, Formula, Number, Power, Symbol, walk
from mhaquiz.engine.functions import FUNCTIONS
from mhaquiz.quiz.reading.characters import SUBSCRIPTS, plain
from mhaquiz.quiz.reading.grammar import Parser
from mhaquiz.quiz.reading.numbers import refuse_large
from mhaquiz.quiz.reading.tokens import FORMULA, Token, tokens
from mhaquiz.quiz.reading.unreadable import Unreadable

#: Whole exponents beyond this, and formulas of a higher degree, are refused.
MAX_EXPONENT = 1_000
MAX_DEGREE = 100_000

#: The declared symbols with what they mean, in the card's order.
Symbols: TypeAlias = tuple[tuple[str, str], ...]

_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "η": "eta", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau",
    "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Δ": "Delta", "Σ": "Sigma", "Ω": "Omega",
}  # fmt: skip
_FUNCTIONS = {"ln": "log", "ceiling": "ceil", **{name: name for name in FUNCTIONS if name != "pi"}}


def read_formula(text: str, symbols: Symbols) -> Formula:
    """The formula that `text` writes over `symbols`. Raises Unreadable."""
    text = plain(text)
    stripped = text.lstrip(" =")
    text = " " * (len(text) - len(stripped)) + stripped
    found = _cut_names(tokens(text, FORMULA), symbols)
    try:
        formula = Parser(found, _Formulas(symbols)).parse()
    except EngineError as error:
        raise Unreadable(str(error)) from None
    for part in walk(formula):
        if isinstance(part, Number):
            refuse_large(part.number)
    return formula


def spelled(name: str) -> str:
    """The plain spelling of a name: λ as lambda, dₖ and d_{k} as d_k."""
    letters: list[str] = []
    lowered = False
    for letter in name:
        if letter in SUBSCRIPTS and not lowered:
            letters.append("_")
        lowered = letter in SUBSCRIPTS
        letters.append(SUBSCRIPTS.get(letter) or _GREEK.get(letter) or letter)
    return "".join(letters).replace("{", "").replace("}", "")


@lru_cache(maxsize=512)
def _names(symbols: Symbols) -> Mapping[str, str]:
    """Spelling → the name as declared."""
    return {spelled(name): name for name, _ in symbols}


def _cut_names(found: list[Token], symbols: Symbols) -> list[Token]:
    """Runs of letters cut into declared symbols: `4nd` is 4, n, d."""
    names = _names(symbols)
    cut: list[Token] = []
    for index, token in enumerate(found):
        if token.kind != "name" or (token.text in _FUNCTIONS and found[index + 1].text == "("):
            cut.append(token)
            continue
        at = token.at
        for part in _cut(spelled(token.text), names) or _undeclared(token, symbols, found[index + 1]):
            cut.append(Token("name", names[part], at, at + len(part)))
            at += len(part)
    return cut


def _cut(run: str, names: Mapping[str, str]) -> list[str] | None:
    """`run` as a row of names, longer ones first; None where it is none."""
    if not run:
        return []
    for length in range(len(run), 0, -1):
        if run[:length] in names:
            rest = _cut(run[length:], names)
            if rest is not None:
                return [run[:length], *rest]
    return None


def _undeclared(token: Token, symbols: Symbols, following: Token) -> list[str]:
    declared = ", ".join(f"{name} ({meaning})" if meaning else name for name, meaning in symbols)
    if token.text == "O" and following.text == "(":
        raise Unreadable("give the count itself, not its order of growth", token.at)
    near = get_close_matches(token.text.lower(), [name.lower() for name, _ in symbols], 1, 0.6)
    likely = next((name for name, _ in symbols if near and name.lower() == near[0]), None)
    hint = f"; did you mean {likely}?" if likely else f"; it has {declared}"
    raise Unreadable(f"`{token.text}` is not a symbol of this card{hint}", token.at)


class _Formulas:
    """The algebra of engine formulas."""

    def __init__(self, symbols: Symbols) -> None:
        self.names = {name for name, _ in symbols}

    def number(self, token: Token) -> Formula:
        assert token.number is not None
        return Number(token.number.value)

    def name(self, token: Token) -> Formula:
        return Symbol(token.text)

    def is_function(self, name: str) -> bool:
        return name in _FUNCTIONS and name not in self.names

    def call(self, name: str, arguments: list[Formula], token: Token) -> Formula:
        wanted = _FUNCTIONS[name]
        if len(arguments) != 1 and wanted not in ("min", "max", "gcd"):
            raise Unreadable(f"`{name}` takes one value", token.at)
        return Call(wanted, tuple(arguments))

    def operate(self, sign: str, left: Formula, right: Formula, token: Token) -> Formula:
        if sign == "^":
            return _power(left, right, token)
        if sign == "+":
            return left + right
        if sign == "-":
            return left - right
        if sign == "/" and right == Number(0):
            raise Unreadable("division by zero", token.at)
        result = left * right if sign == "*" else left / right
        if degree(result) > MAX_DEGREE:
            raise Unreadable("its degree is too high", token.at)
        return result

    def negate(self, term: Formula) -> Formula:
        return -term

    def scaled(self, term: Formula, unit: Token) -> None:
        return None


def _power(base: Formula, exponent: Formula, token: Token) -> Formula:
    if isinstance(exponent, Number):
        if not -MAX_EXPONENT <= exponent.number <= MAX_EXPONENT:
            raise Unreadable("the exponent is too large", token.at)
        if exponent.number < 0 and base == Number(0):
            raise Unreadable("division by zero", token.at)
        if isinstance(exponent.number, Fraction) and exponent.number.denominator == 2:
            return Call("sqrt", (base,)) ** exponent.number.numerator
        if degree(base**exponent) > MAX_DEGREE:
            raise Unreadable("its degree is too high", token.at)
    return base**exponent


def degree(formula: Formula) -> int | Fraction:
    """An upper bound of the degrees of numerator and denominator together."""
    if isinstance(formula, Symbol):
        return 1
    if isinstance(formula, Power) and isinstance(formula.exponent, Number):
        return degree(formula.base) * max(formula.exponent.number, -formula.exponent.number)
    return sum((degree(part) for part in formula.children()), 0)
