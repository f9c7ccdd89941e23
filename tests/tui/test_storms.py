"""Storms of keys and of sizes, on every screen: nothing raises, nothing hangs, nothing is lost.

A seed and a number of keys from the environment (MHAQUIZ_STORM_SEED, MHAQUIZ_STORM_KEYS) make another or a
longer one; bench/tui_storm.py blows on a real terminal.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from mhaquiz.deck.lab_table import LABS
from mhaquiz.memory.profile import Profile
from mhaquiz.tui import keys as table

from .scenes import SCENES, Scene, Stage, asks, home, lab, play
from .textual_seam import failure, send_key, turn_terminal

SEED = int(os.environ.get("MHAQUIZ_STORM_SEED", "8"))
KEYS = int(os.environ.get("MHAQUIZ_STORM_KEYS", "2000"))
#: Processor seconds; a key takes about 0.01, an app a third of a second. This catches what grows or hangs.
A_KEY, AN_APP = 0.03, 1.0
EVERY_CARD = (
    "params-total", "why-scale", "mask-where", "cache-grows", "score-shape", "steps-of-a-head",
    "cloze-split", "spot-axis", "ceiling-predict", "heads-cost", "attention-macs",
)  # fmt: skip
#: Where the storms begin; keys lead on from there.
PLACES: dict[str, Scene] = {
    "home": Scene(home),
    "study": Scene(asks(*EVERY_CARD)),
    "mock": SCENES["mock"],
    "decks": SCENES["decks_broken"],
    "browser": SCENES["browser"],
    "card": SCENES["card"],
    "plan": SCENES["plan"],
    "statistics": SCENES["statistics"],
    "settings": SCENES["settings"],
    "labs": SCENES["labs"],
    **{name: Scene(lab(name)) for name in LABS},
}
#: They leave the app or the terminal; what they do has tests of its own.
LEAVING = {"ctrl+q", "ctrl+c", "ctrl+z"}
BOUND = sorted({one for key in table.KEYS for one in key.keys.split(",")} - LEAVING)
TYPED = [*"0123456789abcdefghijklmnopqrstuvwxyz√å[", "space", "backspace", "full_stop", "asterisk"]


@pytest.fixture(autouse=True)
def a_quiet_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.delenv("VISUAL", raising=False)


@pytest.fixture
def quick_second_route() -> None:
    """In place of the faked one: these cards have an engine behind them."""


@pytest.mark.parametrize("place", PLACES)
async def test_keys_at_random(place: str, tmp_path: Path) -> None:
    scene, stage = PLACES[place], Stage(tmp_path)
    chance = random.Random(f"{SEED} {place}")
    if scene.before:
        scene.before(stage)
    left, started = KEYS // len(PLACES), process_time()
    apps = 0
    while left > 0:  # a storm that found the way out goes on in a new app on the same profile
        app = scene.opens(stage)
        apps += 1
        async with app.run_test(size=(80, 24)) as pilot:
            await play(scene, app, pilot)
            while left > 0 and app.is_running and not app.is_quitting:
                burst = [
                    chance.choice(BOUND if chance.random() < 0.7 else TYPED)
                    for _ in range(chance.randint(1, 8))
                ]
                left -= len(burst)
                send(app, burst)
                await pilot.pause()
                assert failure(app) is None, burst
        if app.desk is not None:
            app.desk.close()
    assert process_time() - started <= A_KEY * (KEYS // len(PLACES)) + AN_APP * apps
    with Profile.open(tmp_path / "profile.sqlite3", stage.clock) as profile:
        assert profile.notices == []  # the log is whole


def send(app: Any, keys: list[str]) -> None:
    """Keys as a slow line delivers them: several at once, none waited for."""
    for key in keys:
        send_key(app, key)


@pytest.mark.parametrize("late", ["question_mark", "d", "s", "ctrl+p", "enter"])
async def test_keys_after_the_one_that_quits_do_nothing(late: str, tmp_path: Path) -> None:
    app = home(Stage(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await play(PLACES["home"], app, pilot)
        send(app, ["q", late])
        await pilot.pause()
        assert failure(app) is None
        assert len(app.screen_stack) == 1


SIZES = (1, 2, 3, 7, 12, 13, 24, 39, 40, 41, 60, 79, 80, 99, 120, 200)


@pytest.mark.parametrize("name", ["reveal_full", "reveal_points", "statistics", "settings", "palette"])
async def test_sizes_at_random(name: str, tmp_path: Path) -> None:
    """Many at once, as a window that is dragged sends them: only the last one counts, and it is drawn."""
    scene, stage, chance = SCENES[name], Stage(tmp_path), random.Random(f"{SEED} {name}")
    if scene.before:
        scene.before(stage)
    app = scene.opens(stage)
    async with app.run_test(size=(80, 24)) as pilot:
        await play(scene, app, pilot)
        for _ in range(8):
            for _ in range(5):
                resize(app, chance.choice(SIZES), min(chance.choice(SIZES), 60))
            await pilot.pause()
            assert failure(app) is None
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen.size == (80, 24)
    if app.desk is not None:
        app.desk.close()


def resize(app: Any, columns: int, rows: int) -> None:
    """A change of size without waiting for what it does."""
    from textual import events
    from textual.geometry import Size

    size = Size(columns, rows)
    turn_terminal(app, size)
    app.post_message(events.Resize(size, size))
