"""Live the twelve days before an interview through `mhaquiz study --plain`: a real process an evening.

The process gets its clock from a file that this script moves on while it "thinks"; everything else is as a
person has it: arguments, pipes, the profile under MHAQUIZ_HOME. The learner remembers as FSRS-6 does with
parameters of its own, misses the fifth and sixth evening, and looks at a second session over the same log
for what is being asked. Prints a line a day and exits 1 where the plan breaks a promise.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from mhaquiz.deck.library import Library, load_library
from mhaquiz.deck.places import builtin_decks
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.interviews import date_of
from mhaquiz.memory.learners import FsrsMemory
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Catalogue, Limits, Queue
from mhaquiz.plain.wording import how_to_answer
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.study_session import StudySession
from mhaquiz.quiz.variants import Variant

DAYS, MINUTES, MISSED, ENOUGH = 12, 20, (4, 5), 3
START_DAY, HOUR = 20_800, 3_600_000
CHILD = """
import sys
import mhaquiz.memory.clock as clock
clock.system_clock = lambda: clock.Moment(int(open(sys.argv[1]).read()))
from mhaquiz.cli import run
sys.exit(run(sys.argv[2:]))
"""


@dataclass
class Evening:
    """One sitting, from the learner's side."""

    home: Path
    library: Library
    chance: random.Random
    memories: dict[str, FsrsMemory]
    ms: int
    said: list[str] = field(default_factory=list)
    knows: bool = False
    times: Counter[str] = field(default_factory=Counter)
    key: str = ""
    tried: bool = False

    def set_clock(self) -> None:
        draft = self.home / "clock.new"
        draft.write_text(str(self.ms))
        draft.replace(self.home / "clock")

    def think(self, minutes: float) -> None:
        self.ms += int(minutes * 60_000)
        self.set_clock()

    def process(self, *arguments: str) -> subprocess.Popen[str]:
        self.set_clock()
        command = [sys.executable, "-c", CHILD, str(self.home / "clock"), *arguments]
        environ = {**os.environ, "MHAQUIZ_HOME": str(self.home)}
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environ, text=True, encoding="utf-8")

    def live(self) -> None:
        """Answer whatever is asked until the process ends."""
        child = self.process("study", "--plain")
        assert child.stdin is not None
        assert child.stdout is not None
        asked, ahead = self.look(), False
        for line in child.stdout:
            self.said.append(line)
            reply = self.reply(line.rstrip("\n"), asked)
            if reply is not None:
                child.stdin.write(reply + "\n")
                child.stdin.flush()
            if line.startswith(("Rating:", "The next card")):
                asked, ahead = None, line.startswith("The next card")
            if asked is None and not line.strip():
                asked, self.tried = self.look(ahead=ahead), False
        assert child.wait() == 0, self.said[-3:]

    def look(self, *, ahead: bool = False) -> StudySession | None:
        """A session of our own over the same log; with `ahead`, what a running step shows early."""
        with Profile.open(self.home / "profile.sqlite3", self.now) as profile:
            start = [key for deck in self.library.decks for key in deck.start]
            catalogue = Catalogue(self.library.cards(), start=start)
            queue = Queue(profile, catalogue, self.now, Limits.of(profile))
            session = StudySession(profile, self.library, queue, self.now)
            if ahead:
                session.question = session._draw_ahead()
        return session if session.question is not None else None

    def now(self) -> Moment:
        return Moment(self.ms)

    def reply(self, line: str, asked: StudySession | None) -> str | None:
        """What the learner types when this line has been printed; None where it is no prompt."""
        if line.startswith("The next card comes in"):
            self.think(1)
            return ""
        if line.startswith("How sure?"):
            return "2"
        if line.startswith("What did you say?"):
            return "all" if self.knows else ""
        if line.startswith("Rating:"):
            return "3" if self.times[self.key] > ENOUGH else ""
        if asked is None:
            return None
        question = asked.current
        if line.startswith("Answer aloud"):
            self.meet(question.card.key, float(question.card.minutes))
            return ""
        if line == how_to_answer(question):
            if self.tried:
                return ":skip"
            self.meet(question.card.key, float(question.card.minutes))
            self.tried = True
            return right_answer(question.variant) if self.knows else ":skip"
        return None

    def meet(self, key: str, minutes: float) -> None:
        """Think about a card; know it or not."""
        self.key = key
        self.times[key] += 1
        self.think(minutes * self.chance.uniform(0.7, 1.3))
        memory = self.memories.setdefault(key, FsrsMemory(self.chance, 1.0))
        today = self.ms / 86_400_000
        self.knows = self.chance.random() < (memory.recall(today) or 0.6)
        memory.study(today, self.knows)


def right_answer(variant: Variant) -> str:
    """Something to type that passes, found by trying."""
    numbers = [str(index) for index, choice in enumerate(variant.choices, start=1) if choice.correct]
    tries = [variant.expected_text, " ".join(numbers), variant.expected_text.replace(", ", "; ")]
    if isinstance(variant.expected, tuple):
        tries.append(" ".join(str(part) for part in variant.expected))
    return next((text for text in tries if text and grade(variant, text).verdict.passes), ":skip")


def broken(day: int, evening: Evening, profile: Profile, core: set[str]) -> list[str]:
    """The promises that this evening broke."""
    counts, said = profile.day_counts(START_DAY + day), "".join(evening.said)
    found = [] if abs(counts.minutes - MINUTES) <= 0.15 * MINUTES else [f"{counts.minutes:.1f} minutes"]
    if f"Interview in {DAYS - day} day" not in said:
        found.append("no countdown")
    if ("mock interview" in said) != (day in (9, 11)):
        found.append("mock interview offered on the wrong day")
    if day == 10 and any(not profile.showings(key) for key in core):
        found.append("core not seen by two days before")
    if day == 11 and counts.new:
        found.append("something new on the last day")
    if day == 6 and not counts.new:
        found.append("two missed days not made up for")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()
    library = load_library([builtin_decks()])
    core = {card.key for card in library.cards() if card.priority == "core"}
    chance, memories, faults = random.Random(options.seed), {}, []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for day in range(DAYS + 1):
            begins = (START_DAY + day) * 24 * HOUR + (18 if day < DAYS else 8) * HOUR
            evening = Evening(home, library, chance, memories, begins)
            if day == 0:
                date = date_of(START_DAY + DAYS).isoformat()
                assert evening.process("plan", "--interview", date, "--minutes", str(MINUTES)).wait() == 0
            if day in MISSED:
                sys.stdout.write(f"{day + 1:>3}  missed\n")
                continue
            evening.live()
            with Profile.open(home / "profile.sqlite3", evening.now) as profile:
                counts = profile.day_counts(START_DAY + day)
                seen = sum(bool(profile.showings(key)) for key in core)
                done = len({event.card for event, _ in profile.reviews_on(START_DAY + day)})
                if day < DAYS:
                    found = broken(day, evening, profile, core)
                else:
                    found = [] if done == 15 and "Interview today" in "".join(evening.said) else ["morning"]
            faults += found
            sys.stdout.write(
                f"{day + 1:>3}  {counts.minutes:5.1f} min  {counts.new:>3} new  {counts.reviews:>3} reviews"
                f"  {seen:>3} of {len(core)} core seen  {'; '.join(found) or 'as promised'}\n"
            )
            sys.stdout.flush()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
