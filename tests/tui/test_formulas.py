"""Formulas of a card: two-dimensional where there is room, else on one line, ASCII where it must be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz.mathtext import one_line, two_dimensional
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.formulas import broken
from mhaquiz.tui.prose import blocks, prose
from mhaquiz.tui.screens.preview import PreviewScreen

Make = Callable[..., Any]
FORMULA = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V"
TEXT = f"Before it.\n\n$${FORMULA}$$\n\nInline $d_k \\le \\sqrt{{n}}$ after."
DECK = """
mhaquiz: 1
deck: {id: maths, title: T, version: 1.0.0}
cards:
  - id: one
    kind: recall
    prompt: Say it.
    short: s
    full: |
      Before it.

      $$FORMULA$$

      Inline $d_k \\le 2^{10}$ after.
"""


def lines(width: int) -> list[str]:
    return [line.plain for block in blocks(TEXT) for line in block.lines(width)]


def test_it_stands_in_two_dimensions_where_there_is_room() -> None:
    box = two_dimensional(FORMULA)
    assert box.height > 1
    assert [f"  {row.rstrip()}" for row in box.lines] == lines(80)[1 : 1 + box.height]


def test_where_there_is_none_it_is_one_line_that_wraps() -> None:
    narrow = lines(two_dimensional(FORMULA).width)
    assert "".join("".join(narrow).split()).startswith("Beforeit." + "".join(one_line(FORMULA).split()))


@pytest.mark.parametrize("size", [(80, 24), (40, 30)])
async def test_the_app_draws_it_in_ascii_and_back(
    tmp_path: Any, clock: Any, read_screen: Make, size: tuple[int, int]
) -> None:
    from mhaquiz.quiz.previewing import Preview

    path = tmp_path / "maths.yaml"
    path.write_text(DECK.replace("FORMULA", FORMULA), encoding="utf-8")
    app = MhaquizApp(lambda: PreviewScreen(Preview(path), clock))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        for ascii_only in (False, True, False):
            app.draw_ascii(ascii_only)
            app.screen.show_card()
            app.screen.query_one("#page").scroll_end(animate=False)
            await pilot.pause()
            shown = read_screen(app)
            for row in two_dimensional(FORMULA, ascii_only=ascii_only).lines:
                assert row.strip() in shown
            assert shown.isascii() == ascii_only
            assert "?" not in shown


def test_what_is_no_formula_stays_as_typed() -> None:
    assert r"$$\frobnicate{[x]}$$" in prose(r"$$\frobnicate{[x]}$$").plain


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("4·d² = 4·768² = 2,359,296", 80, ["4·d² = 4·768² = 2,359,296"]),
        ("4·d² = 4·768² = 2,359,296", 16, ["4·d² = 4·768²", "= 2,359,296"]),
        ("2·n·(h·k + g·k + g·v) + h·v·d = 5", 32, ["2·n·(h·k + g·k + g·v) + h·v·d", "= 5"]),
        ("2·n·(h·k + g·k + g·v) + h·v·d", 26, ["2·n·(h·k + g·k + g·v)", "+ h·v·d"]),
        ("x = (aaaaaa + bbbbbb + cccccc + dddddd)", 24, ["x = (aaaaaa + bbbbbb", "+ cccccc + dddddd)"]),
        ("1234567890", 4, ["1234", "5678", "90"]),
        ("", 4, [""]),
    ],
)
def test_a_worked_line_breaks_at_outer_operators_first(text: str, width: int, lines: list[str]) -> None:
    assert broken(text, width) == lines


@given(st.text("ab()+= ·", max_size=80), st.integers(1, 40))
def test_breaking_loses_nothing(text: str, width: int) -> None:
    lines = broken(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(len(line) <= width for line in lines)
