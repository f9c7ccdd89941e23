"""What the command palette offers: the keys that work now, every deck, every lab, every theme."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider

from mhaquiz.memory.errors import ProfileError
from mhaquiz.tui import key_names, keys
from mhaquiz.tui.literal import literal, one_line

if TYPE_CHECKING:
    from mhaquiz.tui.app import MhaquizApp


class Offer(NamedTuple):
    """One line of the palette. `title` may hold a deck's words; `help` only ours."""

    title: str
    help: str
    run: Callable[[], object]


class Commands(Provider):
    """Searched by what is on the line; nothing of it is read as markup."""

    async def discover(self) -> Hits:
        app: MhaquizApp = self.screen.app  # type: ignore[assignment]
        for offer in offers(app):
            yield DiscoveryHit(literal(offer.title), partial(_tried, app, offer.run), offer.title, offer.help)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        app: MhaquizApp = self.screen.app  # type: ignore[assignment]
        for offer in offers(app):
            if (score := matcher.match(offer.title)) > 0:
                run = partial(_tried, app, offer.run)
                yield Hit(score, literal(offer.title), run, offer.title, offer.help)


def _tried(app: MhaquizApp, run: Callable[[], object]) -> object:
    """Do what a line offers. A profile that cannot be used is told on a page, as it is where a key asks."""
    try:
        return run()
    except ProfileError as error:
        app.tell_trouble(error)
        return None


def offers(app: MhaquizApp) -> Iterator[Offer]:
    """Everything the palette can do from where one is."""
    yield from _keys_here(app)
    yield from _decks(app)
    yield from _labs(app)
    for theme in sorted(app.available_themes):
        yield Offer(f"Theme: {theme}", "Colours", partial(setattr, app, "theme", theme))


def _keys_here(app: MhaquizApp) -> Iterator[Offer]:
    seen: set[str] = set()
    below = app.screen_stack[-2] if len(app.screen_stack) > 1 else app.screen
    screen = below if type(app.screen).__name__ == "CommandPalette" else app.screen
    for key, active in screen.active_bindings.items():
        known = keys.BY_ID.get(active.binding.id or "")
        if known is None or known.id in seen or not active.enabled or known.action == "app.command_palette":
            continue
        seen.add(known.id)
        run = partial(app.run_action, active.binding.action, active.node)
        yield Offer(f"{known.help}", f"key: {key_names.shown(key)}", run)


def _decks(app: MhaquizApp) -> Iterator[Offer]:
    if app.desk is None:
        return
    for deck in app.desk.library.decks:
        title = one_line(deck.title)
        yield Offer(f"Study deck: {title}", "Due and new cards of this deck", partial(_study, app, deck.id))
        yield Offer(f"Quiz deck: {title}", "Ten questions, schedule left alone", partial(_quiz, app, deck.id))


def _study(app: MhaquizApp, deck_id: str) -> None:
    from mhaquiz.tui.screens.study import StudyScreen

    if app.desk is not None and (deck := app.desk.library.deck(deck_id)) is not None:
        app.push_screen(StudyScreen(app.desk.study([deck])))


def _quiz(app: MhaquizApp, deck_id: str) -> None:
    from mhaquiz.tui.screens.study import StudyScreen

    if app.desk is not None and (deck := app.desk.library.deck(deck_id)) is not None and deck.cards:
        app.push_screen(StudyScreen(app.desk.quiz(deck.cards)))


def _labs(app: MhaquizApp) -> Iterator[Offer]:
    from mhaquiz.deck.lab_table import LABS

    for lab in LABS.values():
        yield Offer(f"Lab: {lab.title}", lab.summary, partial(_lab, app, lab.name))


def _lab(app: MhaquizApp, name: str) -> None:
    from mhaquiz.tui.screens.lab import LabScreen

    app.push_screen(LabScreen(name))
