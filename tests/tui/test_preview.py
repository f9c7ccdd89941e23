"""The author's preview: all of a card, live at every save, the last good card while a save is broken."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mhaquiz.quiz.previewing import Preview
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.preview import PreviewScreen

from .opening import ready

Make = Callable[..., Any]
DECK = """\
mhaquiz: 1
deck: {id: mine, title: Mine, version: 1.0.0}
misconceptions:
  forgot-wo: {title: 'Forgets [W_O]', fix: 'Four.'}
cards:
  - id: weights
    kind: numeric
    prompt: 'How many weights [d] at {d}?'
    params: {d: [512, 768]}
    answer: 4*d**2
    mistakes: [{is: forgot-wo, answer: 3*d**2}]
    hints: ['Count [the] matrices.']
    short: four
  - id: say
    kind: recall
    prompt: Say it.
    points: [{text: 'the [point]', must: true}]
"""


class Author:
    """Writes the file as an editor does, each save with a time of its own."""

    def __init__(self, path: Path) -> None:
        self.path, self.saves = path, 0
        self.save(DECK)

    def save(self, text: str) -> None:
        self.path.write_text(text, encoding="utf-8")
        self.saves += 1
        os.utime(self.path, ns=(self.saves * 10**9, self.saves * 10**9))


@pytest.fixture
def author(tmp_path: Path) -> Author:
    return Author(tmp_path / "mine.yaml")


def opened(author: Author, clock: Any, card: str | None = None) -> Any:
    return MhaquizApp(lambda: PreviewScreen(Preview(author.path, card), clock))


async def looked(app: Any, pilot: Any) -> None:
    """Two looks: a save is told when the file has settled."""
    app.screen.look()
    app.screen.look()
    await ready(app, pilot)


async def test_it_shows_everything_of_the_card(author: Author, clock: Any, read_screen: Make) -> None:
    app = opened(author, clock)
    async with app.run_test(size=(100, 40)) as pilot:
        await ready(app, pilot)
        shown = read_screen(app)
        for part in (
            "preview · mine/weights", "card 1 of 2", "d = 512", "draw 1 of 2", "How many weights [d] at 512?",
            "1,048,576", "786,432  forgot-wo", "Count [the] matrices.", "four",
        ):  # fmt: skip
            assert part in shown, part
        await pilot.press("v")
        assert "How many weights [d] at 768?" in read_screen(app)
        await pilot.press("v")
        assert "draw 1 of 2" in read_screen(app)
        await pilot.press("n")
        assert "★ the [point]" in read_screen(app)
        assert "card 2 of 2" in read_screen(app)


async def test_a_save_is_seen_and_a_broken_one_keeps_the_card(
    author: Author, clock: Any, read_screen: Make
) -> None:
    app = opened(author, clock)
    async with app.run_test(size=(100, 40)) as pilot:
        await ready(app, pilot)
        author.save(DECK.replace("How many", "Now how many"))
        await looked(app, pilot)
        assert "Now how many weights" in read_screen(app)
        author.save(DECK.replace("answer: 4*d**2", "answer: 4*d**2 +"))
        await looked(app, pilot)
        shown = read_screen(app)
        assert "✗ 10:" in shown
        assert "as it was before this save" in shown
        assert "Now how many weights" in shown
        author.save("cards: [\n")
        await looked(app, pilot)
        assert "Now how many weights" in read_screen(app)
        assert "✗ " in read_screen(app)
        author.save(DECK)
        await looked(app, pilot)
        shown = read_screen(app)
        assert "How many weights" in shown
        assert "✗" not in shown


async def test_it_stays_with_its_card_when_others_come_before_it(
    author: Author, clock: Any, read_screen: Make
) -> None:
    app = opened(author, clock)
    async with app.run_test(size=(100, 40)) as pilot:
        await ready(app, pilot)
        await pilot.press("n")
        first = "cards:\n  - {id: new, kind: recall, prompt: New.}\n"
        author.save(DECK.replace("cards:\n", first))
        await looked(app, pilot)
        assert "card 3 of 3" in read_screen(app)
        assert "Say it." in read_screen(app)


async def test_it_can_be_answered_and_nothing_is_kept(author: Author, clock: Any, read_screen: Make) -> None:
    app = opened(author, clock, "weights")
    async with app.run_test(size=(100, 40)) as pilot:
        await ready(app, pilot)
        await pilot.press("enter", *"786432", "enter")
        assert "Forgets [W_O]" in read_screen(app)
        await pilot.press("escape")
        assert type(app.screen).__name__ == "PreviewScreen"


async def test_a_file_that_is_broken_from_the_start(author: Author, clock: Any, read_screen: Make) -> None:
    author.save("cards: [\n")
    app = opened(author, clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        assert "✗ " in read_screen(app)
        assert "before this save" not in read_screen(app)
        await pilot.press("n", "v", "enter")
        author.save(DECK)
        await looked(app, pilot)
        assert "How many weights" in read_screen(app)


@pytest.mark.parametrize("size", [(1, 1), (40, 12), (200, 60)])
async def test_every_size(author: Author, clock: Any, read_screen: Make, size: tuple[int, int]) -> None:
    app = opened(author, clock)
    async with app.run_test(size=size) as pilot:
        await ready(app, pilot)
        await pilot.press("n", "v")
        assert app.is_quitting is False


def test_the_command_opens_it(author: Author, monkeypatch: pytest.MonkeyPatch) -> None:
    import argparse

    from mhaquiz.cli.context import CommandError
    from mhaquiz.cli.deck_commands import preview as command

    seen: list[Any] = []
    monkeypatch.setattr("mhaquiz.cli.context.has_screen", lambda: True)
    monkeypatch.setattr("mhaquiz.tui.app.open_preview", lambda *given: seen.append(given) or 0)
    parser = argparse.ArgumentParser()
    command.arguments(parser)
    given = [str(author.path), "weights", "--tui", "--with", "d=768", "--seed", "3"]
    assert command.run(parser.parse_args(given)) == 0
    found, _, number = seen[0]
    assert (found.card, number) == ("weights", 3)
    reading = found.read()
    shown = found.show(reading.cards[0], reading.library, number)
    assert (shown.draws, shown.draw.values["d"]) == (1, 768)
    with pytest.raises(CommandError, match="never drawn"):
        command.run(parser.parse_args([*given[:3], "--with", "d=7"]))
