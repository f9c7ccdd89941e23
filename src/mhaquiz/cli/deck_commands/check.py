"""`mhaquiz deck check PATH…`: every fault of every file, failed tests included. Exit 1 on errors."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from mhaquiz.cli import printable
from mhaquiz.cli.context import UsageError
from mhaquiz.cli.deck_commands.author import checked_with_tests, existing_paths
from mhaquiz.deck.checks import Checked
from mhaquiz.deck.display import counted
from mhaquiz.deck.messages import WIDTH, Problem, render


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="deck files or folders (default: built-in decks)"
    )
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    parser.add_argument("--format", choices=("text", "json", "github"), default="text", help="how to print")
    parser.add_argument(
        "--lock", action="store_true", help="accept ids and answers as they are: write FILE.lock"
    )
    parser.add_argument("--quiet", action="store_true", help="no summary line, errors only")


def run(options: argparse.Namespace) -> int:
    run = checked_with_tests(existing_paths(options.paths))
    if not run.checked.files:
        raise UsageError(f"{', '.join(options.paths)}: no deck files (.yaml or .yml) in there")
    problems = run.checked.problems
    if options.quiet:
        problems = [problem for problem in problems if problem.is_error or options.strict]
    text = options.format == "text"
    sys.stdout.write(terminal_text(problems) if text else render(problems, options.format))
    if options.format == "text" and not options.quiet:
        sys.stdout.write(summary(problems, run.counts()) + "\n")
    if options.lock:
        _lock(run.checked, options.format == "text")
    failing = problems if options.strict else [problem for problem in problems if problem.is_error]
    return 1 if failing else 0


def _lock(checked: Checked, say: bool) -> None:
    """Write the lock of every deck without errors."""
    from mhaquiz.deck.locks import write_lock

    for file in checked.files:
        if file.deck is not None and not file.broken:
            target = write_lock(file.deck)
            if say:
                sys.stdout.write(printable(f"wrote {target}") + "\n")


def wants_colour(stream: TextIO) -> bool:
    """Colours on a terminal, none in a pipe, none where NO_COLOR is set; of standard output by default."""
    return (
        (stream or sys.stdout).isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def terminal_text(problems: Iterable[Problem], stream: TextIO | None = None) -> str:
    """Problems as text, as wide and as colourful as the stream (standard output by default) allows."""
    stream = stream or sys.stdout
    width = shutil.get_terminal_size((WIDTH, 0)).columns if stream.isatty() else WIDTH
    return render(problems, "text", wants_colour(stream), width)


def summary(problems: Sequence[Problem], counts: str) -> str:
    """`3 errors, 1 warning in 2 decks …`, the last line of a check."""
    errors = sum(problem.is_error for problem in problems)
    warnings = len(problems) - errors
    found = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
    advice = "; `mhaquiz deck explain CODE` says more" if problems else ""
    return f"{found}: {counts}{advice}"
