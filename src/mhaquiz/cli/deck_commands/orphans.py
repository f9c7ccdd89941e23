"""`mhaquiz deck orphans`: histories whose card is gone, and the new card that each may belong to."""

from __future__ import annotations

import argparse
import sys

from mhaquiz.cli import printable
from mhaquiz.cli.context import load_decks, open_profile
from mhaquiz.deck.display import counted
from mhaquiz.deck.expression_functions import near


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "`mhaquiz deck rename OLD NEW` gives a history to the card it belongs to."


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory.meaning import adopt

    library = load_decks()
    known = {card.key for card in library.cards()}
    with open_profile() as profile:
        adopt(profile, library.cards())  # what `renamed_from` moves has its card
        rows = [(key, len(profile.reviews(key))) for key in sorted(profile.states()) if key not in known]
        seen = set(profile.states())
    for key, reviews in rows:
        deck_id, _, name = key.partition("/")
        deck = library.deck(deck_id)
        fresh = [card.id for card in deck.cards if card.key not in seen] if deck else []
        similar = near(name, fresh)
        advice = f"; renamed? mhaquiz deck rename {key} {similar}" if similar else ""
        where = "" if deck else ", its deck is not installed"
        sys.stdout.write(printable(f"{key}: {counted(reviews, 'review')}{where}{advice}") + "\n")
    if not rows:
        sys.stdout.write("every history has its card\n")
    return 0
