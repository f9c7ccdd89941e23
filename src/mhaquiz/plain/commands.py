"""The `:` commands of plain mode, in one table from which `:help` is made.

A command works on the session and says what it did. Where a session cannot do it, the command is not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from mhaquiz.memory.events import Rating
from mhaquiz.plain.prose import bullets
from mhaquiz.plain.wording import asked, flag_lines, full_lines, lab_lines, source_lines
from mhaquiz.quiz.questions import Phase
from mhaquiz.quiz.report import in_short

if TYPE_CHECKING:
    from mhaquiz.plain.console import Console
    from mhaquiz.quiz.asking import Session

COST = " (it costs: the rating is Hard at most)"

Act: TypeAlias = "Callable[[Session, Console, str], None]"


class Command(NamedTuple):
    """`line` is what `:help` says; `works` whether it does something now."""

    name: str
    line: str
    act: Act
    works: Callable[[Session], bool]


def _hint(session: Session, console: Console, _: str) -> None:
    hint = session.hint()
    console.prose(f"Hint: {hint}" if hint else "There is no hint left.")


def _skip(session: Session, _: Console, __: str) -> None:
    if _asking(session):
        session.give_up()
    else:  # the spoken answer of a quiz, shown before it is judged
        session.rate(Rating.AGAIN)


def _undo(session: Session, console: Console, _: str) -> None:
    console.say("Taken back." if session.undo() else "There is nothing to take back.")


def _quit(session: Session, _: Console, __: str) -> None:
    session.finish()


def _suspend(session: Session, console: Console, _: str) -> None:
    session.suspend()
    console.say("Suspended: this card is not asked again until you take it back.")


def _bury(session: Session, console: Console, _: str) -> None:
    session.bury()
    console.say("Buried until tomorrow.")


def _reset(session: Session, console: Console, _: str) -> None:
    session.reset()
    console.say("Begun anew: the card is as if never seen. :undo takes that back.")


def _mark(session: Session, console: Console, _: str) -> None:
    session.mark()
    console.say(session.take_notice())


def _note(session: Session, console: Console, text: str) -> None:
    if not text:
        console.say("Write your note after the command: `:note my words`")
        return
    session.note(text)
    console.say("Noted.")


def _lab(session: Session, console: Console, _: str) -> None:
    show_lab(session, console)


def show_lab(session: Session, console: Console) -> None:
    """What the card's lab reads at the card's settings; why there is nothing, where there is nothing."""
    from mhaquiz.deck.lab_settings import LabSettingError

    explanation = session.explanation
    if explanation is None or explanation.lab is None:
        console.say("This card has no lab.")
        return
    try:
        console.say(*lab_lines(explanation.lab))
    except LabSettingError as error:
        console.prose(f"The card's lab cannot be opened: {error}")


def _full(session: Session, console: Console, _: str) -> None:
    if session.explanation is not None:
        console.say(*full_lines(session.explanation, console.width))


def _sources(session: Session, console: Console, _: str) -> None:
    if session.explanation is not None:
        console.say(*source_lines(session.explanation.sources))


def _flags(session: Session, console: Console, _: str) -> None:
    if session.explanation is not None:
        console.say(*flag_lines(session.explanation, console.width))


def _followups(session: Session, console: Console, _: str) -> None:
    if session.explanation is not None:
        following = [_example(session, key) for key in session.explanation.followups]
        console.say(*(bullets(following, console.width) or ["Nothing follows this card."]))


def _example(session: Session, key: str) -> str:
    """The prompt of a card with numbers of one variant; its key where the card is not here."""
    from mhaquiz.quiz.variants import draw

    card = session.library.card(key)
    return f"{in_short(draw(card, showing=0, purpose='example').prompt)} ({key})" if card else key


def _again(session: Session, console: Console, _: str) -> None:
    console.say(*asked(session.current, console.width))


def _where(session: Session, console: Console, _: str) -> None:
    card = session.current.card
    deck = session.library.deck(card.deck)
    console.say(
        f"{deck.path}:{card.line}" if deck and card.line else "This card was made here; it is in no file."
    )


def _confirm(session: Session, console: Console, text: str) -> None:
    try:
        session.confirm_edit(int(text or "1") - 1)
    except (ValueError, IndexError):
        count = len(session.grade.edits) if session.grade else 0
        console.say(f"Give a number from 1 to {count}." if count else "Nothing is suspected here.")
    else:
        console.say("Counted as what happened.")


def _asking(session: Session) -> bool:
    return session.phase in (Phase.QUESTION, Phase.SPEAKING)


def _open(session: Session) -> bool:
    return session.question is not None


def _shown(session: Session) -> bool:
    return session.phase is Phase.REVEAL


def _card(session: Session) -> bool:
    """A card of a study session is on the table."""
    return session.asks_rating and (_asking(session) or _shown(session))


def _can_hint(session: Session) -> bool:
    return _asking(session) and session.hints_allowed


def _can_lab(session: Session) -> bool:
    """A mock interview has neither hints nor labs: its clock would run on."""
    return _shown(session) and session.hints_allowed


def _can_skip(session: Session) -> bool:
    return _asking(session) or (_shown(session) and not session.asks_rating and session.current.spoken)


def _can_confirm(session: Session) -> bool:
    return _card(session) and _shown(session) and session.grade is not None and bool(session.grade.edits)


def _always(session: Session) -> bool:
    return True


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command("again", "say the question again", _again, _open),
        Command("hint", "show a hint", _hint, _can_hint),
        Command("skip", "I do not know: show the answer", _skip, _can_skip),
        Command("full", "the whole answer and the one-minute recap", _full, _shown),
        Command("flags", "the red flags: what interviewers hear", _flags, _shown),
        Command("next", "what would be asked next", _followups, _shown),
        Command("sources", "where this can be looked up", _sources, _shown),
        Command("lab", "what the card's lab shows at these settings", _lab, _can_lab),
        Command("confirm", "`:confirm 1`: yes, suspicion 1 is what I did", _confirm, _can_confirm),
        Command("undo", "take the last answer back, as often as you like", _undo, lambda s: s.can_undo),
        Command("suspend", "never ask this card again", _suspend, _card),
        Command("bury", "not today", _bury, _card),
        Command("reset", "begin this card anew, as never seen", _reset, _card),
        Command("mark", "mark this card, or take the mark away", _mark, _card),
        Command("note", "`:note text` keeps your own words with the card", _note, _card),
        Command("where", "the card's file and line, for an author", _where, _open),
        Command("quit", "end the session; every answer given is kept", _quit, _always),
    )
}


def offered(session: Session) -> list[Command]:
    """The commands that work now."""
    return [command for command in COMMANDS.values() if command.works(session)]


def help_lines(session: Session) -> Iterator[str]:
    yield "Commands:"
    for command in offered(session):
        cost = COST if command.name == "hint" and session.asks_rating else ""
        yield f"  :{command.name:<9}{command.line}{cost}"


def obey(session: Session, console: Console, line: str) -> None:
    """Carry out one line that begins with a colon; an unknown one is told, never an answer."""
    name, _, rest = line[1:].strip().partition(" ")
    if name in ("help", "h", "?", ""):
        console.say(*help_lines(session))
        return
    now = {command.name: command for command in offered(session)}
    command = now.get(name) or next((one for key, one in now.items() if key.startswith(name)), None)
    if command is not None:
        command.act(session, console, rest.strip())
    elif name in COMMANDS:
        console.say(f":{name} does nothing here. :help lists what does.")
    else:
        console.say("There is no such command. :help lists them.")
