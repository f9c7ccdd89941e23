"""What a lab reads, in words and columns of numbers: for `lab --text` and wherever plain mode has a lab."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from mhaquiz.deck.lab_table import Lab, Setting
from mhaquiz.labs.results import LabResult

WIDTH = 80  # columns


def page(lab: Lab, result: LabResult) -> str:
    """What the lab is, the settings of a run, what it reads."""
    lines = [wrapped("", f"{lab.title}: {lab.summary}"), "", "settings"]
    for name, value in result.settings.items():
        if value is not None:
            lines.append(wrapped(f"  {name:<22} ", written(value)))
    return "\n".join([*lines, "", readouts(result)])


def readouts(result: LabResult) -> str:
    """All that a run reads."""
    lines = [line for name, value in result.readouts.items() for line in readout_lines(name, value)]
    return "\n".join(["readouts", *lines]) + "\n"


def setting_line(setting: Setting, value: object) -> str:
    """A setting with its meaning, a value and the legal ones."""
    return wrapped(f"  {setting.name:<20} ", f"{setting.summary} [{written(value)}]; {setting.legal}") + "\n"


def readout_lines(name: str, value: object) -> Iterator[str]:
    """One readout: short ones on a line, matrices a row a line."""
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        yield f"  {name}"
        yield from (f"    {row_text(row)}" for row in value)
    else:
        yield wrapped(f"  {name:<22} ", written(decimal(name, value)))


def decimal(name: str, value: object) -> object:
    """A readout as it is written for people: a crossover that is no whole number (`18216/5`) as 3,643.2."""
    if name == "crossover_context" and isinstance(value, str):
        return f"{float(Fraction(value)):,.1f}"
    return value


def written(value: object) -> str:
    """A value for a person: digits grouped, four decimals, lists by space, objects by comma."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4f}" if value == 0 or abs(value) >= 0.0005 else f"{value:.1e}"
    if isinstance(value, dict):
        return ", ".join(f"{key} {written(member)}" for key, member in value.items())
    if isinstance(value, list | tuple):
        return " ".join(written(member) for member in value) or "none"
    return str(value)


def row_text(row: object, write: Callable[[object], str] = written) -> str:
    """A row of a matrix with two decimals, so that twelve columns fit; an object with its name first.

    Every other value is written by `write`; a list in an object stands in brackets.
    """
    if isinstance(row, list) and row and all(isinstance(value, float) for value in row):
        return " ".join(f"{value:.2f}" for value in row)
    if isinstance(row, Mapping) and "name" in row:
        rest = (f"{key} {_bracketed(value, write)}" for key, value in row.items() if key != "name")
        return f"{row['name']}: {', '.join(rest)}"
    return write(row)


def _bracketed(value: object, write: Callable[[object], str]) -> str:
    return f"({write(value)})" if isinstance(value, list) else write(value)


def wrapped(label: str, text: str) -> str:
    """The label and the text beside it, within 80 columns."""
    indent = " " * len(label)
    return textwrap.fill(text, WIDTH, initial_indent=label, subsequent_indent=indent, break_long_words=False)
