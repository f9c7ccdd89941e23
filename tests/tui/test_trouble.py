"""What goes wrong outside: an unusable profile, an editor that cannot open, a changed deck, no room."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.app import SuspendNotSupported

from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.profile import Profile
from mhaquiz.quiz.session import Phase
from mhaquiz.tui import editing
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.home import HomeScreen
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.screens.study import StudyScreen

from .opening import home, ready
from .textual_seam import failure, notes

Make = Callable[..., Any]
SIZE = (80, 24)


# ── profiles ────────────────────────────────────────────────────────────────────────────
def damaged(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 4096)


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE other (x)")


def newer(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA application_id = 1296581969")
        file.execute("PRAGMA user_version = 99")
        file.execute("CREATE TABLE other (x)")


@pytest.mark.parametrize("spoil", [damaged, foreign, newer])
async def test_home_tells_a_profile_that_cannot_be_used(
    spoil: Callable[[Path], None], make_desk: Make, tmp_path: Path, read_screen: Make
) -> None:
    spoil(tmp_path / "p.sqlite3")
    desk = make_desk()
    desk.profile_path = tmp_path / "p.sqlite3"
    app = home(desk)
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        shown = read_screen(app)
        assert "✗ " in shown
        assert "p.sqlite3" in "".join(shown.split())  # the path is long, and never cut
        assert "moves the file aside" in shown
        assert "nothing that you answer there is recorded" in " ".join(shown.split())
        assert "Ctrl+Q" not in shown
        assert "mhaquiz restore" in shown
        assert "Esc quit" in shown
        for label in ("Enter study", "d decks", "p plan"):
            assert label not in shown
        await pilot.press("enter", "d", "p", "s", "o", "m", "b")
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("f12")  # wants to save the theme
        assert "your profile" in read_screen(app)
        await pilot.press("escape", "l")
        assert type(app.screen).__name__ == "LabsScreen"
        await pilot.press("escape", "t")
        assert isinstance(app.screen, StudyScreen)
        assert "Nothing of this is recorded" in read_screen(app)


@pytest.mark.parametrize("spoil", [damaged, foreign, newer])
async def test_a_profile_moved_aside_makes_room_for_a_new_one(
    spoil: Callable[[Path], None], make_desk: Make, tmp_path: Path, read_screen: Make
) -> None:
    spoil(tmp_path / "p.sqlite3")
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        assert "✗ " in read_screen(app)
    (tmp_path / "p.sqlite3").rename(tmp_path / "aside")
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        assert "2 new" in read_screen(app)


async def test_a_lab_alone_tells_it_too(make_desk: Make, tmp_path: Path, read_screen: Make) -> None:
    damaged(tmp_path / "p.sqlite3")
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"), make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("c")
        assert "your profile" in read_screen(app)
        await pilot.press("escape")
        assert isinstance(app.screen, LabScreen)


async def test_an_answer_that_cannot_be_written_is_told_and_asked_again(
    make_desk: Make, monkeypatch: pytest.MonkeyPatch, read_screen: Make
) -> None:
    desk = make_desk()
    app = home(desk)
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("enter")
        session = app.screen.session
        record = Profile.record

        def full(*parts: Any, **more: Any) -> Any:
            raise ProfileError("the disk is full; nothing of this answer was kept")

        monkeypatch.setattr(Profile, "record", full)
        await pilot.press(*(["1", "enter", "2"] if app.screen.place == "choices" else ["enter", "enter"]))
        assert "the disk is full" in read_screen(app)
        monkeypatch.setattr(Profile, "record", record)
        await pilot.press("escape")
        assert isinstance(app.screen, StudyScreen)
        await pilot.press("2" if session.phase is Phase.CONFIDENCE else "3")
        await pilot.press("enter")
        assert len(session.answered) == 1


# ── home where home is promised ─────────────────────────────────────────────────────────
async def test_escape_from_a_session_of_the_command_line_goes_home(
    make_desk: Make, read_screen: Make
) -> None:
    desk = make_desk()
    app = MhaquizApp(lambda: StudyScreen(desk.study()), desk)
    async with app.run_test(size=SIZE) as pilot:
        assert "Esc home" in read_screen(app)
        await pilot.press("escape")
        await ready(app, pilot)
        assert isinstance(app.screen, HomeScreen)
        assert "2 new" in read_screen(app)
        await pilot.press("enter")
        assert isinstance(app.screen, StudyScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_the_end_of_a_session_of_the_command_line_goes_home(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    session = desk.study()
    session.finish()
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("enter")
        await ready(app, pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_undo_works_at_once_in_a_new_session(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    first = desk.study()
    key = first.current.card.key
    first.give_up()
    first.rate()
    app = MhaquizApp(lambda: StudyScreen(desk.study()), desk)
    async with app.run_test(size=SIZE) as pilot:
        assert "F4 undo" in read_screen(app)
        await pilot.press("f4")
        assert app.screen.session.current.card.key == key
        assert desk.profile.reviews(key) == []


# ── editor, deck, window ────────────────────────────────────────────────────────────────
async def test_an_editor_that_cannot_open_is_told(make_desk: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = make_desk()
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.delenv("VISUAL", raising=False)
    app = MhaquizApp(lambda: StudyScreen(desk.study()), desk)
    async with app.run_test(size=SIZE) as pilot:

        @contextmanager
        def refused() -> Any:
            raise SuspendNotSupported
            yield

        monkeypatch.setattr(app, "suspend", refused)
        await pilot.press("f9")
        await pilot.pause()
        assert isinstance(app.screen, StudyScreen)
        assert any("No editor can open" in note for note in notes(app))


@pytest.mark.parametrize("chosen", ["vim 'unbalanced", "  ", "/no/such/editor", '"'])
def test_a_broken_editor_setting_is_no_crash(chosen: str) -> None:
    words = editing.command(Path("deck.yaml"), 3, {"EDITOR": chosen})
    assert words is None or words[-1] in ("deck.yaml", "deck.yaml:3")


@pytest.mark.parametrize("change", ["mhaquiz: [", "", None])
async def test_a_deck_changed_on_disk_while_studying(
    change: str | None, make_desk: Make, tmp_path: Path
) -> None:
    desk = make_desk()
    app = home(desk)
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("enter")
        path = tmp_path / "hostile.yaml"
        path.unlink() if change is None else path.write_text(change)
        for _ in range(2):
            keys = ["1", "enter", "2"] if app.screen.place == "choices" else ["enter"]
            await pilot.press(*keys, "f", "enter")
        desk.reload()
        await pilot.press("escape")
        await ready(app, pilot)
        await pilot.press("d", "escape", "b", "enter", "escape", "escape", "enter", "escape", "t")
        assert failure(app) is None


@pytest.mark.parametrize("size", [(80, 2), (80, 5), (10, 24), (1, 1), (40, 12), (20, 8)])
async def test_the_palette_opens_only_where_there_is_room(size: tuple[int, int], make_desk: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=size) as pilot:
        await ready(app, pilot)
        await pilot.press("ctrl+p")
        await pilot.pause(0.2)
        is_open = type(app.screen).__name__ == "CommandPalette"
        assert is_open == (size[0] >= 20 and size[1] >= 8)
        await pilot.press("d", "down", "down", "backspace", "down")
        await pilot.pause(0.2)
        assert failure(app) is None


async def test_the_palette_closes_when_the_window_shrinks(make_desk: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("ctrl+p", "d")
        await pilot.pause(0.2)
        for size in ((80, 2), (80, 24), (2, 2), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.1)
        assert type(app.screen).__name__ != "CommandPalette"
        assert failure(app) is None
