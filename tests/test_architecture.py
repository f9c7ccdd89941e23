"""docs/architecture.md against the tree: what it points to is there, and every module of a room is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mhaquiz.command_table import COMMANDS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "mhaquiz"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

ROOMS = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))

#: What a row names that is no module: functions of the labs.
NOT_MODULES = ("run", "describe_change")


CHECKLISTS = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")


def _rows(section: str) -> list[str]:
    return [line for line in section.splitlines() if line.startswith("| `")]


def _sections() -> dict[str, str]:
    """The text under each `### room`."""
    parts = re.split(r"^### (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _is_module(path: Path) -> bool:
    return path.with_name(f"{path.name}.py").is_file() or (path / "__init__.py").is_file()


NAMED = [
    (room, name)
    for room, section in _sections().items()
    for row in _rows(section)
    for name in re.findall(r"`([a-z0-9_/]+)`", row)
    if name not in NOT_MODULES
]


def test_the_tables_are_found() -> None:
    assert sorted({room for room, _ in NAMED}) == ROOMS


@pytest.mark.parametrize(("room", "name"), NAMED)
def test_what_is_named_is_there(room: str, name: str) -> None:
    assert _is_module(SOURCE / room / name)


def test_where_to_begin_is_there() -> None:
    table = PAGE.split("## The seams")[0].split("| to change |")[1]
    for name in re.findall(r"`([a-z0-9_/]+)`", table):
        assert _is_module(SOURCE / name), name


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_of_a_room_is_named(room: str) -> None:
    present = {path.stem for path in (SOURCE / room).iterdir() if not path.name.startswith("_")}
    kept = {stem for stem in present if _is_module(SOURCE / room / stem)}
    known = set(COMMANDS) if room == "cli" else set()  # a command is the module of its name
    assert kept - known - {name for of, name in NAMED if of == room} == set()


def test_the_checklists_name_files_that_are_there() -> None:
    tests = re.findall(r"(tests/[a-z_/]+(?:\.py|\.yaml)?)", CHECKLISTS)
    assert len(tests) > 15
    assert [name for name in tests if not (ROOT / name).exists()] == []
    listed = CHECKLISTS.split("**A function of the engine**")[1].split("## What must not change")[0]
    modules = re.findall(r"`((?:[a-z]+/)+[a-z_]+)`", listed)
    assert len(modules) > 30
    assert [name for name in modules if not _is_module(SOURCE / name) and not (SOURCE / name).is_dir()] == []
