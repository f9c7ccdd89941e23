"""A session as a conversation, line by line. The sessions, verdicts and the log are those of the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Kind
from mhaquiz.memory.events import Rating
from mhaquiz.plain import wording
from mhaquiz.plain.commands import obey, show_lab
from mhaquiz.plain.console import Console
from mhaquiz.plain.prose import one_line
from mhaquiz.quiz.asking import Session
from mhaquiz.quiz.durations import duration
from mhaquiz.quiz.questions import Phase, Question, SessionError
from mhaquiz.quiz.report import end_words
from mhaquiz.quiz.verdicts import Verdict

if TYPE_CHECKING:
    from mhaquiz.quiz.explaining import Explanation

_SURE = "How sure? 1 guess, 2 fairly sure, 3 certain (Enter = 2):"
_NOTHING_DUE = "Nothing is due. `mhaquiz quiz --plain` asks for practice without touching the schedule."
_PLAN_DONE = "All that was planned is done. What follows goes beyond it; :quit ends."
_NOTHING = frozenset({"", "0", "-", "none"})
_RATINGS = {name: rating for rating in Rating for name in (str(rating.value), rating.name.lower())}
#: What people type who look for a command, where it can be no answer.
_LOST = frozenset({"q", "quit", "exit", "help", "h"})
COMMANDS_BEGIN = ":help lists the commands, :quit ends."


class Conversation:
    """Drives a session to its end. `run` returns when the session is finished or the input ends."""

    def __init__(self, session: Session, console: Console) -> None:
        self.session = session
        self.console = console
        self._ended = False
        self._announced: Question | None = None
        self._planned = False  # whether cards of the day's own plan were left at the last question

    def begin(self) -> None:
        """Say what lies ahead today. Where nothing does, a person may still take the last answer back."""
        session, progress = self.session, self.session.progress
        if progress.left or progress.more:
            self.console.say(f"Study: {wording.left_today(progress)}. :help lists commands, :quit ends.")
        elif session.question is None:
            self.console.say(_NOTHING_DUE)
            if session.can_undo and self.console.interactive:
                self.ask("Enter ends; :undo takes your last answer back:")

    def run(self) -> None:
        """Ask until nothing is left; the end of input ends the session and keeps every answer given."""
        while self.session.phase is not Phase.FINISHED:
            self._step()
            if self._ended:
                self.session.finish()
        self._notice()  # of a card that could not be asked, where none came after it

    def sum_up(self) -> None:
        """Score, time, misconceptions, what to look at again. Answers from a pipe took nobody's time."""
        summary, console = self.session.summary(), self.console
        console.say("", *wording.summary_lines(summary, console.width, timed=console.interactive))
        if left := end_words(self.session):
            console.say(left)

    def _step(self) -> None:
        match self.session.phase:
            case Phase.QUESTION | Phase.SPEAKING:
                self._question()
            case Phase.CONFIDENCE:
                self._confidence()
            case Phase.REVEAL:
                self.reveal()
            case Phase.WAITING:
                self._wait()
            case _:
                raise SessionError(f"plain mode does not know {self.session.phase}")

    def ask(self, prompt: str, *, free: bool = False) -> str | None:
        """One line that is not a command, or None where a command or the end of input changed the state.

        A question mark asks for help everywhere; `q` and its like only where the line is not a `free` answer.
        """
        before = (self.session.phase, self.session.question)
        while True:
            line = self.console.ask(prompt)
            if line is None:
                self._ended = True
                return None
            if line == "?":
                line = ":help"
            if not line.startswith(":"):
                if free or line.lower() not in _LOST:
                    return line
                self.console.say(f"`{line}` is no answer here; {COMMANDS_BEGIN}")
                continue
            obey(self.session, self.console, line)
            if (self.session.phase, self.session.question) != before:
                return None

    # ── the question ──────────────────────────────────────────────────────────────────
    def _question(self) -> None:
        question = self.session.current
        if question is not self._announced:
            self.announce(question)
        if question.spoken:
            self.speak(question)
        else:
            self._answer(question)

    def announce(self, question: Question) -> None:
        self._announced = question
        deck = next((deck for deck in self.session.library.decks if deck.id == question.card.deck), None)
        title = deck.title if deck else question.card.deck
        self._tell_plan_done()
        self.console.say("", wording.heading(question, title), *wording.asked(question, self.console.width))
        self._notice()

    def _tell_plan_done(self) -> None:
        """Say once where the day's own cards end: what follows goes beyond them."""
        if self.session.all_done:
            state = self.session.progress
            if self._planned and state.more and not state.fresh:
                self.console.say("", _PLAN_DONE)
            self._planned = bool(state.fresh)

    def _notice(self) -> None:
        if notice := self.session.take_notice():
            self.console.prose(notice)

    def _answer(self, question: Question) -> None:
        line = self.ask(wording.how_to_answer(question), free=True)
        if line is None:
            return
        grade = self.session.submit(line)
        if grade.verdict.asks_again:
            self.console.prose(grade.message or "That could not be read.")
            if line.lower() in _LOST:
                self.console.say(COMMANDS_BEGIN)

    def speak(self, question: Question) -> None:
        """A spoken answer in study: Enter when it has been said."""
        meant = duration(question.card.minutes * 60)
        line = self.ask(f"Answer aloud, about {meant}. Enter shows the answer:")
        if line is None:
            return
        if line:
            self.console.say("What you typed is not graded: compare what you said with the answer.")
        self.session.stop_speaking()

    def _confidence(self) -> None:
        line = self.ask(_SURE)
        if line is None:
            return
        if line in ("", "1", "2", "3"):
            self.session.sure(int(line or "2"))
        else:
            self.console.say("Type 1, 2 or 3, or just Enter.")

    # ── the answer ────────────────────────────────────────────────────────────────────
    def reveal(self) -> None:
        question, grade = self.session.current, self.session.grade
        self.show_answer()
        if grade is not None and grade.verdict is Verdict.SELF_RATED:  # who gave up has said nothing
            self._tick()
        if self.session.phase is Phase.REVEAL and self.session.question is question and not self._ended:
            self._rate()

    def show_answer(self) -> None:
        session = self.session
        assert session.explanation is not None
        question = session.current
        if question.spoken:
            self.console.prose(session.explanation.short)
            self._spoken_answer(question)
        else:
            self._verdict(question, session.explanation)
        if self.console.interactive:
            self._time(question)
        self._notice()

    def _verdict(self, question: Question, explanation: Explanation) -> None:
        width, grade = self.console.width, self.session.grade
        assert grade is not None
        self.console.say(*wording.verdict_lines(explanation, grade, width))
        self._second_route(question)
        for line in wording.short_lines(explanation, width):
            self.console.say(line)
        if question.card.kind is Kind.DEMO and self.session.hints_allowed:
            show_lab(self.session, self.console)  # the prediction meets the result
        if grade.edits and self.session.asks_rating:
            which = ":confirm 1" if len(grade.edits) == 1 else f":confirm 1 to :confirm {len(grade.edits)}"
            self.console.say(f"Was that it? {which} counts it as what you did.")

    def _time(self, question: Question) -> None:
        """How long a spoken answer took, and whether a timed one was late."""
        taken = self.session.taken_seconds
        if question.spoken:
            meant = duration(question.card.minutes * 60)
            self.console.say(f"You took {duration(taken)}; a good answer takes about {meant}.")
        elif question.seconds is not None and taken > question.seconds:
            self.console.say(f"You took {duration(taken)}; the limit is {duration(question.seconds)}.")

    def _spoken_answer(self, question: Question) -> None:
        explanation = self.session.explanation
        assert explanation is not None
        if not explanation.short:
            self.console.prose(explanation.full)
        rubric = list(wording.rubric_lines(question.card, explanation, self.console.width))
        if rubric:
            self.console.say(*rubric)

    def _second_route(self, question: Question) -> None:
        """The independent measurement; where it disagrees the learner hears of it, not only the author."""
        from mhaquiz.engine import EngineError
        from mhaquiz.quiz.explaining import second_route

        try:
            line = second_route(question.variant)
        except EngineError as error:
            line = f"there is none to trust here: {error}"
        if line:
            self.console.prose(f"Second route: {line}")

    def _tick(self) -> None:
        """Tick points and red flags by number on one line: `1 3 f2`."""
        card = self.session.current.card
        if not card.points and not card.red_flags:
            return
        while self.session.phase is Phase.REVEAL:
            nothing = f"nothing, rated {self.session.proposed.name.capitalize()}"
            line = self.ask(f"What did you say? Numbers, `all`, red flags as f1 (Enter = {nothing}):")
            if line is None or self._ticked(line):
                return

    def _ticked(self, line: str) -> bool:
        """Read one line of ticks; says what it could not read."""
        points, flags = len(self.session.current.card.points), len(self.session.current.card.red_flags)
        every = [str(number) for number in range(1, points + 1)]
        words = [] if line.lower() in _NOTHING else line.lower().replace(",", " ").split()
        words = [one for word in words for one in (every if word == "all" else [word])]
        wanted = {str(n + 1): (self.session.tick_point, n) for n in range(points)}
        wanted |= {f"f{n + 1}": (self.session.tick_flag, n) for n in range(flags)}
        unknown = [word for word in words if word not in wanted]
        if unknown:
            self.console.say(
                f"There is no point or red flag `{one_line(unknown[0])}`. Nothing is ticked yet."
            )
            return False
        for word in dict.fromkeys(words):
            tick, index = wanted[word]
            tick(index)
        return True

    def _rate(self) -> None:
        """Ask for the rating; Enter takes the proposal. Sessions that ask for none go on by themselves."""
        if not self.session.asks_rating:
            self.session.rate(None)
            return
        while self.session.phase is Phase.REVEAL:
            line = self.ask(self._rating_prompt())
            if line is None:
                return
            if not line or line.lower() in _RATINGS:
                self.session.rate(_RATINGS[line.lower()] if line else None)
                return
            self.console.say("Type 1, 2, 3 or 4, or just Enter.")

    def _rating_prompt(self) -> str:
        previews = self.session.previews
        names = [
            f"{rating.value} {rating.name.capitalize()}"
            + (f" {previews[rating]}" if rating in previews else "")
            for rating in Rating
        ]
        takes = self.session.proposed
        return f"Rating: {', '.join(names)} (Enter = {takes.value} {takes.name.capitalize()}):"

    def _wait(self) -> None:
        wait = duration(self.session.waiting_seconds() or 0)
        line = self.ask(f"The next card comes in {wait}. Enter shows it now, :quit finishes:")
        if line is not None:
            self.session.learn_ahead()
