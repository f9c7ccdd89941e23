"""The mouse on the knobs: a click, a drag past both ends and off the knob, the wheel; nothing is selected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.widgets.check_boxes import CheckBoxes
from mhaquiz.tui.widgets.controls import LABEL, Control, Slider

from .scenes import settle

SIZE = (100, 30)


async def opened(pilot: Any, name: str) -> Any:
    await settle(pilot.app, pilot)
    return next(knob for knob in pilot.app.screen.query(Control) if knob.key == name)


async def turned(pilot: Any, name: str) -> Any:
    """What the knob stands at when the lab has run: a slow run may be put off while the mouse moves."""
    await settle(pilot.app, pilot)
    await pilot.pause(0.1)
    await settle(pilot.app, pilot)
    return pilot.app.screen.settings[name]


def track(slider: Slider) -> int:
    """Cells of the slider's track."""
    return slider._track(slider.content_size.width - LABEL)[0]


@pytest.mark.parametrize(("share", "expected"), [(0.0, 1), (1.0, 512)])
async def test_a_click_on_an_end_sets_the_end(share: float, expected: int) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        slider = await opened(pilot, "n_heads")
        await pilot.click(slider, offset=(LABEL + round(share * (track(slider) - 1)), 0))
        assert await turned(pilot, "n_heads") == expected


async def test_a_drag_off_the_knob_holds_it_and_selects_nothing() -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        slider = await opened(pilot, "n_heads")
        await pilot.mouse_down(slider, offset=(LABEL + 2, 0))
        await settle(app, pilot)
        other = app.screen.query_one("#picture")
        await pilot.hover(other, offset=(3, 3))  # far to the right and below, the button still down
        assert await turned(pilot, "n_heads") == 512
        await pilot.hover(slider, offset=(0, 0))  # left of the track
        assert await turned(pilot, "n_heads") == 1
        await pilot.mouse_up(slider, offset=(0, 0))
        await pilot.hover(slider, offset=(LABEL + 5, 0))  # the button is up: no drag any more
        assert await turned(pilot, "n_heads") == 1
        assert app.screen.selections == {}


async def test_the_wheel_steps_and_stops_at_the_ends() -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling", {"n_heads": 256}))
    async with app.run_test(size=SIZE) as pilot:
        slider = await opened(pilot, "n_heads")
        met = []
        for _ in range(3):
            await pilot._post_mouse_events([_scroll()], widget=slider, offset=(LABEL, 0))
            await settle(app, pilot)
            met.append(app.screen.settings["n_heads"])
        assert met == [512, 512, 512]


def _scroll() -> Any:
    from textual import events

    return events.MouseScrollUp


async def test_words_side_by_side_turn_at_a_click() -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        slider = await opened(pilot, "method")
        before = app.screen.settings["method"]
        await pilot.click(slider, offset=(LABEL + 1, 0))
        await settle(app, pilot)
        assert app.screen.settings["method"] != before


async def test_a_box_is_ticked_where_it_is_clicked() -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling", {"jobs": ("previous", "first")}))
    async with app.run_test(size=(140, 30)) as pilot:
        boxes = await opened(pilot, "jobs")
        assert isinstance(boxes, CheckBoxes)
        await pilot.click(boxes, offset=(LABEL + 1, 0))
        await settle(app, pilot)
        assert app.screen.settings["jobs"] == ("first",)


async def test_a_row_is_chosen_by_a_click(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mhaquiz.tui.widgets.row_list import RowList

    from .scenes import SCENES, Stage, play

    monkeypatch.chdir(tmp_path)
    app = SCENES["labs"].opens(Stage(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await play(SCENES["labs"], app, pilot)
        rows = app.screen.query_one(RowList)
        await pilot.click(rows, offset=(6, 2))
        assert rows.cursor > 0
