r"""A formula in LaTeX, without dollar signs: `2 \, d_{\text{model}} \, (n_{\text{heads}} + 1)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from mhaquiz.engine import formula as tree
from mhaquiz.engine.rendering import number_text, without_sign


def latex(formula: tree.Formula, names: tree.Names | None = None) -> str:
    """The formula; with `names`, the numbers put in."""
    return _RENDERERS[type(formula)](formula, names or {})


def number_latex(number: object) -> str:
    """A result: `2{,}359{,}296`, `\\frac{4096}{3}`, `\\{1, 2, 4\\}`."""
    if isinstance(number, Fraction) and number.denominator != 1:
        return rf"\frac{{{number.numerator}}}{{{number.denominator}}}"
    if isinstance(number, tuple):
        return r"\{" + ", ".join(number_latex(item) for item in number) + r"\}"
    if isinstance(number, str):
        return text_latex(number)
    return number_text(number).replace(",", "{,}")


def text_latex(text: str) -> str:
    r"""Text inside a formula, with everything LaTeX would obey made harmless."""
    escaped = "".join(_ESCAPES.get(char, char) for char in text)
    return rf"\text{{{escaped}}}"


_ESCAPES = {char: rf"\{char}" for char in "#$%&_{}"} | {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip


def _plain(number: object) -> str:
    if isinstance(number, Fraction):
        sign = "-" if number < 0 else ""
        return rf"{sign}\frac{{{abs(number.numerator)}}}{{{number.denominator}}}"
    return f"{number:.10g}" if isinstance(number, float) else str(number)


def _number(formula: tree.Number, names: tree.Names) -> str:
    return _plain(formula.number)


def _symbol(formula: tree.Symbol, names: tree.Names) -> str:
    number = names.get(formula.name)
    if type(number) is int or isinstance(number, (Fraction, float)):
        return _plain(number)
    head, _, tail = formula.name.partition("_")
    if not head:
        return text_latex(formula.name)
    letter = head if len(head) == 1 else text_latex(head)
    return letter if not tail else f"{letter}_{{{text_latex(tail.replace('_', ' '))}}}"


def _bracketed(formula: tree.Formula, names: tree.Names) -> str:
    text = latex(formula, names)
    loose = isinstance(formula, (tree.Sum, tree.Comparison, tree.Conditional, tree.Modulo))
    return rf"\left({text}\right)" if loose or text.startswith("-") else text


def _sum(formula: tree.Sum, names: tree.Names) -> str:
    text = latex(formula.terms[0], names)
    for term in formula.terms[1:]:
        positive = without_sign(term)
        sign, shown = ("+", term) if positive is None else ("-", positive)
        text += f" {sign} {_bracketed(shown, names)}"
    return text


def _product(formula: tree.Product, names: tree.Names) -> str:
    first, *rest = formula.factors
    if first == tree.Number(-1):
        return "-" + _factors(tuple(rest), names)
    return _factors(formula.factors, names)


def _factors(factors: tuple[tree.Formula, ...], names: tree.Names) -> str:
    texts = [_bracketed(factor, names) for factor in factors]
    joint = r" \cdot " if any(text[:1].isdigit() for text in texts[1:]) else r" \, "
    return joint.join(texts)


def _power(formula: tree.Power, names: tree.Names) -> str:
    base = latex(formula.base, names)
    # A symbol may stand for a negative number or a fraction, whose power would read otherwise.
    tight = isinstance(formula.base, (tree.Symbol, tree.Number)) and not base.startswith(("-", r"\frac"))
    shown = base if tight else rf"\left({base}\right)"
    return f"{shown}^{{{latex(formula.exponent, names)}}}"


def _quotient(formula: tree.Quotient, names: tree.Names) -> str:
    return rf"\frac{{{latex(formula.numerator, names)}}}{{{latex(formula.denominator, names)}}}"


def _floor(formula: tree.FloorDiv, names: tree.Names) -> str:
    above, below = latex(formula.numerator, names), latex(formula.denominator, names)
    return rf"\left\lfloor \frac{{{above}}}{{{below}}} \right\rfloor"


def _modulo(formula: tree.Modulo, names: tree.Names) -> str:
    return rf"{_bracketed(formula.numerator, names)} \bmod {_bracketed(formula.denominator, names)}"


_CALLS: Mapping[str, str] = {
    "min": r"\min\left({}\right)",
    "max": r"\max\left({}\right)",
    "gcd": r"\gcd\left({}\right)",
    "abs": r"\left|{}\right|",
    "floor": r"\left\lfloor {} \right\rfloor",
    "ceil": r"\left\lceil {} \right\rceil",
    "isqrt": r"\left\lfloor \sqrt{{{}}} \right\rfloor",
    "sqrt": r"\sqrt{{{}}}",
    "log": r"\ln\left({}\right)",
    "exp": r"\exp\left({}\right)",
    "harmonic": r"H_{{{}}}",
    "factorial": r"\left({}\right)!",
    "pi": r"\pi",
}


def _call(formula: tree.Call, names: tree.Names) -> str:
    texts = [latex(argument, names) for argument in formula.arguments]
    if formula.name == "log" and len(texts) == 2:
        return rf"\log_{{{texts[1]}}}\left({texts[0]}\right)"
    inside = ", ".join(texts)
    return _CALLS[formula.name].format(inside)


def _comparison(formula: tree.Comparison, names: tree.Names) -> str:
    sign = {"==": "=", "!=": r"\neq", "<=": r"\leq", ">=": r"\geq"}.get(formula.sign, formula.sign)
    return f"{latex(formula.left, names)} {sign} {latex(formula.right, names)}"


def _conditional(formula: tree.Conditional, names: tree.Names) -> str:
    then, test, otherwise = (latex(part, names) for part in (formula.then, formula.test, formula.otherwise))
    return rf"\begin{{cases}} {then} & {test} \\ {otherwise} & \text{{otherwise}} \end{{cases}}"


_RENDERERS: Mapping[type, Callable[..., str]] = {
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
