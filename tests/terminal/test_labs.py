"""Every lab in a terminal of 80×24: its tasks by keys alone; over ssh its frames."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.deck.lab_table import LABS
from mhaquiz.labs.tasks import TASKS

Start = Callable[..., Any]
UP, DOWN, RIGHT, LEFT, HOME, CLEAR = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x15"
SSH = "10.0.0.1 50022 10.0.0.2 22"
HELD_SECONDS, LONGEST_SECONDS, KEYS_A_SECOND = 1.5, 30.0, 30
FRAME = b"\x1b[?2026h"  # begins a frame for terminals that can show one whole
SYNCHRONISES = b"\x1b[?2026;1$y"  # what such a terminal answers when it is asked
MOST_FRAMES = 10 * HELD_SECONDS + 2
TRIES = 3  # under load one frame may come in pieces, which count as several

#: What to press for each task, in this order, from the settings that a lab opens with.
KEYS: dict[str, list[tuple[str, list[str]]]] = {
    "rank-ceiling": [
        ("plateau", ["2\r", "4\r", "32\r", "64\r"]),
        ("one-fails", ["128\r"]),
        ("pin", [DOWN, DOWN, DOWN, RIGHT, UP, UP, UP, LEFT]),
        ("rank-one", [*[DOWN] * 6, RIGHT]),
    ],
    "head-diversity": [
        ("collapse", [DOWN, "1\r"]),
        ("open", ["4\r"]),
        ("identical", [*[DOWN] * 4, RIGHT]),
        ("width", [LEFT, *[UP] * 3, "64\r", UP, "1\r"]),
        ("narrow", ["4\r", DOWN, "16\r"]),
    ],
    "cost-ledger": [
        ("crossover", [*[DOWN] * 5, "65536\r"]),
        ("share", [UP, UP, UP, "8\r"]),
        ("same-weights", ["r", *[DOWN] * 10, "16\r"]),
    ],
    "shapes": [
        ("whole-tokens", [*[DOWN] * 5, RIGHT]),
        ("no-leak", [RIGHT, RIGHT]),
        ("hidden", [UP, UP, "1\r"]),
    ],
    "fused-qkv": [
        ("narrow-kv", [DOWN, DOWN, "1\r"]),
        ("thirds", ["8\r"]),
        ("width-alone", [HOME, UP, "16\r"]),
    ],
    "induction": [
        ("own", ["\r", CLEAR, "a b c a\r"]),
        ("later", ["\r", CLEAR, "a b a c a\r"]),
        ("ablate", [DOWN, RIGHT]),
    ],
    "pruning": [
        ("off", [DOWN, DOWN, DOWN, " "]),
        ("least", [" ", *[RIGHT] * 6, " "]),
        ("shared", [UP, "2\r"]),
    ],
    "sqrt-scaling": [
        ("saturate", [DOWN, DOWN, LEFT, UP, UP, "512\r"]),
        ("rescue", [DOWN, DOWN, RIGHT]),
        ("constant", [UP, UP, "64\r", "512\r"]),
    ],
}


@pytest.mark.parametrize("name", LABS)
def test_the_tasks_of_a_lab_by_keys_alone(name: str, start: Start) -> None:
    """Each is ticked off when its keys are pressed, and not before."""
    texts = {task.id: task.text for task in TASKS[name]}
    terminal = start("lab", name, until=f"0 of {len(texts)} tasks")
    terminal.settle(0.3)
    assert sorted(texts) == sorted(task for task, _ in KEYS[name])
    for done, (task, pressed) in enumerate(KEYS[name], 1):
        assert f"{done - 1} of {len(texts)} tasks" in terminal.screen.text
        for key in pressed:
            terminal.press(key)
            terminal.comes_to_rest(0.05)
        terminal.wait_for(f"{done} of {len(texts)} tasks")
        terminal.wait_for(f"✓ task done: {texts[task]}"[:56])
    terminal.press("t", until="what to try")
    terminal.settle(0.3)
    assert terminal.screen.text.count("✓") == len(texts)


def _frames_held(terminal: Any, least: int) -> tuple[int, float]:
    """Frames while an arrow is held down, three steps there and back, and the seconds that took.

    It is held for `HELD_SECONDS`, and on a busy machine until `least` frames have come.
    """
    begun, pressed, sent, now = time.monotonic(), 0, b"", 0.0
    while now < HELD_SECONDS or (sent.count(FRAME) < least and now < LONGEST_SECONDS):
        if now >= pressed / KEYS_A_SECOND:
            os.write(terminal.handle, (RIGHT, LEFT)[pressed // 3 % 2].encode())
            pressed += 1
        if select.select([terminal.handle], [], [], 0.002)[0]:
            sent += os.read(terminal.handle, 65_536)
        now = time.monotonic() - begun
    return sent.count(FRAME), now


def test_over_ssh_at_most_ten_frames_a_second_are_sent_and_the_newest_comes_last(start: Start) -> None:
    """Thirty keys a second make as many frames on a line that is near.

    The app waits a tenth of a second between two frames by the clock that this test reads, so however the
    machine deals out its time, there are never more. Frames are counted by the marks around each.
    """
    terminal = start("lab", "rank-ceiling", until="max |logit|", SSH_CONNECTION=SSH)
    terminal.press(SYNCHRONISES)
    terminal.settle(0.3)
    frames, seconds = _frames_held(terminal, least=3)
    assert 3 <= frames <= 10 * seconds + 2
    terminal.settle(0.3)
    terminal.press("1", until="1_")
    terminal.press("28\r", until="head_dim 4 ")
