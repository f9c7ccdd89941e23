"""What the palette offers: the keys that work now, every screen, deck, lab, setting, theme and command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.widgets import Input

from mhaquiz.memory.errors import ProfileError
from mhaquiz.tui import key_names, keys
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.protocols import place_of

if TYPE_CHECKING:
    from textual.screen import Screen

    from mhaquiz.command_table import Command
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk


class Offer(NamedTuple):
    """One line of the palette. `title` may hold a deck's words; `help` only ours."""

    title: str
    help: str
    run: Callable[[], object]


class Commands(Provider):
    """Searched by what is on the line; nothing of it is read as markup."""

    async def startup(self) -> None:
        """Stop the cursor of Textual's palette: a screen at rest writes nothing."""
        for line in self.app.screen.query(Input):
            line.cursor_blink = False

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
    if app.desk is not None:
        yield from _screens(app, app.desk)
        yield from _decks(app, app.desk)
        yield from _settings(app, app.desk)
    yield from _labs(app)
    for theme in sorted(app.available_themes):
        yield Offer(f"Theme: {theme}", "Colours", partial(_theme, app, theme))
    yield from _shell(app)


def _below_palette(app: MhaquizApp) -> Screen[Any]:
    """The screen that the palette was opened over."""
    below = app.screen_stack[-2] if len(app.screen_stack) > 1 else app.screen
    return below if isinstance(app.screen, CommandPalette) else app.screen


def _keys_here(app: MhaquizApp) -> Iterator[Offer]:
    seen: set[str] = set()
    for key, active in _below_palette(app).active_bindings.items():
        known = keys.BY_ID.get(active.binding.id or "")
        if known is None or known.id in seen or not active.enabled or known.action == "app.command_palette":
            continue
        seen.add(known.id)
        run = partial(app.run_action, active.binding.action, active.node)
        yield Offer(f"{known.help}", f"key: {key_names.shown(key)}", run)


def _screens(app: MhaquizApp, desk: Desk) -> Iterator[Offer]:
    """The screens that home has keys for, from wherever one is, and the pages of statistics."""
    from mhaquiz.tui.screens.statistics import PAGES
    from mhaquiz.tui.ways import WAYS

    for key in keys.KEYS:
        if key.owner == "home" and key.action in WAYS and not _is_home(app):
            yield Offer(key.help, "Opens over this screen", partial(_from_home, app, desk, key.action))
    for number, page in enumerate(PAGES):
        yield Offer(f"Statistics: {page}", "What your answers say", partial(_statistics, app, desk, number))


def _is_home(app: MhaquizApp) -> bool:
    return place_of(_below_palette(app)) == "home"


def _from_home(app: MhaquizApp, desk: Desk, action: str) -> None:
    """What a key of home does; home itself need not be open."""
    from mhaquiz.tui.ways import WAYS

    if (screen := WAYS[action](desk)) is not None:
        app.push_screen(screen)


def _statistics(app: MhaquizApp, desk: Desk, number: int) -> None:
    from mhaquiz.tui.screens.statistics import StatisticsScreen

    app.push_screen(StatisticsScreen(desk, number))


def _settings(app: MhaquizApp, desk: Desk) -> Iterator[Offer]:
    from mhaquiz.memory.settings import SETTINGS
    from mhaquiz.tui.setting_values import spoken

    for row in SETTINGS.values():
        yield Offer(
            f"Setting: {spoken(row)}", f"{row.meaning}: {row.rule}", partial(_setting, app, desk, row.name)
        )


def _setting(app: MhaquizApp, desk: Desk, name: str) -> None:
    from mhaquiz.tui.screens.settings import SettingsScreen

    app.push_screen(SettingsScreen(desk, name))


def _theme(app: MhaquizApp, theme: str) -> None:
    """Change the theme, and keep it where there is a profile."""
    app.theme = theme
    if app.desk is not None:
        app.desk.profile.set_setting("theme", theme)


def _shell(app: MhaquizApp) -> Iterator[Offer]:
    """The commands of the command line, each with its own help."""
    from mhaquiz.command_table import COMMANDS

    for command in COMMANDS.values():
        yield Offer(f"In the shell: mhaquiz {command.name}", command.line, partial(_usage, app, command))


def _usage(app: MhaquizApp, command: Command) -> None:
    """What a command takes, as its `--help` prints it."""
    from mhaquiz.command_table import parser_of
    from mhaquiz.tui.prose import Block
    from mhaquiz.tui.screens.page import PageScreen

    lines = [Block(literal(line), wraps=False) for line in parser_of(command).format_help().splitlines()]
    app.push_screen(PageScreen(f"in the shell · mhaquiz {command.name}", lines))


def _decks(app: MhaquizApp, desk: Desk) -> Iterator[Offer]:
    for deck in desk.library.decks:
        title = one_line(deck.title)
        yield Offer(f"Study deck: {title}", "Due and new cards of this deck", partial(_study, app, deck.id))
        yield Offer(f"Quiz deck: {title}", "Ten questions, schedule left alone", partial(_quiz, app, deck.id))
        yield Offer(f"Cards of deck: {title}", "Look through its cards", partial(_browse, app, desk, deck.id))


def _browse(app: MhaquizApp, desk: Desk, deck_id: str) -> None:
    from mhaquiz.tui.screens.browser import BrowserScreen

    app.push_screen(BrowserScreen(desk, deck_id))


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
