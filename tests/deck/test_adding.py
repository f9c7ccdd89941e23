"""Decks from elsewhere: fetched from git on this machine, tested before they are taken, one owner an id."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mhaquiz import cli
from mhaquiz.deck import fetching

Run = Callable[..., tuple[int, str, str]]
NO_GIT = (
    shutil.which("git") is None
    or not (
        Path(subprocess.run(["git", "--exec-path"], capture_output=True, text=True).stdout.strip())
        / "git-daemon"
    ).exists()
)
needs_daemon = pytest.mark.skipif(NO_GIT, reason="no git daemon here")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path / "home"))

    def call(*words: str) -> tuple[int, str, str]:
        code = cli.run(list(words))
        return code, *capsys.readouterr()

    assert call("deck", "new", "course/first")[0] == 0
    return call


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def address(run: Run, tmp_path: Path) -> Iterator[str]:
    """The address of a repository with a deck, traps around it, served on the loopback."""
    course = tmp_path / "course"
    (course / "link.yaml").symlink_to("/etc/passwd")
    (course / "notes.yaml").write_text("key: value\n", encoding="utf-8")
    (course / ".hidden.yaml").write_text("mhaquiz: 1\n", encoding="utf-8")
    (course / ".gitattributes").write_text("*.yaml filter=lfs\n", encoding="utf-8")
    submodule = f'[submodule "x"]\n\tpath = x\n\turl = ext::touch {tmp_path}/owned\n'
    (course / ".gitmodules").write_text(submodule, encoding="utf-8")
    git(course, "init", "-q")
    git(course, "add", "-A")
    git(course, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},x")
    git(course, "commit", "-qm", "one")
    git(tmp_path, "clone", "-q", "--bare", "course", "srv/course.git")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    daemon = ["git", "daemon", "--listen=127.0.0.1", f"--port={port}", "--export-all"]
    with subprocess.Popen([*daemon, f"--base-path={tmp_path / 'srv'}"], start_new_session=True) as serving:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        yield f"git://127.0.0.1:{port}/course.git"
        os.killpg(serving.pid, 15)


def push(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "course" / "first.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    git(tmp_path / "course", "commit", "-qam", "next")
    git(tmp_path / "course", "push", "-q", str(tmp_path / "srv" / "course.git"), "HEAD")


@needs_daemon
def test_git_brings_decks_and_nothing_else_and_histories_survive_an_update(
    run: Run, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run("deck", "add", address)
    folder = tmp_path / "home" / "decks" / "added" / "course"
    assert (code, out) == (0, f"added first 0.1.0 to {folder}\n")
    assert sorted(path.name for path in folder.rglob("*")) == [".origin.json", "first.yaml"]
    assert not (tmp_path / "owned").exists()
    _answer_one(tmp_path, monkeypatch)
    before = run("deck", "stats", "first")[1]
    assert "From your own log: 1 answers." in before
    push(tmp_path, "version: 0.1.0", "version: 0.2.0")
    assert run("deck", "update", "first") == (0, "first: 0.1.0 → 0.2.0\n", "")
    assert "From your own log: 1 answers." in run("deck", "stats", "first")[1]
    assert run("deck", "orphans")[1] == "every history has its card\n"
    push(tmp_path, "expect: counts-one-side", "expect: correct")
    code, _, err = run("deck", "update", "first")
    assert code == 1
    assert "E301" in err
    assert "the version before stays" in err
    assert "version: 0.2.0" in (folder / "first.yaml").read_text(encoding="utf-8")


def _answer_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environ = {**os.environ, "MHAQUIZ_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "mhaquiz", "study", "first", "--plain"]
    subprocess.run(command, input="1\n1\n3\n:quit\n", text=True, env=environ, capture_output=True, check=True)


@needs_daemon
def test_a_large_repository_is_refused(
    run: Run, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "MAX_FETCHED", 1_000)
    code, _, err = run("deck", "add", address)
    assert code == 1
    assert err.count("\n") == 1
    assert not list((tmp_path / "home" / "decks" / "added").glob("*"))


@pytest.mark.parametrize(
    "source",
    [
        "ext::sh -c true",
        "-u",
        "--upload-pack=touch",
        "file:///etc",
        "http://x/y",
        "https://-x",
        "a@-b:c",
        "git://",
    ],
)
def test_what_is_no_address_never_reaches_git(source: str) -> None:
    assert not fetching.is_address(source)


@pytest.mark.parametrize("name", ["..", ".git", "a\\b", "c:", "a/b", "", "x\n"])
def test_parts_of_paths_that_could_lead_elsewhere(name: str) -> None:
    assert fetching._PART.fullmatch(name) is None


def test_a_failed_test_of_the_author_keeps_a_deck_out(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "course" / "first.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("expect: counts-one-side", "expect: correct"), encoding="utf-8")
    code, _, err = run("deck", "add", "course")
    assert code == 1
    assert "E301" in err
    assert not (tmp_path / "home" / "decks" / "added" / "course").exists()


@pytest.mark.parametrize("nothing", ["", " "])
def test_an_empty_source_is_not_the_current_folder(run: Run, nothing: str) -> None:
    code, out, err = run("deck", "add", nothing)
    assert (code, out) == (1, "")
    assert "name a deck file, a folder or a git address" in err


def test_an_id_has_one_owner_unless_it_is_replaced(run: Run, tmp_path: Path) -> None:
    added = tmp_path / "home" / "decks" / "added"
    assert run("deck", "add", "course")[0] == 0
    assert run("deck", "add", "course")[0] == 0  # the same source again
    shutil.copyfile(tmp_path / "course" / "first.yaml", tmp_path / "other.yaml")
    code, _, err = run("deck", "add", "other.yaml")
    assert code == 1
    assert "--replace" in err
    assert not (added / "other").exists()
    assert run("deck", "add", "--replace", "other.yaml")[0] == 0
    assert [path.name for path in added.iterdir()] == ["other"]
    listed = json.loads(run("deck", "list", "--json")[1])
    assert [one["origin"] for one in listed if one["id"] == "first"] == [str(tmp_path / "other.yaml")]


def test_an_id_of_a_built_in_deck_or_of_one_among_several_stays(run: Run, tmp_path: Path) -> None:
    first = tmp_path / "course" / "first.yaml"
    text = first.read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("id: first ", "id: real-models ", 1), encoding="utf-8")
    for words in ([], ["--replace"]):
        assert "give one of them another id" in run("deck", "add", *words, "mine.yaml")[2]
    (tmp_path / "course" / "second.yaml").write_text(text.replace("id: first ", "id: second ", 1), "utf-8")
    assert run("deck", "add", "course")[0] == 0
    shutil.copyfile(first, tmp_path / "other.yaml")
    assert "one of several decks" in run("deck", "add", "--replace", "other.yaml")[2]


def test_faults_are_told_at_the_authors_path(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "course" / "first.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("answer: c_out", "answer: c_aut"), "utf-8")
    for source, told in (("course/first.yaml", path), ("course", path)):
        err = run("deck", "add", source)[2]
        assert f"{told}:" in err.split("\n")[0]
        assert "added" not in err.split(" error[")[0]
    assert not list((tmp_path / "home" / "decks" / "added").glob("*"))


@pytest.mark.skipif(shutil.which("git") is None, reason="no git here")
def test_a_repository_on_this_machine(run: Run, tmp_path: Path) -> None:
    course = tmp_path / "course"
    git(course, "init", "-q")
    git(course, "add", "-A")
    git(course, "commit", "-qm", "one")
    git(tmp_path, "clone", "-q", "--bare", "course", "srv/course.git")
    added = tmp_path / "home" / "decks" / "added"
    for source in ("srv/course.git", f"file://{tmp_path}/srv/course.git", f"file://{tmp_path}/course"):
        assert run("deck", "add", "--replace", source)[0] == 0
        assert sorted(path.name for path in (added / "course").iterdir()) == [".origin.json", "first.yaml"]
        push_first(course, tmp_path)
        assert "content changed" in run("deck", "update")[1]
        assert run("deck", "remove", "first")[0] == 0


def push_first(course: Path, tmp_path: Path) -> None:
    path = course / "first.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "# again\n", encoding="utf-8")
    git(course, "commit", "-qam", "next")
    git(course, "push", "-q", str(tmp_path / "srv" / "course.git"), "HEAD")


def test_remove_takes_out_what_was_added_and_nothing_else(run: Run, tmp_path: Path) -> None:
    added = tmp_path / "home" / "decks" / "added"
    text = (tmp_path / "course" / "first.yaml").read_text(encoding="utf-8")
    (tmp_path / "course" / "second.yaml").write_text(text.replace("id: first ", "id: second ", 1), "utf-8")
    assert run("deck", "add", "course")[0] == 0
    code, _, err = run("deck", "remove", "first")
    assert (code, "brought second too" in err) == (1, True)
    assert "was not added from elsewhere" in run("deck", "remove", "real-models")[2]
    assert (added / "course").exists()
    code, out, _ = run("deck", "remove", "first", "second")
    assert (code, out) == (0, f"removed first, second, added from {tmp_path / 'course'}; histories stay\n")
    assert not list(added.iterdir())


def _answer_all(tmp_path: Path) -> None:
    environ = {**os.environ, "MHAQUIZ_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "mhaquiz", "study", "first", "--plain"]
    lines = "1\n1\n\n" * 3 + ":quit\n"
    subprocess.run(command, input=lines, text=True, env=environ, capture_output=True, check=True)


def test_a_history_follows_a_card_that_an_update_renamed(run: Run, tmp_path: Path) -> None:
    assert run("deck", "add", "course")[0] == 0
    _answer_all(tmp_path)
    found = run("history", "first/first-choice")[1]
    assert "picked " in found
    path = tmp_path / "course" / "first.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("id: first-choice", "id: claim\n    renamed_from: [first-choice]"), "utf-8")
    assert run("deck", "update")[0] == 0
    assert "picked " in run("history", "first/claim")[1]
    assert run("deck", "orphans")[1] == "every history has its card\n"


def test_orphans_follow_an_authors_own_rename(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "home" / "decks" / "first.yaml"
    own.parent.mkdir(parents=True)
    text = (tmp_path / "course" / "first.yaml").read_text(encoding="utf-8")
    own.write_text(text, encoding="utf-8")
    _answer_all(tmp_path)
    own.write_text(text.replace("id: first-choice", "id: first-option"), "utf-8")
    assert "first/first-choice: 1 review" in run("deck", "orphans")[1]
    own.write_text(text.replace("id: first-choice", "id: claim\n    renamed_from: [first-choice]"), "utf-8")
    assert run("deck", "orphans")[1] == "every history has its card\n"


def test_two_decks_of_one_id_are_told_with_the_authors_paths(run: Run, tmp_path: Path) -> None:
    shutil.copy(tmp_path / "course" / "first.yaml", tmp_path / "course" / "second.yaml")
    code, out, err = run("deck", "add", "course")
    assert (code, out) == (1, "")
    assert "is taken by course/first.yaml" in err or f"is taken by {tmp_path}/course/first.yaml" in err
    assert ".new-" not in err
