"""The conversations of a quiz and of a mock interview."""

from __future__ import annotations

from mhaquiz.memory.events import Rating
from mhaquiz.plain.conversation import Conversation
from mhaquiz.plain.prose import one_line
from mhaquiz.quiz.durations import about_minutes
from mhaquiz.quiz.questions import Question

YES = frozenset({"y", "yes", "1"})
NO = frozenset({"n", "no", "0"})


class MockConversation(Conversation):
    """A mock interview says before each question how long is left."""

    def announce(self, question: Question) -> None:
        super().announce(question)
        self.console.say(f"{about_minutes(self.session.progress.minutes_left)} left.")


class QuizConversation(Conversation):
    """A quiz reads one line a question and nothing else: a recall card y or n after its answer is shown."""

    def speak(self, question: Question) -> None:
        said = ""
        if self.console.interactive:  # a person gets time to answer aloud; y or n here counts as the answer
            line = self.ask("Answer aloud; Enter shows the answer:")
            if line is None:
                return
            said = line
        self.session.stop_speaking()
        self.show_answer()
        known = self._known(said)
        if known is not None:
            self.console.say("✓ Known." if known else "✗ Not known yet.")
            self.session.rate(Rating.GOOD if known else Rating.AGAIN)

    def _known(self, said: str) -> bool | None:
        """Whether the learner had it; None where the state has changed instead.

        A quiz from a pipe has one line a question: what is neither yes nor no counts as no, and is told.
        """
        while said.lower() not in YES | NO:
            line = self.ask("Did you have it? y or n:")
            if line is None:
                return None
            said = line
            if said and said.lower() not in YES | NO:
                if not self.console.interactive:
                    self.console.say(f"`{one_line(said[:40])}` is neither y nor n: counted as no.")
                    return False
                self.console.say("Type y if you had it, n if not.")
        return said.lower() in YES

    def reveal(self) -> None:
        if self.session.current.spoken:  # given up
            self.show_answer()
            self.session.rate(Rating.AGAIN)
        else:
            super().reveal()
