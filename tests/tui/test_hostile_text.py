"""Text of decks, files and learners is shown exactly as written, everywhere, and never acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.app import App, ComposeResult

from mhaquiz.deck.cards import Kind, Point, RedFlag

Make = Callable[..., Any]
SIZE = (220, 60)
PIECES = [
    "A[i]", "attn[b][h]", "[d_k]", "[k=3, h=8]", "[/foo]", "[@click=app.quit]x[/]", "[red]x[/red]", "[[b]]",
    "\\[x]", "$accent", "[", "]", "[link=http://x]y[/link]",
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x9b31m",
]  # fmt: skip


def plainly(piece: str) -> str:
    """How a piece must stand on the screen."""
    return piece.replace("\x1b", "␛").replace("\x07", "␇").replace("\x9b", "‹U+009B›")


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    "kind", [Kind.NUMERIC, Kind.SINGLE_CHOICE, Kind.MULTI_CHOICE, Kind.ORDER, Kind.RECALL]
)
async def test_every_phase_of_a_session(
    kind: Kind, make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    piece = " ".join(PIECES)
    shown = squeezed(plainly(piece))
    card = make_card(
        kind, piece, hints=(piece,), points=(Point(piece, True),), red_flags=(RedFlag(piece, piece),),
        why=piece, tags=(f"topic/{piece}",),
    )  # fmt: skip
    session = make_session(card, text=piece)
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f2")
        assert squeezed(read_screen(app)).count(shown) >= 3  # topic, prompt, hint
        if kind is Kind.NUMERIC:
            await pilot.press("question_mark", "enter")
            assert shown + "cannotberead" in squeezed(read_screen(app))
        session.give_up()
        app.screen.show_phase()
        await pilot.pause()
        assert squeezed(read_screen(app)).count(shown) >= 6
        for key in "fxrswp":
            await pilot.press(key)
            assert shown in squeezed(read_screen(app))
        assert app.is_quitting is False


@pytest.mark.parametrize("piece", PIECES)
async def test_notifications(piece: str, make_session: Make, open_session: Make, read_screen: Make) -> None:
    session = make_session()
    app = open_session(session)
    async with app.run_test(size=(80, 12), notifications=True) as pilot:
        session.notice = piece
        app.screen.show_phase()
        await pilot.pause(0.1)
        assert squeezed(plainly(piece)) in squeezed(read_screen(app))


async def test_what_is_pasted_can_not_reach_the_terminal(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    from textual import events

    app = open_session(make_session())
    async with app.run_test(size=(80, 12)) as pilot:
        app.screen.asking.line.post_message(events.Paste("1\x1b[31m2\x9b3"))
        await pilot.pause()
        assert app.screen.asking.line.value == "1[31m23"
        assert "\x1b" not in read_screen(app)


async def test_home_decks_cards_and_palette(make_desk: Make, read_screen: Make) -> None:
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.screens.home import HomeScreen

    piece = " ".join(one for one in PIECES if one.isprintable())
    desk = make_desk(text=piece)
    assert [problem.message for problem in desk.library.problems if problem.is_error] == []
    app = MhaquizApp(lambda: HomeScreen(desk), desk)
    shown = squeezed(piece)
    async with app.run_test(size=SIZE) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "[d_k]A[i][/foo]" in read_screen(app)  # the topic
        await pilot.press("d")
        assert squeezed(read_screen(app)).count(shown) >= 3  # title, description, author
        await pilot.press("b")
        assert shown + "which?" in squeezed(read_screen(app))
        await pilot.press("enter")
        assert shown in squeezed(read_screen(app))
        await pilot.press("escape", "escape", "escape")
        await pilot.press("ctrl+p")
        await pilot.pause(0.3)
        await pilot.press(*"study")
        await pilot.pause(0.5)
        assert f"Studydeck:{shown}" in squeezed(read_screen(app))


@pytest.mark.parametrize("piece", PIECES)
async def test_every_widget_by_itself(piece: str, read_screen: Make) -> None:
    """A fuzz over the widgets: each is given the text wherever it takes any."""
    from textual.containers import Vertical

    from mhaquiz.tui.literal import literal, one_line
    from mhaquiz.tui.widgets.bars import TitleBar
    from mhaquiz.tui.widgets.check_boxes import CheckBoxes
    from mhaquiz.tui.widgets.controls import Slider
    from mhaquiz.tui.widgets.heat_map import Grid, HeatMap
    from mhaquiz.tui.widgets.hit_line import Hit, HitLine
    from mhaquiz.tui.widgets.picker import Pick, Picker, Rubric
    from mhaquiz.tui.widgets.plots import Bar, Bars, Curve, SingularValues
    from mhaquiz.tui.widgets.prose_view import ProseView
    from mhaquiz.tui.widgets.row_list import Row, RowList
    from mhaquiz.tui.widgets.text_knob import TextKnob

    widgets: list[tuple[Any, Callable[[Any], None]]] = [
        (TitleBar(piece, piece), lambda w: None),
        (HitLine([Hit(literal(piece))]), lambda w: None),
        (Picker(), lambda w: w.offer([piece], Pick.ONE)),
        (Rubric(), lambda w: w.offer([(piece, True)], [piece])),
        (ProseView(piece), lambda w: None),
        (RowList([Row(literal(piece), literal(piece), "a")]), lambda w: None),
        (CheckBoxes("k", piece, [piece]), lambda w: w.show([piece])),
        (Slider("k", piece), lambda w: w.show([piece, "b"], piece)),
        (TextKnob("k", piece), lambda w: w.show(piece)),
        (HeatMap(), lambda w: w.show([Grid(piece, [[0.0, 1.0]])])),
        (Bars(), lambda w: w.show([Bar(piece, 0.5, piece)], piece)),
        (Curve(), lambda w: w.show([piece, "b"], [0.1, 0.2], marked=0, title=piece)),
        (SingularValues(), lambda w: w.show([1.0], 1, 1, piece)),
    ]

    class Bench(App[None]):
        CSS = "Vertical > * { height: 5; }"

        def get_theme_variable_defaults(self) -> dict[str, str]:
            from mhaquiz.tui import themes

            return dict(themes.extras(self.current_theme))

        def compose(self) -> ComposeResult:
            with Vertical():
                for widget, _ in widgets:
                    yield widget

        def on_mount(self) -> None:
            for widget, fill in widgets:
                fill(widget)

    app = Bench()
    shown = squeezed(plainly(piece))
    async with app.run_test(size=(200, 80)) as pilot:
        await pilot.pause()
        for widget, _ in widgets:
            region = widget.region
            lines = read_screen(app).split("\n")[region.y : region.bottom]
            text = squeezed("".join(lines))
            expected = shown if len(one_line(plainly(piece))) <= 10 or not _labelled(widget) else shown[:8]
            assert expected in text, f"{type(widget).__name__}: {lines}"
        assert app.is_running


def _labelled(widget: object) -> bool:
    """Controls cut a long label with an ellipsis."""
    from mhaquiz.tui.widgets.controls import Control

    return isinstance(widget, Control)
