"""SIGKILL in the middle of a session: the bench in small, and the whole program in one go."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench" / "memory_kills.py"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the kill bench forks")
def test_no_acknowledged_answer_is_lost() -> None:
    command = [sys.executable, str(BENCH), "--kills", "25", "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "none lost" in done.stdout
