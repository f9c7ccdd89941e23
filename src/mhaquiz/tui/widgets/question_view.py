"""The question in front of the learner: prompt, hints shown, the line or the choices, and how sure."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from mhaquiz.deck.cards import Kind
from mhaquiz.quiz.durations import duration
from mhaquiz.tui import session_pages
from mhaquiz.tui.keymap import named
from mhaquiz.tui.literal import literal
from mhaquiz.tui.prose import Block, inline
from mhaquiz.tui.session_hits import sureness
from mhaquiz.tui.widgets.answer_line import AnswerLine
from mhaquiz.tui.widgets.hit_line import HitLine
from mhaquiz.tui.widgets.picker import Pick, Picker
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.still import Column, StillText

if TYPE_CHECKING:
    from mhaquiz.quiz.session import Question


class QuestionView(Column):
    """Draws one `Question`; typed text and choices are read from it by the screen."""

    def compose(self) -> ComposeResult:
        yield ProseView(id="prompt")
        yield ProseView(id="hints")
        with Horizontal(id="line"):
            yield StillText("❯ ", id="caret")
            yield AnswerLine(id="answer")
        yield Picker(id="picker")
        yield ProseView(id="note")
        yield HitLine(sureness(), id="sure")

    @cached_property
    def line(self) -> AnswerLine:
        return self.query_one(AnswerLine)

    @cached_property
    def picker(self) -> Picker:
        return self.query_one(Picker)

    def ask(self, question: Question) -> Widget | None:
        """Show a question with nothing answered; returns the widget that wants the focus, if any."""
        self.query_one("#prompt", ProseView).show(session_pages.prompt(question))
        self.show_hints(question)
        self.show_note(note_for(question))
        typed, chosen = is_typed(question), bool(question.variant.choices)
        self._parts(line=typed, picker=chosen, note=True, sure=False)
        if typed:
            self.line.can_focus = True
            self.line.reset()
            self.line.hint(session_pages.placeholder(question))
            return self.line
        if chosen:
            self.picker.offer([choice.text for choice in question.variant.choices], how(question))
            return self.picker
        return None

    def ask_sure(self, question: Question) -> None:
        """Keep the answer in sight, closed, and ask how sure it is."""
        self.line.can_focus = False
        self._parts(line=is_typed(question), picker=bool(question.variant.choices), note=False, sure=True)

    def show_hints(self, question: Question) -> None:
        view = self.query_one("#hints", ProseView)
        view.show(session_pages.hints(question))
        view.display = bool(view.prose.blocks)

    def show_note(self, note: list[Block]) -> None:
        self.query_one("#note", ProseView).show(note)

    def _parts(self, **shown: bool) -> None:
        for name, wanted in shown.items():
            self.query_one(f"#{name}").display = wanted


def is_typed(question: Question) -> bool:
    """Whether the answer is typed on the line: neither spoken nor chosen."""
    return not question.spoken and not question.variant.choices


def how(question: Question) -> Pick:
    if question.card.kind is Kind.ORDER:
        return Pick.ORDER
    return Pick.MANY if question.card.kind is Kind.MULTI_CHOICE else Pick.ONE


def note_for(question: Question) -> list[Block]:
    """What stands below the line: why an answer could not be taken, or what to do on a spoken card."""
    if question.feedback is not None:
        return [Block(inline(question.feedback.message), Content.styled("? ", "bold $warn"), 2)]
    if question.spoken:
        meant = duration(question.card.minutes * 60)
        starts, shows = named("study.speak"), named("study.speak_reveal")
        told = f"Say it aloud, in about {meant}. {starts} starts the clock, {shows} shows the answer at once."
        return [Block(literal(told, "$quiet"))]
    return []
