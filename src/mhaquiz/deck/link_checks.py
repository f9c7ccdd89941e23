"""Links between cards, and to labs: whether what a card points at is there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from mhaquiz.deck import spots
from mhaquiz.deck.card_report import CardReport, named_draw
from mhaquiz.deck.cards import Card, LabLink, Value
from mhaquiz.deck.expression_functions import did_you_mean
from mhaquiz.deck.expressions import ExpressionError
from mhaquiz.deck.lab_link import filled_setting
from mhaquiz.deck.reading import DeckFile
from mhaquiz.deck.variants import Draw

#: Draws of which a lab's settings are tried; settings that repeat are tried once.
MAX_LAB_DRAWS = 500


def check_links(card: Card, report: CardReport, own: Collection[str], known: Collection[str]) -> None:
    """Follow-ups and confusable cards. `own` are the ids of the deck, `known` all keys that are installed."""
    for name in ("followups", "confusable"):
        for index, key in enumerate(getattr(card, name)):
            _link(key, own, known, report, (name, index))
    for index, old in enumerate(card.renamed_from):
        if old in own:
            message = f"`{old}` is still a card of this deck"
            report.add("E113", message, "renamed_from", index, advice="a former id must be free")


def _link(
    key: str, own: Collection[str], known: Collection[str], report: CardReport, path: tuple[str, int]
) -> None:
    home, _, name = key.partition("/")
    if key == report.card.key:
        report.add("E407", "a card cannot point at itself", *path)
    elif home == report.card.deck and name not in own:
        report.add("E407", f"this deck has no card `{name}`", *path, advice=did_you_mean(name, own))
    elif home != report.card.deck and key not in known:
        report.add("W407", f"no installed deck has the card `{key}`", *path, advice=did_you_mean(key, known))


def check_start(file: DeckFile) -> None:
    """The ids of `deck.start`."""
    deck, root = file.deck, file.root
    if deck is None or root is None:
        return
    own = {card.id for card in deck.cards}
    for index, key in enumerate(deck.start):
        name = key.partition("/")[2]
        if name not in own:
            node = spots.find(root, ("deck", "start", index))
            file.add("E407", f"this deck has no card `{name}`", node, did_you_mean(name, own))


def check_lab(card: Card, report: CardReport, drawn: Iterable[Draw]) -> None:
    """The lab's name, and its settings as the card's draws fill them."""
    from mhaquiz.deck.lab_settings import LabSettingError
    from mhaquiz.deck.lab_table import LABS

    if card.lab is None or not report.sound("lab"):
        return
    if card.lab.name not in LABS:
        path: tuple[str, ...] = ("lab", "name") if report.node.values["lab"].kind == "mapping" else ("lab",)
        advice = did_you_mean(card.lab.name, LABS) or f"there are {', '.join(LABS)}"
        report.add("E405", f"no lab is called `{card.lab.name}`", *path, advice=advice)
        return
    tried: set[tuple[object, ...]] = set()
    for count, draw in enumerate(drawn):
        if count >= MAX_LAB_DRAWS or not report.sound("lab"):
            return
        try:
            _try_settings(card.lab, draw.values, tried)
        except LabSettingError as error:
            known = error.setting in dict(card.lab.settings)
            path = ("lab", "with", error.setting) if known else ("lab", "with")
            report.add("E406", f"{error}{named_draw(card, draw.values)}", *path)
        except ExpressionError as error:
            report.say(error, "lab", "with", about=named_draw(card, draw.values))


def _try_settings(lab: LabLink, values: Mapping[str, Value], tried: set[tuple[object, ...]]) -> None:
    from mhaquiz.deck.lab_reading import check_link

    settings = {name: filled_setting(value, values) for name, value in lab.settings}
    marker = tuple(map(repr, settings.values()))
    if marker not in tried:
        tried.add(marker)
        check_link(lab.name, settings)
