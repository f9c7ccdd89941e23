"""The times of a question: none of them runs while the learner is away."""

from __future__ import annotations

from mhaquiz.memory.clock import Moment
from mhaquiz.quiz.stopwatch import Stopwatch


class Hand:
    """A clock moved by hand."""

    ms = 1_000_000

    def __call__(self) -> Moment:
        return Moment(self.ms, 0)


def test_what_a_question_takes() -> None:
    hand = Hand()
    watch = Stopwatch(hand)
    watch.begin()
    hand.ms += 3_000
    watch.key()
    hand.ms += 4_000
    watch.key()
    watch.answer()
    assert (watch.first_key_ms, watch.taken_ms) == (3_000, 7_000)
    watch.begin()
    assert (watch.first_key_ms, watch.taken_ms, watch.shown_ms) == (None, 0, 0)


def test_nothing_counts_while_one_is_away() -> None:
    hand = Hand()
    watch = Stopwatch(hand)
    watch.begin()
    watch.speak()
    hand.ms += 5_000
    watch.stop()
    hand.ms += 3_600_000
    assert watch.shown_ms == 5_000
    watch.stop()  # left twice is left once
    watch.go_on()
    watch.go_on()
    hand.ms += 1_000
    assert (watch.shown_ms, watch.spoken_seconds) == (6_000, 6)


def test_a_clock_set_back_gives_no_negative_time() -> None:
    hand = Hand()
    watch = Stopwatch(hand)
    watch.begin()
    hand.ms -= 10_000
    watch.answer()
    assert watch.taken_ms == 0
