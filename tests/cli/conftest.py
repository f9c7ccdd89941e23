"""`mhaquiz serve` as a process, for the tests that talk to it as a program and as a browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest


class Served(NamedTuple):
    """A running server: its process, the root of its addresses, and the address it printed."""

    process: subprocess.Popen[str]
    base: str
    address: str

    def children(self) -> list[int]:
        """The process ids of the open screens."""
        asked = ["pgrep", "-P", str(self.process.pid)]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        return [int(line) for line in done.stdout.split()]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The folder the server is started in. Whatever Python finds in it leaves a mark."""
    folder = tmp_path / "here"
    folder.mkdir()
    for name in ("mhaquiz", "textual", "yaml", "json"):
        (folder / f"{name}.py").write_text("open('mark', 'w')", encoding="utf-8")
    return folder


@pytest.fixture
def server(tmp_path: Path, here: Path) -> Iterator[Served]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "mhaquiz", "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=here,
        env={**os.environ, "MHAQUIZ_HOME": str(tmp_path)},
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    base = f"http://127.0.0.1:{port}"
    assert address.startswith(f"{base}/?token=")
    wait_until_open(port)
    yield Served(process, base, address)
    process.kill()
    process.wait()
    process.stdout.close()


def wait_until_open(port: int, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


def gone(pid: int, seconds: float = 10) -> bool:
    """Whether the process ends within that time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not os.path.exists(f"/proc/{pid}"):
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def ended() -> object:
    """Asks whether a process has gone."""
    return gone
