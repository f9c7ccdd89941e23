"""A person's own keys: `keymap.toml` beside their decks moves commands of the key table to other keys.

    [home]
    quiz = "x"
    [study]
    hint = ["f2", "ctrl+t"]

A line that cannot be obeyed is left out and told in one line; the others hold. The file is bounded, and
nothing of it is ever run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mhaquiz.deck.places import home
from mhaquiz.tui.key_names import all_shown, read_key, shown, types
from mhaquiz.tui.keys import BY_ID, TYPED, Key

NAME = "keymap.toml"
MOST_BYTES = 65_536
MOST_KEYS = 8  # of one command
MOST_DOTS = 64  # on a line: a name of thousands of parts takes the reader many seconds
MOST_TOLD = 5
#: Places that share the screen with others: the keys of a list or of everywhere work in all of them.
_GENERAL = frozenset({"everywhere", "list"})
_IN_LAB = frozenset({"lab", "slider", "checks", "map"})
_TYPING = TYPED | {"everywhere"}


@dataclass(frozen=True, slots=True)
class Keymap:
    """Moved commands, id → comma-separated keys, and what is wrong with the file, a line each."""

    moved: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def keys_of(self, key: Key) -> str:
        """The keys of a command as they are now."""
        return self.moved.get(key.id, key.keys)

    def whole_owners(self) -> dict[str, str]:
        """The moved commands with all others of their screens: Textual drops what shares a key otherwise."""
        owners = {BY_ID[name].owner for name in self.moved}
        return {key.id: self.keys_of(key) for key in BY_ID.values() if key.owner in owners}


_in_use = Keymap()


def use(keymap: Keymap) -> None:
    """From now on sentences name the keys of this map: it belongs to the process, as the terminal does."""
    global _in_use
    _in_use = keymap


def first_key(command: str) -> str:
    """The first key of a command, by its id, as Textual names it."""
    return _in_use.keys_of(BY_ID[command]).partition(",")[0]


def named(command: str) -> str:
    """The first key of a command as a sentence writes it: `named("app.help")` is `F1`."""
    return shown(first_key(command))


def named_all(command: str) -> list[str]:
    """All keys of a command as sentences write them."""
    return [shown(key) for key in _in_use.keys_of(BY_ID[command]).split(",")]


def path_of(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the file is looked for: beside the folder of the person's decks."""
    return home(environ) / NAME


def load(path: Path) -> Keymap:
    """The keymap in the file; empty where there is none. Never raises for what the file holds."""
    try:
        if not path.is_file():
            return Keymap()
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        return Keymap(problems=(f"{NAME}: {error.strerror}",))
    if len(raw) > MOST_BYTES:
        return Keymap(problems=(f"{NAME}: larger than {MOST_BYTES:,} bytes; it is passed over",))
    if any(line.count(b".") > MOST_DOTS for line in raw.splitlines()):
        return Keymap(problems=(f"{NAME}: a line with more than {MOST_DOTS} dots; it is passed over",))
    import tomllib  # only for who has such a file

    try:
        return read(tomllib.loads(raw.decode("utf-8")))
    except UnicodeDecodeError:
        return Keymap(problems=(f"{NAME}: not UTF-8; it is passed over",))
    except (ValueError, RecursionError) as error:
        return Keymap(problems=(_cut(f"{NAME}: {error or 'nested too deeply'}; it is passed over"),))


def read(data: Mapping[str, object]) -> Keymap:
    """The keymap in a TOML document."""
    moved: dict[str, str] = {}
    problems: list[str] = []
    for name, value in _lines(data):
        found = _keys(name, value)
        if isinstance(found, Wrong):
            problems.append(f"{name}: {found.why}")
        else:
            moved[name] = found
    while clashing := _clashes(moved):
        problems += clashing.values()
        moved = {name: keys for name, keys in moved.items() if name not in clashing}
    told = [_cut(f"{NAME}: {problem}") for problem in problems[:MOST_TOLD]]
    if len(problems) > MOST_TOLD:
        told.append(f"{NAME}: and {len(problems) - MOST_TOLD} more")
    return Keymap(moved, tuple(told))


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a line of the file is left out."""

    why: str


def _lines(data: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Each line as (id, value): `home.quiz = "x"`, or `quiz = "x"` under `[home]`."""
    for owner, table in data.items():
        if isinstance(table, dict):
            yield from ((f"{owner}.{name}", value) for name, value in table.items())
        else:
            yield owner, table


def _keys(name: str, value: object) -> str | Wrong:
    """The keys that a line gives a command, as Textual names them."""
    if name not in BY_ID:
        from difflib import get_close_matches

        near = get_close_matches(name[:60], BY_ID, n=1, cutoff=0.75)
        return Wrong(
            "no such command" + (f"; did you mean {near[0]}?" if near else "; docs/keys.md has their ids")
        )
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list) or not parts or len(parts) > MOST_KEYS:
        return Wrong('give a key such as "f2", or a list of up to eight')
    keys: list[str] = []
    for part in parts:
        key = read_key(part) if isinstance(part, str) else None
        if key is None:
            return Wrong(f"{str(part)[:30]!r} is no key; keys are called f2, x, ctrl+t, space, enter, slash")
        keys.append(key)
    if _TYPING & set(BY_ID[name].places) and all(types(key) for key in keys):
        return Wrong(f"{all_shown(','.join(keys))} types where one types; give a key such as f2 beside it")
    return ",".join(dict.fromkeys(keys))


def _clashes(moved: Mapping[str, str]) -> dict[str, str]:
    """The moved commands whose key is another's in the same place, each with what to tell."""
    found: dict[str, str] = {}
    for name, keys in moved.items():
        for other in BY_ID.values():
            taken = set(keys.split(",")) & set(moved.get(other.id, other.keys).split(","))
            if taken and other.id != name and _meet(BY_ID[name], other):
                found[name] = f"{name}: {shown(min(taken))} is the key of {other.id} there"
                break
    return found


def _meet(one: Key, other: Key) -> bool:
    """Whether two commands can be wanted in the same place. Those that share a key in the table may."""
    if set(one.keys.split(",")) & set(other.keys.split(",")):
        return False
    places, others = set(one.places), set(other.places)
    if _IN_LAB & places and _IN_LAB & others:
        return True
    return bool(places & others or _GENERAL & places or _GENERAL & others)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    line = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)
    return line if len(line) <= 160 else line[:159] + "…"
