"""Decks that were read before, kept as JSON under the hash of their file and the version of the program.

The first line of a file is what the start needs, each line after it the rest of one card. Author's tests are
left out; whoever runs them reads the deck's file. A cache that is missing, damaged, or of another version is
no fault: the deck's file is read again. Everything in the folder can be deleted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from zlib import crc32

from mhaquiz import __version__
from mhaquiz.deck.cards import Deck
from mhaquiz.deck.messages import Problem
from mhaquiz.deck.places import MAX_BYTES, file_bytes
from mhaquiz.deck.storage import decode_deck, decode_problems, encode, encode_deck
from mhaquiz.deck.writing import write_whole

#: The largest file that is looked at; a deck in it is about as large as its own file.
MAX_KEPT = 8 * MAX_BYTES


@lru_cache(maxsize=1)
def program() -> str:
    """The version that a cache must have: of the program, and of this room's source while it is edited."""
    newest = max(entry.stat().st_mtime_ns for entry in os.scandir(Path(__file__).parent) if entry.is_file())
    return f"{__version__}+{newest}"


def digest(contents: Sequence[bytes]) -> str:
    """The hash that names one version of a file and of the files it uses."""
    found = blake2b(digest_size=16)
    for content in contents:
        found.update(len(content).to_bytes(8, "big"))
        found.update(content)
    return found.hexdigest()


def cache_file(folder: Path, path: Path) -> Path:
    name = blake2b(os.fsencode(path.absolute()), digest_size=12).hexdigest()
    return folder / "decks" / f"{path.stem[:40]}-{name}.json"


def load(folder: Path, path: Path, data: bytes) -> tuple[Deck, list[Problem]] | None:
    """The deck of a file whose content is `data`, as it was read before; None where it must be read."""
    try:
        first, _, rest = file_bytes(cache_file(folder, path), MAX_KEPT).partition(b"\n")
        kept = json.loads(first)
        if kept["program"] != program() or kept["rest"] != crc32(rest):
            return None
        used = [file_bytes(Path(name)) for name in kept["used"]]
        if kept["hash"] != digest([data, *used]):
            return None
        return decode_deck(kept["deck"], rest.splitlines()), list(decode_problems(kept["problems"]))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None  # missing, damaged or of another shape: the file itself is the truth


def save(
    folder: Path, path: Path, data: bytes, used: Sequence[Path], deck: Deck, problems: Sequence[Problem]
) -> None:
    """Keep a deck. A folder that cannot be written costs only the time of reading the deck again."""
    try:
        contents = [data, *(file_bytes(name) for name in used)]
        head, rests = encode_deck(_for_learners(deck))
        rest = "\n".join(rests).encode()
        kept = {
            "program": program(),
            "hash": digest(contents),
            "used": [str(name.absolute()) for name in used],
            "rest": crc32(rest),  # read only when it is asked for, so damage must show now
            "deck": head,
            "problems": [encode(problem) for problem in problems],
        }
        first = json.dumps(kept, separators=(",", ":")).encode()
        target = cache_file(folder, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, first + b"\n" + rest)
    except OSError:
        return


def _for_learners(deck: Deck) -> Deck:
    """Without the author's tests: a quarter of the time of reading a deck, and no learner meets them."""
    return replace(deck, cards=tuple(replace(card, tests=()) for card in deck.cards))
