"""What shows after an answer: the verdict's first screenful, the rubric of a spoken card, one part more."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content

from mhaquiz.deck.cards import Kind
from mhaquiz.tui import reveal_page
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.picker import Rubric
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.still import LOW_WINDOW, Column, StillText

if TYPE_CHECKING:
    from mhaquiz.quiz.session import Question, Session

BRIEF_ROWS = 3
AROUND = 4  # lines of the page that are neither prompt nor verdict
WIDEST = 96
FRAME_ROWS = 4  # lines of the window that are not the page's; in a low window one less


class RevealView(Column):
    """Draws a session in its REVEAL phase."""

    session: Session
    route: str | None = None
    """The second route's line; None while it is worked out."""
    tight = False
    """The page is low."""
    prompt_cut = False
    """Some of the prompt did not fit above the verdict."""

    def compose(self) -> ComposeResult:
        yield StillText(id="brief")
        yield ProseView(id="verdict")
        yield Rubric(id="rubric")
        yield ProseView(id="detail")

    @cached_property
    def rubric(self) -> Rubric:
        return self.query_one(Rubric)

    def reveal(self, session: Session, width: int, rows: int) -> None:
        """Show the answer just given on a page of `width` cells and `rows` lines."""
        self.session = session
        self.tight = rows < LOW_WINDOW - FRAME_ROWS
        self.show_verdict(session)
        self.show_detail([])
        self.show_brief(session.current, width, rows)
        self.rubric.display = has_rubric(session.current)
        if self.rubric.display:
            self._offer(session)

    def _offer(self, session: Session) -> None:
        explanation = session.explanation
        assert explanation is not None
        points = [(point.text, point.must) for point in explanation.points]
        self.rubric.offer(points, [flag.text for flag in explanation.red_flags])
        self.show_ticks(session)

    def show_ticks(self, session: Session) -> None:
        self.rubric.mark(session.points_ticked, session.flags_ticked)

    def show_brief(self, question: Question, width: int, rows: int) -> None:
        """The prompt in the lines that the verdict leaves, at least three: no diagnosis needs scrolling.

        In a low window each line goes to the verdict: no blank one, and of the prompt one or none.
        """
        width, tight = max(min(width, WIDEST), 1), rows < LOW_WINDOW - FRAME_ROWS
        if tight is not self.tight:
            self.tight = tight
            self.show_verdict(self.session)
        verdict = len(self.query_one("#verdict", ProseView).prose.lines(width))
        rubric = len(question.card.points) + len(question.card.red_flags) + 2 if has_rubric(question) else 0
        left = rows - verdict - (-1 if tight else rubric + AROUND)
        left = min(max(left, 0), 1) if tight else max(left, BRIEF_ROWS)
        brief, self.prompt_cut = reveal_page.brief(question, width, left)
        if not tight and brief.plain.count("\n") + 2 <= left:  # it stays where it stood as a question
            brief = Content("\n") + brief
        view = self.query_one("#brief", StillText)
        view.display = left > 0
        view.update(brief.stylize_before("$quiet"))

    def show_verdict(self, session: Session) -> None:
        explanation, grade = session.explanation, session.grade
        assert explanation is not None
        assert grade is not None
        page = reveal_page.first_screenful(
            explanation,
            grade,
            route=self.route,
            confirmed=session.confirmed,
            typed=how_given(session.current),
            tight=self.tight,
        )
        self.query_one("#verdict", ProseView).show(page)

    def show_detail(self, blocks: list[Block]) -> None:
        """One part below the verdict, or none; scrolled to where it does not fit."""
        view = self.query_one("#detail", ProseView)
        view.show(blocks)
        if blocks:
            self.call_after_refresh(view.scroll_visible, animate=False, top=True)


def has_rubric(question: Question) -> bool:
    return question.spoken and bool(question.card.points or question.card.red_flags)


def how_given(question: Question) -> str:
    """What stands before the answer that was given."""
    if question.card.kind is Kind.DEMO:
        return "predicted"
    return "you chose" if question.variant.choices else "you typed"
