"""The table of commands, which the command line runs and the palette lists, and what each of them takes.

It stands below both front ends. The module of a command is named here, and imported when it is asked for.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

EXIT_USAGE = 2


class Command(NamedTuple):
    """One command: `line` is what help says of it, `group` the heading it stands under."""

    name: str
    group: str
    line: str

    @property
    def module(self) -> str:
        return f"mhaquiz.cli.{self.name}"


#: Every command, in the order that help shows them.
COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command("study", "Practise", "today's cards, spaced so that you remember them"),
        Command("quiz", "Practise", "a scored quiz that leaves your schedule alone"),
        Command("mock", "Practise", "a timed mock interview with a report"),
        Command("lab", "Practise", "turn the knobs of a live attention model"),
        Command("plan", "Get ready", "the plan for the day of your interview"),
        Command("stats", "Get ready", "how well you know what, and how sure you are"),
        Command("history", "Get ready", "every review of one card, with its numbers"),
        Command("sheet", "Get ready", "a one-page revision sheet of what is weak"),
        Command("compute", "Check numbers", "a calculator: value, derivation, measurement"),
        Command("models", "Check numbers", "real model configurations and their sizes"),
        Command("verify", "Check numbers", "work every quantity out by two routes"),
        Command("deck", "Write and share decks", "new, check, preview, test, add, list and more"),
        Command("log", "Keep your history", "export and merge the review log"),
        Command("backup", "Keep your history", "take a snapshot of the profile"),
        Command("restore", "Keep your history", "bring a snapshot back"),
        Command("doctor", "Keep your history", "look for damage and rebuild"),
        Command("optimize", "Keep your history", "fit the schedule to your own memory"),
        Command("serve", "Elsewhere", "the app in a browser on this machine"),
    )
}


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose errors are one line that says where help is."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Write the help; argparse itself would pass over a disk that is full."""
        (sys.stdout if file is None else file).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_USAGE, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


def printable(text: str) -> str:
    """`text` as one line without control characters: it may come from a file or an argument."""
    line = " ".join(text.split())
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)


def parser_of(command: Command) -> OneLineParser:
    """The parser of a command; its module is imported."""
    summary = command.line[0].upper() + command.line[1:] + "."
    parser = OneLineParser(prog=f"mhaquiz {command.name}", description=summary, allow_abbrev=False)
    import_module(command.module).arguments(parser)
    return parser
