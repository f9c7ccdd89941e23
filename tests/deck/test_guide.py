"""The guides show real runs: their commands, run again in order, print what the pages say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mhaquiz.deck.key_docs import markdown

DOCS = Path(__file__).parent.parent.parent / "docs"
BLOCK = re.compile(r"```console\n\$ ([^\n]*)\n(.*?)```", re.DOTALL)


def pages(path: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(path.read_text(encoding="utf-8"))


@pytest.mark.skipif(not shutil.which("sed") or sys.platform != "linux", reason="the page edits with GNU sed")
@pytest.mark.parametrize(("page", "least"), [("authoring", 15), ("evening", 2), ("teaching", 2)])
def test_every_output_of_a_guide_is_what_the_command_prints(tmp_path: Path, page: str, least: int) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environ = {**os.environ, "MHAQUIZ_HOME": str(tmp_path / "home"), "PATH": path, "COLUMNS": "100"}
    blocks = pages(DOCS / f"{page}.md")
    assert len(blocks) >= least
    for command, wanted in blocks:
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False
        )
        assert (done.stdout + done.stderr).rstrip("\n") == wanted.rstrip("\n"), command


def test_the_page_of_keys_is_made_from_the_table() -> None:
    assert (DOCS / "deck-keys.md").read_text(encoding="utf-8") == markdown()
