"""`mhaquiz lab` without a screen: the list, the text, the JSON, the errors."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from mhaquiz import cli
from mhaquiz.deck.lab_table import LABS


@pytest.fixture(autouse=True)
def _own_profile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path / "home"))


def lab(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(["lab", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_rank_ceiling_at_512_heads(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = lab(capsys, "rank-ceiling", "--set", "n_heads=512", "--json")
    printed = json.loads(out)
    assert code == 0
    assert list(printed) == ["lab", "settings", "readouts"]
    assert f"{printed['readouts']['score']:.3f}" == "0.686"


@pytest.mark.parametrize("name", sorted(LABS))
def test_every_lab_prints_its_readouts(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = lab(capsys, name, "--json")
    printed = json.loads(out)
    assert (code, printed["lab"]) == (0, name)
    assert list(printed["readouts"]) == [readout.name for readout in LABS[name].readouts]
    code, out, _ = lab(capsys, name, "--text")
    assert code == 0
    assert all(readout.name in out for readout in LABS[name].readouts)
    assert "np." not in out


@pytest.mark.parametrize("name", sorted(LABS))
def test_every_setting_is_listed_with_its_values(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = lab(capsys, name, "--settings")
    assert code == 0
    assert all(setting.name in out for setting in LABS[name].settings)
    assert max(map(len, out.splitlines())) <= 80


def test_the_labs_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = lab(capsys)
    assert code == 0
    assert all(name in out for name in LABS)
    assert [entry["lab"] for entry in json.loads(lab(capsys, "--json")[1])] == list(LABS)


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("name", sorted(LABS))
@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_without_a_terminal_the_text_is_printed_and_lines_are_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, plain: tuple[str, ...]
) -> None:
    setting = LABS[name].settings[0]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{setting.name}\n"))
    code, out, _ = lab(capsys, name, *plain)
    text = lab(capsys, name, "--text")[1]
    assert (code, out[: len(text)]) == (0, text)
    assert out.count(f"{name}:\n") == 2
    assert setting.summary.split()[0] in out[len(text) :]


def test_into_a_file_from_a_keyboard_the_text_is_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question in a file or a pager would never be seen."""
    monkeypatch.setattr("sys.stdin", Keyboard("n_heads=4\n"))
    assert lab(capsys, "pruning")[1] == lab(capsys, "pruning", "--text")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rank-ceilin"], "rank-ceiling"),
        (["rank-ceiling", "--set", "heads=4"], "n_heads"),
        (["rank-ceiling", "--set", "n_heads=3"], "one of 1, 2, 4"),
        (["rank-ceiling", "--set", "n_heads"], "key=value"),
        (["--set", "n_heads=3"], "say which lab"),
    ],
)
def test_errors_are_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = lab(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err


def talk(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lines: str) -> tuple[str, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    code, out, err = lab(capsys, "pruning", "--plain")
    assert code == 0
    return out, err


def test_tasks_done_are_said_the_next_time_and_in_the_list(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "of 3 tasks" not in lab(capsys)[1]
    assert not (tmp_path / "home").exists(), "a list begins no profile"
    out, _ = talk(capsys, monkeypatch, "off=0\n")
    assert "earlier" not in out
    assert "✓ task done: Switch a head off: the mask frees nothing (1 of 3 tasks)" in out
    out, _ = talk(capsys, monkeypatch, "off=0\ntasks\n")
    assert "1 of 3 tasks done earlier; `tasks` says which." in out
    assert "task done" not in out
    assert "✓ Switch a head off" in out
    assert lab(capsys)[1].count("(1 of 3 tasks)") == 1


def test_a_profile_that_cannot_be_used_is_told_and_the_lab_works(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "profile.sqlite3").write_bytes(b"SQLite format 3\0" + bytes(4096))
    out, err = talk(capsys, monkeypatch, "off=0\n")
    assert "task done" in out
    assert err.count("\n") == 1
    assert err.endswith("; tasks done now are not remembered\n")
    code, out, err = lab(capsys)
    assert (code, err.count("\n")) == (0, 1)
    assert "pruning" in out
