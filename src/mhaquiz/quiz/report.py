"""What a session comes to: the summary that every session ends with, made from the answers alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from mhaquiz.deck.display import counted
from mhaquiz.quiz.abilities import QUIZ
from mhaquiz.quiz.durations import duration, faster
from mhaquiz.quiz.questions import Answered, Met, Progress, Summary, TopicScore
from mhaquiz.quiz.rating import certain_and_wrong

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.quiz.asking import Session

LONGEST_PROMPT = 160  # characters of a question in a list
TONIGHT = 5  # cards named as what to study next


def summarise(answered: Sequence[Answered], library: Library) -> Summary:
    """Count a session's answers by topic and by misconception; name the cards to study, weakest first."""
    return Summary(
        answered=len(answered),
        correct=sum(one.passed for one in answered),
        seconds=sum(one.ms for one in answered) // 1000,
        by_topic=topics(answered),
        misconceptions=misconceptions(answered, library),
        to_study=(weakest := to_study(answered)),
        prompts=prompts(answered, weakest),
    )


def prompts(answered: Sequence[Answered], keys: Collection[str]) -> dict[str, str]:
    """Card → the question as it was last asked, numbers filled in."""
    asked = {one.question.card.key: one.question.variant.prompt for one in answered}
    return {key: asked[key] for key in keys}


def topics(answered: Sequence[Answered]) -> dict[str, TopicScore]:
    """Answered and passed, by topic, in the order the topics were met."""
    seen: dict[str, list[bool]] = {}
    for one in answered:
        seen.setdefault(one.question.card.topic, []).append(one.passed)
    return {topic: TopicScore(len(passed), sum(passed)) for topic, passed in seen.items()}


def misconceptions(answered: Sequence[Answered], library: Library) -> tuple[Met, ...]:
    """The misconceptions met, most frequent first, ties by id."""
    counts: Counter[tuple[str, str]] = Counter()
    for one in answered:
        if one.grade.misconception:
            counts[one.question.card.deck, one.grade.misconception] += 1
    merged: dict[str, Met] = {}
    for (deck, name), count in counts.items():
        known = library.misconception(deck, name)
        before = merged[name].count if name in merged else 0
        merged[name] = Met(name, known.title if known else name, before + count)
    return tuple(sorted(merged.values(), key=lambda met: (-met.count, met.id)))


def to_study(answered: Sequence[Answered]) -> tuple[str, ...]:
    """Keys of the cards to do next: certain and wrong first, then wrong, then those that left out a point
    that must be there, then those that needed a hint.
    """

    def weakness(one: Answered) -> int:
        if not one.passed:
            return 4 if certain_and_wrong(one.grade.verdict, one.confidence) else 3
        if one.left_out:
            return 2
        return 1 if one.question.hints_shown else 0

    last = {one.question.card.key: one for one in answered}
    weak = sorted((one for one in last.values() if weakness(one)), key=weakness, reverse=True)
    return tuple(one.question.card.key for one in weak[:TONIGHT])


def in_short(prompt: str) -> str:
    """A question on one line, cut with a sign where it is long: for lists."""
    line = " ".join(prompt.split())
    return line if len(line) <= LONGEST_PROMPT else line[: LONGEST_PROMPT - 1].rstrip() + "…"


def cards_left(state: Progress) -> str:
    """`12 cards`, `12 cards and 3 once more`, `3 cards once more`; "" where none is left."""
    parts = [counted(state.fresh, "card")] if state.fresh else []
    if state.again:
        parts.append(f"{state.again if state.fresh else counted(state.again, 'card')} once more")
    return " and ".join(parts)


def left_of_day(session: Session) -> str:
    """What the day, or the session's minutes, still hold for whoever ends it now; "" where nothing."""
    state, seconds = session.progress, session.waiting_seconds()
    told = []
    if cards := cards_left(state):
        told.append(f"Left: {cards}{f', the next in {duration(seconds)}' if seconds else ''}.")
    if state.more:
        told += [] if cards else ["All that was planned is done."]
        told.append(f"{faster(state.more)}.")
    return " ".join(told)


def end_words(session: Session) -> str:
    """What a session that ended leaves: of the day, of its minutes, or of a quiz that ended early."""
    state = session.progress
    if session.name == QUIZ:
        whole = counted(state.done + state.left, "question")
        return (
            f"{state.left} of {whole} {'was' if state.left == 1 else 'were'} not asked." if state.left else ""
        )
    return session.all_done and (left_of_day(session) or session.all_done)
