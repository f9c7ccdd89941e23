"""What home says, as prose: today, the topics, the first steps of someone new. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from mhaquiz.deck.display import counted, percent
from mhaquiz.quiz.abilities import MOCK, QUIZ
from mhaquiz.quiz.durations import about_minutes, faster
from mhaquiz.tui.keymap import named
from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.prose import Block, rows_of

if TYPE_CHECKING:
    from pathlib import Path

    from mhaquiz.deck.messages import Problem
    from mhaquiz.memory.forecast import Forecast
    from mhaquiz.memory.pace import Pace
    from mhaquiz.memory.queue import Counts
    from mhaquiz.tui.desk import Topic
    from mhaquiz.tui.kept import Kept

BAR_CELLS = 20
KEY_WIDTH = 7
HEAD = "by topic"


def bar(share: float, cells: int) -> Content:
    """A bar of `share` (0 … 1) in half cells on a dotted track; thin, so that neighbours stay apart."""
    halves = round(min(max(share, 0.0), 1.0) * cells * 2)
    head = "━" * (halves // 2) + "╸" * (halves % 2)
    return Content.assemble((head, "$accent"), ("·" * (cells - len(head)), "$faint"))


def reading() -> list[Block]:
    """What stands there until the decks and the log are read."""
    told = "Reading your decks … (the first time takes a few seconds)"
    return [Block(Content.styled(told, "$quiet")), _start()]


def trouble(message: str, path: Path | None = None) -> list[Block]:
    """A profile that cannot be used: what is wrong, where it is, and what can be done about it."""
    ways = [
        ("mhaquiz doctor", "looks closer and says what it finds"),
        ("mhaquiz restore", "brings the newest good backup back (--list shows all)"),
        ("mhaquiz restore --anew", "moves the file aside and begins an empty profile"),
        ("MHAQUIZ_HOME=folder", "in front of a command uses the profile in a folder"),
    ]
    unsaid = path is not None and str(path) not in message
    where = [Block(literal(str(path)), Content.styled("file".ljust(KEY_WIDTH), "$quiet"), KEY_WIDTH)] * unsaid
    without = (
        f"{named('home.quiz')} quiz, {named('home.labs')} labs and {named('home.drill')} drill work without "
        "a profile; nothing that you answer there is recorded."
    )
    return [
        Block(literal(one_line(message)), Content.styled("✗ ", "bold $bad"), 2),
        *where,
        Block(literal("Nothing was changed. Quit, then in the shell:", "$quiet"), gap=True),
        *rows_of([(command, literal(text)) for command, text in ways], 25),
        Block(literal(without, "$quiet"), gap=True),
    ]


def _start() -> Block:
    key = Content.styled(named("home.study").ljust(KEY_WIDTH), "bold $accent")
    return Block(Content.styled("start", "bold"), key, KEY_WIDTH)


def today(counts: Counts, *, planned: bool = False) -> list[Block]:
    """How much there is, and the one key that starts it. A plan's minutes hold a part of what is due."""
    told = held(counts) if planned else _all_of_it(counts)
    if not told:
        left_alone = literal("A quick quiz leaves the schedule alone.", "$quiet")
        nothing = Content.styled("Nothing is due. ", "bold") + left_alone
        return [Block(nothing), key_line(named("home.quiz"), "ten questions")]
    quiet = f" · about {about_minutes(counts.minutes)}"
    besides = [f"{counted(counts.due_in_all, 'card is', 'cards are')} due in all."]
    besides = besides if planned and counts.due_in_all > counts.due else []
    besides += [f"{faster(counts.more)}."] if counts.more else []
    more = [Block(literal(" ".join(besides), "$quiet"))] * bool(besides)
    return [Block(Content.assemble((told, "bold"), (quiet, "$quiet"))), *more, _start()]


def waiting(kept: Kept) -> list[Block]:
    """What was left before its end, each with the key that goes on with it."""
    from mhaquiz.tui.session_pages import so_far

    lines = [
        (named(command), f"goes on with the {kind}: {so_far(session)}")
        for kind, command in ((MOCK, "home.mock"), (QUIZ, "home.quiz"))
        if (session := kept.waiting(kind)) is not None
    ]
    return [key_line(key, text) for key, text in lines]


def key_line(key: str, text: str) -> Block:
    """A key and what it does, the text in a column of its own."""
    return Block(literal(text), Content.styled(key.ljust(KEY_WIDTH), "bold $accent"), KEY_WIDTH)


def _all_of_it(counts: Counts) -> str:
    parts = ((counts.due, "due"), (counts.learning, "in learning"), (counts.new, "new"))
    return " · ".join(f"{number} {name}" for number, name in parts if number)


def held(counts: Counts) -> str:
    """`today's plan: 24 cards, 6 of them new`; `today's plan is done`; nothing where nothing is left."""
    if not counts.fresh:
        again = f"{counted(counts.learning, 'card')} once more" if counts.learning else ""
        done = "today's plan is done" if counts.more else "today's plan:" if again else ""
        return f"{done}{' but for ' if counts.more and again else ' ' if again else ''}{again}"
    cards = counted(counts.fresh, "card")
    new = f", {counts.new} of them new" if counts.new else ""
    again = f" · {counts.learning} in learning" if counts.learning else ""
    return f"today's plan: {cards}{new}{again}"


def interview(advice: Sequence[str], forecast: Forecast | None, pace: Pace | None = None) -> list[Block]:
    """The countdown, and the recall to expect on the day; its lines stand there before it is worked out."""
    from mhaquiz.memory.forecast import rests_on

    if not advice:
        return []
    blocks = advised(advice, f"{named('home.mock')} begins one")
    if pace is None:
        return blocks
    told = "working it out …"
    if forecast is not None:
        band = f"{percent(forecast.low)} to {percent(forecast.high)}"
        told = f"{percent(forecast.recall)} ({band}) of all {forecast.cards} cards"
    told = f"Recall to expect on the day: {told}"
    basis = rests_on(pace)
    return [*blocks, Block(literal(told, "$quiet")), Block(literal(f"It {basis}.", "$quiet"))]


def advised(lines: Sequence[str], mock: str) -> list[Block]:
    """What the plan advises, the countdown first; `mock` says how a mock interview begins from here."""
    from mhaquiz.memory.plan import MOCK_COMMAND

    told = [one_line(line.replace(MOCK_COMMAND, mock)) for line in lines]
    return [Block(literal(line, "bold" if number == 0 else "")) for number, line in enumerate(told)]


def first_steps() -> list[Block]:
    """A first run explains itself in three lines."""
    return [
        key_line(named("home.study"), "asks a card: answer, say how sure you are, see why."),
        key_line("", "What you miss comes back soon; what you know, just before you forget."),
        key_line(named("app.help"), "lists the keys. Numbers change each time: learn how, not how much."),
    ]


def topics(standing: Sequence[Topic], width: int) -> list[Block]:
    """Each topic: its name, the chance of recall today as a bar and a number, cards seen of all."""
    if not standing:
        return []
    longest = max(len(HEAD), *(len(one.name) for one in standing))
    name_width = min(longest, max(width - BAR_CELLS - 22, len(HEAD)))
    head = HEAD.ljust(name_width + 2) + "recall today".ljust(BAR_CELLS + 8) + "cards seen"
    rows = [Block(Content.styled(head, "$quiet"), gap=True, wraps=False)]
    return rows + [Block(_topic(one, name_width), wraps=False) for one in standing]


def _topic(one: Topic, name_width: int) -> Content:
    name = cut(literal(one_line(one.name)), name_width).pad_right(0)
    name = name.pad_right(name_width - name.cell_length + 2)
    return (
        name + bar(one.recall, BAR_CELLS) + literal(f"{percent(one.recall):>6}  {one.seen:>4} of {one.cards}")
    )


def broken(problems: Sequence[Problem]) -> list[Block]:
    """One line a deck that could not be loaded whole; the deck list says more."""
    errors: dict[str, int] = {}
    shows = named("home.decks")
    for problem in problems:
        if problem.is_error:
            errors[problem.path.name] = errors.get(problem.path.name, 0) + 1
    return [
        Block(
            literal(f"{one_line(name)}: {counted(number, 'error')}; {shows} shows them"),
            Content.styled("! ", "bold $warn"),
            2,
        )
        for name, number in errors.items()
    ]
