"""The lab that a card links to, opened at the card's own numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from mhaquiz.deck.cards import Kind
from mhaquiz.tui.screens.lab import LabScreen

if TYPE_CHECKING:
    from mhaquiz.deck.cards import LabLink
    from mhaquiz.quiz.session import Question, Session


def open_card_lab(screen: Screen[Any], session: Session) -> None:
    """The lab that a card links to, at the settings of the variant on the screen.

    A demo card asks for a prediction first: before the answer its lab opens at its defaults, afterwards the
    line of words sets the prediction against the answer.
    """
    question, explanation = session.current, session.explanation
    link = question.card.lab
    if link is None:
        return
    if explanation is None or explanation.lab is None:
        is_demo = question.card.kind is Kind.DEMO
        screen.app.push_screen(LabScreen(link.name, {} if is_demo else filled(link, question)))
        return
    note = f"You predicted {explanation.read_as or 'nothing'}; it is {explanation.answer}."
    note = note if question.card.kind is Kind.DEMO else ""
    screen.app.push_screen(LabScreen(link.name, dict(explanation.lab.settings), note))


def filled(link: LabLink, question: Question) -> dict[str, Any]:
    """The link's settings with the drawn values in their templates."""
    from mhaquiz.deck.templates import fill

    names = question.variant.names
    return {key: fill(value, names) if isinstance(value, str) else value for key, value in link.settings}
