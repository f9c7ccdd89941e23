"""What the built-in decks promise: how many cards of which kinds, and what every card must bring along."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations, groupby

from mhaquiz.deck.cards import LEVELS, Card, Choices, Kind, Mistake, Numeric, SpotBug, TrueFalse
from mhaquiz.deck.expressions import evaluate
from mhaquiz.deck.library import Library
from mhaquiz.deck.templates import fill
from mhaquiz.deck.variants import draws
from mhaquiz.memory.catalogue import Catalogue

from .reading import COUNTED, HERE, NUMERIC, is_estimate, is_word, misconceptions_of, read_yaml, texts

NEWCOMER = "heads-and-parameters"
LONGEST_PROMPT = 9  # lines of 80 columns
#: A place in the tests of a card: `mistake-2` or a shared misconception.
OWN_MISTAKE = re.compile(r"mistake-[1-9]")
#: A numbered place in a paper.
PLACE = re.compile(r"§\d+(?:\.\d+)*|(?:Table|Figure|Algorithm|Theorem|footnote) \d+(?:\.\d+)?|Appendix [A-Z]")
AMERICAN = re.compile(
    r"\b(\w+(?:ormaliz|ptimiz|inimiz|aximiz|eneraliz|pecializ|eraliz|uantiz|rganiz|ecogniz|ummariz|inariz)(?:e|es"
    r"|ed|er|ing|ation)\b|analyz\w+|behaviors?|colors?|centers?|centered|favor\w*|labeled|modeling"
    r"|grays?|neighbors?|neighboring|fulfill|catalogs?|artifacts?|judgments?|signaling|canceled|canceling)\b",
    re.IGNORECASE,
)


def named(cards: tuple[Card, ...], wanted: Callable[[Card], bool]) -> list[str]:
    return [card.key for card in cards if wanted(card)]


# ── how many ────────────────────────────────────────────────────────────────────────────
def test_there_are_enough_cards_and_the_core_fits_a_few_evenings(cards: tuple[Card, ...]) -> None:
    assert len(cards) >= 260
    assert sum(card.kind in COUNTED for card in cards) >= 110
    assert sum(is_estimate(card) for card in cards) >= 30
    assert {card.kind for card in cards} == set(Kind)


def test_the_core_is_small_and_spread_over_decks_and_kinds(cards: tuple[Card, ...]) -> None:
    core = [card for card in cards if card.priority == "core"]
    assert len(core) <= 80
    assert {card.topic for card in core} == {card.topic for card in cards}
    assert max(Counter(card.topic for card in core).values()) <= 0.25 * len(core)
    assert len({card.kind for card in core}) >= 7


def test_true_and_false_are_about_as_frequent(cards: tuple[Card, ...]) -> None:
    truths = [card.body.answer for card in cards if isinstance(card.body, TrueFalse)]
    assert set(truths) == {"True", "False"}
    assert 0.4 <= truths.count("True") / len(truths) <= 0.6


def test_the_misconceptions_are_shared_and_each_is_used(library: Library) -> None:
    for deck in library.decks:
        assert {one.id for one in deck.misconceptions} == {one.id for one in library.decks[0].misconceptions}
    uses = Counter(one for card in library.cards() for one in misconceptions_of(card))
    assert set(uses) == {one.id for one in library.decks[0].misconceptions}
    assert sum(count >= 2 for count in uses.values()) >= 25
    assert all(one.fix for one in library.decks[0].misconceptions)


def test_distribution(cards: tuple[Card, ...]) -> None:
    """Prints it; run with -s to see it."""
    found = {card.key: len(draws(card).draws) for card in cards}
    assert min(found.values()) >= 1
    distributions: dict[str, Counter[str]] = {
        "kinds": Counter(card.kind.value for card in cards),
        "levels": Counter(card.level for card in cards),
        "topics": Counter(card.topic for card in cards),
        "priorities": Counter(card.priority for card in cards),
    }
    for title, counts in distributions.items():
        print(f"{title}: " + ", ".join(f"{name} {count}" for name, count in counts.most_common()))
    print(f"{len(cards)} cards, {sum(found.values()):,} variants, {sum(map(is_estimate, cards))} estimates")


# ── what each card brings ───────────────────────────────────────────────────────────────
def test_every_card_says_where_it_can_be_looked_up(cards: tuple[Card, ...]) -> None:
    assert not named(cards, lambda card: not card.sources)


def test_a_numbered_place_in_a_paper_was_looked_up(cards: tuple[Card, ...]) -> None:
    known: Mapping[str, Mapping[str, str]] = read_yaml(HERE / "places.yaml")
    cited = {
        (source.title, place)
        for card in cards
        for source in card.sources
        for place in PLACE.findall(source.where)
    }
    assert cited == {(title, place) for title, places in known.items() for place in places}


def test_every_recall_card_is_complete(
    cards: tuple[Card, ...], written: Mapping[str, frozenset[str]]
) -> None:
    wanted = {"short", "full", "points", "red_flags", "recap", "minutes", "roles", "stage", "priority"}
    recalls = [card for card in cards if card.kind is Kind.RECALL]
    for card in recalls:
        assert not wanted - written[card.key], card.key
        assert any(point.must for point in card.points), card.key
        assert all(flag.text and flag.why for flag in card.red_flags), card.key
        assert 1 < len(card.recap) < 8, card.key
    assert {card.level for card in recalls if not card.followups} <= {LEVELS[-1]}


def test_followups_exist_and_do_not_climb_down(library: Library) -> None:
    for card in library.cards():
        for key in card.followups:
            asked = library.card(key)
            assert asked is not None, f"{card.key} is followed by {key}"
            assert LEVELS.index(asked.level) >= LEVELS.index(card.level), f"{card.key} is followed by {key}"


def test_every_numeric_card_is_complete(cards: tuple[Card, ...]) -> None:
    for card in cards:
        if card.kind not in (*COUNTED, Kind.DEMO):
            continue
        assert len(card.hints) >= 2, card.key
        assert card.short, card.key
        assert card.full, card.key
        mistakes: tuple[Mistake, ...] = getattr(card.body, "mistakes", ())
        assert mistakes, card.key
        assert all(one.why or one.misconception for one in mistakes), card.key
        if isinstance(card.body, Numeric):
            assert card.body.verify or is_word(card), card.key


def test_every_numeric_card_tests_the_ways_of_answering(cards: tuple[Card, ...]) -> None:
    for card in cards:
        if card.kind not in (*COUNTED, Kind.DEMO):
            continue
        expected = {test.expect for test in card.tests}
        assert expected & {"correct", "correct_rounded"}, card.key
        assert any(OWN_MISTAKE.match(one) for one in expected) or expected & misconceptions_of(card), card.key
        assert "unreadable" in expected or is_word(card), card.key
        rounded = isinstance(card.body, Numeric) and "rounded" in card.body.accept.forms
        assert not rounded or expected & {"correct_rounded", "more_digits"}, card.key


def test_an_estimate_is_asked_within_a_quarter_and_45_seconds(cards: tuple[Card, ...]) -> None:
    for card in cards:
        if isinstance(card.body, Numeric) and is_estimate(card):
            assert card.body.accept.within == 1.25, card.key
            assert card.body.accept.seconds == 45, card.key


def test_no_numeric_card_has_one_answer_in_most_of_its_draws(cards: tuple[Card, ...]) -> None:
    for card in cards:
        if card.kind in NUMERIC and isinstance(card.body, Numeric):
            found = [evaluate(card.body.answer, draw.values) for draw in draws(card).draws]
            assert max(Counter(found).values()) <= len(found) / 2, card.key


def test_a_wrong_true_or_false_is_recorded_or_says_why(cards: tuple[Card, ...]) -> None:
    for card in cards:
        if isinstance(card.body, TrueFalse):
            assert card.why, card.key
            assert len(card.hints) >= 2, card.key


def test_the_right_choice_is_not_told_by_its_length(cards: tuple[Card, ...]) -> None:
    """It is the longest about as often as chance has it."""
    asked = [card.body.choices for card in cards if isinstance(card.body, Choices) and not card.body.multiple]
    longest = [max(choices, key=lambda one: len(one.text)).correct for choices in asked]
    assert 0.1 < sum(longest) / len(longest) < 0.4


# ── order and topics ────────────────────────────────────────────────────────────────────
def test_a_newcomers_first_ten_are_chosen_by_hand(library: Library) -> None:
    deck = library.deck(NEWCOMER)
    assert deck is not None
    assert len(deck.start) == 10
    start = [key for one in library.decks for key in one.start]
    order = Catalogue(library.cards(), start=start).new_order
    assert order[:10] == deck.start
    assert all(library.card(key).priority == "core" for key in deck.start)  # type: ignore[union-attr]
    spoken = [library.card(key).kind is Kind.RECALL for key in order[:10]]  # type: ignore[union-attr]
    assert not spoken[0]
    assert sum(spoken) <= 3
    levels = [library.card(key).level for key in order[10:]]  # type: ignore[union-attr]
    assert levels == sorted(levels)


def test_an_evening_does_not_open_every_topic_with_a_spoken_card(library: Library) -> None:
    """Spoken cards come after typed ones that bring the facts: in each deck alone, and over all decks."""
    for deck in library.decks:
        first = library.card(Catalogue(deck.cards, start=deck.start).new_order[0])
        assert first is not None
        assert first.kind is not Kind.RECALL, deck.id
    start = [key for one in library.decks for key in one.start]
    order = Catalogue(library.cards(), start=start).new_order
    spoken = [library.card(key).kind is Kind.RECALL for key in order[10:20]]  # type: ignore[union-attr]
    assert sum(spoken) <= 3


def test_cards_that_are_mixed_up_can_come_on_one_day(library: Library) -> None:
    """Set side by side they are told apart; one group would keep them on different days.

    The one shown draws the other forward, so neither is far above the other, nor above a newcomer's first.
    """
    newcomer = library.deck(NEWCOMER)
    assert newcomer is not None
    for card in library.cards():
        for other in map(library.card, card.confusable):
            assert other is not None
            assert card.group is None or card.group != other.group, card.key
            assert abs(LEVELS.index(card.level) - LEVELS.index(other.level)) <= 1, card.key
            assert not {card.key, other.key} & set(newcomer.start), card.key


def test_the_topics_are_the_decks(library: Library) -> None:
    topics = {card.topic for card in library.cards()}
    assert topics == {deck.id for deck in library.decks} - {"mock-interview"}


def test_ladders_climb_from_l2_to_l4(library: Library) -> None:
    """A ladder's opening leads by first follow-ups through L3 to L4, inside one topic."""
    openings = [card for card in library.cards() if "ladder" in card.tags and card.level == LEVELS[0]]
    assert len(openings) >= 7
    for card in openings:
        climbed = [card]
        while climbed[-1].followups:
            step = library.card(climbed[-1].followups[0])
            assert step is not None
            climbed.append(step)
        assert [one.level for one in climbed] == list(LEVELS), card.key
        assert len({one.topic for one in climbed}) == 1, card.key


# ── wording ─────────────────────────────────────────────────────────────────────────────
def shown_prompts(card: Card) -> list[str]:
    return [fill(card.prompt, draw.values) for draw in draws(card).draws[:40]]


def test_prompts_are_short_at_80_columns(cards: tuple[Card, ...]) -> None:
    for card in cards:
        for prompt in shown_prompts(card):
            lines = [part for line in prompt.split("\n") for part in (textwrap.wrap(line, 80) or [""])]
            assert len(lines) <= LONGEST_PROMPT, card.key
        if isinstance(card.body, SpotBug):
            assert max(map(len, card.body.code.split("\n"))) <= 76, card.key


def table_widths(text: str) -> list[int]:
    """How wide each table of a text is with its columns aligned."""
    tables = [
        list(rows) for is_table, rows in groupby(text.split("\n"), lambda row: row[:1] == "|") if is_table
    ]
    cells = [[[cell.strip() for cell in row.strip("|").split("|")] for row in table] for table in tables]
    return [sum(max(map(len, column)) + 3 for column in zip(*table, strict=True)) + 1 for table in cells]


def test_tables_and_code_fit_80_columns(cards: tuple[Card, ...]) -> None:
    """Prose wraps; rows of a table and lines of code do not."""
    for card in cards:
        full = fill(card.full, {"answer": 1, **draws(card).draws[-1].values})
        code = [line for block in full.split("```")[1::2] for line in block.split("\n")]
        assert max([*table_widths(full), *map(len, code)], default=0) <= 78, card.key


def test_spelling_is_british(cards: tuple[Card, ...]) -> None:
    found = [(card.key, hit[0]) for card in cards for text in texts(card) for hit in AMERICAN.finditer(text)]
    assert not found


def words(card: Card) -> frozenset[str]:
    """The longer words of a prompt and of its code, numbers and fields left out."""
    text = re.sub(r"\{[^}]*\}", " ", card.prompt) + " " + getattr(card.body, "code", "")
    text += getattr(card.body, "text", "") if card.kind is Kind.CLOZE else ""
    return frozenset(re.findall(r"[a-z_]{4,}", text.lower()))


def test_no_two_cards_ask_nearly_the_same(cards: tuple[Card, ...]) -> None:
    asked = {card.key: words(card) for card in cards}
    alike = [
        (one, other)
        for one, other in combinations(asked, 2)
        if len(asked[one] & asked[other]) > 0.68 * len(asked[one] | asked[other])
    ]
    assert not alike
