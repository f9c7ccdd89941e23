"""Drilling a model: from the list, by name, from a file; a file that describes none is told in one line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.drill import DrillScreen

from .textual_seam import notes

Make = Callable[..., Any]
SIZE = (80, 24)


@pytest.fixture
def app(make_desk: Make) -> Any:
    desk = make_desk()
    return MhaquizApp(lambda: DrillScreen(desk), desk)


async def test_a_name_narrows_the_list_and_enter_asks_about_the_model(app: Any, read_screen: Make) -> None:
    async with app.run_test(size=SIZE) as pilot:
        before = len(app.screen.query_one("#models").rows)
        await pilot.press("slash", *"llama")
        found = app.screen.query_one("#models").rows
        assert 0 < len(found) < before
        assert all("llama" in (row.key or "").lower() for row in found)
        await pilot.press("enter")
        session = app.screen.session
        assert len(session.cards) == 12
        assert app.desk.profile.days() == {}
        assert "card 1 of 12" in read_screen(app)
        await pilot.press("escape")
        assert isinstance(app.screen, DrillScreen)


async def test_a_config_file_is_read_and_what_was_assumed_is_said(
    app: Any, tmp_path: Path, read_screen: Make
) -> None:
    path = tmp_path / "config.json"
    path.write_text(
        json.dumps(
            {"model_type": "llama", "hidden_size": 96, "num_attention_heads": 6, "num_hidden_layers": 2}
        )
    )
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("slash")
        app.screen.query_one("#search").value = str(path)
        await pilot.press("enter")
        assert "d_model 96" in app.screen.session.current.variant.prompt
        await pilot.pause()
        assert any("Assumed" in note for note in notes(app))


@pytest.mark.parametrize("content", ["", "{", "[]", '{"hidden_size": -1}', None])
async def test_a_bad_file_is_told_in_one_line(
    app: Any, tmp_path: Path, read_screen: Make, content: str | None
) -> None:
    path = tmp_path / "config.json"
    if content is not None:
        path.write_text(content)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("slash")
        app.screen.query_one("#search").value = str(path)
        await pilot.press("enter")
        assert isinstance(app.screen, DrillScreen)
        assert "? " in read_screen(app)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
async def test_a_pipe_does_not_hang_the_screen(app: Any, tmp_path: Path, read_screen: Make) -> None:
    path = tmp_path / "config.json"
    os.mkfifo(path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("slash")
        app.screen.query_one("#search").value = str(path)
        await pilot.press("enter")
        assert "is not a file" in read_screen(app).replace("\n", " ")


async def test_without_a_model_enter_is_not_offered(app: Any, read_screen: Make) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("slash", *"nosuch")
        shown = read_screen(app)
        assert "No model of the list has this name." in shown
        assert "Enter start" not in shown
        await pilot.press("enter")
        assert isinstance(app.screen, DrillScreen)
