"""The plan's page: what is typed replaces what stood there, and its numbers can be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mhaquiz.memory.pace import Pace
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.plan_page import band, outlook
from mhaquiz.tui.prose import Prose
from mhaquiz.tui.screens.plan import PlanScreen

from .opening import ready
from .scenes import Stage

Make = Callable[..., Any]


async def test_a_date_typed_over_another_replaces_it(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    desk.set_interview("2027-01-25", 20)
    app = MhaquizApp(lambda: PlanScreen(desk), desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press(*"2027-02-01", "tab", *"35", "enter")
        await ready(app, pilot)
        assert desk.plan().interview.date.isoformat() == "2027-02-01"
        assert desk.plan().interview.minutes == 35


async def test_days_stand_apart_and_are_named(tmp_path: Path, read_screen: Make, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    stage = Stage(tmp_path)
    stage.plan_an_interview()
    desk = stage.desk
    app = MhaquizApp(lambda: PlanScreen(desk), desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        shown = read_screen(app)
        assert "today" in shown
        assert "██" not in shown  # neighbours are not one block
        assert "of study can tell" in shown  # twelve days say less than the futures played


def forecast(**more: Any) -> Any:
    told = {
        "cards": 270, "reachable": 270, "fits": True, "recall": 0.82, "low": 0.7, "high": 0.9,
        "recall_if_idle": 0.1, "pace": Pace(), "minutes": (20.0,) * 12, "cut": (), "widened": False,
    }  # fmt: skip
    return SimpleNamespace(**{**told, **more})


def test_cards_held_back_are_counted_too() -> None:
    shown = Prose(outlook(forecast(), 70, 22)).plain
    assert "all 270 cards" in shown
    assert "22 more are held back" in shown
    assert "held back" not in Prose(outlook(forecast(), 70, 0)).plain


def test_a_band_marks_low_middle_and_high() -> None:
    assert band(0.2, 0.5, 0.7, 10).plain == "··━━━●━━··"
    assert band(0.99, 1.0, 1.0, 10).plain == "·········●"
    assert band(0, 0, 0, 10).plain == "●·········"


def test_what_is_left_out_is_told_by_its_prompt() -> None:
    page = Prose(outlook(forecast(fits=False, cut=("a/x", "a/y", "a/z", "a/v", "a/w")), 60, 0, PROMPTS.get))
    lines = [line.plain.rstrip() for line in page.lines(60)]
    at = next(n for n, line in enumerate(lines) if line.startswith("leave out"))
    assert lines[at].split("leave out")[1].strip() == "How many weights?"
    assert "What is d_k?" in lines[at + 1]
    assert lines[at + 2].endswith("…")
    assert len(lines[at + 2]) <= 60
    assert "and 2 more" in lines[at + 3]


PROMPTS = {"a/x": "How many weights?", "a/y": "What is `d_k`?", "a/z": "Why " * 40}


async def test_a_refused_date_is_forgotten_with_the_next_key(make_desk: Make, read_screen: Make) -> None:
    app = MhaquizApp(lambda: PlanScreen(desk), desk := make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press(*"9.1.2027", "enter")
        await ready(app, pilot)
        assert "may be 9 January or 1 September" in read_screen(app)
        await pilot.press("backspace")
        await ready(app, pilot)
        assert "may be" not in read_screen(app)
        assert "Enter takes this" in read_screen(app)


async def test_what_is_typed_is_in_sight_and_no_forecast_of_before_stands_below_it(
    tmp_path: Path, read_screen: Make, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    stage = Stage(tmp_path)
    stage.plan_an_interview()
    app = MhaquizApp(lambda: PlanScreen(desk), desk := stage.desk)
    async with app.run_test(size=(100, 11)) as pilot:
        await ready(app, pilot)
        assert "F5 no interview" in read_screen(app)
        await pilot.press("pagedown")
        assert "minutes a day" not in read_screen(app)
        await pilot.press("tab", "5")
        await ready(app, pilot)
        shown = read_screen(app)
        assert "minutes a day  5" in shown
        assert "Enter takes this and works out what to expect." in shown
        assert "%" not in shown
        await pilot.press("enter")
        await ready(app, pilot)
        assert desk.plan().interview.minutes == 5
        assert "recall" in app.screen.query_one("#outlook").prose.plain
        await pilot.press("f5")
        await ready(app, pilot)
        shown = read_screen(app)
        assert "No interview is planned" in shown
        assert "F5" not in shown  # there is none to take off


async def test_a_date_in_words_is_taken_and_today_is_counted_as_on_home(
    make_desk: Make, read_screen: Make
) -> None:
    app = MhaquizApp(lambda: PlanScreen(desk), desk := make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press(*"in 9 days", "enter")
        await ready(app, pilot)
        assert desk.plan().interview.day == desk.today + 9
        shown = read_screen(app)
        assert desk.plan().interview.date.isoformat() in shown
        assert f"{desk.counts().fresh} card" in shown
        assert "core cards counting most" in shown
        assert "rests on" in shown
