"""The lab that a card links to, opened at the card's own numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from mhaquiz.deck.cards import Kind

if TYPE_CHECKING:
    from mhaquiz.quiz.session import Question, Session


def has_lab(session: Session) -> bool:
    """Whether the present card has a lab to open now. A demo card's would give the answer away before it.

    A session without hints, a mock interview, has no labs either: its clock would run on.
    """
    if session.question is None or session.current.card.lab is None or not session.hints_allowed:
        return False
    return session.explanation is not None or not is_demo(session.current)


def is_demo(question: Question) -> bool:
    """Whether the card asks for a prediction that its lab then bears out or not."""
    return question.card.kind is Kind.DEMO


def open_card_lab(screen: Screen[Any], session: Session) -> None:
    """The lab that a card links to, at the settings of the variant on the screen.

    After a demo card its line of words sets the prediction against what came out.
    """
    from mhaquiz.deck.lab_link import filled_link
    from mhaquiz.tui.screens.lab import LabScreen

    question, explanation = session.current, session.explanation
    if (link := question.card.lab) is None:
        return
    note = ""
    if explanation is not None and is_demo(question):
        sign = "✓" if session.grade is not None and session.grade.verdict.passes else "✗"
        note = f"{sign} You predicted {explanation.read_as or 'nothing'}; it is {explanation.answer}."
    opened = filled_link(link, question.variant.names, question.variant.params)
    screen.app.push_screen(LabScreen(opened.name, dict(opened.settings), note))
