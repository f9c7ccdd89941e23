"""Terminals that lack things, and streams that are no terminal: nothing is lost, nobody is trapped."""

from __future__ import annotations

import base64
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Start = Callable[..., Any]
GALLERY = Path(__file__).parent.parent / "tui" / "gallery.yaml"
RGB = re.compile(rb"[34]8;2;(\d+);(\d+);(\d+)")
INDEXED = re.compile(rb"[34]8;5;\d+")
#: Variables, and whether the terminal they describe has 256 colours.
POOR: dict[str, tuple[dict[str, str | None], bool]] = {
    "no COLORTERM": ({}, True),
    "linux console": ({"TERM": "linux"}, False),
    "screen": ({"TERM": "screen"}, False),
    "tmux": ({"TERM": "tmux-256color"}, True),
    "no LANG": ({"LANG": None}, True),
}


@pytest.mark.parametrize(("variables", "has_256"), POOR.values(), ids=POOR)
def test_home_opens_and_ends_with_the_colours_there_are(
    variables: dict[str, str | None], has_256: bool, start: Start
) -> None:
    terminal = start(**variables)
    assert not RGB.search(terminal.written)
    assert bool(INDEXED.search(terminal.written)) is has_256
    terminal.press("q")
    assert terminal.wait() == 0
    terminal.assert_restored()


def test_no_color_draws_in_greys_and_loses_no_word(start: Start) -> None:
    plain, coloured = start(NO_COLOR="1", COLORTERM="truecolor"), start(COLORTERM="truecolor")
    for terminal in (plain, coloured):
        terminal.settle(0.3)
    assert plain.screen.text == coloured.screen.text
    assert not all(is_grey(colour) for colour in RGB.findall(coloured.written))
    assert all(is_grey(colour) for colour in RGB.findall(plain.written))
    assert not INDEXED.search(plain.written)


def is_grey(colour: tuple[bytes, bytes, bytes]) -> bool:
    return len({int(part) for part in colour}) == 1


def test_the_c_locale_is_drawn_in_ascii(start: Start) -> None:
    terminal = start(LC_ALL="C", LANG=None)
    terminal.settle(0.3)
    assert terminal.screen.text.isascii()
    terminal.press("l", "Rank ceiling")
    terminal.press("\r", "weights 1,048,576")
    terminal.press("\t")
    terminal.settle(0.3)
    assert terminal.screen.text.isascii()


#: A command, a redirection, and what must be said instead of a screen.
REDIRECTED = [
    ("", "2>{file}", "No full screen here"),
    ("", "</dev/null", "No full screen here"),
    ("", "| cat", "No full screen here"),
    ("study", "2>{file} </dev/null", "Question 1"),
    ("quiz --count 1 --seed 7", "</dev/null", "Question 1"),
    ("lab rank-ceiling", "2>{file} </dev/null", "readouts"),
    ("mock", "</dev/null", "Question 1"),
]


@pytest.mark.parametrize(("command", "redirection", "said"), REDIRECTED)
def test_without_a_terminal_it_goes_on_line_by_line(
    command: str, redirection: str, said: str, start: Start, tmp_path: Any
) -> None:
    words = f"{sys.executable} -m mhaquiz {command} {redirection.format(file=tmp_path / 'errors')}"
    terminal = start(
        argv=["/bin/sh", "-c", f"{words}; echo ended with $?"], until="ended with 0", size=(100, 60)
    )
    assert said in terminal.screen.text
    assert "1049" not in terminal.screen.modes
    assert terminal.wait() == 0


@pytest.mark.parametrize("kind", ["dumb", None], ids=["dumb", "unset"])
def test_a_dumb_terminal_gets_lines_and_no_escapes(kind: str | None, start: Start) -> None:
    terminal = start("study", TERM=kind, until="Question 1")
    terminal.read(0.3)
    terminal.press(":quit\r")
    assert terminal.wait() == 0
    assert b"\x1b" not in terminal.written


def test_a_line_that_takes_nothing_gets_the_newest_value_and_no_backlog(start: Start) -> None:
    """Sixty keys in a lab while nothing is read: what then arrives is short and ends with the last value."""
    terminal = start("lab", "rank-ceiling", until="weights 1,048,576")
    terminal.settle(0.7)
    before = len(terminal.written)
    for number in range(61):
        terminal.press(("\x1b[C", "\x1b[D")[number % 2])
        time.sleep(0.03)
    terminal.wait_for("16 heads, each 32 wide")
    terminal.settle(0.5)
    assert "16 heads, each 32 wide" in terminal.screen.text
    assert len(terminal.written) - before < 60_000  # all 61 frames make over 100,000 bytes


def test_text_marked_with_the_mouse_is_copied_through_the_terminal(start: Start) -> None:
    terminal = start("study", str(GALLERY), "--tag", "topic/weights", until="How many weights")
    terminal.settle(0.5)
    lines = terminal.screen.text.split("\n")
    row = next(number for number, line in enumerate(lines, 1) if "How many" in line)
    for report in (f"\x1b[<0;3;{row}M", f"\x1b[<32;11;{row}M", f"\x1b[<0;11;{row}m"):
        terminal.press(report)
        terminal.read(0.3)
    terminal.press("\x03")
    terminal.read(1)
    copied = re.search(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\x07", terminal.written)
    assert copied, "nothing went to the clipboard"
    assert base64.b64decode(copied[1]).decode() == lines[row - 1][2:11]


def test_a_card_is_copied_through_the_terminal_by_a_key(start: Start) -> None:
    terminal = start("study", str(GALLERY), "--tag", "topic/weights", until="How many weights")
    terminal.press("\x1b[15~", "Enter takes")
    terminal.press("c", "copied: ")
    [copied] = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\x07", terminal.written)
    question, worked = base64.b64decode(copied).decode().split("\n\n")
    assert "How many weights" in question
    assert worked in " ".join(terminal.screen.text.split())


@pytest.mark.parametrize("sent", [b"\xe9a", b"\x1b[M \xff\xff"], ids=["a Latin-1 keyboard", "an old mouse"])
def test_a_byte_that_is_no_text_ends_nothing(sent: bytes, start: Start) -> None:
    terminal = start()
    terminal.press(sent)
    terminal.settle(0.3)
    terminal.press("l", "Rank ceiling")
    terminal.press("\r", "weights 1,048,576")
    terminal.press(b"\x11")
    assert terminal.wait() == 0
    terminal.assert_restored()
