"""A first deck, and one card of each kind, to be written over. The texts stand in `skeleton/`."""

from __future__ import annotations

from importlib import resources

from mhaquiz.deck.cards import Kind


def _text(name: str) -> str:
    return resources.files("mhaquiz.deck").joinpath("skeleton", f"{name}.yaml").read_text(encoding="utf-8")


def card_text(kind: Kind, identifier: str) -> str:
    """A card of a kind, as the lines of a deck."""
    return _text(kind.value).format(id=identifier)


def deck_text(identifier: str, title: str, file: str) -> str:
    """A commented deck of three cards that passes every check."""
    head = _text("deck").format(id=identifier, title=title, file=file)
    cards = (
        _text("first_number").format(id="first-number"),
        card_text(Kind.SINGLE_CHOICE, "first-choice"),
        card_text(Kind.RECALL, "first-talk"),
    )
    return head + "\n".join(cards)
