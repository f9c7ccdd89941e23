"""Labs on the screen: the knobs turn the model, everything repaints, every picture of every lab draws."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.deck.lab_table import LABS
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.lab import LabScreen

from .opening import ready

Make = Callable[..., Any]
SIZE = (80, 24)


@pytest.mark.parametrize("name", LABS)
@pytest.mark.parametrize("size", [SIZE, (120, 40)])
async def test_every_picture_of_every_lab(name: str, size: tuple[int, int], read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen(name))
    async with app.run_test(size=size) as pilot:
        await ready(app, pilot)
        assert "working" not in read_screen(app)
        for picture in app.screen.view.pictures:
            assert app.screen.shown is picture
            shown = read_screen(app)
            assert shown.count("\n") == size[1] - 1
            for subject in range(len(picture.subjects(app.screen.result)) or 1):
                app.screen.subject = subject
                app.screen._show_picture()
            await pilot.pause()
            await pilot.press("tab")


@pytest.mark.parametrize("name", LABS)
async def test_every_control_turns_by_keys(name: str) -> None:
    """One step to the right on each control is taken or refused in words; the lab runs on."""
    app = MhaquizApp(lambda: LabScreen(name))
    async with app.run_test(size=(100, 30)) as pilot:
        await ready(app, pilot)
        for _ in app.screen.knobs.controls:
            await pilot.press("right")
            await ready(app, pilot)
            await pilot.press("down")
        assert app._exception is None
        assert app.screen.result.settings == {k: _json(v) for k, v in app.screen.settings.items()}


def _json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


async def test_heads_move_and_weights_stand_still(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling", {"n_heads": 512}))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        assert "weights 1,048,576" in read_screen(app)
        assert "mean 0.686" in read_screen(app)
        await pilot.press("home")
        await ready(app, pilot)
        assert "weights 1,048,576" in read_screen(app)
        assert "mean 0.471" in read_screen(app)
        assert "The weights stand still" in read_screen(app)


async def test_a_typed_number_and_a_refused_one(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("6", "4", "enter")
        await ready(app, pilot)
        assert app.screen.settings["n_heads"] == 64
        await pilot.press("7", "enter")
        await ready(app, pilot)
        assert app.screen.settings["n_heads"] == 64
        assert "n_heads cannot be" in read_screen(app)


async def test_jobs_are_ticked_and_the_last_stays() -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling", {"jobs": ("previous", "first")}))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("down", "space")
        await ready(app, pilot)
        assert app.screen.settings["jobs"] == ("first",)
        await pilot.press("right", "space")
        await ready(app, pilot)
        assert app.screen.settings["jobs"] == ("first",)


async def test_the_mouse_drags_a_slider_and_the_wheel_turns_it() -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=(100, 30)) as pilot:
        await ready(app, pilot)
        slider = app.screen.knobs.controls[0]
        await pilot.mouse_down(slider, offset=(13, 0))
        await ready(app, pilot)
        assert app.screen.settings["n_heads"] == 1
        end = (13 + slider._track(slider.content_size.width - 13)[0] - 1, 0)
        await pilot.hover(slider, offset=end)
        await pilot.mouse_up(slider, offset=end)
        await ready(app, pilot)
        assert app.screen.settings["n_heads"] == 512
        assert app.screen.selections == {}


@pytest.mark.parametrize(("size", "end"), [((80, 24), 38), ((120, 40), 58), ((200, 60), 59)])
async def test_values_end_below_one_another(size: tuple[int, int], end: int, read_screen: Make) -> None:
    """However long the longest value of a slider is; a list that scrolls keeps a blank before its bar."""
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=size) as pilot:
        await ready(app, pilot)
        lines = read_screen(app).split("\n")
        for name in ("n_heads", "context", "head_dim", "sharpness"):
            line = next(line for line in lines if line[4:].startswith(name))
            assert line[:end].rstrip() == line[:end] != ""
            assert line[end : end + 2].strip() == ""


async def test_a_list_of_controls_keeps_a_blank_before_its_scroll_bar(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("cost-ledger"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("tab")
        await ready(app, pilot)
        knobs = app.screen.query_one("Knobs")
        assert knobs.show_vertical_scrollbar
        bar = knobs.region.right - 1
        assert all(line.ljust(bar)[bar - 1] == " " for line in read_screen(app).split("\n")[4:16])


async def test_a_cell_is_read_out(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("tab", "e", "down", "down", "right")
        assert "sat (2) → cat (1): 0.9993" in read_screen(app)
        await pilot.press("escape")
        assert len(app.screen_stack) == 1
        assert app.is_running


async def test_tasks_tick_themselves_off(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("1", "2", "8", "enter")
        await ready(app, pilot)
        assert "task done: Make one job fail" in read_screen(app)
        assert "1 of 4 tasks" in read_screen(app)
        await pilot.press("t")
        assert "✓ Make one job fail" in read_screen(app)


async def test_tasks_stay_ticked_when_the_lab_is_closed_and_opened_again(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling", {"n_heads": 128}))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        assert "1 of 4 tasks" in read_screen(app)
        for name, progress in (("rank-ceiling", "1 of 4 tasks"), ("pruning", "0 of 3 tasks")):
            app.push_screen(LabScreen(name))
            await ready(app, pilot)
            assert progress in read_screen(app)
            assert "task done" not in read_screen(app)
            app.pop_screen()
    other = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with other.run_test(size=SIZE) as pilot:
        await ready(other, pilot)
        assert "0 of 4 tasks" in read_screen(other)


async def test_a_lab_without_pictures_of_its_own_shows_its_readouts(
    monkeypatch: pytest.MonkeyPatch, read_screen: Make
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name.endswith(".pruning") else found(name)
    )
    app = MhaquizApp(lambda: LabScreen("pruning"))
    async with app.run_test(size=(100, 60)) as pilot:
        await ready(app, pilot)
        shown = read_screen(app)
        assert all(readout.name in shown for readout in LABS["pruning"].readouts)
        await pilot.press("right", "tab")
        await ready(app, pilot)
        assert app.screen.result.settings["n_heads"] == 16


async def test_the_proof_that_one_layer_cannot_is_shown(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("induction"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        titles = [picture.title for picture in app.screen.view.pictures]
        await pilot.press(*["tab"] * titles.index("why two layers"))
        await pilot.pause()
        shown = " ".join(read_screen(app).split())
        assert "N1 + N4 = N2 + N3" in shown
        assert "Sanford, Hsu and Telgarsky 2024" in shown


async def test_words_are_typed_into_a_lab(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("induction"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("enter", "ctrl+u", *"a q b a", "enter")
        await ready(app, pilot)
        assert app.screen.settings["sequence"] == ("a", "q", "b", "a")
        assert app.screen.result.predicted == "q"


async def test_reset_goes_back_to_where_it_opened() -> None:
    app = MhaquizApp(lambda: LabScreen("sqrt-scaling", {"head_dim": 128}))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("right", "r")
        await ready(app, pilot)
        assert app.screen.settings["head_dim"] == 128


def test_a_wrong_lab_or_setting_is_refused_before_the_screen_opens() -> None:
    from mhaquiz.deck.lab_settings import LabSettingError
    from mhaquiz.tui.app import open_lab

    with pytest.raises(LabSettingError, match="rank-ceiling"):
        open_lab("rank-cieling", {})
    with pytest.raises(LabSettingError, match="n_heads"):
        open_lab("rank-ceiling", {"n_heads": 7})
