"""Home: what is due, the first steps, the interview, the year; and the screens one key away from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.memory.events import Rating, Review
from mhaquiz.tui import year_page

from .opening import home, ready

Make = Callable[..., Any]
DAY_MS = 86_400_000


async def test_the_first_run_explains_itself_in_three_lines(make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Enter  start" in read_screen(app)  # before anything was read
        await ready(app, pilot)
        lines = read_screen(app).split("\n")
        assert "  2 new · about 2 min" in lines
        first = next(n for n, line in enumerate(lines) if "asks a card" in line)
        assert "What you miss comes back" in lines[first + 1]
        assert "lists the keys" in lines[first + 2]


async def test_one_key_starts_and_escape_comes_back(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    app = home(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("enter")
        assert type(app.screen).__name__ == "StudyScreen"
        if app.screen.place == "choices":
            await pilot.press("1", "enter", "2")
        else:
            await pilot.press("space", "space")
        await pilot.press("enter", "escape")
        assert type(app.screen).__name__ == "HomeScreen"
        assert "1 new" in read_screen(app)
        assert "asks a card" not in read_screen(app)


async def test_the_year_counts_days_and_the_streak(make_desk: Make, clock: Any, read_screen: Make) -> None:
    desk = make_desk()
    now = clock.ms
    for days_ago in (9, 3, 2, 1):
        clock.ms = now - days_ago * DAY_MS
        desk.profile.record_review("hostile/say", Review(Rating.GOOD, "self_rated"))
    clock.ms = now
    app = home(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        assert "4 days of study in a year, 3 in a row" in read_screen(app)


def test_a_week_begins_on_monday() -> None:
    monday = 4  # 1970-01-05
    rows = year_page.year({monday: 60.0}, monday + 2, ["none", "a", "b", "c", "most"])[2:6]
    last = [str(row.body.spans[-1].style) for row in rows]
    assert last == ["most on none", "none on none", "none on none", "none on none"]


async def test_a_high_window_is_used(make_desk: Make, clock: Any, read_screen: Make) -> None:
    desk = make_desk(IDEAS)
    app = home(desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(app, pilot)
        assert "What else there is" in read_screen(app)
        assert "o      Settings: daily limits" in read_screen(app)
        desk.profile.record_review(
            "ideas/weights", Review(Rating.AGAIN, "misconception", misconception="forgot", typed="3")
        )
        app.screen.show_today()
        await pilot.pause()
        shown = read_screen(app)
        for told in ("The coming week", "tomorrow", "Wrong ideas met last", "Forgets W_O", "Rank ceiling"):
            assert told in shown
        await pilot.resize_terminal(80, 24)
        await pilot.pause(0.2)  # Textual gathers changes of size for a while
        assert "The coming week" not in read_screen(app)


IDEAS = """
mhaquiz: 1
deck: {{id: ideas, title: Ideas, version: 1.0.0}}
misconceptions:
  forgot: {{title: Forgets W_O, fix: There are four matrices.}}
cards:
  - id: weights
    kind: numeric
    prompt: How many weights?
    answer: 4 * 768**2
    mistakes: [{{answer: 3 * 768**2, is: forgot}}]
    lab: {{name: rank-ceiling}}
"""


async def test_a_narrow_footer_says_where_the_other_keys_are(make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        last = read_screen(app).split("\n")[-1]
        for told in ("Enter study", "o settings", "F1 more", "Esc quit"):
            assert told in last
        await pilot.resize_terminal(140, 24)
        await pilot.pause(0.2)
        last = read_screen(app).split("\n")[-1]
        for told in ("s stats", "o settings", "F1 help"):
            assert told in last
        assert "more" not in last


async def test_help_names_every_key_of_home_in_the_word_of_the_footer(
    make_desk: Make, read_screen: Make
) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("f1")
        shown = read_screen(app)
        for key, word in (
            ("s", "Statistics: "), ("o", "Settings: "), ("p", "Plan: "), ("l", "Labs: "), ("d", "The decks"),
            ("b", "cards"), ("/", "Search all cards"),
            ("m", "A mock interview"), ("r", "Drill a model"), ("t", "Ten questions"),
        ):  # fmt: skip
            assert any(line.strip().startswith(f"{key} ") and word in line for line in shown.split("\n")), key


async def test_the_year_names_months_and_shades(make_desk: Make, clock: Any, read_screen: Make) -> None:
    desk = make_desk()
    desk.profile.record_review("hostile/say", Review(Rating.GOOD, "self_rated"))
    app = home(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        shown = read_screen(app)
        for told in ("Feb", "Dec", "Mon", "Sun", "minutes a day", "40+"):
            assert told in shown


async def test_the_year_follows_the_theme(make_desk: Make) -> None:
    desk = make_desk()
    desk.profile.record_review("hostile/say", Review(Rating.GOOD, "self_rated"))
    app = home(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        view = app.screen.query_one("#year")
        drawn = []
        for _ in range(2):
            panel = app.theme_variables["panel"].lower()
            spans = {str(span.style).lower() for line in view.prose.lines(70) for span in line.spans}
            assert any(panel in style for style in spans)
            drawn.append(spans)
            await pilot.press("f12")
            await pilot.pause(0.05)
        assert drawn[0] != drawn[1]


async def test_the_interview_is_set_counted_down_and_cancelled(
    make_desk: Make, read_screen: Make, clock: Any
) -> None:
    desk = make_desk()
    app = home(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("p")
        await pilot.press(*"soon", "enter")
        assert "is not a date" in read_screen(app)
        app.screen.query_one("#date").reset("2027-01-25")
        await pilot.press("enter")
        await ready(app, pilot)
        assert "recall" in read_screen(app)
        await pilot.press("escape")
        await ready(app, pilot)
        assert "Interview in 10 days" in read_screen(app)
        assert "Recall to expect on the day" in read_screen(app)
        await pilot.press("p", "f5", "escape")
        await ready(app, pilot)
        assert "Interview in" not in read_screen(app)


async def test_a_broken_deck_is_told_with_line_and_column(make_desk: Make, read_screen: Make) -> None:
    deck = "mhaquiz: 1\ndeck: {id: broken, title: T, version: 1.0.0}\ncards:\n"
    deck += "  - {id: a, kind: nonsense, prompt: x}\n"
    app = home(make_desk(deck.replace("{", "{{").replace("}", "}}")))
    async with app.run_test(size=(100, 24)) as pilot:
        await ready(app, pilot)
        assert "hostile.yaml: 1 error" in read_screen(app)
        await pilot.press("d", "end")
        shown = read_screen(app)
        assert "! " in shown
        assert "4:19" in shown
        assert "nonsense" in shown
        assert "1 error; " in shown


async def test_all_faults_of_a_broken_deck_are_a_key_away(make_desk: Make, read_screen: Make) -> None:
    cards = "".join(f"  - {{id: c{n}, kind: nonsense, prompt: P}}\n" for n in range(13))
    deck = f"mhaquiz: 1\ndeck: {{id: broken, title: T, version: 1.0.0}}\ncards:\n{cards}"
    app = home(make_desk(deck))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("d", "end")
        shown = read_screen(app)
        assert "13 errors; " in shown
        assert "f all faults" in shown
        await pilot.press("f")
        text = app.screen.query_one("#text").prose
        assert len([line for line in text.lines(76) if " E" in line.plain and "nonsense" in line.plain]) == 13
        codes = {line.plain.index(" E") for line in text.lines(76) if "nonsense" in line.plain}
        assert len(codes) == 1
        await pilot.press("escape")
        assert type(app.screen).__name__ == "DecksScreen"


async def test_search_finds_all_words_and_letters_in_order(make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("b", "slash", *"say")
        assert "1 of 2" in read_screen(app)
        await pilot.press("escape")
        assert "2 of 2" in read_screen(app)
        await pilot.press("slash", *"zzz")
        assert "No card has all these words." in read_screen(app)


async def test_search_from_home_takes_the_next_letters(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    app = home(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        for letter in ("slash", *"zmf"):  # each a command where the list has the focus
            app.simulate_key(letter)
        await pilot.pause()
        await pilot.pause()
        assert app.screen.query_one("#search").value == "zmf"
        assert not any(state.suspended for state in desk.profile.states().values())


async def test_a_card_shows_its_answers_and_is_suspended(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    desk.profile.record_review(
        "hostile/say", Review(Rating.AGAIN, "misconception", misconception="forgot-wo", typed="3")
    )
    app = home(desk)
    async with app.run_test(size=(120, 30)) as pilot:
        await ready(app, pilot)
        await pilot.press("b", "down", "enter")
        shown = read_screen(app)
        assert "✗ forgot-wo" in shown
        assert "again" in shown
        await pilot.press("z")
        assert "suspended" in read_screen(app)
        assert desk.profile.state("hostile/say").suspended
        await pilot.press("z")
        assert not desk.profile.state("hostile/say").suspended


async def test_a_mock_interview_ends_in_its_report(make_desk: Make, read_screen: Make, clock: Any) -> None:
    desk = make_desk()
    app = home(desk)
    async with app.run_test(size=(80, 40)) as pilot:
        await ready(app, pilot)
        await pilot.press("m", "enter")
        assert "30 min left" in read_screen(app)
        assert "hint" not in read_screen(app)
        while app.screen.place != "finished":
            await pilot.press("f5") if app.screen.place != "speak" else await pilot.press("space", "space")
            await pilot.press("enter")
        assert "Mock interview" in read_screen(app)
        await pilot.press("a")
        assert desk.counts().due >= 1


@pytest.mark.parametrize("name", ["nano", "vim", "code", "hx"])
def test_editors_are_told_the_line(name: str) -> None:
    from pathlib import Path

    from mhaquiz.tui.editing import command

    words = command(Path("/d.yaml"), 12, {"EDITOR": name})
    assert words is not None
    assert words[0] == name
    assert "12" in words[-1] or "12" in words[-2]


def test_a_row_shows_code_without_its_marks(make_card: Make) -> None:
    from mhaquiz.tui.screens.browser import Entry, row

    card = make_card(prompt="What is `d_k`, and [why]?")
    assert row(Entry(card, card.prompt, "")).left.plain == "What is d_k, and [why]?"
