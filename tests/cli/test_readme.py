"""The README as a stranger reads it: every command in it runs, every page it names is there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
#: Opens the screen, or takes ten seconds and has tests of its own.
NOT_RUN = ("mhaquiz", "mhaquiz verify")
#: What a reader puts for a placeholder.
CARD = "heads-and-parameters/head-width"
FILLED = {" [DECK…]": "", "CARD": CARD, "preview": "preview conv-basics.yaml first-number"}
#: Where the page shows a screen, the same without one.
WITHOUT_A_SCREEN = {"lab rank-ceiling": "lab rank-ceiling --set n_heads=64 --text"}


def commands() -> list[str]:
    """Every `mhaquiz …` in backquotes; `· more` in a row of the table is another one."""
    found: list[str] = []
    for line in README.splitlines():
        spans = re.findall(r"`([^`]+)`", line.split(" | ")[0] if line.startswith("|") else line)
        named = [span for span in spans if span.startswith("mhaquiz")]
        more = [f"mhaquiz {span}" for span in spans if line.startswith("| `mhaquiz") and span not in named]
        found += [*named, *more]
    for old, new in (FILLED | WITHOUT_A_SCREEN).items():
        found = [command.replace(old, new) for command in found]
    return [command for command in dict.fromkeys(found) if command not in NOT_RUN and "DECK" not in command]


def test_every_command_of_the_readme_runs(tmp_path: Path, compiled_decks: Path) -> None:
    shutil.copytree(compiled_decks, tmp_path / "home" / "cache")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environ = {**os.environ, "MHAQUIZ_HOME": str(tmp_path / "home"), "PATH": path}
    (tmp_path / "class.csv").write_text("name\nAnn\n", encoding="utf-8")
    answered = [sys.executable, "-m", "mhaquiz", "study", CARD, "--plain"]
    subprocess.run(answered, env=environ, input=b"24\n2\n\n", capture_output=True, check=True)
    wanted = commands()
    assert len(wanted) >= 18
    for command in wanted:
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environ, input=b"", capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, b""), (command, done.stderr[-300:])


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{one.name}" for one in (ROOT / "docs").glob("*.md"))])
def test_every_link_leads_to_a_file(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", prose):
        assert ((ROOT / page).parent / target).exists(), target


def test_the_line_that_starts_it_comes_before_any_picture() -> None:
    first = re.search(r"```sh\n(.*?)\n```", README)
    assert first is not None
    assert first[1] == "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/mhaquiz"
    assert README.index("![") > first.end()
