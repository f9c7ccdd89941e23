"""How fast decks are read and checked, each beside what it is compared to in the same run.

    python bench/decks.py

The decks are made up: two variants a numeric card, and a recall, a choice and a true/false card for every two
of those. Times are CPU seconds of this process after start, the best of a few runs; one line a measurement.
"""

from __future__ import annotations

import gc
import json
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import yaml

from mhaquiz.deck.checks import check_files
from mhaquiz.deck.deck_cache import cache_file
from mhaquiz.deck.expression_functions import functions
from mhaquiz.deck.library import load_library
from mhaquiz.deck.places import builtin_decks, deck_files

NUMERIC = """\
  - id: n{i}
    kind: numeric
    tags: [weights, topic/parameters]
    params: {{h: [{h}, {more}], k: [64]}}
    let: {{d{i}: h * k}}
    prompt: "d_model = {{d{i}:,}}, h = {{h}} heads, case {i}. How many weights do the four projections hold?"
    answer: attention_weights(d_model=d{i}, n_heads=h)
    verify: 4 * d{i}**2
    mistakes:
      - {{answer: 3 * d{i}**2, why: "There are four matrices."}}
      - {{answer: 4 * d{i}**2 + 4 * d{i}, why: "The question says: no biases."}}
    hints: ["Each matrix is d_model × d_model.", "There are W_Q, W_K, W_V and W_O."]
    short: "4·d_model² = {{answer:,}}"
    sources: [{{title: Attention Is All You Need, where: "§3.2.2", year: 2017}}]
"""
CHOICE = """\
  - id: n{i}
    kind: single_choice
    prompt: Where is the causal mask applied, case {i}?
    choices:
      - {{id: before, text: "to the scores, before the softmax", correct: true}}
      - {{id: after, text: "to the weights, after the softmax", why: "The rows would no longer sum to 1."}}
    sources: [{{title: Attention Is All You Need, year: 2017}}]
"""
TRUTH = """\
  - {{id: n{i}, kind: true_false, prompt: "More heads, more weights, case {i}?", answer: false, why: "No."}}
"""
RECALL = """\
  - id: n{i}
    kind: recall
    prompt: Why are the scores divided by √d_k, case {i}?
    short: To keep the softmax out of saturation.
    points: [{{text: variance grows with d_k, must: true}}, softmax saturates, gradients vanish]
    sources: [{{title: Attention Is All You Need, year: 2017}}]
"""
SHAPES = (NUMERIC, NUMERIC, CHOICE, TRUTH, RECALL)


def deck(cards: int) -> str:
    texts = (SHAPES[i % 5].format(i=i, h=4 + i % 7, more=12 + i % 11) for i in range(cards))
    return f"mhaquiz: 1\ndeck: {{id: made-up-{cards}, title: Made up}}\ncards:\n" + "".join(texts)


def best(work: Callable[[], object], runs: int = 5) -> float:
    """The shortest of a few runs, in milliseconds of CPU."""
    times = []
    for _ in range(runs):
        started = time.process_time()
        work()
        times.append((time.process_time() - started) * 1000)
    return min(times)


def parse(texts: list[str]) -> None:
    """PyYAML's fast loader alone, with the collector paused as ours has it."""
    gc.disable()
    for text in texts:
        yaml.load(text, Loader=yaml.CSafeLoader)
    gc.enable()


def main() -> None:
    functions()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for cards, budget in ((200, 150), (2_000, 1_000)):
            path = folder / f"{cards}.yaml"
            path.write_text(deck(cards), encoding="utf-8")
            variants = check_files([path]).variants
            took = best(partial(check_files, [path]))
            print(f"check {cards:,} cards, {variants:,} variants: {took:.0f} ms (≤ {budget})")
        files = deck_files([builtin_decks()])
        texts = [path.read_text(encoding="utf-8") for path in files]
        cold, fast = best(lambda: load_library(files)), best(lambda: parse(texts))
        ratio = f"{cold / fast:.2f} × CSafeLoader's {fast:.0f} ms"
        print(f"built-in decks, cold: {cold:.0f} ms, {ratio} (≤ 1.5 ×)")
        from_cache(files, folder / "cache")


def from_cache(files: list[Path], folder: Path) -> None:
    """Starting from kept decks, beside reading the same bytes as JSON and nothing else."""
    load_library(files, folder)
    kept = [cache_file(folder, path).read_bytes().splitlines() for path in files]
    cached, bare = best(lambda: load_library(files, folder), 15), best(lambda: read_json(kept), 15)
    cards, size = len(load_library(files).cards()), sum(len(line) for lines in kept for line in lines)
    print(f"built-in decks, {cards} cards from the cache: {cached:.1f} ms (≤ 10)")
    print(f"  json.loads of the same {size:,} bytes: {bare:.1f} ms")
    print(f"  and every card read: {best(lambda: read_all(files, folder), 15):.1f} ms")


def read_json(kept: list[list[bytes]]) -> None:
    gc.disable()
    for lines in kept:
        for line in lines:
            json.loads(line)
    gc.enable()


def read_all(files: list[Path], folder: Path) -> None:
    for card in load_library(files, folder).cards():
        assert card.body


if __name__ == "__main__":
    main()
