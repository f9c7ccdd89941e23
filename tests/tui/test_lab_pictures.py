"""Each lab as an SVG picture in `__snapshots__`, at the moment of its most telling map or curve.

    python -m pytest tests/tui/test_lab_pictures.py --snapshot-update

takes them anew; they open in a browser. What changes with a release of Rich alone is left out: the fonts it
names and the number in its class names.
"""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from mhaquiz.deck.lab_table import LABS
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.widgets.heat_map import HeatMap

#: The picture to turn to and the settings that make it tell.
TELLING: dict[str, tuple[str, dict[str, Any]]] = {
    "rank-ceiling": ("maps", {"n_heads": 128}),
    "head-diversity": ("focus", {"heads": "built", "sentence": "the old dog drank the cold water"}),
    "cost-ledger": ("ledger", {"n_kv_heads": 8, "n_heads_b": 64}),
    "shapes": ("seen", {"bug": "in"}),
    "fused-qkv": ("slices", {"n_kv_heads": 2}),
    "induction": ("attention", {}),
    "pruning": ("changes", {"off": (6,)}),
    "sqrt-scaling": ("entropy", {"head_dim": 256}),
}


class Svg(SingleFileSnapshotExtension):
    """One picture a file."""

    _file_extension = "svg"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **_: Any) -> str:
        return str(data)


def plain(svg: str) -> str:
    """The picture without what Rich alone decides."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)
    svg = re.sub(r"terminal-\d+-", "", svg)
    return "\n".join(line.strip() for line in svg.splitlines() if line.strip()) + "\n"


@pytest.mark.parametrize("name", LABS)
async def test_a_picture_of_each_lab(
    name: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in [
        one for one in os.environ if one.startswith(("NO_COLOR", "TEXTUAL", "COLORTERM", "SSH_"))
    ]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(HeatMap, "without_colour", False)
    wanted, settings = TELLING[name]
    app = MhaquizApp(lambda: LabScreen(name, settings))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        titles = [picture.title for picture in app.screen.view.pictures]
        await pilot.press(*["tab"] * titles.index(wanted))
        await pilot.pause()
        assert plain(app.export_screenshot(title=name)) == snapshot.use_extension(Svg)
