"""The author's tests of a card: each draws a variant, types a text, expects a verdict or misconception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mhaquiz.deck.cards import AuthorTest, Card, Choices, Kind, TrueFalse, Value
from mhaquiz.deck.display import show
from mhaquiz.deck.expression_functions import did_you_mean
from mhaquiz.deck.expressions import ExpressionError
from mhaquiz.deck.mistake_names import mistake_name, mistake_place, mistakes_of
from mhaquiz.deck.variants import DrawError, NoDrawError
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.variants import Variant, restore
from mhaquiz.quiz.verdicts import Grade, Verdict

#: Characters of a right answer that a message quotes.
LONGEST_ANSWER = 80
VERDICTS = tuple(verdict.value for verdict in Verdict)


@dataclass(frozen=True, slots=True)
class TestResult:
    """What became of the test at `index`: a code and a message where it failed, and the grade it got."""

    __test__ = False  # pytest collects no class of this name

    index: int
    test: AuthorTest
    code: str = ""
    message: str = ""
    help: str = ""
    key: str = "expect"  # the key of the test that is at fault
    grade: Grade | None = None

    @property
    def passed(self) -> bool:
        return not self.code.startswith("E")


def run(card: Card) -> list[TestResult]:
    """Run every test of a card, in order."""
    return [_run_one(card, test, index) for index, test in enumerate(card.tests)]


def typed_text(card: Card, test: AuthorTest) -> str:
    """What is typed: a list is joined as its kind reads it."""
    if isinstance(test.type, str):
        return test.type
    return (" ; " if card.kind is Kind.CLOZE else " ").join(test.type)


def _run_one(card: Card, test: AuthorTest, index: int) -> TestResult:
    wanted = _expected(card, test)
    if wanted is None:
        advice = did_you_mean(test.expect, [*VERDICTS, *_misconceptions(card)]) or _offer()
        return TestResult(index, test, "E303", f"`{test.expect}` cannot be expected here", advice)
    values, trouble = _drawn(card, test)
    if values is None:
        return TestResult(index, test, "E302", trouble, key="with")
    try:
        variant = restore(card, values, showing=0)
    except (DrawError, NoDrawError, ExpressionError) as error:
        return TestResult(index, test, "E302", f"this draw cannot be made: {error}", key="with")
    found = grade(variant, typed_text(card, test))
    if not _meets(card, test.expect, found):
        told = "; ".join(
            part for part in (_message(card, test, found), _right(variant, found), trouble) if part
        )
        return TestResult(index, test, "E301", told, found.message, grade=found)
    if trouble:
        return TestResult(index, test, "W302", trouble, key="with", grade=found)
    return TestResult(index, test, grade=found)


def _offer() -> str:
    return "a verdict (" + ", ".join(VERDICTS) + "), a misconception of the card, or mistake-1, mistake-2 …"


def _misconceptions(card: Card) -> list[str]:
    body = card.body
    if mistakes_of(card):
        return [one.misconception for one in mistakes_of(card) if one.misconception]
    if isinstance(body, Choices):
        return [one.misconception for one in body.choices if one.misconception]
    return [body.mistake] if isinstance(body, TrueFalse) and body.mistake else []


def _expected(card: Card, test: AuthorTest) -> str | None:
    """What is expected, where it exists."""
    if mistake_place(card, test.expect) is not None:
        return test.expect
    return test.expect if test.expect in VERDICTS or test.expect in _misconceptions(card) else None


def _drawn(card: Card, test: AuthorTest) -> tuple[dict[str, Value] | None, str]:
    """The values of all parameters, and what is to be said about them; None where they are incomplete."""
    given = dict(test.values)
    params: Mapping[str, tuple[Value, ...]] = dict(card.params)
    stray = next((name for name in given if name not in params), None)
    if stray is not None:
        near = did_you_mean(stray, params)
        return None, f"the card has no parameter `{stray}`" + (f"; {near}" if near else "")
    missing = [name for name, values in card.params if name not in given and len(values) > 1]
    if missing:
        return None, f"`with` gives no value for {', '.join(missing)}"
    values = {name: given.get(name, options[0]) for name, options in card.params}
    unusual = [name for name, value in given.items() if value not in params[name]]
    return values, f"`{unusual[0]}` = {show(given[unusual[0]])} is never drawn" if unusual else ""


def _meets(card: Card, expect: str, found: Grade) -> bool:
    place = mistake_place(card, expect)
    if place is not None:
        named = [found.mistake, *(one.index for one in found.listed)]  # by its number one of several thoughts
        return found.verdict in (Verdict.MISCONCEPTION, Verdict.SUSPECTED) and place in named
    if expect == "wrong":
        return found.verdict in (Verdict.WRONG, Verdict.SUSPECTED) and not (
            found.misconception or found.listed
        )
    return expect in (found.verdict.value, found.misconception, *(one.misconception for one in found.listed))


def _right(variant: Variant, found: Grade) -> str:
    """The right answer of the test's draw, where another one was typed and it fits into a line."""
    text = variant.expected_text
    if found.verdict.passes or not text or "\n" in text or len(text) > LONGEST_ANSWER:
        return ""
    return f"the right answer here is {text}"


def _message(card: Card, test: AuthorTest, found: Grade) -> str:
    got = found.misconception or found.verdict.value
    if found.verdict is Verdict.MISCONCEPTION and found.mistake is not None and mistakes_of(card):
        got = mistake_name(mistakes_of(card), found.mistake)
    read = f", read as {found.read_as}" if found.read_as and found.read_as != typed_text(card, test) else ""
    return f"`{typed_text(card, test)}` is {got}, not {test.expect}{read}"
