"""What a deck's cards were when it was last published, so that no id is lost unseen.

`deck check --lock` writes FILE.lock beside the deck; every later check compares with it. Ids name histories,
and a learner whose card changes its answer is asked whether the history still counts: both should be meant.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from mhaquiz.deck import spots
from mhaquiz.deck.answer_change import Answer, answer_of, read_answer, same_answer
from mhaquiz.deck.cards import Deck
from mhaquiz.deck.expression_functions import near
from mhaquiz.deck.places import file_bytes
from mhaquiz.deck.reading import DeckFile
from mhaquiz.deck.writing import write_whole


def lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def write_lock(deck: Deck) -> Path:
    """Write the lock of a deck; its path."""
    cards = {card.id: answer_of(card).as_json() for card in deck.cards}
    kept = {"deck": deck.id, "version": deck.version, "cards": cards}
    target = lock_path(deck.path)
    write_whole(target, json.dumps(kept, indent=1).encode() + b"\n")
    return target


def check_lock(file: DeckFile) -> None:
    """Warn of ids that are gone and of answers that mean something else since the lock was written."""
    deck, root = file.deck, file.root
    if deck is None or root is None or not lock_path(file.path).exists():
        return
    locked = _read(lock_path(file.path))
    present = {card.id: card for card in deck.cards}
    former = {old for card in deck.cards for old in card.renamed_from}
    fresh = [name for name in present if name not in locked]
    for name, meaning in locked.items():
        card = present.get(name)
        if card is None and name not in former:
            similar = near(name, fresh)
            advice = f"renamed? add renamed_from: [{name}]" + (f" to `{similar}`" if similar else "")
            file.add("W114", f"the card `{name}` of the lock is gone", root.values["cards"], advice)
        elif card is not None and not same_answer(meaning, card):
            place = spots.find(root, ("cards", file.places[name], "id"))
            advice = "learners are asked to keep or reset their history; `--lock` accepts the change"
            file.add("W115", f"the answer of `{name}` means something else than in the lock", place, advice)


def _read(path: Path) -> Mapping[str, Answer]:
    """Answers by card id; none where the file is no lock: it is the author's, and can be written again."""
    try:
        cards = json.loads(file_bytes(path))["cards"]
        found = {str(name): read_answer(stored) for name, stored in cards.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
    return {name: answer for name, answer in found.items() if answer is not None}
