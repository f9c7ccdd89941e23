"""What the first screen costs to import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_the_first_frame_needs_neither_numpy_nor_sympy(tmp_path: Path) -> None:
    """Under a question numpy is loaded in a thread: what is left then must not hold up the answer."""
    code = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from mhaquiz.cli.context import load_decks, open_profile\n"
        "from mhaquiz.memory.clock import system_clock\n"
        "from mhaquiz.tui.app import MhaquizApp\n"
        "from mhaquiz.tui.desk import Desk\n"
        "from mhaquiz.tui.screens.home import HomeScreen\n"
        "async def main():\n"
        "    desk = Desk(load_decks, open_profile, system_clock)\n"
        "    app = MhaquizApp(lambda: HomeScreen(desk), desk)\n"
        "    async with app.run_test(size=(80, 24)) as pilot:\n"
        "        await app.workers.wait_for_complete()\n"
        "        await pilot.pause()\n"
        "        home = set(sys.modules)\n"
        "        await pilot.press('enter')\n"
        "        await pilot.pause()\n"
        "    return home\n"
        "home = asyncio.run(main())\n"
        "heavy = {'sympy', 'fsrs', 'textual.widgets._markdown'}\n"
        "print(sorted(heavy & set(sys.modules) | {'numpy'} & home))\n"
    )
    environ = {**os.environ, "MHAQUIZ_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip().splitlines()[-1] == "[]"
