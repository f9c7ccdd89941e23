"""`mhaquiz history CARD`: every review of a card with the variant shown, replayed against today's card.

Where the card's formula has been corrected since, an old answer may get another verdict today. That is shown,
and with `--regrade` written to the log as `regrade` events; it never happens silently. `--undo N` takes any
one of them back.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from mhaquiz.cli import json_text, printable
from mhaquiz.cli.context import CommandError, UsageError, find_card, load_decks, open_profile
from mhaquiz.cli.options import whole
from mhaquiz.deck.display import counted

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.events import Event, Review
    from mhaquiz.memory.profile import Profile


@dataclass(frozen=True, slots=True)
class Line:
    """One event of the card's history; `now` is the verdict the same answer gets today, where it differs.

    `picked` names by id what was picked from a list: its number meant something else at every showing.
    """

    event: Event
    review: Review | None
    stands: bool
    now: str = ""
    picked: tuple[str, ...] = ()


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("card", metavar="CARD", help="a card as deck/card")
    parser.add_argument("--json", action="store_true", help="every field, for scripts")
    parser.add_argument(
        "--regrade", action="store_true", help="where the card was corrected since, grade old answers by it"
    )
    parser.add_argument(
        "--undo", type=whole(1, 10**6), metavar="N", help="take line N back, with all that followed from it"
    )


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory.meaning import adopt

    library = load_decks()
    if not options.card.isprintable():  # no key is like that, and not every such text can be asked for
        raise CommandError(no_history(library, options.card))
    with open_profile() as profile:
        adopt(profile, library.cards())
        lines = history(profile, options.card, library.card(options.card))
        if not lines:
            raise CommandError(no_history(library, options.card))
        if options.undo:
            take_back(profile, lines, options.undo)
            lines = history(profile, options.card, library.card(options.card))
        if options.regrade:
            regrade(profile, lines)
        text = as_json(lines) if options.json else as_text(lines, profile, options.card)
    sys.stdout.write(text)
    return 0


def no_history(library: Library, key: str) -> str:
    """Why there is nothing to tell: never answered. Raises UsageError where there is no such card."""
    if "/" in key:
        find_card(library, key)
        return f"{key}: never answered"
    named = [card.key for card in library.cards() if card.id == key]
    return f"a card is named deck/card, not `{key}`.{f' Did you mean {named[0]}?' if named else ''}"


def history(profile: Profile, key: str, card: Card | None) -> list[Line]:
    """The card's events, oldest first, those undone too."""
    standing = {event.id for event, _ in profile.reviews(key)}
    return [
        Line(event, _review(event), event.id in standing, _verdict_now(card, event), _picked(card, event))
        for event in profile.events(key)
    ]


def _review(event: Event) -> Review | None:
    from mhaquiz.memory.codec import read_review
    from mhaquiz.memory.events import EventKind

    return read_review(event.payload) if event.kind == EventKind.REVIEW else None


def _picked(card: Card | None, event: Event) -> tuple[str, ...]:
    from mhaquiz.quiz.picked import picked_then

    review = _review(event)
    if card is None or review is None or not review.typed or review.form == "spoken":
        return ()
    return picked_then(card, review)


def _verdict_now(card: Card | None, event: Event) -> str:
    """The verdict of a typed answer by today's card, or nothing where it is the same or cannot be told."""
    from mhaquiz.quiz.changed import FAULTS
    from mhaquiz.quiz.grading import grade
    from mhaquiz.quiz.stored import drawn_values
    from mhaquiz.quiz.variants import Form, restore
    from mhaquiz.quiz.verdicts import Verdict

    review = _review(event)
    if card is None or review is None or review.form != Form.TYPED or not review.typed:
        return ""
    values = drawn_values(card, review.values)
    if values is None or review.verdict not in set(Verdict):
        return ""
    try:
        variant = restore(card, values, showing=review.showing, form=Form.TYPED)
    except FAULTS:
        return ""  # the card has been edited: it is no longer drawn with these values
    found = grade(variant, review.typed).verdict
    same = found.passes == Verdict(review.verdict).passes
    return "" if same or found.asks_again else str(found)


def take_back(profile: Profile, lines: list[Line], number: int) -> None:
    """Undo the event of a line, whenever it was. Raises UsageError where there is nothing to take back."""
    if number > len(lines):
        raise UsageError(f"there is no line {number}: the history has {counted(len(lines), 'line')}")
    line = lines[number - 1]
    if not profile.undo(line.event.id):
        raise UsageError(f"line {number} has been taken back, or itself took another back")
    sys.stderr.write(printable(f"taken back: {_sentence(line)}") + "\n")


def regrade(profile: Profile, lines: list[Line]) -> None:
    """Append a `regrade` event for each standing review whose answer passes or fails otherwise today."""
    from mhaquiz.memory.events import Rating
    from mhaquiz.quiz.verdicts import Verdict

    changed = [line for line in lines if line.stands and line.now]
    for line in changed:
        rating = Rating.GOOD if Verdict(line.now).passes else Rating.AGAIN
        profile.regrade(line.event.id, rating=rating, reason="the card was corrected", verdict=line.now)
    sys.stderr.write(f"{counted(len(changed), 'review')} graded again\n")


def as_json(lines: list[Line]) -> str:
    events: list[dict[str, Any]] = []
    for line in lines:
        event = line.event
        events.append(
            {
                "id": event.id,
                "kind": str(event.kind),
                "ms": event.ms,
                "offset_minutes": event.offset_minutes,
                "study_day": event.study_day,
                "stands": line.stands or line.review is None,
                "verdict_now": line.now or None,
                **dict(event.payload),
            }
        )
    return json_text(events, indent=1)


def as_text(lines: list[Line], profile: Profile, key: str) -> str:
    numbered = enumerate(lines, start=1)
    shown = [printable(key), *(f"{number:>3}  {printable(_sentence(line))}" for number, line in numbered)]
    state = profile.state(key)
    if state is not None and state.stability is not None:
        due = (state.due_day or 0) - profile.study_day()
        memory = f"stability {state.stability:.1f} d, difficulty {state.difficulty:.1f}"
        lapses = counted(state.lapses, "lapse")
        shown.append(f"  now: {memory}, {lapses}, {f'due in {due} d' if due > 0 else 'due'}")
    return "\n".join(shown) + "\n"


def _sentence(line: Line) -> str:
    zone = timezone(timedelta(minutes=line.event.offset_minutes))
    when = datetime.fromtimestamp(line.event.ms / 1000, zone).strftime("%Y-%m-%d %H:%M")
    review = line.review
    if review is None:
        return f"{when}  {line.event.kind}  {_details(line.event)}".rstrip()
    values = ", ".join(f"{name} = {value}" for name, value in sorted(review.values.items()))
    parts = [when, review.rating.name.capitalize(), review.verdict, str(review.mode)]
    chosen = ", ".join(line.picked)
    parts += [f"picked {chosen}" if chosen else f"typed {review.typed!r}"] if review.typed else []
    parts += [f"expected {review.expected}"] if review.expected else []
    parts += [f"({values})"] if values else []
    parts += [f"misconception {review.misconception}"] if review.misconception else []
    parts += [f"{review.ms_taken / 1000:.0f} s"] if review.ms_taken else []
    parts += [] if line.stands else ["undone"]
    parts += [f"today this would be {line.now}"] if line.now else []
    return "  ".join(parts)


def _details(event: Event) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(event.payload.items()))
