"""The lines of a session on which keys stand with what they mean: how sure, and the ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from mhaquiz.memory.events import Rating
from mhaquiz.tui.keymap import first_key, named, named_all
from mhaquiz.tui.literal import literal
from mhaquiz.tui.widgets.hit_line import Hit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mhaquiz.quiz.session import Session

SURE = ("guess", "fairly sure", "certain")


def sureness() -> tuple[Hit, ...]:
    """The question how sure one is, with the keys that answer it."""
    hits = [_sure(f"study.sure_{level}", name) for level, name in enumerate(SURE, 1)]
    return (Hit(literal("How sure are you?", "bold")), *hits)


def _sure(command: str, name: str) -> Hit:
    first, *others = named_all(command)
    also = f" ({' '.join(others)})" if others else ""
    text = Content.assemble((first, "bold $accent"), f" {name}", (also, "$quiet"))
    return Hit(text, first_key(command), pinned=True)


def ratings(session: Session) -> tuple[Hit, ...]:
    """The four ratings with their next intervals; the proposed one has a pointer and the key that goes on."""
    names, proposed = _names(session)
    hits = [_rating(r, name, session.previews.get(r, ""), r == proposed) for r, name in names.items()]
    takes = Content.styled(f"{named('study.next')} takes ▸", "$quiet")
    return (*hits, Hit(takes, first_key("study.next")))


def is_offered(session: Session, rating: int) -> bool:
    """Whether that rating can be given now: only what stands on the line takes its key."""
    return rating in _names(session)[0]


def taken(session: Session) -> str:
    """What the key that goes on rates, by its name on the line of ratings."""
    names, proposed = _names(session)
    return names[proposed]


def _names(session: Session) -> tuple[Mapping[Rating, str], Rating]:
    """The ratings offered by their names, and the proposed one.

    A session that schedules nothing only asks whether a spoken answer was right.
    """
    if session.asks_rating:
        return {rating: rating.name.lower() for rating in Rating}, session.proposed
    proposed = Rating.GOOD if session.proposed > Rating.AGAIN else Rating.AGAIN
    return {Rating.AGAIN: "missed it", Rating.GOOD: "knew it"}, proposed


def _rating(rating: Rating, name: str, interval: str, proposed: bool) -> Hit:
    command = f"study.rate_{int(rating)}"
    text = Content.assemble(
        ("▸" if proposed else " ", "bold $accent"),
        (named(command), "bold $accent"),
        (f" {name}", "bold" if proposed else ""),
        (f" {interval}", "$quiet"),
    )
    return Hit(text, first_key(command), pinned=proposed)
