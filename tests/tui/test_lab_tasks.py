"""Tasks done in a lab: remembered over a restart where there is a profile, told where none can be used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mhaquiz.deck.lab_table import LABS
from mhaquiz.labs.tasks import TASKS
from mhaquiz.memory.events import EventKind
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.screens.labs import LabsScreen

from .opening import ready
from .textual_seam import notes

Make = Callable[..., Any]
SIZE = (80, 24)


async def test_tasks_are_remembered_when_the_app_ends(make_desk: Make, read_screen: Make) -> None:
    app = MhaquizApp(LabsScreen, make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        assert read_screen(app).count("0 of ") == len(LABS)
        await pilot.press("enter")
        await ready(app, pilot)
        await pilot.press("1", "2", "8", "enter")
        await ready(app, pilot)
        assert "task done: Make one job fail" in read_screen(app)
        await pilot.press("escape")
        await ready(app, pilot)
        assert "1 of 4 tasks" in read_screen(app)
    app.desk.close()
    again = MhaquizApp(LabsScreen, make_desk())
    async with again.run_test(size=SIZE) as pilot:
        await ready(again, pilot)
        assert "1 of 4 tasks" in read_screen(again)
        await pilot.press("enter")
        await ready(again, pilot)
        assert "1 of 4 tasks" in read_screen(again)
        assert "task done" not in read_screen(again)
        await pilot.press("t")
        assert "✓ Make one job fail" in read_screen(again)
        notes = [event for event in again.desk.profile.events_since(0) if event.kind == EventKind.NOTE]
    assert [event.payload for event in notes] == [{"lab": "rank-ceiling", "task": "one-fails"}]
    again.desk.close()


async def test_a_profile_that_cannot_be_used_takes_no_lab_away(
    make_desk: Make, tmp_path: Path, read_screen: Make
) -> None:
    (tmp_path / "p.sqlite3").write_bytes(b"SQLite format 3\0" + bytes(4096))
    app = MhaquizApp(LabsScreen, make_desk())
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(app, pilot)
        await pilot.press("enter")
        await ready(app, pilot)
        assert not notes(app)
        await pilot.press("1", "2", "8", "enter")
        await ready(app, pilot)
        (told,) = notes(app)
        assert told.startswith("Tasks done are remembered only until you quit: ")
        await pilot.press("escape")
        await ready(app, pilot)
        assert "1 of 4 tasks" in read_screen(app)


async def test_a_lab_alone_looks_as_the_settings_say(make_desk: Make) -> None:
    desk = make_desk()
    desk.profile.set_setting("theme", "mhaquiz-light")
    desk.profile.set_setting("ramp", "grey")
    desk.close()
    app = MhaquizApp(lambda: LabScreen("pruning"), make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        assert not app.current_theme.dark
        assert app.screen.query_one("HeatMap").ramp == "grey"
    app.desk.close()


def test_a_task_keeps_its_name() -> None:
    """What a log calls a task must go on meaning it: texts may change, these not."""
    assert {lab: tuple(task.id for task in tasks) for lab, tasks in TASKS.items()} == {
        "rank-ceiling": ("plateau", "one-fails", "pin", "rank-one"),
        "head-diversity": ("collapse", "open", "identical", "width", "narrow"),
        "cost-ledger": ("share", "crossover", "same-weights"),
        "shapes": ("whole-tokens", "no-leak", "hidden"),
        "fused-qkv": ("thirds", "narrow-kv", "width-alone"),
        "induction": ("own", "later", "ablate"),
        "pruning": ("off", "least", "shared"),
        "sqrt-scaling": ("saturate", "rescue", "constant"),
    }
