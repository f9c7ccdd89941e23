"""`mhaquiz deck update`: newer versions of added decks. One that fails its check is not taken."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence

from mhaquiz.cli import printable
from mhaquiz.cli.context import CommandError, UsageError, load_decks, open_profile, profile_path
from mhaquiz.cli.deck_commands.add import take
from mhaquiz.deck.added import Added, read_origins
from mhaquiz.deck.answer_change import answer_of, same_answer
from mhaquiz.deck.cards import Card, Deck
from mhaquiz.deck.places import user_decks

#: Cards named in a line; of more it says how many.
MOST_NAMED = 8


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "decks", nargs="*", metavar="DECK", help="ids of decks (default: all that were added)"
    )


def run(options: argparse.Namespace) -> int:
    failed = 0
    chosen = wanted(read_origins(user_decks()), options.decks)
    if not chosen:
        sys.stdout.write("no deck was added from elsewhere; `mhaquiz deck add PATH-or-git-URL` adds one\n")
    for added in chosen:
        before = _decks(added)
        try:
            after = _decks(take(added.source))
        except CommandError as error:
            failed += 1
            sys.stderr.write(printable(f"{error}; the version before stays") + "\n")
            continue
        for name in sorted({*before, *after}):
            sys.stdout.write(printable(f"{name}: {_change(before.get(name), after.get(name))}") + "\n")
    if chosen:
        _follow()
    return 1 if failed else 0


def _follow() -> None:
    """Histories go with cards that were given another id."""
    from mhaquiz.memory.meaning import adopt

    library = load_decks(warn=False)
    if profile_path().exists():
        with open_profile() as profile:
            adopt(profile, library.cards())


def wanted(origins: Sequence[Added], names: Sequence[str]) -> list[Added]:
    """The sources of the decks that are named, all where none is. Raises UsageError for a name of no deck."""
    known = sorted({name for one in origins for name in one.versions})
    for name in names:
        if name not in known:
            there = f"there is {', '.join(known)}" if known else "none was"
            raise UsageError(f"no deck `{name}` was added from elsewhere; {there}")
    return [one for one in origins if not names or set(names) & set(one.versions)]


def _decks(added: Added) -> dict[str, Deck]:
    from mhaquiz.deck.library import load_library

    return {deck.id: deck for deck in load_library([added.folder]).decks}


def _change(old: Deck | None, new: Deck | None) -> str:
    """The versions, and what a learner would notice: answers that changed, cards that came or went."""
    if old is None:
        return f"new, {new.version if new else ''}"
    if new is None:
        return "gone; its history stays (`mhaquiz deck orphans`)"
    if old.file_hash == new.file_hash:
        return f"{new.version}, unchanged"
    version = f"content changed, version still {new.version}"
    return "; ".join(
        [version if old.version == new.version else f"{old.version} → {new.version}", *_told(old, new)]
    )


def _told(old: Deck, new: Deck) -> Iterator[str]:
    before = {card.id: card for card in old.cards}
    former = {card.id: before.get(card.id) or _renamed(card, before) for card in new.cards}
    pairs = [(was, card) for card in new.cards if (was := former[card.id]) is not None]
    kept = {was.id for was, _ in pairs}
    yield from _listed(
        ("answer changed", "answers changed"),
        [card.id for was, card in pairs if not same_answer(answer_of(was), card)],
    )
    yield from _listed(("new card", "new cards"), [name for name, was in former.items() if was is None])
    yield from _listed(("card gone", "cards gone"), [name for name in before if name not in kept])


def _listed(nouns: tuple[str, str], names: Sequence[str]) -> Iterator[str]:
    if names:
        more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
        yield f"{len(names):,} {nouns[len(names) > 1]}: {', '.join(names[:MOST_NAMED])}{more}"


def _renamed(card: Card, before: Mapping[str, Card]) -> Card | None:
    return next((before[name] for name in card.renamed_from if name in before), None)
