"""A card as data: what an author wrote, checked, with nothing drawn yet.

Everything here is frozen and made of strings, numbers and tuples, so that a checked deck can be cached as
JSON. Expressions and templates stay source text; `deck.expressions` and `deck.templates` compile them once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

#: What an expression can be worth. Floats occur only for declared real-valued answers.
Value: TypeAlias = "int | Fraction | float | bool | str | tuple[Value, ...]"

Level = Literal["L2", "L3", "L4"]
Priority = Literal["core", "extended", "deep"]
#: What the levels mean; levels and priorities in their order.
LEVEL_MEANINGS: Mapping[Level, str] = {"L2": "working engineer", "L3": "senior", "L4": "staff"}
LEVELS: tuple[Level, ...] = get_args(Level)
LEVELS_TOLD = ", ".join(f"{level} {meaning}" for level, meaning in LEVEL_MEANINGS.items())
PRIORITIES: tuple[Priority, ...] = get_args(Priority)


class Kind(StrEnum):
    """The kinds of card; docs/deck-keys.md has the keys of each."""

    RECALL = "recall"
    TRUE_FALSE = "true_false"
    SINGLE_CHOICE = "single_choice"
    MULTI_CHOICE = "multi_choice"
    NUMERIC = "numeric"
    SYMBOLIC = "symbolic"
    SHAPE = "shape"
    ORDER = "order"
    CLOZE = "cloze"
    SPOT_BUG = "spot_bug"
    DEMO = "demo"


@dataclass(frozen=True, slots=True)
class Point:
    """One line of a recall card's rubric; a missed `must` proposes Again."""

    text: str
    must: bool = False


@dataclass(frozen=True, slots=True)
class RedFlag:
    """A wrong answer that interviewers hear, and why it is wrong."""

    text: str
    why: str = ""
    misconception: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a card's statement can be looked up."""

    title: str
    where: str = ""
    year: int | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class LabLink:
    """A lab and the settings it opens with; text values are templates over the card's values."""

    name: str
    settings: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer with its reason: an own `why`, a shared `misconception` id, or both.

    `answer` is an expression, or one expression a dimension for shape cards.
    """

    answer: str | tuple[str, ...]
    misconception: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    id: str
    text: str
    correct: bool = False
    why: str = ""
    misconception: str | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an order card. `after` names the steps that must come before it; `extra` belongs nowhere."""

    id: str
    text: str
    after: tuple[str, ...] = ()
    extra: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """A declared tolerance of a real-valued answer: relative or absolute, exactly one of them set."""

    rel: Fraction | None = None
    abs: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """How a typed answer may be written (docs/answers.md)."""

    unit: Literal["count", "bytes"] | None = None
    forms: tuple[str, ...] = ("exact", "rounded", "expression")
    min_sigfigs: int = 3
    within: Fraction | None = None  # ratio of an estimate
    seconds: int | None = None  # time limit of an estimate


@dataclass(frozen=True, slots=True)
class Recall:
    """Answered aloud; the card's points and red flags are the rubric."""


@dataclass(frozen=True, slots=True)
class TrueFalse:
    answer: str  # an expression; usually "True" or "False"
    mistake: str | None = None  # misconception id met by the wrong answer


@dataclass(frozen=True, slots=True)
class Choices:
    choices: tuple[Choice, ...]
    multiple: bool
    shuffle: bool = True
    scoring: Literal["per_choice", "all_or_nothing"] = "all_or_nothing"


@dataclass(frozen=True, slots=True)
class Numeric:
    """The body of numeric and demo cards."""

    answer: str
    verify: str | None = None
    accept: Accept = field(default_factory=Accept)
    tolerance: Tolerance | None = None
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True, slots=True)
class Symbolic:
    symbols: tuple[tuple[str, str], ...]  # name, meaning
    answer: str
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    answer: tuple[str, ...]
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    steps: tuple[Step, ...]
    shuffle: bool = True


@dataclass(frozen=True, slots=True)
class Cloze:
    """`text` with `[[one | other]]` gaps, in the card's own source; see `deck.templates.cloze_parts`.

    With `any_order` each answer may stand in any gap, every gap's once.
    """

    text: str
    any_order: bool = False


@dataclass(frozen=True, slots=True)
class SpotBug:
    language: str
    code: str
    bug_lines: tuple[int, ...]  # 1-based


Body: TypeAlias = Recall | TrueFalse | Choices | Numeric | Symbolic | Shape | Order | Cloze | SpotBug


@dataclass(frozen=True, slots=True)
class AuthorTest:
    """One line of `tests`: values, what is typed, the verdict or misconception expected."""

    expect: str
    type: str | tuple[str, ...]
    values: tuple[tuple[str, Value], ...] = ()
    line: int = 0


@dataclass(frozen=True)
class Card:
    """One checked card. `key` (deck/card) names its history for ever.

    A card from the cache has at first only what lists, queues and plans look at. The fields whose default is
    a factory have no value in the class, so that one that is missing is asked of `unread`, which reads the
    rest: starting up need not wait for 300 bodies of which the evening will see 20.
    """

    deck: str
    id: str
    kind: Kind
    body: Body
    prompt: str = field(default_factory=str)
    level: Level = "L2"
    tags: tuple[str, ...] = ()
    group: str | None = None
    params: tuple[tuple[str, tuple[Value, ...]], ...] = field(default_factory=tuple)
    let: tuple[tuple[str, str], ...] = field(default_factory=tuple)
    require: tuple[str, ...] = field(default_factory=tuple)
    regions: tuple[tuple[str, str], ...] = field(default_factory=tuple)
    hints: tuple[str, ...] = field(default_factory=tuple)
    short: str = field(default_factory=str)
    full: str = field(default_factory=str)
    why: str = field(default_factory=str)
    points: tuple[Point, ...] = field(default_factory=tuple)
    red_flags: tuple[RedFlag, ...] = field(default_factory=tuple)
    recap: tuple[str, ...] = field(default_factory=tuple)
    followups: tuple[str, ...] = ()  # as full keys, deck/card
    minutes: Fraction = Fraction(1)
    roles: tuple[str, ...] = ()
    stage: Literal["screen", "onsite"] | None = None
    priority: Priority = "extended"
    analogy: str = field(default_factory=str)
    breaks_when: tuple[str, ...] = field(default_factory=tuple)
    seen_in: tuple[str, ...] = field(default_factory=tuple)
    lab: LabLink | None = None
    sources: tuple[Source, ...] = field(default_factory=tuple)
    confusable: tuple[str, ...] = ()  # as full keys
    renamed_from: tuple[str, ...] = ()
    tests: tuple[AuthorTest, ...] = field(default_factory=tuple)
    line: int = 0  # where the card starts in its file
    content_hash: str = ""  # of prompt, answer and kind: what a learner is asked
    meaning_hash: str = ""  # of answer and kind: what a changed value asks "keep or reset" about

    if not TYPE_CHECKING:  # else every misspelt field would pass

        def __getattr__(self, name: str) -> object:
            """A field that was not read from the cache yet; comes with all the others that were not."""
            unread: Callable[[], Mapping[str, object]] | None = self.__dict__.get("unread")
            if unread is None or name not in self.__dataclass_fields__:
                raise AttributeError(f"a card has no `{name}`")
            self.__dict__.update(unread())
            return self.__dict__[name]

    @property
    def key(self) -> str:
        return f"{self.deck}/{self.id}"

    @property
    def topic(self) -> str:
        """The tag `topic/…` where there is one, else the deck."""
        return next((tag[6:] for tag in self.tags if tag.startswith("topic/")), self.deck)


@dataclass(frozen=True, slots=True)
class Misconception:
    """A named wrong idea, shared by cards so that statistics add up over them."""

    id: str
    title: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    id: str
    title: str
    path: Path
    version: str = "0"
    language: str = "en"
    authors: tuple[str, ...] = ()
    license: str = ""
    description: str = ""
    start: tuple[str, ...] = ()  # full keys of a newcomer's first cards
    misconceptions: tuple[Misconception, ...] = ()
    cards: tuple[Card, ...] = ()
    file_hash: str = ""
