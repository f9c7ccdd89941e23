"""Every key that the key bar names does something, on every screen as it stands at 80 by 24."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from mhaquiz.tui import keys
from mhaquiz.tui.widgets.bars import KeyBar

from .scenes import SCENES, SPEAK, Scene, Stage, home, lab, play, settle
from .test_snapshots import photograph

SIZE = (80, 24)
COMMON = {key.id for key in keys.KEYS if key.owner == "app"}
#: Screens of which no picture is taken.
MORE = {
    "drill": Scene(home, ("r",), shows="name or path"),
    "lab_tasks": Scene(lab("rank-ceiling"), ("t",), shows="what to try"),
    "setting": Scene(home, ("o", "enter"), shows="as it was"),
    "quiz": Scene(home, ("t",), shows="card 1 of"),
    "quiz_left": Scene(home, ("t", "f5", "enter", "escape"), shows="Leave the quiz"),
    "reveal_full_open": Scene(SPEAK, ("enter", "f"), shows="Full answer"),
}
#: One scene of each kind of screen; the others have the same keys.
NAMES = (
    "home_plan", "decks", "browser", "browser_search", "card", "plan", "statistics", "statistics_days",
    "statistics_mistakes", "settings", "help", "labs", "study_hints", "study_sure", "study_choices",
    "study_spoken", "study_speaking", "reveal_suspected", "reveal_points", "waiting", "summary",
    "mock_choices", "mock_left", "mock_report", "lab_rank-ceiling", "lab_shapes_second",
)  # fmt: skip


@pytest.fixture(autouse=True)
def at_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EDITOR", "true")


@pytest.fixture
def quick_second_route() -> None:
    """In place of the faked one: these cards have an engine behind them."""


def opened(scene: Scene, folder: Path) -> Any:
    folder.mkdir()
    os.chdir(folder)  # the test's own change of folder is taken back, and with it this one
    stage = Stage(folder)
    if scene.before:
        scene.before(stage)
    return scene.opens(stage)


def hinted(app: Any) -> list[str]:
    """The keys that the bar names, but those that are the same everywhere."""
    bar = app.screen.query_one(KeyBar)
    common = {key for key, one in app.screen.active_bindings.items() if one.binding.id in COMMON}
    return [hit.key for _, hit in bar._places() if hit.key not in common]


async def acts(app: Any, pilot: Any, key: str) -> tuple[bool, bool]:
    """Whether anything can be seen of a key, and whether all is then as it was, after Escape at the most."""
    before, screens = photograph(app), list(app.screen_stack)
    await pilot.press(key)
    if app.is_quitting:
        return True, False
    await settle(app, pilot)
    if len(app.screen_stack) == len(screens):
        seen = photograph(app) != before or app.screen_stack != screens
        return seen, not seen
    await pilot.press("escape")
    await settle(app, pilot)
    return True, not app.is_quitting and photograph(app) == before


@pytest.mark.parametrize("name", [*NAMES, *MORE])
async def test_every_key_of_the_bar_acts(name: str, tmp_path: Path) -> None:
    scene = {**SCENES, **MORE}[name]
    wanted: list[str] | None = None
    idle = []
    while wanted is None or wanted:
        app = opened(scene, tmp_path / str(len(list(tmp_path.iterdir()))))
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await play(scene, app, pilot)
            assert scene.shows in photograph(app)
            wanted = hinted(app) if wanted is None else wanted
            as_it_was = True
            while wanted and as_it_was:
                key = wanted.pop(0)
                seen, as_it_was = await acts(app, pilot, key)
                idle += [] if seen else [key]
        if app.desk is not None:
            app.desk.close()
    assert idle == []
