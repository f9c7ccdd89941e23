"""Pipes and devices where files are looked for: none is read, and nothing waits for one."""

from __future__ import annotations

import errno
import os
import pty
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mhaquiz.deck import deck_cache, locks
from mhaquiz.deck.places import MAX_BYTES, file_bytes

DECK = "mhaquiz: 1\ndeck: {id: x, title: T}\ncards: [{id: c, kind: recall, prompt: Why?}]\n"
#: A process that reads a device to its end is stopped by this bound, one that waits for a pipe by the clock.
MOST_MEMORY, SECONDS = 1 << 30, 20


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def library(path: Path, cache: Path) -> str:
    """The deck ids and codes that another process finds, which may hang or run out of memory."""
    program = (
        "import sys, pathlib\nfrom mhaquiz.deck.library import load_library\n"
        "found = load_library([pathlib.Path(sys.argv[1])], pathlib.Path(sys.argv[2]))\n"
        "print(*(deck.id for deck in found.decks), *(one.code for one in found.problems))"
    )
    return subprocess.run(
        [sys.executable, "-c", program, str(path), str(cache)],
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
        preexec_fn=bounded,
    ).stdout.strip()


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    """A terminal of its own: reading it waits for ever, and nothing can be put in its place."""
    path.symlink_to(os.ttyname(pty.openpty()[1]))


special = pytest.mark.parametrize("make", [pipe, device])


@special
def test_among_the_decks(tmp_path: Path, make: Callable[[Path], None]) -> None:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "good.yaml").write_text(DECK)
    make(folder / "z.yaml")
    assert library(folder, tmp_path / "cache") == "x E001"


@special
def test_in_the_place_of_the_folder(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "decks")
    assert library(tmp_path / "decks", tmp_path / "cache") == "E001"


def linked_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


@pytest.mark.parametrize("make", [pipe, linked_pipe])
def test_in_the_place_of_a_kept_deck(tmp_path: Path, make: Callable[[Path], None]) -> None:
    deck, cache = tmp_path / "x.yaml", tmp_path / "cache"
    deck.write_text(DECK)
    kept = deck_cache.cache_file(cache, deck)
    kept.parent.mkdir(parents=True)
    make(kept)
    assert library(deck, cache) == "x"
    assert kept.is_file()
    assert not kept.is_symlink()
    assert make is pipe or kept.with_name("elsewhere").is_fifo()


@special
def test_named_by_a_kept_deck(tmp_path: Path, make: Callable[[Path], None]) -> None:
    deck, cache = tmp_path / "x.yaml", tmp_path / "cache"
    deck.write_text(DECK)
    library(deck, cache)
    make(tmp_path / "z")
    kept = deck_cache.cache_file(cache, deck)
    named = kept.read_text().replace('"used":[]', f'"used":["{tmp_path / "z"}"]', 1)
    assert str(tmp_path / "z") in named
    kept.write_text(named)
    assert library(deck, cache) == "x"


def test_a_kept_deck_of_endless_brackets(tmp_path: Path) -> None:
    deck, cache = tmp_path / "x.yaml", tmp_path / "cache"
    deck.write_text(DECK)
    kept = deck_cache.cache_file(cache, deck)
    kept.parent.mkdir(parents=True)
    kept.write_text("[" * 200_000)
    assert library(deck, cache) == "x"


@special
def test_only_files_have_bytes(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "z")
    with pytest.raises(OSError, match="not a file") as raised:
        file_bytes(tmp_path / "z")
    assert raised.value.errno == errno.EINVAL
    assert locks._read(tmp_path / "z") == {}


def test_no_more_is_read_than_shows_that_a_file_is_too_large(tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    with large.open("wb") as file:
        file.truncate(1 << 40)
    assert len(file_bytes(large)) == MAX_BYTES + 1
