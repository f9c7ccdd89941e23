"""How long one question takes, on a watch that stands still while the learner is away from the session."""

from __future__ import annotations

from mhaquiz.memory.clock import Clock


class Stopwatch:
    """Times of the question in front of the learner, in milliseconds since it was shown."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._away_ms = 0
        self._left_ms: int | None = None
        self.first_key_ms: int | None = None
        self.taken_ms = 0
        self._speaking_ms: int | None = None
        self._shown_ms = self.ms

    @property
    def ms(self) -> int:
        """The clock without the time that the learner was away."""
        return (self._clock().ms if self._left_ms is None else self._left_ms) - self._away_ms

    def begin(self) -> None:
        """Another question is shown, or none."""
        self._shown_ms = self.ms
        self.first_key_ms = self._speaking_ms = None
        self.taken_ms = 0

    @property
    def shown_ms(self) -> int:
        """How long the question has been in sight; never negative, whatever was done to the clock."""
        return max(0, self.ms - self._shown_ms)

    def key(self) -> None:
        """A key was pressed; only the first one of a question counts."""
        if self.first_key_ms is None:
            self.first_key_ms = self.shown_ms

    def speak(self) -> None:
        self._speaking_ms = self.ms

    @property
    def spoken_seconds(self) -> int | None:
        """Seconds since the learner began to speak, or None."""
        return None if self._speaking_ms is None else (self.ms - self._speaking_ms) // 1000

    def answer(self) -> None:
        """The answer is given: the time that it took is kept."""
        self.taken_ms = self.shown_ms

    # ── away ────────────────────────────────────────────────────────────────────────────
    def stop(self) -> None:
        """The learner leaves; nothing counts until `go_on`."""
        if self._left_ms is None:
            self._left_ms = self._clock().ms

    def go_on(self) -> None:
        """The learner is back."""
        if self._left_ms is not None:
            self._away_ms += self._clock().ms - self._left_ms
            self._left_ms = None
