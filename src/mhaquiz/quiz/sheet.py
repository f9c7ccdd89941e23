"""A one-page revision sheet: the weakest topics, with formulas, short answers and the mistakes one made."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from mhaquiz.deck.cards import PRIORITIES, Card, Cloze, Kind, Misconception, Numeric
from mhaquiz.deck.prose import fill_prose
from mhaquiz.deck.templates import Gap, cloze_parts
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Rating
from mhaquiz.quiz.variants import Variant, draw
from mhaquiz.quiz.working import worked_line

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.profile import Profile

ON_A_PAGE = 14  # cards
A_LAPSE = 0.1  # what a lapse adds to a card's weakness, up to four of them
A_MISS = 0.5  # what it adds that the last answer was wrong


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page. `reviewed` is false where nothing was studied yet and the core stands in for what is weak."""

    entries: tuple[Entry, ...]
    mistakes: tuple[tuple[Misconception, int], ...]
    reviewed: bool

    def markdown(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield "# Revision sheet"
        yield ""
        yield "What is weakest first." if self.reviewed else "Nothing studied yet: this is the core."
        topics: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            topics[entry.topic].append(entry)
        for topic, entries in topics.items():
            yield from ("", f"## {topic}", "")
            for entry in entries:
                yield from entry.lines()
        if self.mistakes:
            yield from ("", "## Mistakes you made", "")
            for met, count in self.mistakes:
                yield f"- **{met.title}** ({count}×). {met.fix}".rstrip()


@dataclass(frozen=True, slots=True)
class Entry:
    """One card on the page, with numbers drawn for it."""

    topic: str
    question: str
    answer: str
    formula: str = ""
    recap: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        yield f"- **{self.question}** {self.answer}".rstrip()
        if self.formula and self.formula not in self.answer:
            yield f"  `{self.formula}`"
        if self.recap:
            yield f"  {' '.join(self.recap)}"


def make_sheet(
    profile: Profile, library: Library, cards: Sequence[Card], now: Moment, count: int = ON_A_PAGE
) -> Sheet:
    """The sheet over `cards` as the log stands at `now`."""
    weakness = {card.key: found for card in cards if (found := _weakness(profile, card, now)) is not None}
    chosen = _weakest(cards, weakness, count) if weakness else _core(library, cards, count)
    met = _mistakes(profile, library, [card for card in cards if card.key in weakness])
    return Sheet(tuple(_entry(card, library) for card in chosen), met, bool(weakness))


def _weakness(profile: Profile, card: Card, now: Moment) -> float | None:
    """How weak a card is; None where it was never studied."""
    state = profile.state(card.key)
    if state is None or state.stability is None:
        return None
    recall = profile.scheduler.retrievability(state, profile.study_day(now))
    reviews = profile.reviews(card.key)
    missed = bool(reviews) and reviews[-1][1].rating == Rating.AGAIN
    return 1 - recall + A_LAPSE * min(state.lapses, 4) + A_MISS * missed


def _weakest(cards: Sequence[Card], weakness: dict[str, float], count: int) -> list[Card]:
    """The weakest cards, those of the weakest topic first."""
    known = sorted((card for card in cards if card.key in weakness), key=lambda card: -weakness[card.key])
    chosen = known[:count]
    worst: dict[str, float] = {}
    for card in chosen:
        worst.setdefault(card.topic, weakness[card.key])
    return sorted(chosen, key=lambda card: (-worst[card.topic], card.topic, -weakness[card.key]))


def _core(library: Library, cards: Sequence[Card], count: int) -> list[Card]:
    """A newcomer's cards: what the decks say comes first, then the core, topics together."""
    start = {key: at for deck in library.decks for at, key in enumerate(deck.start)}
    first = sorted(
        cards, key=lambda card: (PRIORITIES.index(card.priority), card.level, start.get(card.key, len(start)))
    )
    topics = {card.topic: at for at, card in reversed(list(enumerate(first)))}
    return sorted(first[:count], key=lambda card: topics[card.topic])


def _mistakes(
    profile: Profile, library: Library, cards: Sequence[Card]
) -> tuple[tuple[Misconception, int], ...]:
    """The named misconceptions that were met, most frequent first."""
    counts: Counter[Misconception] = Counter()
    for card in cards:
        for _, review in profile.reviews(card.key):
            name = review.misconception
            met = library.misconception(card.deck, name) if name and not review.suspected else None
            if met is not None:
                counts[met] += 1
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0].id)))


def _entry(card: Card, library: Library) -> Entry:
    variant = draw(card, showing=0, purpose="sheet")
    deck = library.deck(card.deck)
    topic = deck.title if deck is not None and card.topic == card.deck else card.topic
    formula = worked_line(variant) if isinstance(card.body, Numeric) else ""
    recap = tuple(fill_prose(line, variant.names) for line in card.recap)
    return Entry(topic, _question(variant), _answer(variant), formula, recap)


def _question(variant: Variant) -> str:
    """The prompt on one line, without code and tables."""
    first = variant.prompt.strip().split("\n\n")[0]
    return " ".join(first.split())


def _answer(variant: Variant) -> str:
    card = variant.card
    if isinstance(card.body, Cloze):
        return _completed(card.body, variant)
    said = fill_prose(card.short, variant.names) or fill_prose(card.why, variant.names)
    if card.kind in (Kind.RECALL, Kind.NUMERIC, Kind.DEMO) or variant.expected_text in said:
        return said or variant.expected_text
    return f"{variant.expected_text}. {said}".rstrip() if said else variant.expected_text


def _completed(body: Cloze, variant: Variant) -> str:
    """The text with its gaps filled: the answers alone would say nothing of what they belong to."""
    gaps = iter(cast("tuple[tuple[str, ...], ...]", variant.expected))
    parts = cloze_parts(body.text)
    filled = (
        f"**{next(gaps)[0]}**" if isinstance(part, Gap) else fill_prose(part, variant.names) for part in parts
    )
    return " ".join("".join(filled).split())
