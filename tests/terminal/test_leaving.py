"""However it ends, the app leaves the terminal as it found it; suspended, it comes back whole."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest

Start = Callable[..., Any]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["SIGTERM", "SIGHUP"])
def test_signals_restore_the_terminal(number: int, start: Start) -> None:
    terminal = start()
    assert terminal.screen.modes["1049"]
    os.kill(terminal.child, number)
    assert terminal.wait() == 128 + number
    terminal.assert_restored()


@pytest.mark.parametrize(
    "keys", ["q", "\x1b", "\x11", "\x03\x03"], ids=["q", "escape", "ctrl+q", "ctrl+c twice"]
)
def test_every_way_out(keys: str, start: Start) -> None:
    terminal = start()
    terminal.press(keys)
    assert terminal.wait() == 0
    terminal.assert_restored()


def test_keys_typed_after_the_one_that_quits_are_dropped(start: Start) -> None:
    terminal = start()
    terminal.press("q?dsb")
    assert terminal.wait() == 0
    terminal.assert_restored()


def test_the_palette_leads_out(start: Start) -> None:
    terminal = start()
    terminal.press("\x10", "Search")
    terminal.press("Leave; asks", "Leave; asks first")
    terminal.settle(0.3)
    terminal.press("\r")
    assert terminal.wait() == 0
    terminal.assert_restored()


def test_suspend_and_resume_draw_again(start: Start) -> None:
    terminal = start()
    terminal.press("\x1a")
    terminal.wait_for_state("T")
    terminal.read(0.2)
    terminal.assert_restored()
    terminal.resize(80, 24)
    os.kill(terminal.child, signal.SIGCONT)
    terminal.wait_for("recall today")
    assert terminal.screen.modes["1049"]
    terminal.press("q")
    assert terminal.wait() == 0


FAULT = """
from mhaquiz.tui.app import MhaquizApp
from textual.screen import Screen
class Bad(Screen):
    def key_x(self):
        raise RuntimeError('on purpose')
app = MhaquizApp(Bad)
app.run()
raise SystemExit(app.return_code)
"""


def test_a_fault_restores_the_terminal(start: Start) -> None:
    terminal = start(argv=[sys.executable, "-c", FAULT], until="")
    terminal.settle(1)
    terminal.press("x")
    assert terminal.wait() == 1
    terminal.assert_restored()
    assert b"on purpose" in terminal.written


def test_a_terminal_that_closes_leaves_no_process(start: Start) -> None:
    terminal = start()
    terminal.press("\r12\x1b[B")
    assert terminal.hang_up() > 0  # 120 where Python found its last output nowhere to go


STUCK = """
import time
from mhaquiz.tui.app import MhaquizApp
from textual.screen import Screen
from textual.widgets import Static
class Stuck(Screen):
    def compose(self):
        yield Static("here it stands")
    def on_unmount(self):
        time.sleep(60)
MhaquizApp(Stuck).run()
"""


def test_a_terminal_that_closes_ends_even_what_is_stuck(start: Start) -> None:
    terminal = start(argv=[sys.executable, "-c", STUCK], until="here it stands")
    assert terminal.hang_up() == 128 + signal.SIGHUP
