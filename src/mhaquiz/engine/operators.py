"""`+ - * / // % **` on formulas, with numbers and with each other, as closed forms write them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from mhaquiz.engine import construction

if TYPE_CHECKING:
    from mhaquiz.engine.formula import Formula

Operand: TypeAlias = "Formula | int | Fraction"


class Operators:
    """Each operator hands its two sides to the constructor that simplifies."""

    __slots__ = ()

    def __add__(self, other: Operand) -> Formula:
        return construction.add(construction.lift(self), construction.lift(other))

    def __radd__(self, other: Operand) -> Formula:
        return construction.add(construction.lift(other), construction.lift(self))

    def __sub__(self, other: Operand) -> Formula:
        return construction.subtract(construction.lift(self), construction.lift(other))

    def __rsub__(self, other: Operand) -> Formula:
        return construction.subtract(construction.lift(other), construction.lift(self))

    def __mul__(self, other: Operand) -> Formula:
        return construction.multiply(construction.lift(self), construction.lift(other))

    def __rmul__(self, other: Operand) -> Formula:
        return construction.multiply(construction.lift(other), construction.lift(self))

    def __truediv__(self, other: Operand) -> Formula:
        return construction.divide(construction.lift(self), construction.lift(other))

    def __rtruediv__(self, other: Operand) -> Formula:
        return construction.divide(construction.lift(other), construction.lift(self))

    def __floordiv__(self, other: Operand) -> Formula:
        return construction.floor_divide(construction.lift(self), construction.lift(other))

    def __rfloordiv__(self, other: Operand) -> Formula:
        return construction.floor_divide(construction.lift(other), construction.lift(self))

    def __mod__(self, other: Operand) -> Formula:
        return construction.remainder(construction.lift(self), construction.lift(other))

    def __rmod__(self, other: Operand) -> Formula:
        return construction.remainder(construction.lift(other), construction.lift(self))

    def __pow__(self, other: Operand) -> Formula:
        return construction.power(construction.lift(self), construction.lift(other))

    def __rpow__(self, other: Operand) -> Formula:
        return construction.power(construction.lift(other), construction.lift(self))

    def __neg__(self) -> Formula:
        return construction.multiply(construction.lift(-1), construction.lift(self))

    def __pos__(self) -> Formula:
        return construction.lift(self)
