"""What a lab's keys lead to: its cards, all its words, the search for a better curve; frames over ssh."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest

from mhaquiz.deck.lab_table import LABS
from mhaquiz.labs.searches import SEARCHES
from mhaquiz.tui import frame_pace
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.frame_pace import FramePace
from mhaquiz.tui.pictures import show_of
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.widgets.heat_map import HeatMap

from .opening import ready

Make = Callable[..., Any]
SIZE = (80, 24)


async def test_a_lab_opened_alone_offers_its_cards_only_with_decks(
    make_desk: Make, read_screen: Make
) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=(160, 24)) as pilot:
        await ready(app, pilot)
        assert "c cards" not in read_screen(app)
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"), make_desk())
    async with app.run_test(size=(160, 24)) as pilot:
        await ready(app, pilot)
        assert "c cards" in read_screen(app)
        await pilot.press("c")
        assert type(app.screen).__name__ == "BrowserScreen"


@pytest.mark.parametrize("name", LABS)
@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_nothing_is_cut_without_a_sign(name: str, size: tuple[int, int], read_screen: Make) -> None:
    """The words end in an ellipsis where they do not fit, in every picture, and `w` shows all of them."""
    app = MhaquizApp(lambda: LabScreen(name, None, "word " * 120 + "end."))
    async with app.run_test(size=size) as pilot:
        await ready(app, pilot)
        for _ in app.screen.view.pictures:
            last = [line for line in read_screen(app).split("\n")[:-1] if line.strip()][-1]
            assert last.rstrip().endswith("… w more")
            await pilot.press("tab")
        await pilot.press("w")
        text = app.screen.query_one("#text").prose.plain
        assert text.count("word") == 120
        assert "end." in text


async def test_a_curve_shows_its_whole_title_and_its_last_place(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("tab", "tab")
        shown = read_screen(app)
        right = [line[40:].strip() for line in shown.split("\n")]
        assert "mean score by head count: truncated SVD" in " ".join(right)
        axis = next(line for line in shown.split("\n") if " 1 " in line and "512" in line)
        assert axis.rstrip().endswith("512")


@pytest.mark.parametrize(("glyphs", "scale"), [(False, "difference −1"), (True, "difference 0")])
async def test_the_difference_has_a_scale_of_its_own(
    glyphs: bool, scale: str, read_screen: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HeatMap, "without_colour", glyphs)
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("tab")
        line = next(line for line in read_screen(app).split("\n") if scale in line)
        assert line.index(" 1 ") < line.index(scale)  # the shared scale stands before it


@pytest.mark.parametrize("width", [40, 60, 80, 120])
async def test_readouts_are_whole_or_left_out_with_a_sign(width: int, read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("sqrt-scaling", {"scaled": False, "head_dim": 512}))
    async with app.run_test(size=(width, 24)) as pilot:
        await ready(app, pilot)
        line = next(line for line in read_screen(app).split("\n") if "variance" in line).strip()
        assert re.fullmatch(r"(?:[a-z]+ [0-9.]+ *)+…?", line)
        assert line.endswith("…") == ("gradient" not in line) == (width < 80)


@pytest.mark.parametrize("models", [("deepseek-v2", "llama3-8b"), ("llama3-8b", "deepseek-v2")])
async def test_a_model_with_latents_stands_beside_one_without(
    models: tuple[str, str], read_screen: Make
) -> None:
    app = MhaquizApp(lambda: LabScreen("cost-ledger", dict(zip(("model", "model_b"), models, strict=True))))
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(app, pilot)
        rows = {line.strip()[:9]: line.split()[2:] for line in read_screen(app).split("\n")}
        block, query = ["149,225,472", "none"], ["none", "16,777,216"]
        if models[0] == "llama3-8b":
            block, query = block[::-1], query[::-1]
        assert rows["MLA block"] == [*block, "moved"]
        assert next(line.split()[1:] for line in read_screen(app).split("\n") if "W_Q" in line) == [
            *query,
            "moved",
        ]
        assert "18216/5" not in read_screen(app)
        assert "3,643.2" in read_screen(app)


async def test_bars_that_do_not_fit_are_counted_once(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("pruning", {"n_heads": 64}))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        shown = read_screen(app)
        seen = len(re.findall(r"head \d+", shown))
        assert shown.count("under “all”") == 1
        assert f"… and {64 - seen} more, under “all”" in shown


async def test_every_mark_of_a_curve_is_named_in_ascii_too(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling", {"n_heads": 64}))
    async with app.run_test(size=(80, 24)) as pilot:
        app.draw_ascii()
        await ready(app, pilot)
        await pilot.press("tab", "tab")
        await ready(app, pilot)
        shown = " ".join(read_screen(app).split())
        assert "O at 64: 0.943, dotted: 1.000" in shown
        assert "(dotted: best known)" in shown or "dotted: best" in shown
        assert "?" not in shown


async def test_the_shapes_are_drawn_and_a_missing_transpose_breaks_the_wires(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("shapes"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        shown = read_screen(app)
        for part in ("B 2", "T 8", "h 4", "head_dim 8", "d_model 32", "╳", "╮", "╯", "output"):
            assert part in shown, part
        assert "no transpose" not in shown
    app = MhaquizApp(lambda: LabScreen("shapes", {"bug": "both"}))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        shown = read_screen(app)
        assert shown.count("no transpose") == 2
        assert "╳" not in shown


async def test_readouts_that_do_not_fit_scroll_by_keys(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("cost-ledger"))
    async with app.run_test(size=(80, 12)) as pilot:
        await ready(app, pilot)
        await pilot.press("shift+tab")
        await pilot.pause()
        last = list(app.screen.result.readouts)[-1]
        assert last not in read_screen(app)
        assert "PgDn more lines" in read_screen(app)
        for _ in range(20):
            await pilot.press("pagedown")
        assert last in read_screen(app)
        await pilot.resize_terminal(80, 60)
        await pilot.pause(0.2)
        await pilot.pause()
        assert last in read_screen(app)


# ── the search ──────────────────────────────────────────────────────────────────────────
@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A search that waits until the test lets it go on."""
    from mhaquiz.labs import rank_ceiling

    class Waiting:
        go, stopped = Event(), False

        def run(
            self, settings: Any, should_stop: Callable[[], bool], progress: Callable[[float], None]
        ) -> Any:
            progress(0.25)
            while not self.go.wait(0.01):
                if should_stop():
                    self.stopped = True
                    return None
            return (0.5,) * 10

    one = Waiting()
    one.go = Event()
    monkeypatch.setattr(rank_ceiling, "optimise_curve", one.run)
    return one


async def test_the_search_shows_progress_and_then_the_best_found(search: Any, read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("o")
        await pilot.pause(0.1)
        assert app.screen.shown.title == "curve"
        assert "searching 25%" in read_screen(app)
        search.go.set()
        await ready(app, pilot)
        shown = read_screen(app)
        assert "◇ best found so far 0.500" in shown
        assert "optim" not in shown.lower()
        assert "tasks" in shown.split("\n")[0]
        await pilot.press("1", "6", "enter")  # another head count: the curve still holds
        await ready(app, pilot)
        assert "best found so far" in read_screen(app)
        app.screen.sitting.change("sharpness", 4)
        app.screen._run()
        await ready(app, pilot)
        assert "best found so far 0" not in read_screen(app)


async def test_the_search_is_stopped_by_its_key_and_by_leaving(search: Any, read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("o", "o")
        await ready(app, pilot)
        assert search.stopped
        assert "stopped" in read_screen(app)
        search.stopped = False
        await pilot.press("o")
        await pilot.pause(0.05)
    deadline = monotonic() + 5
    while not search.stopped and monotonic() < deadline:
        sleep(0.01)
    assert search.stopped


@pytest.mark.parametrize("name", LABS)
async def test_only_a_lab_with_a_search_offers_one(name: str, read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen(name))
    async with app.run_test(size=(160, 24)) as pilot:
        await ready(app, pilot)
        assert ("o search" in read_screen(app)) == (name in SEARCHES)
        await pilot.press("o")
        assert bool(app.screen.search and app.screen.search.runs) == (name in SEARCHES)


def test_what_a_search_finds_goes_into_one_of_the_pictures() -> None:
    assert {name for name in LABS if show_of(name).search} == set(SEARCHES)
    for name, search in SEARCHES.items():
        show = show_of(name)
        assert show.search is not None
        assert show.search.search is search
        assert show.search.picture in [picture.title for picture in show.pictures]


async def test_the_real_search_is_never_below_what_was_known() -> None:
    from mhaquiz import labs
    from mhaquiz.tui.lab_search import LabSearch

    result, heard = labs.run("rank-ceiling", {"jobs": ("first",)}), []
    search = LabSearch(SEARCHES["rank-ceiling"])
    search.begin(result, heard.append)()
    best = search.best(result)
    for curve in result.curves.values():
        assert all(found >= known - 1e-12 for found, known in zip(best, curve, strict=True))
    assert heard == sorted(heard)


# ── frames over ssh ─────────────────────────────────────────────────────────────────────
def test_only_ssh_is_slow() -> None:
    assert frame_pace.is_slow({"SSH_CONNECTION": "10.0.0.1 22 10.0.0.2 22"})
    assert not frame_pace.is_slow({})
    assert not frame_pace.is_slow({"SSH_CONNECTION": ""})


async def test_over_ssh_the_newest_of_many_changes_is_drawn_and_the_others_are_dropped(
    monkeypatch: pytest.MonkeyPatch, read_screen: Make
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 22 10.0.0.2 22")
    app = MhaquizApp(lambda: LabScreen("rank-ceiling", {"n_heads": 1}))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        monkeypatch.setattr(frame_pace, "FRAMES_A_SECOND", 2)
        app.screen.pace.now = iter([100.0, 100.01, 100.02, 100.03, 200.0]).__next__
        await pilot.press("right")  # goes out at once
        await pilot.press("right", "right")  # held
        assert app._batch_count > 0
        assert app.screen.settings["n_heads"] == 8
        await pilot.pause(0.7)
        assert app._batch_count == 0
        assert "head_dim 64" in read_screen(app)


async def test_a_held_frame_is_let_go_when_the_lab_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_pace, "FRAMES_A_SECOND", 0.01)
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        pace = FramePace(app.screen, True)
        pace.before_change()
        pace.before_change()
        assert app._batch_count == 1
        pace.release()
        pace.release()
        assert app._batch_count == 0
