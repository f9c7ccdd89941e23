"""Deck files from a git address: fetched without a working tree, so that nothing of it can run.

git brings one commit into a bare store. No file is checked out: hooks, filters, links and submodules have no
occasion. Only blobs that are named like deck files and small enough are read from it.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from mhaquiz.deck.messages import Problem
from mhaquiz.deck.places import MAX_BYTES

MAX_FILES = 500
#: The largest pack that git may write, and the most that is read from it.
MAX_FETCHED = 64_000_000
GIT_SECONDS = 120

_ADDRESS = re.compile(r"(?:https|ssh|git)://[^\s-][^\s]*|[\w.][\w.-]*@[\w.][\w.-]*:[^\s]+", re.ASCII)
_ENTRY = re.compile(rb"100(?:644|755) blob ([0-9a-f]{40,64}) +(\d+)\t(.+)", re.DOTALL)
_PART = re.compile(r"[^.\\/:\x00-\x1f\x7f][^\\/:\x00-\x1f\x7f]*")
_SETTINGS = (
    "core.hooksPath=/dev/null",
    "protocol.allow=never",
    "protocol.https.allow=always",
    "protocol.ssh.allow=always",
    "protocol.git.allow=always",
    "fetch.recurseSubmodules=false",
    "core.fsmonitor=false",
)
_OPTIONS = ("--bare", "--quiet", "--depth=1", "--single-branch", "--no-tags")


class AddError(ValueError):
    """Why decks cannot be taken, in one line; `problems` holds what the check found."""

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


def is_address(source: str) -> bool:
    """Whether a source is written as an address that git may be given."""
    return _ADDRESS.fullmatch(source) is not None


def fetch(address: str, store: Path, target: Path, local: Path | None = None) -> None:
    """Write the deck files of the newest state at `address` below `target`. Raises AddError.

    `local` is a repository on this machine, which its owner's path names; no address can ask for one.
    """
    if local is not None:
        allowed = ("-c", "protocol.file.allow=always")
        _git(address, *allowed, "clone", *_OPTIONS, "--", local.resolve().as_uri(), str(store))
    else:
        _git(address, "clone", *_OPTIONS, "--", address, str(store))
    total = 0
    for count, (blob, size, parts) in enumerate(_deck_blobs(address, store)):
        total += size
        if count >= MAX_FILES or total > MAX_FETCHED:
            raise AddError(
                f"{address} holds more than {MAX_FILES} deck files or {MAX_FETCHED:,} bytes of them"
            )
        path = target.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_git(address, "cat-file", "blob", blob, store=store))


def _deck_blobs(address: str, store: Path) -> Iterator[tuple[str, int, list[str]]]:
    """Hash, size and path of every small YAML file whose path is harmless on any system."""
    for entry in _git(address, "ls-tree", "-r", "-l", "-z", "HEAD", store=store).split(b"\0"):
        found = _ENTRY.fullmatch(entry)
        if found is None:
            continue  # a link or a submodule
        parts = found[3].decode("utf-8", "replace").split("/")
        small = int(found[2]) <= MAX_BYTES
        if small and parts[-1].endswith((".yaml", ".yml")) and all(map(_PART.fullmatch, parts)):
            yield found[1].decode(), int(found[2]), parts


def _git(address: str, *words: str, store: Path | None = None) -> bytes:
    """What git prints. It asks for nothing, and starts no program but its own."""
    command = ["git", *(word for setting in _SETTINGS for word in ("-c", setting))]
    command += [*(["--git-dir", str(store)] if store else []), *words]
    environ = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "true", "GIT_TEMPLATE_DIR": ""}
    bound = _bound_files if os.name == "posix" else None
    try:
        done = subprocess.run(
            command, env=environ, capture_output=True, timeout=GIT_SECONDS, check=False, preexec_fn=bound
        )
    except FileNotFoundError:
        raise AddError("git is not installed; download the decks and add them by their path") from None
    except subprocess.TimeoutExpired:
        raise AddError(f"{address}: no answer within {GIT_SECONDS} seconds") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1][:200]
        raise AddError(f"{address} cannot be fetched: {said or 'git stopped'}")
    return done.stdout


def _bound_files() -> None:
    """In git's process: no file grows beyond the bound, the pack it downloads least of all."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FETCHED, MAX_FETCHED))
