"""One card: what it asks, how it stands, and every answer given to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen

from mhaquiz.deck.cards import Kind
from mhaquiz.deck.display import counted
from mhaquiz.deck.examples import example_prompt, example_values
from mhaquiz.memory.verdicts import PASSING, Verdict
from mhaquiz.tui import keys, session_pages
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block, blocks, rows_of
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.text_page import TextPage

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card
    from mhaquiz.memory.events import Event, Review
    from mhaquiz.memory.states import CardState
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk


class CardScreen(Screen[None]):
    """A page about one card."""

    CSS_PATH = "card.tcss"
    BINDINGS = keys.bindings("card")
    AUTO_FOCUS = "#page"
    place = "card"
    app: MhaquizApp

    def __init__(self, desk: Desk, card: Card) -> None:
        super().__init__()
        self.desk = desk
        self.card = card

    def compose(self) -> ComposeResult:
        yield TitleBar(f"card · {self.card.key}")
        with TextPage(id="page"):
            yield ProseView(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_card()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.show_card()

    def show_card(self) -> None:
        """Draw the card and its history as they are now."""
        state = self.desk.profile.state(self.card.key)
        page = [
            *blocks(example_prompt(self.card)),
            *[Block(literal("")), *rows_of(standing(self.card, state, self.desk.today))],
            *session_pages.notes(self.desk.profile.notes(self.card.key)),
            *history(self.desk.profile.reviews(self.card.key), self.desk.today, self._called),
        ]
        self.query_one("#about", ProseView).show(page)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "lab" or self.card.lab is not None

    def _called(self, idea: str) -> str:
        """A misconception in words; its id where no deck has it any more."""
        found = self.desk.library.misconception(self.card.deck, idea)
        return found.title if found is not None else idea

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def action_practise(self) -> None:
        from mhaquiz.tui.screens.study import StudyScreen

        self.app.push_screen(StudyScreen(self.desk.quiz([self.card], 1)))

    def action_suspend_card(self) -> None:
        self.desk.turn_suspended(self.card.key)
        self.show_card()

    def action_edit(self) -> None:
        from mhaquiz.tui.editing import edit_card

        edit_card(self.app, self.card)
        self.card = self.desk.library.card(self.card.key) or self.card
        self.show_card()

    def action_note(self) -> None:
        from mhaquiz.tui.screens.note import NoteScreen

        notes = self.desk.profile.notes(self.card.key)
        self.app.push_screen(NoteScreen(self.card.key, blocks(example_prompt(self.card)), notes), self._noted)

    def _noted(self, text: str | None) -> None:
        if text:
            self.desk.note(self.card.key, text)
            self.show_card()

    def action_copy(self) -> None:
        from mhaquiz.tui.copying import copy, example

        copy(self.app, self.query_one(TitleBar), example(self.card))

    def action_lab(self) -> None:
        from mhaquiz.tui.screens.lab import LabScreen

        if self.card.lab is not None:
            self.app.push_screen(LabScreen(self.card.lab.name, lab_settings(self.card)))


def lab_settings(card: Card) -> dict[str, Any]:
    """The settings at which a card opens its lab, for the example that the page shows."""
    from mhaquiz.deck.lab_link import filled_link

    if card.lab is None or card.kind is Kind.DEMO:
        return {}
    try:
        names = example_values(card)
        drawn = {name: names[name] for name, _ in card.params}
        return dict(filled_link(card.lab, names, drawn).settings)
    except ValueError:
        return {}


def standing(card: Card, state: CardState | None, today: int) -> list[tuple[str, Content]]:
    """What the card is, and what the log says of it."""
    told = [
        ("kind", literal(f"{card.kind.value.replace('_', ' ')}, {card.level}, {card.priority}")),
        ("topic", literal(one_line(card.topic))),
    ]
    if card.tags:
        told.append(("tags", literal(one_line(", ".join(card.tags)))))
    if state is None or not state.showings:
        return [*told, ("seen", literal("never"))]
    if state.stability is not None:
        told.append(("memory", literal(f"recall falls to 90% in {state.stability:.1f} days")))
    if state.due_day is not None:
        told.append(("due", literal(in_days(state.due_day - today))))
    stands = (("suspended", state.suspended), ("marked", state.flagged), ("leech", state.leech))
    flags = [name for name, is_so in stands if is_so]
    if flags:
        told.append(("marks", literal(", ".join(flags), "$warn")))
    return [*told, ("seen", literal(f"{counted(state.showings, 'time')}, {counted(state.lapses, 'lapse')}"))]


def in_days(days: int) -> str:
    """A number of days from now, in words."""
    if days == 0:
        return "today"
    when = counted(abs(days), "day")
    return f"in {when}" if days > 0 else f"{when} ago"


def history(
    reviews: list[tuple[Event, Review]], today: int, called: Callable[[str], str] = str
) -> list[Block]:
    """Every answer, newest first: when, rating, verdict, what was typed, the drawn values.

    `called` names a misconception by its id.
    """
    if not reviews:
        return []
    names = ("when", "rating", "verdict", "typed", "expected", "values")
    head = tuple(Content.styled(name, "$quiet") for name in names)
    rows = [_answer(event, review, today, called) for event, review in reversed(reviews[-50:])]
    return [Block(Content.styled("Answers", "bold $accent"), gap=True), Block((head, *rows))]


def _answer(event: Event, review: Review, today: int, called: Callable[[str], str]) -> tuple[Content, ...]:
    values = ", ".join(f"{name} {value}" for name, value in review.values.items())
    right = review.verdict in PASSING
    sign = "✓" if right else "·" if review.verdict == Verdict.SELF_RATED else "✗"
    told = called(review.misconception) if review.misconception else review.verdict.replace("_", " ")
    cells = (
        in_days(event.study_day - today),
        review.rating.name.lower(),
        f"{sign} {told}",
        review.typed,
        review.expected,
        values,
    )
    return tuple(literal(one_line(cell)) for cell in cells)
