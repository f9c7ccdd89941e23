"""Fit the memory model to one person's own log; adopt the fit only where it predicts later answers better.

The fit is fsrs-rs (the extra `optimize`); the judgement is our own: parameters fitted to the first four
fifths of the reviews, by day, must predict the last fifth better than those in force. Only a day's first
review of a card counts, as in scheduling. The fit runs in a process of its own: it can be stopped, and a
Rust panic (an exception that is not an `Exception`) ends there.
"""

from __future__ import annotations

import math
import multiprocessing
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing.connection import Connection
from typing import NamedTuple

from mhaquiz.memory import tables
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import EventKind
from mhaquiz.memory.fsrs6 import DEFAULT_PARAMETERS, Fsrs6, validated
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.projection import CRAM, REVIEW, Entry, amendments

ENOUGH = 400  # reviews a day or more after the one before
ENOUGH_MISSED = 20
TRAINING_SHARE = 0.8
WORTH_IT = 0.002  # log loss, in nats a review, below which a difference is noise
PATIENCE_SECONDS = 600.0


class Step(NamedTuple):
    """One review of a card: the study day, days since the one before (0 for the first), the rating."""

    day: int
    elapsed: int
    rating: int


@dataclass(frozen=True, slots=True)
class Fit:
    """The outcome. Log losses are of the held-out reviews, lower is better."""

    reviews: int
    held_out: int
    loss_before: float
    loss_after: float
    parameters: tuple[float, ...]

    @property
    def better(self) -> bool:
        return self.loss_after < self.loss_before - WORTH_IT


def histories(profile: Profile) -> dict[str, list[Step]]:
    """The reviews that moved the memory model, card by card."""
    entries: defaultdict[str, list[Entry]] = defaultdict(list)
    cards = profile.connection.execute("SELECT DISTINCT card FROM event WHERE kind = 'review'").fetchall()
    for (card,) in cards:
        entries[profile.key(card)] += tables.card_entries(profile.connection, [card])
    return {key: steps for key, those in entries.items() if (steps := list(_steps(sorted(those))))}


def _steps(entries: Sequence[Entry]) -> Iterator[Step]:
    undone, ratings = amendments(entries)
    last: int | None = None
    for entry in entries:
        if entry.kind == EventKind.RESET and entry.id not in undone:
            last = None
        if entry.kind != REVIEW or entry.mode == CRAM or entry.id in undone:
            continue
        if last is None or entry.day > last:
            elapsed = 0 if last is None else entry.day - last
            last = entry.day
            yield Step(entry.day, elapsed, ratings.get(entry.id, entry.rating))


def check_enough(cards: Mapping[str, Sequence[Step]]) -> int:
    """How many reviews say something about forgetting; `ProfileError` in plain words where too few do."""
    later = [step for steps in cards.values() for step in steps if step.elapsed > 0]
    if len(later) < ENOUGH:
        raise ProfileError(
            f"too little to learn from yet: {len(later)} reviews came a day or more after the one before, "
            f"and {ENOUGH} are needed; the standard parameters serve until then"
        )
    missed = sum(step.rating == 1 for step in later)
    if missed < ENOUGH_MISSED:
        raise ProfileError(
            f"too little to learn from yet: only {missed} of {len(later)} reviews were missed, "
            f"and forgetting can be measured from {ENOUGH_MISSED} on"
        )
    return len(later)


def split_day(cards: Mapping[str, Sequence[Step]]) -> int:
    """The study day from which on reviews are held out."""
    days = sorted(step.day for steps in cards.values() for step in steps if step.elapsed > 0)
    return days[int(len(days) * TRAINING_SHARE)]


def log_loss(
    cards: Mapping[str, Sequence[Step]], parameters: Sequence[float], since: int
) -> tuple[float, int]:
    """Mean log loss of predicted recall over reviews since a day, and how many they are."""
    model, total, count = Fsrs6(parameters), 0.0, 0
    for steps in cards.values():
        stability = difficulty = 0.0
        for step in steps:
            if step.elapsed == 0:
                stability, difficulty = model.first(step.rating)
                continue
            if step.day >= since:
                recall = min(max(model.retrievability(stability, step.elapsed), 1e-6), 1 - 1e-6)
                total -= math.log(recall if step.rating > 1 else 1 - recall)
                count += 1
            stability, difficulty = model.after(stability, difficulty, step.elapsed, step.rating)
    return (total / count if count else math.inf), count


def optimise(profile: Profile, progress: Callable[[float], None] = lambda seconds: None) -> Fit:
    """Fit and judge; adopts nothing. `progress` hears the seconds passed, about twice a second.

    Raises `ProfileError` without the extra, on too little data, and where the fit fails.
    """
    if find_spec("fsrs_rs_python") is None:
        raise ProfileError("optimising needs the extra: pip install 'mhaquiz[optimize]'")
    cards = histories(profile)
    reviews = check_enough(cards)
    since = split_day(cards)
    now = profile.rules.parameters or DEFAULT_PARAMETERS
    before = {key: [step for step in steps if step.day < since] for key, steps in cards.items()}
    trial = _fit(before, progress)
    loss_before, held_out = log_loss(cards, now, since)
    loss_after, _ = log_loss(cards, trial, since)
    fit = Fit(reviews, held_out, loss_before, loss_after, trial)
    if fit.better:  # the judgement is on the trial; what is adopted has seen everything
        return Fit(reviews, held_out, loss_before, loss_after, _fit(cards, progress))
    return fit


def adopt(profile: Profile, fit: Fit) -> int:
    """Let the fitted parameters govern; returns how many cards' due dates moved."""
    before = {key: state.due_day for key, state in profile.states().items()}
    profile.record(EventKind.PARAMETERS, None, {"parameters": list(fit.parameters)})
    return sum(before.get(key) != state.due_day for key, state in profile.states().items())


def _fit(cards: Mapping[str, Sequence[Step]], progress: Callable[[float], None]) -> tuple[float, ...]:
    """Parameters fitted by fsrs-rs in a process of its own."""
    lines = [[(step.rating, step.elapsed) for step in steps] for steps in cards.values() if len(steps) > 1]
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_fit_in_child, args=(theirs, lines), daemon=True)
    with _safe_path():
        child.start()
    theirs.close()
    try:
        # Rounded as Anki shows them: in single precision some pass their bounds by a hair.
        return validated([round(value, 4) for value in _wait(ours, progress)])
    finally:
        child.kill()
        child.join()
        ours.close()


@contextmanager
def _safe_path(environ: MutableMapping[str, str] = os.environ) -> Iterator[None]:
    """multiprocessing starts `python -c`, which would run a module out of the folder one happens to be in."""
    before = environ.get("PYTHONSAFEPATH")
    environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        del environ["PYTHONSAFEPATH"]
        if before is not None:
            environ["PYTHONSAFEPATH"] = before


def _wait(pipe: Connection, progress: Callable[[float], None]) -> list[float]:
    waited = 0.0
    while not pipe.poll(0.5):
        waited += 0.5
        progress(waited)
        if waited >= PATIENCE_SECONDS:
            raise ProfileError("the fit does not end; nothing was changed")
    try:
        answer = pipe.recv()
    except EOFError:
        raise ProfileError("the fit ended without a result; nothing was changed") from None
    if isinstance(answer, str):
        raise ProfileError(f"the fit failed ({answer}); nothing was changed")
    return list(answer)


def _fit_in_child(pipe: Connection, lines: list[list[tuple[int, int]]]) -> None:
    """Runs in the child. A panic of the Rust library derives from BaseException and writes to stderr."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        from fsrs_rs_python import FSRS, FSRSItem, FSRSReview

        items = [
            FSRSItem([FSRSReview(rating, elapsed) for rating, elapsed in steps[:end]])
            for steps in lines
            for end in range(2, len(steps) + 1)
        ]
        pipe.send([float(value) for value in FSRS([]).compute_parameters(items)])
    except BaseException as error:  # pyo3's PanicException is no Exception; the parent hears whatever it is
        pipe.send(f"{type(error).__name__}: {str(error)[:200]}")
