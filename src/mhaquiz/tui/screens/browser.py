"""All cards in a list that can be searched by prompt, tag and misconception."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input

from mhaquiz.deck.cards import Kind
from mhaquiz.deck.examples import example_prompt
from mhaquiz.tui import keys
from mhaquiz.tui.keymap import named
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.one_frame import hold
from mhaquiz.tui.prose import Block, blocks, inline
from mhaquiz.tui.widgets.answer_line import AnswerLine
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.row_list import Row, RowList

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card
    from mhaquiz.memory.states import CardState
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk


PLACEHOLDER = "{} searches prompts, tags, misconceptions; is:marked, is:suspended …"


@dataclass(frozen=True, slots=True)
class Entry:
    """A card, its prompt with numbers in it, all its words, lower case, and how it stands, to be searched."""

    card: Card
    prompt: str
    words: str
    marks: frozenset[str] = frozenset()


class BrowserScreen(Screen[None]):
    """Cards of all decks, of one deck, or about one lab."""

    CSS_PATH = "browser.tcss"
    BINDINGS = keys.bindings("browser")
    AUTO_FOCUS = "RowList"
    place = "browser"
    app: MhaquizApp

    def __init__(self, desk: Desk, deck: str = "", *, lab: str = "", searching: bool = False) -> None:
        """With `searching` the search line has the focus: letters typed at once are no commands."""
        super().__init__()
        self.searching = searching
        self.desk = desk
        self.what = deck or (f"about the lab {lab}" if lab else "all decks")
        self.cards = [
            card
            for card in desk.library.cards()
            if (not deck or card.deck == deck)
            and (not lab or (card.lab is not None and card.lab.name == lab))
        ]
        self.by_key: dict[str, Entry] = {}
        self.rows: dict[str, Row] = {}
        self._any_chosen = True
        self._searched = False
        self._take_stock()

    def _take_stock(self) -> None:
        """Read how every card stands now; what is known of its words stays."""
        marks = marks_of(self.desk)
        for card in self.cards:
            known, now = self.by_key.get(card.key), marks.get(card.key, NEW)
            if known is None:
                self.by_key[card.key] = entry(card, self.desk, now)
            elif known.marks != now:
                self.by_key[card.key] = replace(known, marks=now)
                self.rows.pop(card.key, None)

    def compose(self) -> ComposeResult:
        yield TitleBar(f"cards · {self.what}")
        yield AnswerLine(placeholder=PLACEHOLDER.format(named("browser.search")), id="search")
        yield RowList(id="cards")
        yield ProseView(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#cards", RowList).follower = self._describe
        self.show_found("")
        if self.searching:
            self.action_search()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self._again()

    def _again(self) -> None:
        """How a card stands has changed: the same search over what is true now."""
        self._take_stock()
        self.show_found(self.query_one(AnswerLine).value)

    def show_found(self, query: str) -> None:
        """List the cards that have every word of the query, those that have it in their prompt first."""
        hold(self)
        found = search(list(self.by_key.values()), query)
        listing = self.query_one("#cards", RowList)
        listing.fill([self._row(one) for one in found], keep=listing.chosen)
        bar = self.query_one(TitleBar)
        bar.told = ""  # of a card that may be out of sight now
        bar.aside = f"{len(found)} of {len(self.cards)}"

    def _row(self, one: Entry) -> Row:
        """A card's row, made once: making two thousand takes longer than finding them."""
        key = one.card.key
        if key not in self.rows:
            self.rows[key] = row(one)
        return self.rows[key]

    def on_input_changed(self, event: Input.Changed) -> None:
        self.show_found(event.value)
        if bool(event.value) is not self._searched:  # Escape means another thing now
            self._searched = bool(event.value)
            self.refresh_bindings()

    def _describe(self, key: str | None) -> None:
        found = self.by_key.get(key or "")
        about = self.query_one("#about", ProseView)
        about.show(described(found) if found else [Block(literal(self._nothing(), "$quiet"))])
        if (found is None) is self._any_chosen:
            self._any_chosen = found is not None
            self.refresh_bindings()

    def _nothing(self) -> str:
        query = self.query_one(AnswerLine).value
        return NONE_IS.get(query.strip(), "No card has all these words.")

    @property
    def way_out(self) -> str:
        """What Escape does next: a search, or a filter, is cleared first."""
        return "clear" if self.query_one(AnswerLine).value else "back"

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def action_search(self) -> None:
        self.set_focus(self.query_one(AnswerLine))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "search" and self.is_mounted:
            return not self.query_one(AnswerLine).has_focus
        needs_card = action in ("open", "mark", "suspend_card")
        return not needs_card or not self.is_mounted or self.query_one(RowList).chosen is not None

    def action_filter(self) -> None:
        """From all cards to those marked, suspended, missed often, due, and back to all."""
        line = self.query_one(AnswerLine)
        words = line.value.split()
        now = next((word[3:] for word in words if word[3:] in FILTERS and word.startswith("is:")), "")
        wanted = (*FILTERS, "")[FILTERS.index(now) + 1 if now else 0]
        kept = [word for word in words if not word.startswith("is:")]
        line.value = " ".join([*([f"is:{wanted}"] if wanted else []), *kept])

    def action_mark(self) -> None:
        self.desk.turn_marked(str(self.query_one(RowList).chosen))
        self._again()

    def action_suspend_card(self) -> None:
        key = str(self.query_one(RowList).chosen)
        out = self.desk.turn_suspended(key)
        self._again()
        self.query_one(TitleBar).say(suspended(key, out))

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


def suspended(key: str, out: bool) -> str:
    """What is said of a card that was just taken out of study, or is brought back."""
    card = key.partition("/")[2]
    return f"{card} is not asked any more; {named('browser.suspend')} undoes" if out else f"{card} is back"


#: So that levels stand below one another, and kinds too.
KIND_WIDTH = max(len(kind) for kind in Kind)
#: What `is:` can ask for, in the order in which the filter key goes round.
FILTERS = ("marked", "suspended", "leech", "due")
NONE_IS = {f"is:{name}": f"No card is {name}." for name in FILTERS} | {"is:leech": "No card is missed often."}
NEW = frozenset({"new"})


def marks_of(desk: Desk) -> dict[str, frozenset[str]]:
    """How every card that was ever touched stands, in the words of `is:`."""
    today, key = desk.today, desk.profile.key
    return {key(name): _marks(state, today) for name, state in desk.profile.states().items()}


def _marks(state: CardState, today: int) -> frozenset[str]:
    known = {
        "marked": state.flagged,
        "suspended": state.suspended,
        "leech": state.leech,
        "due": state.due_day is not None and state.due_day <= today and not state.suspended,
        "seen": state.showings > 0,
        "new": not state.showings,
    }
    return frozenset(name for name, holds in known.items() if holds)


def entry(card: Card, desk: Desk, marks: frozenset[str] = NEW) -> Entry:
    """A card with the words that search looks at."""
    mistakes = getattr(card.body, "mistakes", ())
    choices = getattr(card.body, "choices", ())
    ids = [one.misconception for one in (*mistakes, *choices) if one.misconception]
    known = (desk.library.misconception(card.deck, one) for one in ids)
    prompt = example_prompt(card)
    words = [prompt, card.id, card.deck, card.level, card.kind.value, *card.tags, *ids]
    words += [one.title for one in known if one is not None]
    return Entry(card, prompt, one_line(" ".join(words)).lower(), marks)


def search(entries: list[Entry], query: str) -> list[Entry]:
    """The cards with every word of `query` in them (in any order), else those with its letters in order.

    `is:marked` and the like, or the beginning of one, asks how a card stands.
    """
    words = query.lower().split()
    asked = [word[3:] for word in words if word.startswith("is:")]
    wanted = [word for word in words if not word.startswith("is:")]
    entries = [one for one in entries if all(_stands(one, how) for how in asked)]
    exact = [one for one in entries if all(word in one.words for word in wanted)]
    exact.sort(key=lambda one: not all(word in one.prompt.lower() for word in wanted))
    if exact or not wanted:
        return exact
    letters = "".join(wanted)
    return [one for one in entries if in_order(letters, one.words)]


def _stands(one: Entry, how: str) -> bool:
    return how in one.marks or any(mark.startswith(how) for mark in one.marks)


def in_order(letters: str, text: str) -> bool:
    """Whether `letters` occur in `text` in this order, with anything between them."""
    at = 0
    for letter in letters:
        at = text.find(letter, at) + 1
        if at == 0:
            return False
    return True


def row(one: Entry) -> Row:
    card = one.card
    told = " ".join(name for name in ("marked", "suspended", "leech") if name in one.marks)
    kind = literal(f"{card.level} {card.kind.value.replace('_', ' '):{KIND_WIDTH}}", "$quiet")
    right = Content.styled(told + "  ", "$warn") + kind if told else kind
    return Row(_in_a_row(one_line(one.prompt) or card.id), right, card.key)


def _in_a_row(prompt: str) -> Content:
    """Code and stress as everywhere; most prompts have none, and there are thousands of rows."""
    return inline(prompt) if "`" in prompt or "*" in prompt else literal(prompt)


def described(one: Entry) -> list[Block]:
    """The card's prompt with one set of its numbers, its key and tags."""
    card = one.card
    tags = Content("  ").join(literal(tag, "$quiet") for tag in card.tags)
    return [*blocks(one.prompt), Block(literal(card.key + "  ", "$quiet") + tags, gap=True)]
