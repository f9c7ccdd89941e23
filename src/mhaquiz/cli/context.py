"""What the commands share: where things are, the decks, the profile, and errors in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.deck.places import home

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card, Deck
    from mhaquiz.deck.library import Library
    from mhaquiz.deck.messages import Problem
    from mhaquiz.engine import ModelConfig
    from mhaquiz.memory.profile import Profile
    from mhaquiz.tui.desk import Desk


NOTHING_MARKED = "no card is marked; `:mark` marks the one on the table, as does a key on the screen"


class CommandError(Exception):
    """What the person is told in one line. `code` is 1 for what was found wrong, 2 for usage."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class UsageError(CommandError):
    """The command was called in a way that it does not understand."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code=2)


def describe(error: Exception) -> tuple[str, int]:
    """The line and the exit code for an error that reached the top."""
    if isinstance(error, CommandError):
        return str(error), error.code
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror, 1
    kind = type(error)
    if kind.__module__.startswith("mhaquiz."):  # EngineError, DeckError, ProfileError …: written to be read
        return str(error), 1
    detail = f"{kind.__name__}: {error}"
    return f"this should not happen ({detail}). MHAQUIZ_DEBUG=1 shows where; please report it.", 1


# ── where things are ────────────────────────────────────────────────────────────────────
def profile_path(environ: Mapping[str, str] = os.environ) -> Path:
    return home(environ) / "profile.sqlite3"


def cache_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """Where compiled decks may be kept. Everything in it can be deleted."""
    if environ.get("MHAQUIZ_HOME"):
        return home(environ) / "cache"
    import platformdirs

    return Path(platformdirs.user_cache_dir("mhaquiz", appauthor=False))


# ── decks ───────────────────────────────────────────────────────────────────────────────
def load_decks(
    names: Sequence[str] = (), environ: Mapping[str, str] = os.environ, *, warn: bool = True
) -> Library:
    """All decks there are, and the files among `names`. Broken decks are told on standard error, once.

    A screen shows `.problems` itself: `warn=False` keeps standard error clean for it.
    """
    from mhaquiz.deck.library import load_library
    from mhaquiz.deck.places import builtin_decks, user_decks

    files = [Path(name) for name in names if is_file_name(name)]
    for path in files:
        if not path.exists():
            raise UsageError(f"{path}: no such deck file")
    # Files come first: an author's copy of a deck goes before the deck of the same id that is installed.
    library = load_library([*files, builtin_decks(), user_decks(environ)], cache_dir=cache_dir(environ))
    if warn:
        warn_of_problems(library, names)
    return library


def warn_of_problems(library: Library, names: Sequence[str] = ()) -> None:
    """One line a broken deck, among those named or all; `mhaquiz deck check` shows the rest.

    A named deck that could not be loaded at all is left to the error that says so.
    """
    from mhaquiz.cli import printable

    told: set[Path] = set()
    loaded = {deck.path for deck in library.decks}
    for problem in library.problems:
        named = problem.path in loaded and any(is_about(problem, name) for name in names)
        wanted = named or not names
        if wanted and problem.is_error and problem.path not in told:
            told.add(problem.path)
            sys.stderr.write(printable(f"{fault(problem)}; what is broken is left out") + "\n")


def is_about(problem: Problem, name: str) -> bool:
    """Whether a problem lies in the deck that `name` means."""
    if is_file_name(name):
        return os.path.realpath(problem.path) == os.path.realpath(name)
    return problem.path.stem == name.partition("/")[0]


def fault(problem: Problem) -> str:
    """One line: where, what, and the command that shows the rest."""
    where = f"{problem.path}:{problem.line}:{problem.column}"
    return f"{where}: {problem.message} (`mhaquiz deck check {problem.path}` says more)"


def is_file_name(name: str) -> bool:
    return name.endswith((".yaml", ".yml")) or name.startswith((".", "~", os.sep))


def is_card_name(name: str) -> bool:
    """`deck/card` names one card."""
    return "/" in name and not is_file_name(name)


def find_decks(library: Library, names: Sequence[str]) -> list[Deck]:
    """The decks that `names` name, by id or by file; all where there are none."""
    if not names:
        return list(library.decks)
    return [_deck(library, name) for name in names]


def _deck(library: Library, name: str) -> Deck:
    for deck in library.decks:
        if deck.id == name or (is_file_name(name) and deck.path.resolve() == Path(name).resolve()):
            return deck
    broken = next((one for one in library.problems if one.is_error and is_about(one, name)), None)
    if broken is not None:
        raise CommandError(fault(broken))
    if is_file_name(name):
        raise CommandError(f"{name} cannot be used as a deck: `mhaquiz deck check {name}` says why")
    raise UsageError(f"there is no deck `{name}`.{near(name, [deck.id for deck in library.decks])}")


def find_card(library: Library, name: str) -> Card:
    """The card `deck/card`. Raises UsageError that names near ones."""
    card = library.card(name)
    if card is None:
        deck = _deck(library, name.partition("/")[0])
        raise UsageError(f"there is no card `{name}`.{near(name, [one.key for one in deck.cards])}")
    return card


def find_cards(library: Library, names: Sequence[str]) -> list[Card]:
    """The cards of the named decks; a name `deck/card` gives that one card."""
    cards: dict[str, Card] = {}
    for name in names:
        chosen: Iterable[Card] = (
            [find_card(library, name)] if is_card_name(name) else _deck(library, name).cards
        )
        cards.update((one.key, one) for one in chosen)
    return list(cards.values()) if names else [card for deck in library.decks for card in deck.cards]


def wanted_cards(library: Library, names: Sequence[str], accepts: Callable[[Card], bool]) -> list[Card]:
    """The cards of the named decks that pass the filters. Raises CommandError with why there is none."""
    found = find_cards(library, names)
    cards = [card for card in found if accepts(card)]
    if found and not cards:
        raise CommandError(f"no card passes these filters, of {len(found)} there are")
    if not cards:
        raise CommandError("no card is left to ask; `mhaquiz deck check` lists what is broken")
    return cards


def near(name: str, known: Iterable[str]) -> str:
    """` Did you mean …?`, or what there is, for a name that is not there."""
    from difflib import get_close_matches

    options = sorted(known)
    close = get_close_matches(name, options, n=3, cutoff=0.5)
    if close:
        return f" Did you mean {' or '.join(close)}?"
    shown = ", ".join(options[:8]) + (", …" if len(options) > 8 else "")
    return f" There is {shown}." if options else " There are none yet."


def model_of(name: str | None, config: Path | None) -> ModelConfig:
    """The model of that id, or the one that a config.json describes; what was assumed is said."""
    from mhaquiz.cli import printable
    from mhaquiz.engine import EngineError, model, model_config

    if config is None:
        try:
            return model(name or "")
        except EngineError as error:
            raise UsageError(str(error)) from None
    found = model_config(config)
    for assumption in found.assumed:
        sys.stderr.write(printable(f"{config}: assumed {assumption}") + "\n")
    return found


# ── the profile ─────────────────────────────────────────────────────────────────────────
def open_profile(environ: Mapping[str, str] = os.environ) -> Profile:
    """The person's profile, made on first use."""
    from mhaquiz.memory.clock import system_clock
    from mhaquiz.memory.profile import Profile

    path = profile_path(environ)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        what = "a file stands where the folder of your profile would be"
        raise CommandError(f"{path.parent}: {what}; move it, or set MHAQUIZ_HOME to a folder") from None
    return Profile.open(path, system_clock)


def desk_of(library: Library, names: Sequence[str] = (), profile: Profile | None = None) -> Desk:
    """What the screens work on, around a library (and a profile) that a command has opened already."""
    from functools import partial

    from mhaquiz.memory.clock import system_clock
    from mhaquiz.tui.desk import Desk

    opened = open_profile if profile is None else lambda: profile
    decks = partial(load_decks, names, warn=False)
    desk = Desk(decks, opened, system_clock, profile_path=profile_path())
    desk.library = library
    return desk


# ── terminals ───────────────────────────────────────────────────────────────────────────
def has_screen(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a full-screen app can run: all three streams are a terminal, and not a dumb one.

    Textual draws on standard error, so that one counts too. A driver chosen in the environment, as `serve`
    does it, brings its own screen.
    """
    if environ.get("TEXTUAL_DRIVER"):
        return True
    streams = (sys.stdin, sys.stdout, sys.stderr)
    smart = environ.get("TERM", "") not in ("", "dumb") or os.name == "nt"
    return smart and all(stream is not None and stream.isatty() for stream in streams)
