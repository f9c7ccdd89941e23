"""A person's own keys: read, refused line by line, obeyed on the screen and shown in the bar and in help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz.tui import keys
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.key_names import read_key
from mhaquiz.tui.keymap import MOST_BYTES, MOST_TOLD, Keymap, load, path_of, read
from mhaquiz.tui.screens.home import HomeScreen

Make = Callable[..., Any]


def moved(**lines: object) -> Keymap:
    return read({name.replace("_", "."): value for name, value in lines.items()})


def test_a_line_moves_a_command() -> None:
    found = read({"home": {"quiz": "x"}, "study.hint": ["F2", "Ctrl+T"]})
    assert found.moved == {"home.quiz": "x", "study.hint": "f2,ctrl+t"}
    assert found.problems == ()
    assert found.keys_of(keys.BY_ID["home.decks"]) == "d"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("home.quz", "x", "did you mean home.quiz?"),
        ("home.quiz", "hyper+x", "'hyper+x' is no key"),
        ("home.quiz", 3, "give a key"),
        ("home.quiz", [], "give a key"),
        ("home.quiz", ["x"] * 9, "give a key"),
        ("home.quiz", [[]], "is no key"),
        ("home.quiz", "d", "d is the key of home.decks there"),
        ("home.quiz", "F1", "F1 is the key of app.help there"),
        ("home.quiz", "enter", "Enter is the key of home.study there"),
        ("decks.quiz", "j", "j is the key of list.down there"),
        ("study.hint", "h", "h types where one types"),
        ("study.next", "f", "f is the key of study.full there"),
        ("app.help", "q", "q types where one types"),
        ("lab.reset", "home", "Home is the key of"),
        ("\x1b[31m[red]", "x", "no such command"),
    ],
)
def test_a_wrong_line_is_told_and_left_out(name: str, value: object, told: str) -> None:
    found = read({name: value, "home.plan": "x"})
    assert found.moved == {"home.plan": "x"}
    assert len(found.problems) == 1
    assert told in found.problems[0]
    assert found.problems[0].startswith("keymap.toml: ")
    assert found.problems[0].isprintable()


def test_two_commands_may_exchange_their_keys() -> None:
    assert read({"home.quiz": "d", "home.decks": "t"}).problems == ()


def test_two_lines_with_one_key_are_both_left_out() -> None:
    found = read({"home.quiz": "x", "home.decks": "x"})
    assert found.moved == {}
    assert len(found.problems) == 2


def test_many_wrong_lines_are_summed_up() -> None:
    found = read({f"x.{number}": "y" for number in range(1000)})
    assert len(found.problems) == MOST_TOLD + 1
    assert found.problems[-1] == "keymap.toml: and 995 more"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"home.quiz = ", "passed over"),
        (b"\xff\xfe", "not UTF-8"),
        (b"#" * (MOST_BYTES + 1), "larger than"),
        (b"a = " + b"[" * 30_000, "passed over"),
        (b"a." * 30_000 + b"b = 1", "more than 64 dots"),
        (b"[" + b"a." * 30_000 + b"b]", "more than 64 dots"),
    ],
)
def test_a_hostile_file_is_one_line(tmp_path: Path, raw: bytes, told: str) -> None:
    path = tmp_path / "keymap.toml"
    path.write_bytes(raw)
    found = load(path)
    assert found.moved == {}
    assert len(found.problems) == 1
    assert told in found.problems[0]
    assert len(found.problems[0]) <= 160


def test_no_file_a_folder_and_a_pipe_are_no_keymap(tmp_path: Path) -> None:
    import os

    assert load(tmp_path / "none") == Keymap()
    assert load(tmp_path) == Keymap()
    os.mkfifo(tmp_path / "pipe")
    assert load(tmp_path / "pipe") == Keymap()
    assert path_of({"MHAQUIZ_HOME": str(tmp_path)}) == tmp_path / "keymap.toml"


@given(st.text(max_size=60))
def test_any_text_is_a_key_or_none(text: str) -> None:
    key = read_key(text)
    assert key is None or ("," not in key and key.isprintable())


@pytest.mark.parametrize("key", sorted({one for key in keys.KEYS for one in key.keys.split(",")}))
def test_every_key_of_the_table_can_be_written(key: str) -> None:
    from mhaquiz.tui.key_names import shown

    assert read_key(key) == key or key in ("question_mark", "slash", "minus", "plus", "equals_sign")
    if key not in ("up", "down", "left", "right"):
        assert read_key(shown(key)) == key


async def test_the_app_obeys_and_shows_it(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    app = MhaquizApp(lambda: HomeScreen(desk), desk)
    app.keymap = moved(home_decks="x", study_next="t", study_give__up="f5")
    async with app.run_test(size=(120, 40)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "x decks" in read_screen(app).split("\n")[-1]
        await pilot.press("d")
        assert type(app.screen).__name__ == "HomeScreen"
        await pilot.press("f1")
        assert "x               The decks" in read_screen(app)
        await pilot.press("escape", "x")
        assert type(app.screen).__name__ == "DecksScreen"


async def test_a_moved_key_leaves_the_others_on_its_old_one(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    """Enter submits, and only going on has moved; Textual alone would take Enter from both."""
    app = open_session(make_session())
    app.keymap = moved(study_next="t")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"2359296", "enter", "enter")
        assert app.screen.place == "reveal"
        await pilot.press("enter")
        assert app.screen.place == "reveal"
        assert "t next" in read_screen(app)
        await pilot.press("t")
        assert app.screen.place == "choices"


async def test_a_wrong_line_is_a_note_and_no_markup(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    app = MhaquizApp(lambda: HomeScreen(desk), desk)
    app.keymap = read({"[red]home": "[@click=app.quit]x[/]"})
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await pilot.pause(0.1)
        assert "[red]home: no such command" in read_screen(app)


def test_show_reads_the_file_and_tells_standard_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from mhaquiz.tui import app as module

    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path))
    (tmp_path / "keymap.toml").write_text('[home]\nquiz = "x"\nquizz = "y"\n', encoding="utf-8")
    seen: list[Keymap] = []
    monkeypatch.setattr(module.MhaquizApp, "run", lambda self: seen.append(self.keymap) or 0)
    assert module.show(lambda: None) == 0  # type: ignore[arg-type,return-value]
    assert seen[0].moved == {"home.quiz": "x"}
    assert capsys.readouterr().err == "keymap.toml: home.quizz: no such command; did you mean home.quiz?\n"


#: Modules that may write a key's name out: the table's own, and how keys are written.
_OWN = {"key_names.py", "keymap.py", "sessions.py", "screens.py", "labs.py", "row.py"}
_NAMED = r"\b(Enter|Space|Esc|Escape|Tab|Backspace|F[0-9]{1,2}|Ctrl\+[A-Z])\b"


def test_no_sentence_writes_a_key_out() -> None:
    """What a person reads asks the table, so that it follows their keymap."""
    import ast
    import re

    import mhaquiz.tui

    found = []
    for path in sorted(Path(mhaquiz.tui.__file__).parent.rglob("*.py")):
        if path.name in _OWN and path.parent.name in ("tui", "keys"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        found += [
            f"{path.name}:{node.lineno}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            and node not in docs and re.search(_NAMED, node.value)
        ]  # fmt: skip
    assert found == []


async def test_sentences_follow_the_keymap(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    app = MhaquizApp(lambda: HomeScreen(desk), desk)
    app.keymap = moved(home_study="x", app_help="f10", browser_search="ctrl+f")
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            await pilot.pause()
            await app.workers.wait_for_complete()
        await pilot.pause()
        shown = read_screen(app)
        assert "x      start" in shown
        assert "F10    lists the keys" in shown
        await pilot.press("b")
        assert "Ctrl+F searches prompts" in read_screen(app)
