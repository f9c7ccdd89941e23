"""What a lab shows of its pictures where the window is small, and how its lines stand below one another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.deck.lab_table import LABS
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.pictures.readouts import brief
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.widgets.controls import Slider
from mhaquiz.tui.widgets.lab_words import tab_line
from mhaquiz.tui.widgets.plots import Bar, Bars, Curve, SingularValues

from .opening import ready

Make = Callable[..., Any]
TITLES = ["focus", "head", "alike", "entropy", "rank", "all"]


@pytest.mark.parametrize("name", LABS)
@pytest.mark.parametrize("size", [(40, 12), (60, 16)])
async def test_every_picture_shows_in_a_small_window(
    name: str, size: tuple[int, int], read_screen: Make
) -> None:
    """Its title is among the tabs and something stands below them."""
    app = MhaquizApp(lambda: LabScreen(name))
    async with app.run_test(size=size) as pilot:
        await ready(app, pilot)
        for picture in app.screen.view.pictures:
            lines = [line.strip() for line in read_screen(app).split("\n")]
            tabs = lines.index(app.screen.query_one("#tabs").render().plain.strip())
            assert picture.title in lines[tabs].split("  ")
            assert sum(bool(line) for line in lines[tabs + 1 : -2]) >= 2
            await pilot.press("tab")
            await pilot.pause()


@pytest.mark.parametrize(
    ("name", "lacking"),
    [
        ("rank-ceiling", set()),
        ("head-diversity", {"lab.search"}),
        ("sqrt-scaling", {"lab.search", "lab.subject", "lab.explore"}),
    ],
)
async def test_help_lists_no_keys_of_other_labs(name: str, lacking: set[str], read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen(name))
    async with app.run_test(size=(80, 60)) as pilot:
        await ready(app, pilot)
        assert app.screen.lacking == lacking | {"lab.cards"}  # no decks here
        await pilot.press("f1")
        await ready(app, pilot)
        shown = read_screen(app)
        assert ("Search for better scores" in shown) == ("lab.search" not in lacking)
        assert ("Walk over the cells" in shown) == ("lab.explore" not in lacking)


@pytest.mark.parametrize("current", range(len(TITLES)))
@pytest.mark.parametrize("width", [6, 10, 18, 30, 33, 60])
def test_the_current_tab_is_in_sight_and_others_are_left_out_with_a_sign(current: int, width: int) -> None:
    line = tab_line(TITLES, current, width)
    assert line.cell_length <= width
    shown = line.plain.split()
    if width >= 18:
        assert TITLES[current] in shown
    assert ("…" in line.plain) == (shown != TITLES)
    assert [name for name in shown if name in TITLES] == [name for name in TITLES if name in shown]


def bars(count: int, note: str) -> Bars:
    plot = Bars()
    plot.bars, plot.note = tuple(Bar(f"key {n}", 0.5, "0.5") for n in range(count)), note
    return plot


def test_bars_come_before_their_note_which_ends_with_a_sign() -> None:
    note = "one two three four five six seven eight nine ten"
    whole = [line.plain for line in bars(4, note).lines(20, 9)]
    assert " ".join(whole[5:]) == note
    cut = [line.plain for line in bars(4, note).lines(20, 6)]
    assert sum(line.startswith("key") for line in cut) == 4
    assert cut[-1].endswith(" …")
    assert [line.plain[:3] for line in bars(4, note).lines(20, 4)] == ["key"] * 4
    assert sum(line.plain.startswith("key") for line in bars(8, note).lines(20, 6)) == 3


def test_a_low_curve_keeps_its_line_rather_than_its_title() -> None:
    curve = Curve()
    curve.names, curve.values, curve.marked = ("1", "2", "3"), (0.1, 0.5, 0.9), 1
    curve.title = "a title that takes several lines of a narrow window"
    lines = [line.plain for line in curve.lines(20, 6)]
    assert lines[0].endswith(" …")
    assert sum("│" in line for line in lines) == 3


@pytest.mark.parametrize(
    ("kept", "told"),
    [(12, "rank 12 keeps all 11 that are not 0"), (4, "rank 4 keeps 4 of 11 that are not 0")],
)
def test_a_rank_is_set_against_the_values_that_are_not_zero(kept: int, told: str) -> None:
    plot = SingularValues()
    plot.values, plot.kept, plot.rank = (11.0,) * 11 + (0.0,), kept, 11
    assert plot.lines(60, 8)[-1].plain == f"{told}; σ₁ = 11.00"
    assert " ".join(line.plain for line in plot.lines(30, 8)[-2:]) == f"{told}; σ₁ = 11.00"


@pytest.mark.parametrize("name", ["rank-ceiling", "cost-ledger", "sqrt-scaling"])
async def test_tracks_are_equally_long(name: str) -> None:
    app = MhaquizApp(lambda: LabScreen(name))
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(app, pilot)
        tracks = [one for one in app.screen.knobs.controls if isinstance(one, Slider) and one.value_width]
        assert len(tracks) > 2
        assert len({one._track(60)[0] for one in tracks}) == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.10674, "0.11"), (0.0041, "0.004"), (511.61, "512"), (0.0, "0"), (3, "3"), (67_108_864, "67.1 M")],
)
def test_a_brief_value_still_says_how_large_it_is(value: float, text: str) -> None:
    assert brief(value) == text


async def test_every_main_readout_of_the_scaling_lab_shows_at_80_columns(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("sqrt-scaling"))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        assert "dead 0  gradient 0.18" in read_screen(app)
