"""The author's commands from outside: new, check, preview, test, variants, rename, add, update, watch."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mhaquiz import cli
from mhaquiz.cli.deck_commands import watch
from mhaquiz.deck.cards import Kind
from mhaquiz.deck.library import load_library
from mhaquiz.deck.watching import Watcher

CONTRACT = Path(__file__).parent.parent / "decks" / "contract.yaml"
BROKEN = Path(__file__).parent.parent / "decks" / "broken"


class Result:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> object:
    """Runs `mhaquiz deck …` in an empty folder with a profile of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path / "home"))

    def run(*words: str) -> Result:
        code = cli.run(["deck", *words])
        return Result(code, *capsys.readouterr())

    return run


def test_new_asks_nothing_and_passes_strict(deck: object, tmp_path: Path) -> None:
    assert run(deck, "new", "first").code == 0
    assert run(deck, "check", "--strict", "first.yaml").code == 0
    assert run(deck, "new", "first").code == 2
    for kind in Kind:
        assert run(deck, "new", "--card", kind.value, "first.yaml").code == 0
    checked = run(deck, "check", "--strict", "first.yaml")
    assert (checked.code, checked.err) == (0, "")
    assert "1 deck, 14 cards" in checked.out


def run(deck: object, *words: str) -> Result:
    assert callable(deck)
    found = deck(*words)
    assert isinstance(found, Result)
    return found


def test_check_exit_codes_and_formats(deck: object) -> None:
    broken = str(BROKEN / "mistake-is-answer.yaml")
    assert run(deck, "check", str(CONTRACT)).code == 0
    assert run(deck, "check", "--strict", str(CONTRACT)).code == 1
    found = run(deck, "check", broken)
    assert found.code == 1
    assert "error[E222]" in found.out
    assert "\x1b" not in found.out
    (first, *_) = [
        one for one in json.loads(run(deck, "check", "--format", "json", broken).out) if one["code"] == "E222"
    ]
    assert (first["line"], first["severity"]) == (11, "error")
    assert run(deck, "check", "--format", "github", broken).out.startswith("::")
    assert run(deck, "check", "nowhere.yaml").code == 2
    assert run(deck, "check", "--nonsense").code == 2
    assert run(deck, "nonsense").code == 2


def test_a_lock_tells_lost_ids_and_changed_answers(deck: object, tmp_path: Path) -> None:
    run(deck, "new", "first")
    assert "wrote first.yaml.lock" in run(deck, "check", "--lock", "first.yaml").out
    assert run(deck, "check", "--strict", "first.yaml").code == 0
    path = tmp_path / "first.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("id: first-talk", "id: first-speech"), encoding="utf-8")
    lost = run(deck, "check", "--strict", "first.yaml")
    assert (lost.code, "W114" in lost.out) == (1, True)
    assert "renamed_from: [first-talk]" in lost.out
    renamed = text.replace("id: first-talk", "id: first-speech\n    renamed_from: [first-talk]")
    path.write_text(renamed, encoding="utf-8")
    assert run(deck, "check", "--strict", "first.yaml").code == 0
    path.write_text(
        text.replace("answer: c_out * c_in * k**2", "answer: c_out * c_in * k**2 + 1"), encoding="utf-8"
    )
    assert "W115" in run(deck, "check", "first.yaml").out
    path.write_text(text.replace("How many weights", "How many numbers"), encoding="utf-8")
    assert run(deck, "check", "--strict", "first.yaml").code == 0
    (tmp_path / "first.yaml.lock").write_text("rubbish")
    assert run(deck, "check", "--strict", "first.yaml").code == 0


@pytest.mark.parametrize(
    ("old", "new", "warned"),
    [
        ("answer: causal_pairs(n)", "answer: n * (n + 1) // 2", False),
        ("answer: causal_pairs(n)", "answer: causal_pairs(m)", True),
        ("n: [4, 6, 8]", "n: [4, 6, 8, 10]", False),
        ("m: n + 1", "m: 1 + n", False),
        ("answer: 2 * m", "answer: 2 * n + 2", False),
        ("m: n + 1", "m: n + 2", True),
        ("answer: 4*n*d", "answer: 2*n*(2*d)", False),
        ("answer: 4*n*d", "answer: 4*n*d + n", True),
        ("answer: [n, m]", "answer: [n, n + 1]", False),
        ("answer: [n, m]", "answer: [m, n]", True),
        ("correct: true}, {id: b", "why: x}, {id: b, correct: true", True),
        ("text: Left", "text: To the left", False),
        ("id: plain, kind: numeric", "id: plain, kind: true_false", True),
    ],
)
def test_a_lock_compares_values_not_spelling(
    deck: object, tmp_path: Path, old: str, new: str, warned: bool
) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text(LOCKED, encoding="utf-8")
    run(deck, "check", "--lock", str(path))
    assert old in LOCKED
    path.write_text(LOCKED.replace(old, new), encoding="utf-8")
    assert ("W115" in run(deck, "check", str(path)).out) == warned


LOCKED = """\
mhaquiz: 1
deck: {id: locked, title: Locked}
cards:
  - {id: pairs, kind: numeric, params: {n: [4, 6, 8]}, let: {m: n + 1}, prompt: P, answer: causal_pairs(n)}
  - {id: twice, kind: numeric, params: {n: [4, 6]}, let: {m: n + 1}, prompt: P, answer: 2 * m}
  - {id: formula, kind: symbolic, symbols: {n: tokens, d: width}, prompt: P, answer: 4*n*d}
  - {id: sizes, kind: shape, params: {n: [4, 6]}, let: {m: n + 1}, prompt: P, answer: [n, m]}
  - {id: side, kind: single_choice, prompt: P,
     choices: [{id: a, text: Left, correct: true}, {id: b, text: Right}]}
  - {id: plain, kind: numeric, params: {n: [1, 2]}, prompt: P, answer: n}
"""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new", ""), "name the new deck"),
        (("new", ".yaml"), "name the new deck"),
        (("check", ""), "name a deck file"),
    ],
)
def test_an_empty_name_is_no_deck(deck: object, tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    found = run(deck, *words)
    assert (found.code, found.out) == (2, "")
    assert says in found.err
    assert not list(tmp_path.glob("**/.yaml"))


def test_explain(deck: object) -> None:
    assert "wrong:" in run(deck, "explain", "e222").out
    assert "E222" in run(deck, "explain").out
    unknown = run(deck, "explain", "E999")
    assert unknown.code == 2
    assert unknown.err.count("\n") == 1


def test_preview_shows_the_card_and_how_an_answer_is_read(deck: object) -> None:
    words = ("preview", str(CONTRACT), "params-total", "--with", "h=8", "--with", "head_dim=64")
    shown = run(deck, *words).out
    assert "d_model = 512, h = 8 heads" in shown
    assert "1,048,576" in shown
    assert "verdict: misconception (forgot-wo)" in run(deck, *words, "--type", "786432").out
    assert "verdict: more_digits" in run(deck, *words, "--type", "1.05M").out
    assert run(deck, "preview", str(CONTRACT), "params-totl").code == 2
    assert run(deck, "preview", str(CONTRACT), "params-total", "--with", "h=7").code == 1
    assert run(deck, "preview", str(CONTRACT), "params-total", "--with", "hh=7").code == 2
    assert run(deck, "preview", str(CONTRACT), "--tui").code == 2


def test_preview_shows_every_kind(deck: object) -> None:
    shown = run(deck, "preview", str(CONTRACT))
    assert shown.code == 0
    assert shown.out.count("mha-core/") >= 13


def test_test_and_variants(deck: object) -> None:
    tested = run(deck, "test", str(CONTRACT))
    assert (tested.code, tested.out.split("\n")[-2]) == (0, "3 of 3 tests passed")
    assert run(deck, "test", str(BROKEN / "test-other-verdict.yaml")).code == 1
    table = run(deck, "variants", str(CONTRACT), "params-total", "--limit", "3").out.split("\n")
    assert table[0] == "mha-core/params-total: 12 variants"
    assert table[1].split() == [
        "h",
        "head_dim",
        "region",
        "answer",
        "forgot-wo",
        "heads-multiply",
        "mistake-1",
        "digits",
    ]
    assert table[5] == "… 9 more (--limit)"
    rows = [
        json.loads(line)
        for line in run(deck, "variants", str(CONTRACT), "params-total", "--json").out.splitlines()
    ]
    assert len(rows) == 12
    row = next(row for row in rows if row["values"]["h"] == "8" and row["values"]["head_dim"] == "64")
    assert row["answer"] == "1,048,576"
    assert row["digits"] == 4  # with three digits, 1.05M is also 1,050,624


def test_rename_moves_the_id_its_links_and_nothing_else(deck: object, tmp_path: Path) -> None:
    path = tmp_path / "home" / "decks" / "contract.yaml"
    path.parent.mkdir(parents=True)
    text = CONTRACT.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    assert "would be done" in run(deck, "rename", "mha-core/params-total", "all-weights", "--dry-run").out
    assert path.read_text(encoding="utf-8") == text
    assert run(deck, "rename", "mha-core/params-total", "all-weights").code == 0
    library = load_library([path])
    card = library.card("mha-core/all-weights")
    assert card is not None
    assert card.renamed_from == ("params-total",)
    first = library.card("mha-core/why-scale")
    assert first is not None
    assert first.followups == ("mha-core/all-weights",)
    changed = [
        new
        for old, new in zip(text.split("\n"), path.read_text(encoding="utf-8").split("\n"), strict=False)
        if old != new
    ]
    assert len(path.read_text(encoding="utf-8").split("\n")) == len(text.split("\n")) + 1
    assert changed
    assert run(deck, "rename", "mha-core/nothing", "something").code == 1
    assert run(deck, "rename", "mha-core/heads-cost", "Bad Id").code == 1


def test_add_update_list(deck: object, tmp_path: Path) -> None:
    source = tmp_path / "course"
    source.mkdir()
    run(deck, "new", "course/first")
    (source / "evil.sh").write_text("touch /tmp/owned\n")
    (source / "link.yaml").symlink_to("/etc/passwd")
    (source / "other.yaml").write_text("key: value\n")
    assert run(deck, "add", "course").code == 0
    folder = tmp_path / "home" / "decks" / "added" / "course"
    assert sorted(path.name for path in folder.iterdir()) == [".origin.json", "first.yaml"]
    assert "first" in run(deck, "list").out
    listed = json.loads(run(deck, "list", "--json").out)
    assert next(one for one in listed if one["id"] == "first")["origin"] == str(source)
    text = (source / "first.yaml").read_text(encoding="utf-8")
    (source / "first.yaml").write_text(text.replace("version: 0.1.0", "version: 0.2.0"), encoding="utf-8")
    assert "first: 0.1.0 → 0.2.0" in run(deck, "update").out
    (source / "first.yaml").write_text(text.replace("answer: c_out", "answer: c_aut"), encoding="utf-8")
    failed = run(deck, "update")
    assert failed.code == 1
    assert "E202" in failed.err
    assert "version: 0.2.0" in (folder / "first.yaml").read_text(encoding="utf-8")


def test_preview_shows_what_a_learner_is_told_and_the_lab(deck: object, tmp_path: Path) -> None:
    path = tmp_path / "shown.yaml"
    path.write_text(SHOWN, encoding="utf-8")
    unread = run(deck, "preview", str(path), "claim", "--type", "ja").out
    assert unread.endswith("t or f: ja\n\nverdict: unreadable\nNot read: type t for true or f for false.\n")
    digits = run(deck, "preview", str(path), "times", "--type", "3e4").out
    assert "verdict: more_digits" in digits
    assert "Worked" not in digits
    shown = run(deck, "preview", str(path), "times").out
    assert "Lab: mhaquiz lab rank-ceiling --set n_heads=64 --set jobs=previous,first --text\n" in shown
    for words in ([], ["--type", "9"]):
        predicted = run(deck, "preview", str(path), "demo", *words).out
        assert "Lab rank-ceiling: n_heads 64, jobs previous" in predicted
        assert "\n  ranks " in predicted


SHOWN = """\
mhaquiz: 1
deck: {id: shown, title: Shown}
cards:
  - {id: claim, kind: true_false, prompt: So?, answer: false, why: Because so., sources: [S]}
  - {id: times, kind: numeric, prompt: "How many {h}?", params: {h: [64]}, answer: 512 * h + 1,
     lab: {name: rank-ceiling, with: {n_heads: "{h}", jobs: [previous, first]}}}
  - {id: demo, kind: demo, prompt: "Rank of {h} heads?", params: {h: [64]}, answer: "min(12, 512 // h)",
     lab: {name: rank-ceiling, with: {n_heads: "{h}", jobs: [previous]}}}
"""


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_an_update_tells_what_changed_whatever_the_version_says(deck: object, tmp_path: Path) -> None:
    run(deck, "new", "course/first")
    run(deck, "add", "course")
    source = tmp_path / "course" / "first.yaml"
    assert run(deck, "update").out == "first: 0.1.0, unchanged\n"
    edit(source, "How many weights", "Of how many weights")
    assert run(deck, "update").out == "first: content changed, version still 0.1.0\n"
    edit(source, "answer: c_out * c_in * k**2\n", "answer: c_out * c_in * k**2 + 1\n")
    edit(source, "verify: c_in * k * (c_out * k)", "verify: c_in * k * (c_out * k) + 1")
    edit(source, '"73,728"', '"73,729"')
    said = "first: content changed, version still 0.1.0; 1 answer changed: first-number\n"
    assert run(deck, "update").out == said
    edit(source, "id: first-talk", "id: last-talk")
    edit(source, "version: 0.1.0", "version: 0.2.0")
    said = "first: 0.1.0 → 0.2.0; 1 new card: last-talk; 1 card gone: first-talk\n"
    assert run(deck, "update").out == said
    edit(source, "id: last-talk", "id: talk\n    renamed_from: [last-talk]")
    assert run(deck, "update").out == "first: content changed, version still 0.2.0\n"
    unknown = run(deck, "update", "nosuch")
    assert (unknown.code, unknown.out) == (2, "")
    assert "no deck `nosuch` was added from elsewhere; there is first" in unknown.err


def test_a_copy_is_not_renamed_but_its_original(deck: object, tmp_path: Path) -> None:
    run(deck, "new", "my course/first")
    run(deck, "add", "my course")
    source, copy = tmp_path / "my course" / "first.yaml", tmp_path / "home/decks/added/my-course/first.yaml"
    before = copy.read_text(encoding="utf-8")
    refused = run(deck, "rename", "first/first-talk", "talk")
    assert (refused.code, copy.read_text(encoding="utf-8")) == (1, before)
    command = f"mhaquiz deck rename first/first-talk talk --file '{source}'"
    assert f"is a copy of {source}: rename the card there with `{command}`" in refused.err
    renamed = run(deck, "rename", "first/first-talk", "talk", "--file", str(source))
    assert "next: mhaquiz deck update first" in renamed.out
    assert "renamed_from: [first-talk]" in source.read_text(encoding="utf-8")
    assert run(deck, "update", "first").out == "first: content changed, version still 0.1.0\n"
    shipped = run(deck, "rename", "real-models/x", "y", "--dry-run")
    assert "comes with mhaquiz" in shipped.err


def test_add_from_git_runs_nothing(deck: object, tmp_path: Path) -> None:
    run(deck, "new", "first")
    for address in ("ext::sh -c 'touch owned'", "--upload-pack=touch", "file:///etc", "http://x y"):
        found = run(deck, "add", "--", address)
        assert found.code in (1, 2)
        assert found.err.count("\n") == 1
    assert not (tmp_path / "owned").exists()


def test_add_refuses_what_is_no_deck(deck: object, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run(deck, "add", "empty").code == 1
    refused = run(deck, "add", str(BROKEN / "yaml-python-tag.yaml"))
    assert refused.code == 1
    assert "E005" in refused.err
    assert not (tmp_path / "home" / "decks" / "added" / "yaml-python-tag").exists()


def test_small_things_are_said_plainly(deck: object, tmp_path: Path) -> None:
    several = run(deck, "explain", "E222", "E999", "W101")
    assert several.code == 2
    assert "error[E222]" in several.out
    assert "warning[W101]" in several.out
    assert "there is no code E999" in several.err
    written = run(deck, "new", "My Deck").out
    assert written == "wrote My Deck.yaml; next: mhaquiz deck check 'My Deck.yaml'\n"
    missing = run(deck, "new", "--card", "numeric", "nosuch.yaml")
    assert missing.code == 2
    assert "nosuch.yaml: no such deck file; `mhaquiz deck new nosuch.yaml` writes it first" in missing.err


def test_orphans_are_none_at_first(deck: object) -> None:
    assert run(deck, "orphans").out == "every history has its card\n"


def test_watch_tells_each_save_once_however_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("one")
    watcher = Watcher((tmp_path,))
    assert watcher.begin() == [path]
    assert watcher.look() == []
    path.write_text("two, longer")
    assert watcher.look() == []  # it may still be written
    assert watcher.look() == [path]
    assert watcher.look() == []
    fresh = tmp_path / ".a.yaml.swp"
    fresh.write_text("three")
    path.unlink()
    assert watcher.look() == []  # an editor is between its two steps
    os.replace(fresh, path)
    assert watcher.look() == []
    assert watcher.look() == [path]
    os.utime(path, ns=(1, 1))  # saved without a change
    assert watcher.look() == []
    assert watcher.look() == [path]
    assert watcher.look() == []
    (tmp_path / "b.yaml").write_text("new")
    watcher.look()
    assert watcher.look() == [tmp_path / "b.yaml"]


def test_watch_from_outside(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(CONTRACT.read_text(encoding="utf-8"), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mhaquiz",
        "deck",
        "watch",
        str(path),
        "--saves",
        "1",
        "--card",
        "heads-cost",
    ]
    environ = {**os.environ, "MHAQUIZ_HOME": str(tmp_path / "home")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("watching"):
                break
        path.write_text(
            path.read_text(encoding="utf-8").replace("answer: false", "answer: falsch"), encoding="utf-8"
        )
        rest = process.stdout.read()
        assert process.wait(timeout=20) == 0
    assert "E202" in rest


def test_a_broken_save_keeps_the_last_good_card(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    text = CONTRACT.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    desk = watch.Desk(argparse.Namespace(card="heads-cost", seed=0))
    good = list(desk.report([path]))
    assert "mha-core/heads-cost · true_false · L2" in good
    path.write_text(text.replace("answer: false", "answer: falsch"), encoding="utf-8")
    broken = list(desk.report([path]))
    assert "E202" in broken[0]
    assert broken[2] == "the card as it last was without errors:"
    assert broken[3:] == good[good.index("") :]
    path.write_text(text.replace("doubling the heads", "tripling the heads"), encoding="utf-8")
    mended = "\n".join(desk.report([path]))
    assert "tripling the heads" in mended
    assert "as it last was" not in mended
