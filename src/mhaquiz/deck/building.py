"""From the values of a card's keys to the frozen card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from typing import Any, assert_never

from mhaquiz.deck.cards import (
    Accept,
    AuthorTest,
    Body,
    Card,
    Choice,
    Choices,
    Cloze,
    Kind,
    LabLink,
    Mistake,
    Numeric,
    Order,
    Point,
    Recall,
    RedFlag,
    Shape,
    Source,
    SpotBug,
    Step,
    Symbolic,
    Tolerance,
    TrueFalse,
    Value,
)
from mhaquiz.deck.shapes import FAILED

MAX_VALUES = 10_000


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a deck's cards need not repeat."""

    level: str = "L2"
    min_sigfigs: int = 3
    minutes: Fraction = Fraction(1)
    stage: str | None = None
    priority: str = "extended"


def _given(values: Mapping[str, Any], name: str, default: Any = ()) -> Any:
    found = values.get(name, default)
    return default if found is FAILED else found


def build_card(deck: str, kind: Kind, values: Mapping[str, Any], defaults: Defaults, line: int) -> Card:
    """The card. Values that could not be read keep their defaults; their faults are reported already."""
    given = partial(_given, values)
    body = _BODIES[kind](values, defaults)
    prompt = given("prompt", "")
    meaning = _digest(kind.value, _answer_of(body))
    return Card(
        deck=deck,
        id=values["id"],
        kind=kind,
        body=body,
        prompt=prompt,
        level=given("level", defaults.level),
        tags=given("tags"),
        group=given("group", None),
        params=tuple((name, _values(found)) for name, found in given("params")),
        let=given("let"),
        require=given("require"),
        regions=given("regions"),
        hints=given("hints"),
        short=given("short", ""),
        full=given("full", ""),
        why=given("why", ""),
        points=tuple(_point(point) for point in given("points")),
        red_flags=tuple(_red_flag(flag) for flag in given("red_flags")),
        recap=given("recap"),
        followups=tuple(_full_key(deck, card) for card in given("followups")),
        minutes=Fraction(given("minutes", defaults.minutes)),
        roles=given("roles"),
        stage=given("stage", defaults.stage),
        priority=given("priority", defaults.priority),
        analogy=given("analogy", ""),
        breaks_when=given("breaks_when"),
        seen_in=given("seen_in"),
        lab=_lab(given("lab", None)),
        sources=tuple(_source(source) for source in given("sources")),
        confusable=tuple(_full_key(deck, card) for card in given("confusable")),
        renamed_from=given("renamed_from"),
        tests=tuple(_test(test) for test in given("tests")),
        line=line,
        content_hash=_digest(meaning, prompt, *_shown(body)),
        meaning_hash=meaning,
    )


def _digest(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()


def _answer_of(body: Body) -> str:
    """What makes an answer right, as text: the part of a card whose change is a change of meaning."""
    match body:
        case Numeric() | Symbolic() | TrueFalse():
            return body.answer
        case Shape():
            return ", ".join(body.answer)
        case Choices():
            return " ".join(sorted(choice.id for choice in body.choices if choice.correct))
        case Order():
            return " ".join(f"{step.id}<{','.join(step.after)}" for step in body.steps if not step.extra)
        case SpotBug():
            return " ".join(map(str, body.bug_lines))
        case Cloze():
            return f"{body.text}\0any order" if body.any_order else body.text
        case Recall():
            return ""
        case _:
            assert_never(body)


def _shown(body: Body) -> tuple[str, ...]:
    """The texts of the body that a learner is asked with."""
    match body:
        case Choices():
            return tuple(choice.text for choice in body.choices)
        case Order():
            return tuple(step.text for step in body.steps)
        case Cloze():
            return (body.text,)
        case SpotBug():
            return (body.code,)
        case Recall() | TrueFalse() | Numeric() | Symbolic() | Shape():  # asked by the prompt alone
            return ()
        case _:
            assert_never(body)


def _full_key(deck: str, card: str) -> str:
    return card if "/" in card else f"{deck}/{card}"


def _values(found: Any) -> tuple[Value, ...]:
    """The values of a parameter: a list as it is, a range written out (`check` reports too long ones)."""
    if not isinstance(found, dict):
        return tuple(dict.fromkeys(found))
    step = _given(found, "step", 1)
    return tuple(range(found["from"], found["to"] + 1, step)[: MAX_VALUES + 1])


def _point(found: Any) -> Point:
    return (
        Point(found) if isinstance(found, str) else Point(found["text"], bool(_given(found, "must", False)))
    )


def _red_flag(found: Any) -> RedFlag:
    if isinstance(found, str):
        return RedFlag(found)
    return RedFlag(found["text"], _given(found, "why", ""), _given(found, "is", None))


def _source(found: Any) -> Source:
    if isinstance(found, str):
        return Source(found)
    return Source(
        found["title"], _given(found, "where", ""), _given(found, "year", None), _given(found, "url", "")
    )


def _lab(found: Any) -> LabLink | None:
    if found is None:
        return None
    return LabLink(found) if isinstance(found, str) else LabLink(found["name"], _given(found, "with", ()))


def _test(found: Mapping[str, Any]) -> AuthorTest:
    return AuthorTest(found["expect"], found["type"], _given(found, "with", ()), found["line"])


def _mistakes(values: Mapping[str, Any]) -> tuple[Mistake, ...]:
    return tuple(
        Mistake(found["answer"], _given(found, "is", None), _given(found, "why", ""))
        for found in _given(values, "mistakes", ())
    )


def _tolerance(values: Mapping[str, Any]) -> Tolerance | None:
    found = _given(values, "tolerance", None) or _given(_given(values, "accept", {}), "tolerance", None)
    if found is None:
        return None
    bounds = {name: Fraction(bound) for name, bound in found.items() if bound is not FAILED}
    return Tolerance(bounds.get("rel"), bounds.get("abs"))


def _accept(values: Mapping[str, Any], defaults: Defaults) -> Accept:
    found = _given(values, "accept", {})
    within = _given(found, "within", None)
    return Accept(
        unit=_given(found, "unit", None),
        forms=_given(found, "forms", ("exact", "rounded", "expression")),
        min_sigfigs=_given(found, "min_sigfigs", defaults.min_sigfigs),
        within=None if within is None else Fraction(within),
        seconds=_given(found, "seconds", None),
    )


def _numeric(values: Mapping[str, Any], defaults: Defaults) -> Numeric:
    return Numeric(
        values["answer"],
        _given(values, "verify", None),
        _accept(values, defaults),
        _tolerance(values),
        _mistakes(values),
    )


def _truth(values: Mapping[str, Any], _: Defaults) -> TrueFalse:
    answer = values["answer"]
    return TrueFalse(
        answer.capitalize() if answer in ("true", "TRUE", "false", "FALSE") else answer,
        _given(values, "mistake", None),
    )


def _choice(found: Mapping[str, Any]) -> Choice:
    return Choice(
        found["id"],
        found["text"],
        bool(_given(found, "correct", False)),
        _given(found, "why", ""),
        _given(found, "is", None),
        bool(_given(found, "last", False)),
    )


def _choices(values: Mapping[str, Any], multiple: bool) -> Choices:
    choices = tuple(_choice(found) for found in values["choices"])
    scoring = _given(values, "scoring", "all_or_nothing")
    return Choices(choices, multiple, _given(values, "shuffle", True), scoring)


def _step(found: Mapping[str, Any]) -> Step:
    extra = bool(_given(found, "extra", False))
    return Step(found["id"], found["text"], _given(found, "after", ()), extra, _given(found, "why", ""))


def _order(values: Mapping[str, Any], _: Defaults) -> Order:
    steps = tuple(_step(found) for found in values["steps"])
    if not any(step.after for step in steps):
        steps = tuple(_as_written(steps))
    return Order(steps, _given(values, "shuffle", True))


def _as_written(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Where no step says `after`, the written order is the one that is right."""
    previous: tuple[str, ...] = ()
    for step in steps:
        yield step if step.extra else replace(step, after=previous)
        previous = previous if step.extra else (step.id,)


def _spot_bug(values: Mapping[str, Any], _: Defaults) -> SpotBug:
    lines = tuple(sorted(set(values["bug_lines"])))
    return SpotBug(_given(values, "language", "python"), values["code"], lines)


_BODIES: Mapping[Kind, Callable[[Mapping[str, Any], Defaults], Body]] = {
    Kind.RECALL: lambda values, _: Recall(),
    Kind.TRUE_FALSE: _truth,
    Kind.SINGLE_CHOICE: lambda values, _: _choices(values, multiple=False),
    Kind.MULTI_CHOICE: lambda values, _: _choices(values, multiple=True),
    Kind.NUMERIC: _numeric,
    Kind.SYMBOLIC: lambda values, _: Symbolic(values["symbols"], values["answer"], _mistakes(values)),
    Kind.SHAPE: lambda values, _: Shape(values["answer"], _mistakes(values)),
    Kind.ORDER: _order,
    Kind.CLOZE: lambda values, _: Cloze(values["text"], _given(values, "any_order", False)),
    Kind.SPOT_BUG: _spot_bug,
    Kind.DEMO: _numeric,
}
