"""A class list: one name a row of a CSV file."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from mhaquiz.cli.context import CommandError

MOST_BYTES = 1_000_000
MOST_NAMES = 2_000
LONGEST_NAME = 120


def read_roster(path: Path) -> list[str]:
    """The names: the column headed `name`, else the first one. Raises CommandError with the line at fault."""
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise CommandError(f"{path}: a class list has at most {MOST_BYTES:,} bytes")
    try:
        text = raw.decode("utf-8-sig")
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
        rows = [(row, reader.line_num) for row in reader if any(cell.strip() for cell in row)]
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


def _delimiter(text: str) -> str:
    """Spreadsheets of many countries part the cells by semicolons, some programs by tabs."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=head.count)


def _name(path: Path, row: list[str], column: int, line: int) -> str:
    name = " ".join(row[column].split()) if column < len(row) else ""
    if not name or len(name) > LONGEST_NAME:
        found = f"this one {len(name)}" if name else "this row none"
        raise CommandError(f"{path}:{line}: a name has 1 to {LONGEST_NAME} characters, {found}")
    return name
