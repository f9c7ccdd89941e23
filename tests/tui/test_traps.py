"""The known traps of terminal apps, each with the tests that hold it; and those that have no better place.

The map is checked: every test it names exists.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandList
from textual.geometry import Region
from textual.widget import Widget

from mhaquiz.mathtext import one_line
from mhaquiz.tui.app import MhaquizApp

from .scenes import SCENES, Stage, play
from .textual_seam import failure

Make = Callable[..., Any]
TESTS = Path(__file__).parent.parent
TRAPS: dict[str, list[str]] = {
    "32 square brackets in any text vanish, crash or act": [
        "tui/test_hostile_text.py::test_every_phase_of_a_session",
        "tui/test_hostile_text.py::test_notifications",
        "tui/test_hostile_text.py::test_home_decks_cards_and_palette",
        "tui/test_hostile_text.py::test_every_widget_by_itself",
        "tui/test_hostile_names.py::test_titles_are_shown_as_written",
        "tui/test_hostile_names.py::test_a_broken_file_with_a_hostile_name",
        "tui/test_hostile_names.py::test_no_widget_has_a_tooltip",
    ],
    "33 a kill, a hangup or a fault leaves the terminal raw; fg draws nothing": [
        "terminal/test_leaving.py::test_signals_restore_the_terminal",
        "terminal/test_leaving.py::test_a_fault_restores_the_terminal",
        "terminal/test_leaving.py::test_suspend_and_resume_draw_again",
    ],
    "34 redirected streams hang or trap the person": [
        "terminal/test_environments.py::test_without_a_terminal_it_goes_on_line_by_line",
        "terminal/test_environments.py::test_a_dumb_terminal_gets_lines_and_no_escapes",
    ],
    "35 the editor's terminal eats the key that quits": [
        "terminal/test_leaving.py::test_every_way_out",
        "terminal/test_leaving.py::test_the_palette_leads_out",
    ],
    "36 few colours or none lose something, or cannot be read": [
        "terminal/test_environments.py::test_home_opens_and_ends_with_the_colours_there_are",
        "terminal/test_environments.py::test_no_color_draws_in_greys_and_loses_no_word",
        "tui/test_looks.py::test_verdicts_have_signs_without_colour",
        "tui/test_looks.py::test_maps_are_glyphs_without_colour",
        "tui/test_contrast.py::test_every_word_can_be_read",
        "tui/test_traps.py::test_no_colour_in_a_theme_of_the_terminal_loses_nothing",
    ],
    "37 a small window or a resize crashes a list": [
        "tui/test_sizes.py::test_a_session",
        "tui/test_sizes.py::test_home_decks_and_cards",
        "tui/test_sizes.py::test_a_lab_in_all_its_pictures",
        "tui/test_storms.py::test_sizes_at_random",
        "tui/test_traps.py::test_a_key_that_comes_before_the_palette_is_drawn",
    ],
    "38 a worker's thread touches a widget; a screen at rest burns time": [
        "tui/test_traps.py::test_no_thread_but_the_first_touches_a_widget",
        "terminal/test_idle.py::test_screens_at_rest_write_nothing_and_use_no_time",
    ],
    "39 dragging a slider selects text": [
        "tui/test_mouse.py::test_a_drag_off_the_knob_holds_it_and_selects_nothing",
        "tui/test_traps.py::test_what_is_dragged_or_clicked_cannot_be_selected",
    ],
    "40 LaTeX converters break the formulas of attention": [
        "tui/test_traps.py::test_formulas_that_converters_break",
        "mathtext/test_line.py::test_one_line",
        "mathtext/test_errors.py::test_an_error_says_where_and_what",
        "mathtext/test_random.py::test_any_text_is_read_or_refused",
    ],
}


@pytest.mark.parametrize("trap", TRAPS)
def test_every_trap_is_held(trap: str) -> None:
    for held in TRAPS[trap]:
        file, _, name = held.partition("::")
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        assert name in {
            one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        }


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light"])
async def test_no_colour_in_a_theme_of_the_terminal_loses_nothing(
    theme: str, make_session: Make, open_session: Make, read_screen: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    for no_color in (None, "1"):
        if no_color:
            monkeypatch.setenv("NO_COLOR", no_color)
        app = open_session(make_session())
        async with app.run_test(size=(80, 24)) as pilot:
            app.theme = theme
            await pilot.press("9", "enter", "2")
            await pilot.pause()
            seen.append(read_screen(app))
    assert "✗ Not quite" in seen[0]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("action", ["page_up", "page_down", "first", "last", "cursor_up"])
async def test_a_key_that_comes_before_the_palette_is_drawn(
    action: str, make_session: Make, open_session: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_session(make_session())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        commands = app.screen.query_one(CommandList)
        monkeypatch.setattr(CommandList, "scrollable_content_region", Region())
        commands.clear_options().add_option("a command")
        commands.highlighted = 0
        await pilot.pause()
        if action.startswith("page"):
            with pytest.raises(KeyError):
                getattr(commands, f"action_{action}")()  # what Textual does
        app.screen._action_command_list(action)
        await pilot.pause()
        assert failure(app) is None


@pytest.mark.parametrize("name", ["reveal_misconception", "lab_rank-ceiling", "statistics", "home_due"])
async def test_no_thread_but_the_first_touches_a_widget(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first, elsewhere = threading.get_ident(), []
    refresh = Widget.refresh

    def watched(self: Widget, *regions: Any, **options: Any) -> Widget:
        if threading.get_ident() != first:
            elsewhere.append(self)
        return refresh(self, *regions, **options)

    monkeypatch.setattr(Widget, "refresh", watched)
    scene, stage = SCENES[name], Stage(tmp_path)
    if scene.before:
        scene.before(stage)
    app = scene.opens(stage)
    async with app.run_test(size=(80, 24)) as pilot:
        await play(scene, app, pilot)
    assert elsewhere == []


def test_what_is_dragged_or_clicked_cannot_be_selected() -> None:
    from mhaquiz.tui.widgets.controls import Slider
    from mhaquiz.tui.widgets.heat_map import HeatMap
    from mhaquiz.tui.widgets.hit_line import HitLine
    from mhaquiz.tui.widgets.picker import Picker, Rubric
    from mhaquiz.tui.widgets.row_list import RowList

    assert not any(widget.ALLOW_SELECT for widget in (Slider, HeatMap, HitLine, Picker, Rubric, RowList))
    assert MhaquizApp.ALLOW_SELECT, "prose is there to be copied"


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        (r"\|x\|_2", ("‖x‖", "₂")),
        (r"\lVert q \rVert \le \left( \sum_i q_i^2 \right)^{1/2}", ("‖q‖", "≤", "∑")),
        (r"p \le\left(1\right)", ("≤", "(1)")),
        (r"\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V", ("softmax", "√", "ᵀ", "V")),
        (r"O(n^2 d_{\text{model}})", ("n²", "model")),
    ],
)
def test_formulas_that_converters_break(source: str, kept: tuple[str, ...]) -> None:
    shown = one_line(source)
    assert all(part in shown for part in kept), shown
    assert "\\" not in shown
