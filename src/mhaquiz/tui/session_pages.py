"""The lines around a question and the pages at a session's ends, as prose. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from mhaquiz.deck.cards import Kind, SpotBug
from mhaquiz.quiz.abilities import MOCK, QUIZ
from mhaquiz.quiz.durations import about_minutes, duration
from mhaquiz.quiz.report import end_words
from mhaquiz.quiz.session import Phase
from mhaquiz.tui.keymap import named
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block, blocks, code, inline

if TYPE_CHECKING:
    from mhaquiz.quiz.session import Progress, Question, Session, Summary


def speaking() -> Content:
    """What ends a spoken answer."""
    return Content.styled(f"{named('study.speak')} stops and shows the answer", "$quiet")


def spoken_clock(session: Session) -> Content:
    """How long one has spoken, against how long a good answer takes."""
    spoken = session.spoken_seconds or 0
    meant = int(session.current.card.minutes * 60)
    over = ("  over the time", "$warn") if spoken > meant else ""
    time = f"{duration(spoken)} of {duration(meant)}"
    return Content.assemble((time, "bold $accent"), over, "   ", speaking())


def meta(question: Question) -> Content:
    """Level, topic, and why the card is here."""
    parts = [question.card.level, question.card.topic]
    parts += [question.why_due or "new"] if question.is_new or question.why_due else []
    return literal(one_line(" · ".join(parts)), "$quiet")


def progress(question: Question | None, state: Progress) -> str:
    """Where one stands: `card 3 of 20` in a quiz, `3 done · 9 left, 2 again · 12 min` in study.

    Cards that were missed and come back stand apart: they do not make the day longer than it was. Once the
    day's own cards are done it says so: `9 done · plan done, 2 again · 6 more fit`.
    """
    if question is not None and question.total is not None:
        return f"card {question.number} of {question.total} · {state.correct} right"
    parts = [f"{state.done} done"]
    fresh = f"{state.fresh} left" if state.fresh else "plan done" if state.more else ""
    if left := ", ".join(part for part in (fresh, f"{state.again} again" if state.again else "") if part):
        parts.append(left)
    if state.more:  # the minutes hold them too, though the plan did not count on it
        parts.append(f"{state.more} more {'fits' if state.more == 1 else 'fit'}")
    if state.minutes_left >= 1 / 2 and (state.left or question is not None):
        parts.append(about_minutes(state.minutes_left) + ("" if state.left else " left"))
    return " · ".join(parts)


def mock_progress(session: Session) -> str:
    """`24 min left · 3 done`; the question that is open when the time is up may still be answered."""
    seconds = session.progress.minutes_left * 60
    left = f"{duration(seconds)} left" if seconds else "time is up"
    return f"{left} · {session.progress.done} done"


def where(session: Session) -> str:
    """What the title says: the kind of session, and the deck where the line below does not name it as topic.

    In a mock interview the deck would be a hint.
    """
    card = session.question.card if session.question is not None else None
    if card is None or session.name == MOCK or card.deck == card.topic:
        return session.name
    return f"{session.name} · {card.deck}"


def standing(session: Session) -> str:
    """Where one stands, for the title's other end; nothing where the page itself says it."""
    if session.phase is Phase.FINISHED:
        return ""
    if session.name == MOCK:
        return mock_progress(session)
    return progress(session.question, session.progress)


def limit(session: Session) -> str:
    """The time that the present card has left; "" where it has no limit."""
    if session.question is None or not session.current.seconds:
        return ""
    left = session.current.seconds - session.watch.shown_ms // 1000
    return f"this card {duration(left)}" if left > 0 else "over this card's time: answer all the same"


def prompt(question: Question, *, solved: bool = False) -> list[Block]:
    """The prompt, and for a spot-the-bug card its code, the wrong lines marked once it is `solved`."""
    card = question.card
    shown = blocks(question.variant.prompt)
    if isinstance(card.body, SpotBug):
        language = card.body.language.lower()
        wrong = card.body.bug_lines if solved else ()
        shown.append(code(card.body.code, language, numbered=True, gap=bool(shown), marked=wrong))
    return shown


def hints(question: Question) -> list[Block]:
    total = len(question.hints_shown) + question.hints_left
    return [
        Block(inline(hint), Content.styled(f"hint {n} of {total}  ", "$warn"), 13)
        for n, hint in enumerate(question.hints_shown, 1)
    ]


def notes(texts: Sequence[str]) -> list[Block]:
    """What the learner wrote on a card, the newest first."""
    if not texts:
        return []
    bullet = Content.styled("• ", "$quiet")
    lines = [Block(literal(one_line(text)), bullet, 2) for text in reversed(texts)]
    return [Block(Content.styled("Notes", "bold $accent"), gap=True), *lines]


def placeholder(question: Question) -> str:
    """What to type, for kinds where that is not plain."""
    return _PLACEHOLDERS.get(question.card.kind, "")


_PLACEHOLDERS: Mapping[Kind, str] = {
    Kind.CLOZE: "the missing parts, with ; between them",
    Kind.SPOT_BUG: "the number of the wrong line",
    Kind.ORDER: "the numbers in order",
    Kind.SHAPE: "a shape such as (2, 12, 512, 64)",
    Kind.SYMBOLIC: "a formula",
}


def waiting(seconds: int) -> list[Block]:
    return [
        Block(Content.styled("Nothing is due right now.", "bold")),
        Block(literal(f"The next card comes in {duration(max(seconds, 0))}.")),
        Block(literal("Wait for it, see it now, or finish: what you answered is saved.", "$quiet"), gap=True),
    ]


def can_end(session: Session) -> bool:
    """Whether a session that ends now has something to say."""
    return bool(session.given)


def so_far(session: Session) -> str:
    """How far a session is: `3 of 10 answered`, `3 answered, 24 min left`."""
    state = session.progress
    if session.name == QUIZ:
        return f"{state.done} of {state.done + state.left} answered"
    return f"{state.done} answered, {duration(state.minutes_left * 60)} left"


def leaving(session: Session, *, kept: bool) -> list[Block]:
    """Leave before the end? What happens to it then, and what else can be done."""
    mock = session.name == MOCK
    told = "leave; it ends here"
    if kept:
        told = f"leave; {named('home.mock' if mock else 'home.quiz')} on home goes on with it"
    ways = [("leaving.leave", told)]
    if can_end(session):
        ways.append(("leaving.finish", f"end it now and see the {'report' if mock else 'score'}"))
    ways.append(("leaving.back", "go on"))
    head = Content.assemble((f"Leave the {session.name}?", "bold"), (f"  {so_far(session)}", "$quiet"))
    still = "Its clock stands still meanwhile; every answer given is already saved." if mock else ""
    waits = "It waits until you quit. " if kept else ""
    return [
        Block(head),
        *_ways(ways),
        *([Block(literal(waits + still, "$quiet"), gap=True)] if waits + still else []),
    ]


def quitting(unfinished: Sequence[Session]) -> list[Block]:
    """Quit with these unfinished? What becomes of each, and the two ways."""
    mark = Content.styled("• ", "$quiet")
    lost = [
        Block(literal(f"The {one.name}, {so_far(one)}: {_what_is_lost(one)}"), mark, 2, gap=number == 0)
        for number, one in enumerate(unfinished)
    ]
    ways = [("quitting.quit_now", "quit all the same"), ("quitting.stay", "stay")]
    return [Block(Content.styled("Quit with this unfinished?", "bold")), *lost, *_ways(ways)]


def _what_is_lost(session: Session) -> str:
    if session.name == MOCK:
        return "it cannot be taken up again, its answers are saved, its report is not."
    return "it cannot be taken up again, its answers are kept nowhere."


def _ways(ways: Sequence[tuple[str, str]]) -> list[Block]:
    """A line for each command of a question: its key, and what it does."""
    return [
        Block(literal(text), Content.styled(named(key).ljust(7), "bold $accent"), 7, gap=number == 0)
        for number, (key, text) in enumerate(ways)
    ]


def summary(session: Session) -> list[Block]:
    """What the session came to."""
    if (report := session.mock_report()) is not None:
        return blocks(report.markdown())
    told = session.summary()
    if not told.answered:
        return nothing_answered(session)
    head = f"{told.correct} of {told.answered} right in {duration(told.seconds)} of answering"
    page = [Block(Content.styled("Done. ", "bold $good") + Content.styled(head, "bold"))]
    left = [Block(literal(words, "$quiet"))] if (words := end_words(session)) else []
    return [*page, *left, *_topics(told), *_met(told), *_tonight(told)]


def nothing_answered(session: Session) -> list[Block]:
    """A session that ended without an answer: whether anything is left, and when."""
    done, left = session.all_done, end_words(session)
    return [
        Block(Content.styled(done if left == done and done else "Nothing answered.", "bold")),
        Block(literal(left if left != done else "A quiz leaves the schedule alone."), gap=True),
    ]


def _topics(told: Summary) -> list[Block]:
    head = tuple(Content.styled(name, "$quiet") for name in ("topic", "right", "asked"))
    rows = [
        (literal(one_line(topic)), literal(str(score.correct)), literal(str(score.answered)))
        for topic, score in sorted(told.by_topic.items())
    ]
    return [Block((head, *rows), gap=True)] if rows else []


def _met(told: Summary) -> list[Block]:
    if not told.misconceptions:
        return []
    title = Block(Content.styled("Misconceptions met", "bold"), gap=True)
    return [
        title,
        *(Block(inline(f"{m.count} × {one_line(m.title)}"), Content("  "), 6) for m in told.misconceptions),
    ]


def _tonight(told: Summary) -> list[Block]:
    if not told.to_study:
        return []
    title = Block(Content.styled("Look at these again", "bold"), gap=True)
    shown = [one_line(told.prompts.get(key, "")) or key for key in told.to_study[:5]]
    return [title, *(Block(inline(text), Content.styled("  • ", "$quiet"), 4) for text in shown)]
