"""An evening from the first key to the last, as a person at a terminal has it."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Start = Callable[..., Any]
DECK = Path(__file__).parent.parent / "tui" / "gallery.yaml"
REVEALED = "Enter takes"


def reviews(home: Path) -> int:
    with sqlite3.connect(home / "profile.sqlite3") as log:
        return int(log.execute("select count(*) from event where kind = 'review'").fetchone()[0])


def give_up(terminal: Any) -> None:
    """Any kind of card, not known: from its question to its reveal."""
    terminal.settle(0.3)
    terminal.press("\r" if "Space starts the clock" in terminal.screen.text else "\x1b[15~", REVEALED)


def test_from_home_over_a_card_and_home_again(start: Start, tmp_path: Path) -> None:
    terminal = start()
    terminal.press("\r", "0 done")
    give_up(terminal)
    terminal.press("\r", "1 done")
    assert reviews(tmp_path) == 1  # before anything else was pressed
    terminal.press("\x1b", "by topic")
    terminal.press("q")
    assert terminal.wait() == 0
    terminal.assert_restored()


def test_a_typed_number_is_right_and_the_way_it_was_found_is_shown(start: Start) -> None:
    terminal = start("study", str(DECK), "--tag", "topic/weights", until="How many weights")
    shown = re.search(r"d_model = ([\d,]+)", terminal.screen.text)
    assert shown, terminal.screen.text
    width = int(shown[1].replace(",", ""))
    terminal.press(f"{4 * width**2}\r", "How sure are you?")
    assert "✓" not in terminal.screen.text
    terminal.press("3", "✓ Correct")
    terminal.wait_for(f"{4 * width**2:,}")
    terminal.press("\r", "1 of 1 right")


def test_a_kill_between_two_cards_loses_nothing(start: Start, tmp_path: Path) -> None:
    terminal = start()
    terminal.press("\r", "0 done")
    give_up(terminal)
    terminal.press("\r", "1 done")
    terminal.close()
    assert reviews(tmp_path) == 1


def test_the_window_is_resized_while_one_types(start: Start) -> None:
    terminal = start("study", str(DECK), "--tag", "topic/weights", until="How many weights")
    terminal.press("12345", "12345")
    for size in ((40, 12), (132, 43), (80, 24)):
        terminal.resize(*size)
        terminal.wait_for("12345")
    terminal.press("\x7f\x7f\x7f")
    terminal.settle(0.2)
    terminal.press("9", "❯ 129")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_the_same_in_tmux(tmp_path: Path, environ: dict[str, str]) -> None:
    """tmux has its own idea of every sequence; what it captures is what a person sees in it."""
    server = ["tmux", "-S", str(tmp_path / "socket"), "-f", "/dev/null"]

    def tmux(*words: str) -> str:
        return subprocess.run(
            [*server, *words], capture_output=True, text=True, check=True, env=environ
        ).stdout

    def wait_for(text: str) -> None:
        end = time.monotonic() + 30
        while text not in (shown := tmux("capture-pane", "-p")):
            assert time.monotonic() < end, shown
            time.sleep(0.05)

    command = f"{sys.executable} -m mhaquiz; echo ended with $?"
    tmux("new-session", "-d", "-x", "80", "-y", "24", "sh")
    try:
        tmux("send-keys", "-l", command)
        tmux("send-keys", "Enter")
        wait_for("recall today")
        tmux("send-keys", "Enter")
        wait_for("0 done")
        spoken = "Space starts the clock" in tmux("capture-pane", "-p")
        tmux("send-keys", "Enter" if spoken else "F5")
        wait_for(REVEALED)
        tmux("send-keys", "Enter")
        wait_for("1 done")
        tmux("send-keys", "C-q")
        wait_for("ended with 0")
        assert "1 done" not in tmux("capture-pane", "-p")
    finally:
        tmux("kill-server")
