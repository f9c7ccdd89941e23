"""The lines of a session on which keys stand with what they mean: how sure, and the ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from mhaquiz.memory.events import Rating
from mhaquiz.tui.keymap import first_key, named, named_all
from mhaquiz.tui.literal import literal
from mhaquiz.tui.widgets.hit_line import Hit

if TYPE_CHECKING:
    from mhaquiz.quiz.session import Session

SURE = ("guess", "fairly sure", "certain")


def sureness() -> tuple[Hit, ...]:
    """The question how sure one is, with the keys that answer it."""
    hits = [_sure(f"study.sure_{level}", name) for level, name in enumerate(SURE, 1)]
    return (Hit(literal("How sure are you?", "bold")), *hits)


def _sure(command: str, name: str) -> Hit:
    first, *others = named_all(command)
    also = f" ({' '.join(others)})" if others else ""
    return Hit(Content.assemble((first, "bold $accent"), f" {name}", (also, "$quiet")), first_key(command))


def ratings(session: Session) -> tuple[Hit, ...]:
    """The four ratings with their next intervals; the proposed one has a pointer and the key that goes on.

    A session that schedules nothing only asks whether a spoken answer was right.
    """
    proposed = session.proposed
    if session.asks_rating:
        names = {rating: rating.name.lower() for rating in Rating}
    else:
        names = {Rating.AGAIN: "missed it", Rating.GOOD: "knew it"}
        proposed = Rating.GOOD if proposed > Rating.AGAIN else Rating.AGAIN
    hits = [_rating(r, name, session.previews.get(r, ""), r == proposed) for r, name in names.items()]
    takes = Content.styled(f"{named('study.next')} takes ▸", "$quiet")
    return (*hits, Hit(takes, first_key("study.next")))


def _rating(rating: Rating, name: str, interval: str, proposed: bool) -> Hit:
    command = f"study.rate_{int(rating)}"
    text = Content.assemble(
        ("▸" if proposed else " ", "bold $accent"),
        (named(command), "bold $accent"),
        (f" {name}", "bold" if proposed else ""),
        (f" {interval}", "$quiet"),
    )
    return Hit(text, first_key(command))
