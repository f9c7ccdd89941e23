"""Names and paths from outside in what commands print, and disks that are full."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from mhaquiz.cli import json_text, run

DECK = "mhaquiz: 1\ndeck: {id: x, title: T}\ncards:\n  - {id: c, kind: recall, prompt: Why?}\n"
#: Escapes, C1 controls, marks that turn a line around, a byte that is no text.
SIGNS = "a\x1b]0;b\x7fc\x9b31md\u202ee\u2066f\u200eg\u2028h\udcff"


def harmless(text: str) -> bool:
    return all(line.isprintable() for line in text.split("\n"))


def test_json_has_every_sign_and_none_acts_on_a_terminal() -> None:
    text = json_text({"name": SIGNS, "deeper": [{SIGNS: "Zoë · √d 𝑑"}]}, indent=1)
    assert harmless(text)
    assert json.loads(text) == {"name": SIGNS, "deeper": [{SIGNS: "Zoë · √d 𝑑"}]}
    assert "Zoë · √d 𝑑" in text


def test_paths_are_printed_without_what_acts_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path / "h\x1b]0;PWN\x07"))
    folder = tmp_path / "a\x1b[31m\x9b\u202e"
    deck, second = str(folder / "d.yaml"), str(folder / "e.yaml")
    for command in (
        ["deck", "new", deck],
        ["deck", "new", second],
        ["deck", "new", second, "--card", "recall"],
        ["deck", "check", "--lock", deck],
        ["deck", "add", deck],
        ["deck", "rename", "d/first-talk", "talk", "--file", deck],
        ["deck", "list", "--json"],
        ["deck", "update"],
        ["backup"],
    ):
        assert run(command) in (0, 1), command
        shown = capsys.readouterr()
        assert shown.out, command
        assert harmless(shown.out), command
        assert harmless(shown.err), command


def test_standard_output_takes_what_is_no_text(tmp_path: Path) -> None:
    done = on_a_full_disk(tmp_path, "-c", "from mhaquiz.plain.ascii import prepare\nimport sys\n"
        "prepare(sys.stdout)\nprint('a\\udcffb ·')")  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "a?b ·\n")


def full() -> None:
    """No file may grow beyond 200 bytes: what a full disk is to a program."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))


def on_a_full_disk(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        preexec_fn=full,
        env={
            **os.environ,
            "MHAQUIZ_HOME": str(home),
            "PYTHONIOENCODING": "utf-8",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )


def test_a_full_disk_leaves_no_empty_deck(tmp_path: Path) -> None:
    done = on_a_full_disk(tmp_path, "-m", "mhaquiz", "deck", "new", str(tmp_path / "d.yaml"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "d.yaml: " in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("new", "{}", "--card", "recall"),
        ("rename", "x/c", "d", "--file", "{}"),
    ],
)
def test_a_full_disk_takes_nothing_from_a_deck(tmp_path: Path, command: tuple[str, ...]) -> None:
    deck = tmp_path / "x.yaml"
    text = DECK + "#" * 400
    deck.write_text(text)
    arguments = [one.format(deck) for one in command]
    done = on_a_full_disk(tmp_path / "home", "-m", "mhaquiz", "deck", *arguments)
    assert done.returncode == 1
    assert "x.yaml: " in done.stderr
    assert deck.read_text() == text
    assert not list(tmp_path.glob(".new-*"))


def test_a_link_to_a_deck_stays_one(tmp_path: Path) -> None:
    deck, link = tmp_path / "x.yaml", tmp_path / "link.yaml"
    deck.write_text(DECK)
    deck.chmod(0o640)
    link.symlink_to(deck)
    assert run(["deck", "new", str(link), "--card", "recall"]) == 0
    assert link.is_symlink()
    assert "new-recall" in deck.read_text()
    assert deck.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", [".", "..", "a/.", ".yaml", "..yaml"])
def test_a_new_deck_has_a_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["deck", "new", name]) == 2
    assert "name the new deck" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_long_name_makes_an_id_that_can_be_one(tmp_path: Path) -> None:
    deck = tmp_path / f"{'a' * 79}-{'b' * 100}.yaml"
    assert run(["deck", "new", str(deck)]) == 0
    assert run(["deck", "check", str(deck)]) == 0


@pytest.mark.parametrize("name", ["\udcff", "x/\udcff", "heads-and-parameters/\udcff"])
def test_no_card_is_named_by_what_is_no_text(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path))
    assert run(["history", name]) in (1, 2)
    said = capsys.readouterr().err
    assert "should not happen" not in said
    assert harmless(said)


@pytest.mark.parametrize("below", ["", "deeper"])
def test_a_file_in_the_place_of_the_profiles_folder_is_told(
    below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.write_text("mine")
    monkeypatch.setenv("MHAQUIZ_HOME", str(home / below))
    assert run(["plan"]) == 1
    said = capsys.readouterr().err
    assert "set MHAQUIZ_HOME" in said
    assert said.count("\n") == 1
    assert home.read_text() == "mine"
