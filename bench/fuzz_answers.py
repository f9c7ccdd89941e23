"""100,000 fuzzed answers over every kind of card: none may raise, none may take more than 50 ms.

    python bench/fuzz_answers.py [COUNT] [SEED]

Prints the counts of verdicts and the slowest answers; exit 1 where one raised or took too long.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.variants import draw
from quiz.answers_for_fuzzing import cards, fuzzed

LONGEST_MS = 50.0


def main(count: int, seed: int) -> int:
    variants = [draw(card, showing=0) for card in cards()]
    verdicts: Counter[str] = Counter()
    times: list[tuple[float, str, str]] = []
    raised = 0
    for number, text in enumerate(fuzzed(seed, count)):
        variant = variants[number % len(variants)]
        started = time.process_time()
        try:
            verdicts[grade(variant, text).verdict] += 1
        except Exception as error:
            raised += 1
            print(f"RAISED {type(error).__name__} on {variant.card.kind} {text!r}: {error}")
        times.append(((time.process_time() - started) * 1000, variant.card.kind, text))
    slowest = sorted(times, reverse=True)[:5]
    print(f"{count:,} answers, {raised} raised; verdicts: {dict(verdicts)}")
    for taken, kind, text in slowest:
        print(f"{taken:8.2f} ms  {kind}  {text[:80]!r}")
    return int(raised > 0 or slowest[0][0] > LONGEST_MS)


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*(arguments + [100_000, 1][len(arguments) :])))
