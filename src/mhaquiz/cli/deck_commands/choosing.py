"""Which card, and which of its draws, an author means on the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mhaquiz.cli.context import CommandError, UsageError, is_file_name, near
from mhaquiz.cli.deck_commands.check import terminal_text
from mhaquiz.deck.cards import Card, Deck, Value
from mhaquiz.deck.checks import check
from mhaquiz.deck.display import show
from mhaquiz.deck.expressions import ExpressionError
from mhaquiz.deck.library import Library, load_library
from mhaquiz.deck.shapes import plain_number
from mhaquiz.deck.variants import Draw, DrawError, NoDrawError, draws
from mhaquiz.engine import EngineError


@dataclass(frozen=True, slots=True)
class Chosen:
    """The cards that are meant, with their deck and the library that knows its misconceptions."""

    library: Library
    deck: Deck
    cards: tuple[Card, ...]


def add_target(parser: argparse.ArgumentParser, card: str = "?") -> None:
    """The arguments that name a card: `deck/card`, or a file and a card's id."""
    parser.add_argument("target", metavar="CARD|FILE", help="deck/card, a deck's id, or a deck file")
    parser.add_argument("card", nargs=card, metavar="ID", help="a card of that deck")


def choose(target: str, card: str | None = None) -> Chosen:
    """The cards meant. Raises CommandError or UsageError with what is near."""
    path, name = Path(target).expanduser(), card
    if not (is_file_name(target) or path.is_file()):
        path, inner = _installed(target)
        name = inner or card
    elif not path.exists():
        raise UsageError(f"{target}: no such deck file")
    library = load_library([path])
    if not library.decks:
        raise CommandError(f"{path} cannot be used as a deck: `mhaquiz deck check {path}` says why")
    return Chosen(library, library.decks[0], _cards(library.decks[0], name))


def _installed(target: str) -> tuple[Path, str]:
    """The file of an installed deck, and the card after the slash. Read anew, with its tests."""
    from mhaquiz.cli.context import load_decks

    decks = load_decks().decks
    deck_id, _, inner = target.partition("/")
    for deck in decks:
        if deck.id == deck_id:
            return deck.path, inner
    raise UsageError(f"there is no deck `{deck_id}`.{near(deck_id, [deck.id for deck in decks])}")


def _cards(deck: Deck, name: str | None) -> tuple[Card, ...]:
    if name is None:
        return deck.cards
    found = tuple(card for card in deck.cards if card.id == name)
    if not found:
        raise UsageError(
            f"the deck {deck.id} has no card `{name}`.{near(name, [card.id for card in deck.cards])}"
        )
    return found


@contextmanager
def faults_told(chosen: Chosen, card: Card) -> Iterator[None]:
    """A card that fails while it is shown: what the check says of it, then a CommandError."""
    try:
        yield
    except (ExpressionError, DrawError, NoDrawError, EngineError) as error:
        found = (one for one in check([chosen.deck.path]) if one.card == card.key and one.is_error)
        sys.stderr.write(terminal_text(found, sys.stderr))
        raise CommandError(f"{card.key} cannot be shown: {error}") from None


def wanted_draws(card: Card, assignments: Sequence[str]) -> list[Draw]:
    """The draws with the values given as `name=value`; all where none are given."""
    wanted = parse_assignments(card, assignments)
    found = [
        draw
        for draw in draws(card).draws
        if all(draw.values[name] == value for name, value in wanted.items())
    ]
    if not found:
        said = ", ".join(f"{name} = {show(value)}" for name, value in wanted.items())
        raise CommandError(f"{card.key} is never drawn with {said}")
    return found


def parse_assignments(card: Card, assignments: Sequence[str]) -> dict[str, Value]:
    params: Mapping[str, tuple[Value, ...]] = dict(card.params)
    found: dict[str, Value] = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals or name not in params:
            raise UsageError(f"`{assignment}` is no name=value of {card.key}.{near(name, params)}")
        offered = next((value for value in params[name] if show(value) == text), None)
        number = plain_number(text)
        found[name] = offered if offered is not None else text if number is None else number
    return found
