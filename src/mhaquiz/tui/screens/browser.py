"""All cards in a list that can be searched by prompt, tag and misconception."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input

from mhaquiz.tui import keys
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block, blocks
from mhaquiz.tui.widgets.answer_line import AnswerLine
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.row_list import Row, RowList

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk


@dataclass(frozen=True, slots=True)
class Entry:
    """A card and all its words, lower case, to be searched."""

    card: Card
    words: str


class BrowserScreen(Screen[None]):
    """Cards of all decks, of one deck, or about one lab."""

    CSS_PATH = "browser.tcss"
    BINDINGS = keys.bindings("browser")
    AUTO_FOCUS = "RowList"
    place = "browser"
    app: MhaquizApp

    def __init__(self, desk: Desk, deck: str = "", *, lab: str = "") -> None:
        super().__init__()
        self.desk = desk
        self.what = deck or (f"about the lab {lab}" if lab else "all decks")
        self.entries = [
            entry(card, self.desk)
            for card in desk.library.cards()
            if (not deck or card.deck == deck)
            and (not lab or (card.lab is not None and card.lab.name == lab))
        ]

    def compose(self) -> ComposeResult:
        yield TitleBar(f"cards · {self.what}")
        yield AnswerLine(placeholder="/ searches prompts, tags, misconceptions", id="search")
        yield RowList(id="cards")
        yield ProseView(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_found("")

    def show_found(self, query: str) -> None:
        """List the cards that have every word of the query, those that have it in their prompt first."""
        found = search(self.entries, query)
        listing = self.query_one("#cards", RowList)
        listing.fill([row(card) for card in found], keep=listing.chosen)
        self.query_one(TitleBar).aside = f"{len(found)} of {len(self.entries)}"
        self._describe(listing.chosen)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.show_found(event.value)

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        self._describe(event.key)

    def _describe(self, key: str | None) -> None:
        card = self.desk.library.card(key) if key else None
        about = self.query_one("#about", ProseView)
        about.show(described(card) if card else [Block(literal("No card has all these words.", "$quiet"))])

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def action_search(self) -> None:
        self.set_focus(self.query_one(AnswerLine))

    async def action_back(self) -> None:
        line, listing = self.query_one(AnswerLine), self.query_one(RowList)
        if line.has_focus and not line.value:
            self.set_focus(listing)
        elif line.value:
            line.value = ""
            self.set_focus(listing)
        else:
            await self.app.action_back()

    def on_key(self, event: events.Key) -> None:
        """Down leaves the search line for what it found."""
        if event.key == "down" and self.query_one(AnswerLine).has_focus:
            self.set_focus(self.query_one(RowList))

    def on_row_list_chosen(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        from mhaquiz.tui.screens.card import CardScreen

        card = self.desk.library.card(self.query_one(RowList).chosen or "")
        if card is not None:
            self.app.push_screen(CardScreen(self.desk, card))


def entry(card: Card, desk: Desk) -> Entry:
    """A card with the words that search looks at."""
    mistakes = getattr(card.body, "mistakes", ())
    choices = getattr(card.body, "choices", ())
    ids = [one.misconception for one in (*mistakes, *choices) if one.misconception]
    known = (desk.library.misconception(card.deck, one) for one in ids)
    words = [card.prompt, card.id, card.deck, card.level, card.kind.value, *card.tags, *ids]
    words += [one.title for one in known if one is not None]
    return Entry(card, one_line(" ".join(words)).lower())


def search(entries: list[Entry], query: str) -> list[Card]:
    """The cards with every word of `query` in them (in any order), then those with its letters in order."""
    wanted = query.lower().split()
    exact = [one for one in entries if all(word in one.words for word in wanted)]
    exact.sort(key=lambda one: not all(word in one.card.prompt.lower() for word in wanted))
    if exact or not wanted:
        return [one.card for one in exact]
    letters = "".join(wanted)
    return [one.card for one in entries if in_order(letters, one.words)]


def in_order(letters: str, text: str) -> bool:
    """Whether `letters` occur in `text` in this order, with anything between them."""
    at = 0
    for letter in letters:
        at = text.find(letter, at) + 1
        if at == 0:
            return False
    return True


def row(card: Card) -> Row:
    return Row(
        literal(one_line(card.prompt) or card.id),
        literal(f"{card.level} {card.kind.value.replace('_', ' ')}", "$quiet"),
        card.key,
    )


def described(card: Card) -> list[Block]:
    """The card's prompt as written, with its key and tags."""
    tags = Content("  ").join(literal(tag, "$quiet") for tag in card.tags)
    return [*blocks(card.prompt), Block(literal(card.key + "  ", "$quiet") + tags, gap=True)]
