"""A class list: one name a row of a CSV file."""

from __future__ import annotations

import csv
from pathlib import Path

from mhaquiz.cli.context import CommandError

MOST_BYTES = 1_000_000
MOST_NAMES = 2_000
LONGEST_NAME = 120


def read_roster(path: Path) -> list[str]:
    """The names: the column headed `name`, else the first one. Raises CommandError with the line at fault."""
    if path.stat().st_size > MOST_BYTES:
        raise CommandError(f"{path}: a class list has at most {MOST_BYTES:,} bytes")
    try:
        reader = csv.reader(path.read_text(encoding="utf-8-sig").splitlines(), strict=True)
        rows = [(row, line) for line, row in enumerate(reader, start=1) if any(row)]
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: not UTF-8 text ({error.reason} at byte {error.start})") from None
    except csv.Error as error:
        raise CommandError(f"{path}: not a CSV file ({error})") from None
    if not rows:
        raise CommandError(f"{path}: no names in it")
    head = [cell.strip().lower() for cell in rows[0][0]]
    column = head.index("name") if "name" in head else 0
    names = [_name(path, row, column, number) for row, number in rows["name" in head :]]
    if not 1 <= len(names) <= MOST_NAMES:
        raise CommandError(f"{path}: {len(names)} names; from 1 to {MOST_NAMES:,} can be served")
    return names


def _name(path: Path, row: list[str], column: int, line: int) -> str:
    name = " ".join(row[column].split()) if column < len(row) else ""
    if not name or len(name) > LONGEST_NAME:
        raise CommandError(f"{path}:{line}: a name has 1 to {LONGEST_NAME} characters")
    return name
