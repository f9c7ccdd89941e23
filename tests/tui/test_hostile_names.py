"""Titles, topics and file names that others choose: shown as written wherever they stand, never acting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .conftest import squeezed
from .scenes import Scene, Stage, home, play

NAME = "A[i] [@click=app.quit]x[⁄] [red]k"
TITLE = "attn[b][h] [@click=app.quit]go[/] [/foo] [k=3, h=8] $x"
TOPIC = "[d_k]A[i][/foo]"
DECK = """mhaquiz: 1
deck: {id: named, title: T, version: 1.0.0}
misconceptions:
  wrong: {title: 'TITLE', fix: 'fix TITLE'}
cards:
  - id: count
    kind: numeric
    tags: ['topic/TOPIC']
    prompt: 'TITLE'
    answer: 4000
    mistakes: [{is: wrong, answer: 3000}]
    hints: ['hint TITLE']
  - id: say
    kind: recall
    prompt: 'other TITLE'
    short: 'short TITLE'
    followups: [count]
""".replace("TITLE", TITLE).replace("TOPIC", TOPIC)


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    monkeypatch.chdir(tmp_path)
    stage = Stage(tmp_path)
    Path("named.yaml").write_text(DECK, encoding="utf-8")
    stage.decks = [Path("named.yaml")]
    return stage


@pytest.fixture
def quick_second_route() -> None:
    """In place of the faked one: these cards have an engine behind them."""


def wrong_once(stage: Stage) -> None:
    from mhaquiz.memory.events import Rating, Review
    from mhaquiz.memory.profile import Profile

    with Profile.open(stage.folder / "profile.sqlite3", stage.clock) as profile:
        review = Review(Rating.AGAIN, "misconception", misconception="wrong", typed=f"3000 {TITLE}")
        profile.record_review("named/count", review)


SCENES: dict[str, Scene] = {
    "topics of home": Scene(home, shows=TOPIC),
    "the browser": Scene(home, ("b",)),
    "a card's answers": Scene(home, ("b", "enter"), wrong_once),
    "a wrong idea in the statistics": Scene(home, ("s", *["tab"] * 4), wrong_once),
}


@pytest.mark.parametrize("name", SCENES)
async def test_titles_are_shown_as_written(name: str, stage: Stage, read_screen: Any) -> None:
    scene = SCENES[name]
    if scene.before:
        scene.before(stage)
    app = scene.opens(stage)
    async with app.run_test(size=(160, 40)) as pilot:
        await play(scene, app, pilot)
        assert squeezed(scene.shows or TITLE) in squeezed(read_screen(app))
        assert not app.is_quitting


async def test_the_end_of_a_session_and_of_a_mock(stage: Stage, read_screen: Any) -> None:
    app = home(stage)
    async with app.run_test(size=(160, 50)) as pilot:
        await play(Scene(home, ("t",)), app, pilot)
        while app.screen.place != "finished":
            if app.screen.place == "answer":
                await pilot.press(*"3000", "enter")
            await pilot.press("enter")
        assert squeezed(read_screen(app)).count(squeezed(TITLE)) >= 2  # its topic, the idea met, the prompt
        await pilot.press("enter", "m")
        await play(Scene(home, ("every question given up",)), app, pilot)
        assert squeezed(TITLE) in squeezed(read_screen(app))
        assert not app.is_quitting


async def test_a_broken_file_with_a_hostile_name(stage: Stage, read_screen: Any) -> None:
    file = Path(f"{NAME}.yaml")
    file.write_text("mhaquiz: 1\ndeck: {id: b, title: T, version: 1.0.0}\ncards: [{id: a, kind: no}]\n")
    stage.decks.append(file)
    app = home(stage)
    async with app.run_test(size=(160, 40)) as pilot:
        await play(Scene(home), app, pilot)
        assert squeezed(NAME) in squeezed(read_screen(app))
        await pilot.press("d", "end")
        await pilot.pause()
        assert squeezed(NAME) in squeezed(read_screen(app))
        assert not app.is_quitting


async def test_what_is_searched_for(stage: Stage, read_screen: Any) -> None:
    app = home(stage)
    async with app.run_test(size=(160, 40)) as pilot:
        await play(Scene(home, ("b", "slash")), app, pilot)
        await pilot.press(*"[/foo] [@click=app.quit]")
        await pilot.pause()
        assert "[/foo][@click=app.quit]" in squeezed(read_screen(app))
        assert not app.is_quitting


def test_no_widget_has_a_tooltip() -> None:
    """Tooltips read markup and nothing here needs one; whoever adds one adds it to this test."""
    source = Path(__file__).parents[2] / "src" / "mhaquiz" / "tui"
    using = [path.name for path in source.rglob("*.py") if "tooltip" in path.read_text(encoding="utf-8")]
    assert using == []
