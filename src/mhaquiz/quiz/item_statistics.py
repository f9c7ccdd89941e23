"""How the cards of a deck did: failure, discrimination, misconceptions, choices, nameless wrong answers."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mhaquiz.deck.cards import Card, Choices, Cloze, Numeric, Order, Shape, SpotBug, Symbolic
from mhaquiz.deck.mistake_names import mistake_name, mistakes_of
from mhaquiz.deck.prose import fill_prose
from mhaquiz.quiz.answers import gaps
from mhaquiz.quiz.changed import FAULTS
from mhaquiz.quiz.grading.texts import right_gaps
from mhaquiz.quiz.observations import Observation
from mhaquiz.quiz.verdicts import Grade, Verdict

#: From how many answers on a figure is worth printing.
ENOUGH = 8
#: From how many answers on a choice that nobody takes is called idle.
ENOUGH_FOR_IDLE = 20
#: Verdicts that say nothing about what went wrong.
NAMELESS = frozenset({Verdict.WRONG, Verdict.SUSPECTED, Verdict.PARTIAL})


@dataclass(slots=True)
class ChoiceFigures:
    """How often a choice was taken, and how its takers did on all their other cards (0 to 1)."""

    id: str
    correct: bool
    taken: int = 0
    others: float | None = None
    flag: str = ""


@dataclass(slots=True)
class CardFigures:
    """The figures of one card. `discrimination` is the correlation with the rest score, None for too few."""

    key: str
    answers: int = 0
    failed: int = 0
    discrimination: float | None = None
    regions: dict[str, tuple[int, int]] = field(default_factory=dict)  # answers, failed
    misconceptions: Counter[str] = field(default_factory=Counter)  # also `mistake-1` for one without
    choices: list[ChoiceFigures] = field(default_factory=list)
    picks: Counter[str] = field(default_factory=Counter)  # wrong orders, lines and gaps
    unnamed: list[Unnamed] = field(default_factory=list)
    hard_variants: list[tuple[str, int, int]] = field(default_factory=list)  # values, answers, failed

    @property
    def failure(self) -> float:
        return self.failed / self.answers if self.answers else 0.0


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A wrong answer that no mistake of the card explains: what was typed, how often, what explains it."""

    typed: str
    count: int
    explanation: str = ""
    formula: str = ""
    example: Observation | None = None


def figures(cards: Iterable[Card], observations: Sequence[Observation]) -> list[CardFigures]:
    """The figures of every card that was answered."""
    by_card: dict[str, list[Observation]] = defaultdict(list)
    by_person: dict[str, list[bool]] = defaultdict(list)
    for one in observations:
        by_card[one.card].append(one)
        by_person[one.person].append(one.passed)
    return [_card(card, by_card[card.key], by_person) for card in cards if card.key in by_card]


def _card(card: Card, answers: list[Observation], people: Mapping[str, list[bool]]) -> CardFigures:
    found = CardFigures(card.key, len(answers), sum(not one.passed for one in answers))
    rests = [_rest(one, people) for one in answers]
    pairs = [(float(one.passed), rest) for one, rest in zip(answers, rests, strict=True) if rest is not None]
    found.discrimination = correlation(pairs)
    for one in answers:
        if one.region is not None:
            total, failed = found.regions.get(one.region, (0, 0))
            found.regions[one.region] = (total + 1, failed + (not one.passed))
    wrong = [judged(card, one) for one in answers if not one.passed]
    found.misconceptions = Counter(one.name for one in wrong if one.name)
    if isinstance(card.body, Choices):
        found.choices = _choices(card, card.body, answers, rests)
    elif isinstance(card.body, Order | Cloze | SpotBug):
        found.picks = Counter(text for one in wrong for text in wrong_picks(card, one.answer))
    elif isinstance(card.body, Numeric | Symbolic | Shape):
        found.unnamed = _grouped(card, wrong)
    found.hard_variants = _hard_variants(answers, found)
    return found


def _rest(one: Observation, people: Mapping[str, list[bool]]) -> float | None:
    """The share of the person's other answers that passed."""
    others = people[one.person]
    return (sum(others) - one.passed) / (len(others) - 1) if len(others) > 1 else None


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; None for fewer than ENOUGH pairs or where one side never varies."""
    if len(pairs) < ENOUGH:
        return None
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    mean_x, mean_y = math.fsum(xs) / len(xs), math.fsum(ys) / len(ys)
    spread_x = math.fsum((x - mean_x) ** 2 for x in xs)
    spread_y = math.fsum((y - mean_y) ** 2 for y in ys)
    if spread_x < 1e-12 or spread_y < 1e-12:
        return None
    return math.fsum((x - mean_x) * (y - mean_y) for x, y in pairs) / math.sqrt(spread_x * spread_y)


def _choices(
    card: Card, body: Choices, answers: list[Observation], rests: Sequence[float | None]
) -> list[ChoiceFigures]:
    takers: dict[str, list[float | None]] = {choice.id: [] for choice in body.choices}
    for one, rest in zip(answers, rests, strict=True):
        for name in _taken(body, one):
            takers[name].append(rest)
    found = [
        ChoiceFigures(choice.id, choice.correct, len(takers[choice.id]), _mean(takers[choice.id]))
        for choice in body.choices
    ]
    right = _mean([rest for choice in body.choices if choice.correct for rest in takers[choice.id]])
    for figure in found:
        figure.flag = _flag(figure, right, len(answers))
    return found


def _taken(body: Choices, one: Observation) -> list[str]:
    """The ids of the choices taken; of reports that do not say them, by the texts as they were shown."""
    if one.picked:
        ids = {choice.id for choice in body.choices}
        return [name for name in one.picked if name in ids]
    names = one.values or {}
    shown = {fill_prose(choice.text, names): choice.id for choice in body.choices if one.values is not None}
    if one.read_as in shown:
        return [shown[one.read_as]]
    parts = [shown[part] for part in one.read_as.split("; ") if part in shown]
    by_id = {choice.id: choice.id for choice in body.choices}
    return parts or [by_id[word] for word in one.typed.replace(",", " ").split() if word in by_id]


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _flag(figure: ChoiceFigures, right: float | None, answers: int) -> str:
    if figure.correct or answers < ENOUGH:
        return ""
    if figure.taken == 0 and answers >= ENOUGH_FOR_IDLE:
        return "nobody takes it"
    if figure.taken >= ENOUGH // 2 and figure.others is not None and right is not None:
        return "taken by those who do better on the rest" if figure.others >= right else ""
    return ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A wrong answer with the name that the card has for it today (None for none), or the edit behind it."""

    answer: Observation
    name: str | None = None
    sentence: str = ""
    formula: str = ""


def judged(card: Card, one: Observation) -> Judged:
    """A wrong answer held against the card as it is: mistakes that were added since count too."""
    found = _graded(card, one) if mistakes_of(card) or isinstance(card.body, Numeric | Symbolic) else None
    if found is not None and found.verdict is Verdict.MISCONCEPTION and found.mistake is not None:
        return Judged(one, mistake_name(mistakes_of(card), found.mistake))
    if one.misconception or found is None or not found.edits or found.listed:
        return Judged(one, one.misconception)
    return Judged(one, None, found.edits[0].sentence, found.edits[0].formula.line())


def _graded(card: Card, one: Observation) -> Grade | None:
    """What a typed answer gets today; of a number that was chosen, the text of the option."""
    from mhaquiz.quiz.grading import grade
    from mhaquiz.quiz.variants import restore

    if one.values is None or (one.choice and not one.read_as):
        return None
    try:
        return grade(restore(card, one.values, showing=0), one.read_as if one.choice else one.typed)
    except FAULTS:
        return None


def unnamed(card: Card, answers: Iterable[Observation]) -> list[Unnamed]:
    """Wrong answers without a name, grouped by the edit of the formula behind them, most frequent first."""
    return _grouped(card, [judged(card, one) for one in answers if not one.passed])


def _grouped(card: Card, failed: Iterable[Judged]) -> list[Unnamed]:
    groups: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    for one in failed:
        if one.name is None and one.answer.verdict in NAMELESS and not one.answer.choice:
            for text in wrong_picks(card, one.answer):
                groups[one.formula, "" if one.formula else text].append(one)
    found = []
    for (formula, text), members in groups.items():
        example = members[0].answer
        typed = text or example.typed
        found.append(Unnamed(typed, len(members), members[0].sentence, formula, example))
    return sorted(found, key=lambda one: (-one.count, one.typed))


def wrong_picks(card: Card, one: Observation) -> tuple[str, ...]:
    """What was wrong in an answer, as an author reads it: ids in their order, `line 3`, `gap 2: keys`."""
    body = card.body
    if not one.picked or not isinstance(body, Choices | Order | Cloze | SpotBug):
        text = one.read_as if isinstance(body, Choices | Order) else one.typed  # numbers were shuffled
        return (text,) if text else ()
    if isinstance(body, Cloze):
        right = right_gaps(one.picked, gaps(body, one.values or {}), any_order=body.any_order)
        told = enumerate(zip(one.picked, right, strict=True), 1)
        return tuple(f"gap {number}: {text}" for number, (text, good) in told if not good)
    if isinstance(body, SpotBug):
        return (f"line{'s' * (len(one.picked) > 1)} {', '.join(one.picked)}",)
    return ((" → " if isinstance(body, Order) else ", ").join(one.picked),)


def _hard_variants(answers: list[Observation], found: CardFigures) -> list[tuple[str, int, int]]:
    """Draws that fail far more often than the card: at least four answers, and 30 points above."""
    by_values: dict[str, list[bool]] = defaultdict(list)
    for one in answers:
        if one.values:
            by_values[", ".join(f"{name} = {value}" for name, value in one.values.items())].append(one.passed)
    rows = [(text, len(passed), passed.count(False)) for text, passed in by_values.items()]
    return [row for row in rows if row[1] >= 4 and row[2] / row[1] >= found.failure + 0.3]
