"""A card's link to a lab, filled: the settings at which the lab opens. Free of numpy."""

from __future__ import annotations

from collections.abc import Mapping

from mhaquiz.deck.cards import LabLink, Value
from mhaquiz.deck.templates import fill


def filled_link(link: LabLink, names: Mapping[str, Value], drawn: Mapping[str, Value]) -> LabLink:
    """The link for one variant: `names` are what templates may use, `drawn` the parameters alone.

    A link without `with` opens its lab at those drawn values that are settings of the lab by their very
    names. Raises ExpressionError where a template cannot be filled.
    """
    settings = {key: filled_setting(value, names) for key, value in link.settings}
    return LabLink(link.name, tuple((settings or _namesakes(link.name, drawn)).items()))


def filled_setting(value: Value, names: Mapping[str, Value]) -> Value:
    """One setting of a link, every template in it filled."""
    if isinstance(value, tuple):
        return tuple(filled_setting(item, names) for item in value)
    return fill(value, names) if isinstance(value, str) else value


def _namesakes(lab: str, drawn: Mapping[str, Value]) -> dict[str, Value]:
    """The drawn values that the lab has settings for; none where it does not take all of them together.

    A lab that stood at half of the card's numbers would show a layer that nobody has asked about.
    """
    from mhaquiz.deck.lab_reading import check_link
    from mhaquiz.deck.lab_table import LABS, LabSettingError

    settings = LABS[lab].settings if lab in LABS else ()
    found = {each.name: drawn[each.name] for each in settings if each.name in drawn and each.in_decks}
    try:
        check_link(lab, found)
    except LabSettingError:
        return {}
    return found
