"""How long one variant takes to draw and one typed answer to read and grade.

    python bench/answers.py

The last column divides by what Python takes to make and format one Fraction in the same run, so that the
figures of two machines can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from itertools import count

from mhaquiz.deck.cards import Card, Kind, Mistake, Numeric
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.variants import Form, draw

CARD = Card(
    "bench",
    "weights",
    Kind.NUMERIC,
    Numeric(
        "attention_weights(d_model=d_model, n_heads=h)",
        mistakes=(
            Mistake("3 * d_model**2"),
            Mistake("4 * d_model**2 * h"),
            Mistake("4 * d_model**2 + 4 * d_model"),
        ),
    ),
    prompt="d_model = {d_model:,}, h = {h} heads, no biases. How many weights?",
    params=(("h", (4, 8, 12, 16)), ("head_dim", (32, 64, 128))),
    let=(("d_model", "h * head_dim"),),
    regions=(("narrow", "head_dim < 64"), ("wide", "head_dim >= 64")),
)
ROUNDS, REPEATS = 7, 400


def best_of(action: Callable[[], object]) -> float:
    """Microseconds of one call: the best of ROUNDS averages over REPEATS calls."""
    averages = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for _ in range(REPEATS):
            action()
        averages.append((time.perf_counter() - started) / REPEATS * 1e6)
    return min(averages)


def main() -> None:
    showings = count()
    variant = draw(CARD, showing=0)
    right = int(str(variant.expected))
    typed = {
        "exact": f"{right:,}",
        "rounded": f"{right / 1e6:.4f}M",
        "expression": f"4*{variant.values['d_model']}^2",
        "mistake": str(right * 3 // 4),
        "wrong, searched for an edit": str(right + 12_345),
        "unreadable": "1,05",
    }
    unit = best_of(lambda: f"{Fraction(1_048_576, 3)}")
    rows: dict[str, Callable[[], object]] = {
        "draw, work out, fill": lambda: draw(CARD, showing=next(showings)),
        "the same as multiple choice": lambda: draw(CARD, showing=next(showings), form=Form.CHOICE),
    }
    for name, text in typed.items():
        rows[f"grade {name}: {text}"] = lambda text=text: grade(variant, text)  # type: ignore[misc]
    for name, action in rows.items():
        taken = best_of(action)
        print(f"{name:45} {taken:9.1f} µs {taken / unit:8.1f} ×")


if __name__ == "__main__":
    main()
