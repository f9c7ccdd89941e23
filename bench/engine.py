"""How fast the engine answers: closed forms, a stream of expressions, and names for wrong numbers.

    python bench/engine.py

Beside each figure stands what Python takes for one exact fraction, or simpler programs for the same lines,
in the same run, so that the figures of two machines can be compared.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction

from mhaquiz.engine import QUANTITIES, explain_wrong
from mhaquiz.engine.grid import configurations

ROUNDS = 7
LINES = 6_000
TURNS = 5
LOOP = "import json, sys\n{}\nfor line in sys.stdin:\n    print({}, flush=True)"
STREAMS = {
    "mhaquiz compute - --json": ["-m", "mhaquiz", "compute", "-", "--json"],
    "the value alone, not measured": [
        "-c", LOOP.format("from mhaquiz.deck.expressions import evaluate", "evaluate(line.strip(), {})"),
    ],
    "json.dumps of the lines": ["-c", LOOP.format("", "json.dumps({'expression': line})")],
    "echo of the lines": ["-c", LOOP.format("", "line, end=''")],
}  # fmt: skip


def best_of(action: Callable[[], object], repeats: int) -> float:
    """Seconds for one call, the best of several rounds."""
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(repeats):
            action()
        rounds.append((time.perf_counter() - start) / repeats)
    return min(rounds)


def closed_forms() -> None:
    """Microseconds of each closed form, alone and with its parameters checked."""
    unit = best_of(lambda: Fraction(355, 113) * 2, 2_000)
    rows = []
    for name, quantity in QUANTITIES.items():
        grid = [(each, quantity.resolve(**each)) for each in configurations(quantity, 10)]
        alone = best_of(lambda grid=grid, of=quantity: [of.worth(full) for _, full in grid], 30)  # type: ignore[misc]
        checked = best_of(lambda grid=grid, of=quantity: [of(**each) for each, _ in grid], 30)  # type: ignore[misc]
        rows.append((alone / len(grid), checked / len(grid), name))
    rows.sort(reverse=True)
    print(
        f"one fraction times two: {unit * 1e6:.2f} µs\n{'closed form':<28} {'alone µs':>9} {'checked µs':>10}"
    )
    for alone, checked, name in rows[:12]:
        print(f"{name:<28} {alone * 1e6:>9.2f} {checked * 1e6:>10.2f}")
    middle = rows[len(rows) // 2]
    print(f"{'(median)':<28} {middle[0] * 1e6:>9.2f} {middle[1] * 1e6:>10.2f}")


def expressions() -> str:
    """Lines of the usual questions with fresh numbers."""
    pick = random.Random(1)
    lines = []
    for _ in range(LINES // 4):
        heads, width, tokens = pick.choice((8, 16, 32, 64)), pick.randrange(1, 200), pick.randrange(1, 99_999)
        lines += [
            f"attention_weights(d_model={width * heads}, n_heads={heads})",
            f"kv_cache_bytes(n_layers={width}, n_kv_heads=8, head_dim=128, n_tokens={tokens})",
            f'attention_params(d_model={width * heads}, n_heads={heads}, n_kv_heads=4, bias="qkvo")',
            f"attention_macs(n_tokens={tokens}, d_model={width * heads}, n_heads={heads})",
        ]
    return "\n".join(lines) + "\n"


def stream() -> None:
    """Lines a second through `mhaquiz compute - --json`, every one measured, beside three simpler programs.

    All read the same lines in a process of their own, start-up included, in turns; the best turn counts.
    """
    text = expressions()
    best = dict.fromkeys(STREAMS, float("inf"))
    for _ in range(TURNS):
        for label, command in STREAMS.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *command], input=text, capture_output=True, text=True, check=True)
            best[label] = min(best[label], time.perf_counter() - start)
    answered = next(iter(best.values()))
    for label, seconds in best.items():
        print(f"{label:<34} {LINES / seconds:>9,.0f} lines a second, {seconds / answered:>6.3f} of the time")


def wrong_numbers() -> None:
    """Milliseconds to search the single edits of a formula, the slowest quantity first."""
    rows = []
    for name, quantity in QUANTITIES.items():
        if quantity.symbolic and quantity.result in ("whole", "rational"):
            given = configurations(quantity, 3)[-1]
            rows.append((best_of(lambda n=name, g=given: explain_wrong(n, g, 123_456_789), 3), name))  # type: ignore[misc]
    for seconds, name in sorted(rows, reverse=True)[:5]:
        print(f"{name:<28} {seconds * 1e3:>9.2f} ms to look for a name")


if __name__ == "__main__":
    closed_forms()
    print()
    stream()
    print()
    wrong_numbers()
