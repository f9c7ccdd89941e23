"""The conversation's two ends: lines out, lines in. Knows encodings and end of input, nothing of cards."""

from __future__ import annotations

import io
import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

from mhaquiz.mathtext import display_width
from mhaquiz.plain.ascii import prepare
from mhaquiz.plain.prose import render, wrap

LONGEST_LINE = 4_000  # characters read of one line of input; the rest of it is dropped
WIDEST = 100  # columns: longer lines are hard to read


@dataclass(slots=True)
class Console:
    """Says text and asks for lines. `ask` returns None at the end of input."""

    source: TextIO
    sink: TextIO
    width: int | None = None
    interactive: bool = False

    def say(self, *lines: str) -> None:
        """Write lines as they are; the caller has cleaned them."""
        self.sink.write("\n".join(lines) + "\n")

    def prose(self, text: str) -> None:
        """Write deck text, cleaned and wrapped."""
        if text:
            self.say(render(text, self.width))

    def ask(self, prompt: str) -> str | None:
        """Write `prompt`, read one line. With input from a pipe nobody types a newline: one is written."""
        if self.width is not None and display_width(prompt) >= self.width:  # a terminal breaks within words
            prompt = "\n".join(wrap(prompt, self.width - 1))
        self.sink.write(prompt + (" " if self.interactive else "\n"))
        self.sink.flush()
        line = self.source.readline(LONGEST_LINE)
        if not line:
            return None
        if not line.endswith("\n"):
            self._drop_rest(line)
        return line.strip().replace("\0", "")

    def _drop_rest(self, line: str) -> None:
        while line and not line.endswith("\n"):
            line = self.source.readline(LONGEST_LINE)


def system_console(*, answers_on_stderr: bool = False) -> Console:
    """The console on this process's streams. Data commands keep standard output for their data."""
    sink = sys.stderr if answers_on_stderr else sys.stdout
    prepare(sink)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    terminal = sink.isatty()
    columns = min(WIDEST, shutil.get_terminal_size().columns) if terminal else None
    return Console(sys.stdin, sink, columns, interactive=terminal and sys.stdin.isatty())
