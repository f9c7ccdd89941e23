"""A quantity: a name, its parameters, and the closed form that is its one definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from mhaquiz.engine.arithmetic import Term, ratio
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.exact import exact
from mhaquiz.engine.formula import Formula, Symbol, lift
from mhaquiz.engine.parameters import LARGEST_SIZE, PARAMETERS, REQUIRED, Parameter, quoted, suggestion

Rule = Callable[[Mapping[str, Any]], None]
ClosedForm = TypeVar("ClosedForm", bound=Callable[..., Term])


class Default(Protocol):
    """How a parameter that was left out follows from the others."""

    def __call__(self, given: Mapping[str, Any], /) -> Term: ...


@dataclass(frozen=True, slots=True)
class Derived:
    """A default that is worked out: `text` is how it reads (`d_model / n_heads`)."""

    text: str
    rule: Default


def split_head_dim(given: Mapping[str, Any]) -> Term:
    """d_model / n_heads, refused where it does not divide."""
    d_model, n_heads = given["d_model"], given["n_heads"]
    if type(d_model) is not int or type(n_heads) is not int:
        return ratio(d_model, n_heads)
    width, left = divmod(d_model, n_heads)
    if left:
        raise EngineError(
            f"d_model = {quoted(d_model)} is not divisible by n_heads = {quoted(n_heads)}: give head_dim "
            "(Qwen3-style configurations set an explicit head_dim; nn.MultiheadAttention, BERT, GPT-2 and "
            "Llama configurations refuse such a pair)",
            "d_model",
        )
    return width


HEAD_DIM = Derived("d_model / n_heads", split_head_dim)
N_KV_HEADS = Derived("n_heads", lambda given: given["n_heads"])
LIMIT = Derived("n_heads", lambda given: given["n_heads"])


def whole_groups(given: Mapping[str, Any]) -> None:
    """Every KV head serves the same number of query heads."""
    n_heads, n_kv_heads = given["n_heads"], given["n_kv_heads"]
    if n_heads % n_kv_heads:
        raise EngineError(
            f"n_kv_heads = {quoted(n_kv_heads)} does not divide n_heads = {quoted(n_heads)}: every KV head "
            "must serve the same number of query heads (libraries repeat each KV head n_heads / n_kv_heads "
            "times)",
            "n_kv_heads",
        )


@dataclass(frozen=True, slots=True)
class Quantity:
    """One function of the vocabulary.

    `closed_form` takes the resolved parameters by name: numbers give the exact value, formulas or sympy
    symbols the formula. `result` is "whole", "rational", "real", "widths" or "token"; `symbolic` is False
    where the definition searches, so that there is no formula. `rules` are conditions between parameters.
    """

    name: str
    parameters: tuple[Parameter, ...]
    summary: str
    unit: str
    source: str
    closed_form: Callable[..., Term]
    result: str = "whole"
    symbolic: bool = True
    rules: tuple[Rule, ...] = ()
    #: Name, bounds and parameter, laid out for `resolve`, which runs for every variant of every card.
    plan: tuple[tuple[str, int, int, Parameter], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        plan = tuple((each.name, each.least, each.most, each) for each in self.parameters)
        object.__setattr__(self, "plan", plan)

    def __call__(self, *positional: object, **named: object) -> Any:
        """The exact value. Raises EngineError for missing, unknown or impossible parameters."""
        return self.worth(self.resolve(*positional, **named))

    def worth(self, resolved: Mapping[str, Any]) -> Any:
        """The exact value for parameters that `resolve` has checked."""
        return exact(self.closed_form(**resolved))

    def resolve(self, *positional: object, **named: object) -> dict[str, Any]:
        """All parameters by name, checked, with defaults filled in; positions follow the table's order."""
        if positional:
            named = self.placed(*positional, **named)
        resolved: dict[str, Any] = {}
        taken = 0
        for name, least, most, parameter in self.plan:
            value = named.get(name, REQUIRED)
            if value is REQUIRED:
                default = parameter.default
                if type(default) is Derived:
                    default = default.rule(resolved)
                elif default is REQUIRED:
                    raise self._missing(parameter)
                resolved[name] = default
            else:
                taken += 1
                whole = type(value) is int and least <= value <= most
                resolved[name] = value if whole else parameter.checked(value)
        if taken != len(named):
            raise self._unknown(named)
        for rule in self.rules:
            rule(resolved)
        return resolved

    def placed(self, *positional: object, **named: object) -> dict[str, object]:
        """What was given, by name; positions follow the table's order."""
        if len(positional) > len(self.parameters):
            raise EngineError(f"{self.name} takes at most {len(self.parameters)} values: {self.signature()}")
        by_place = dict(zip((parameter.name for parameter in self.parameters), positional, strict=False))
        twice = by_place.keys() & named.keys()
        if twice:
            raise EngineError(f"{self.name}: {min(twice)} is given twice", min(twice))
        return {**by_place, **named}

    def formula(self, *positional: object, **named: object) -> Formula:
        """The formula over whatever symbols, formulas and numbers the parameters are.

        Raises EngineError where the quantity is found by searching and so has none.
        """
        if not self.symbolic:
            raise EngineError(f"{self.name} is found by searching and has no formula")
        arguments = replace(self, rules=()).resolve(*positional, **named)
        return lift(self.closed_form(**arguments))

    def symbols_of(self, given: Mapping[str, object]) -> dict[str, object]:
        """The parameters as symbols of their own names, as a derivation shows them.

        Words and flags stay, and so do 0 (no query latent) and a default of 1: a batch of one sequence is no
        factor worth a symbol.
        """
        shown: dict[str, object] = {}
        for parameter in self.parameters:
            value = given.get(parameter.name, parameter.default)
            if isinstance(value, Derived):
                continue
            numeric = parameter.kind in ("whole", "real") and value != 0
            left_at_one = parameter.name not in given and value == 1
            shown[parameter.name] = Symbol(parameter.name) if numeric and not left_at_one else value
        return shown

    @property
    def required(self) -> tuple[str, ...]:
        """The parameters that have no default, in order; one may stand behind those that have."""
        return tuple(parameter.name for parameter in self.parameters if parameter.default is REQUIRED)

    def signature(self) -> str:
        """`kv_reduction(n_heads, n_kv_heads)`, defaults shown."""
        return f"{self.name}({', '.join(_declared(parameter) for parameter in self.parameters)})"

    def _missing(self, parameter: Parameter) -> EngineError:
        needed = f"{parameter.name} ({parameter.meaning})"
        return EngineError(f"{self.name} needs {needed}: {self.signature()}", parameter.name)

    def _unknown(self, named: Mapping[str, object]) -> EngineError:
        known = [parameter.name for parameter in self.parameters]
        name = next(name for name in named if name not in known)
        return EngineError(
            f"{self.name} has no parameter {quoted(name)[1:-1]}{suggestion(name, known)} "
            f"({self.signature()})",
            name,
        )


def _declared(parameter: Parameter) -> str:
    if parameter.default is REQUIRED:
        return parameter.name
    if isinstance(parameter.default, Derived):
        return f"{parameter.name}={parameter.default.text}"
    return f"{parameter.name}={quoted(parameter.default)}"


#: Filled by the decorator below, in the order in which the closed forms are written.
REGISTERED: dict[str, Quantity] = {}


def quantity(
    unit: str,
    source: str,
    *,
    result: str = "whole",
    symbolic: bool = True,
    rules: tuple[Rule, ...] = (),
    largest: Mapping[str, int] | None = None,
) -> Callable[[ClosedForm], ClosedForm]:
    """Enter a closed form into the vocabulary; the function itself stays ordinary arithmetic.

    Its parameters must stand in `PARAMETERS`. Where d_model and n_heads are both among them, head_dim and
    n_kv_heads have the usual defaults. `largest` lowers the bound of a parameter.
    """

    def enter(closed_form: ClosedForm) -> ClosedForm:
        parameters = _parameters(closed_form, largest or {})
        names = {parameter.name for parameter in parameters}
        grouped = (whole_groups,) if {"n_heads", "n_kv_heads"} <= names else ()
        name = closed_form.__name__
        REGISTERED[name] = Quantity(
            name=name,
            parameters=parameters,
            summary=" ".join((closed_form.__doc__ or "").split()),
            unit=unit,
            source=source,
            closed_form=closed_form,
            result=result,
            symbolic=symbolic,
            rules=grouped + rules,
        )
        return closed_form

    return enter


def _parameters(closed_form: Callable[..., Term], largest: Mapping[str, int]) -> tuple[Parameter, ...]:
    code = closed_form.__code__
    names = code.co_varnames[: code.co_argcount]
    written = closed_form.__defaults__ or ()
    defaults: dict[str, object] = dict(zip(names[len(names) - len(written) :], written, strict=True))
    if "d_model" in names and "n_heads" in names:
        defaults = {"head_dim": HEAD_DIM, "n_kv_heads": N_KV_HEADS} | defaults
    return tuple(
        replace(
            PARAMETERS[name],
            default=defaults.get(name, REQUIRED),
            most=min(PARAMETERS[name].most, largest.get(name, LARGEST_SIZE)),
        )
        for name in names
    )
