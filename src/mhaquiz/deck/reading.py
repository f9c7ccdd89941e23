"""One deck file, read: the deck as far as it could be made, every fault with its place, and the tree.

Nothing here looks at values of expressions; `deck.checks` does.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mhaquiz.deck.building import Defaults, build_card
from mhaquiz.deck.cards import Card, Deck, Misconception
from mhaquiz.deck.file_shape import FILE, SHARED, RawCard
from mhaquiz.deck.messages import Problem
from mhaquiz.deck.places import file_bytes
from mhaquiz.deck.scalar_traps import scan_traps
from mhaquiz.deck.shapes import FAILED, Failed
from mhaquiz.deck.yaml_tree import Node, Source, YamlFault, parse_tree


@dataclass(slots=True)
class DeckFile:
    """What came out of one file. `cards` holds the index in the file of every card that could be made."""

    path: Path
    deck: Deck | None = None
    problems: list[Problem] = field(default_factory=list)
    source: Source | None = None
    root: Node | None = None
    places: dict[str, int] = field(default_factory=dict)  # card id → index in the file
    faulty: set[str] = field(default_factory=set)  # ids of cards with a key that could not be read
    used: tuple[Path, ...] = ()  # files of shared misconceptions
    hash: str = ""

    def add(self, code: str, message: str, node: Node, advice: str = "") -> None:
        """Report a fault at a node."""
        end = node.end_column if node.end_line == node.line else 0
        self.report(code, message, node.line, node.column, advice, end)

    def report(
        self,
        code: str,
        message: str,
        line: int,
        column: int,
        advice: str = "",
        end: int | None = 0,
        card: str = "",
    ) -> None:
        """Report a fault at a place (line and column from 0)."""
        lines = self.source.lines if self.source else []
        shown = lines[line] if line < len(lines) else ""
        end_column = (end or 0) + 1 if end else 0
        self.problems.append(
            Problem(code, message, self.path, line + 1, column + 1, end_column, advice, shown, card)
        )

    def fault(self, fault: YamlFault) -> None:
        self.report(fault.code, fault.reason, fault.line, fault.column, fault.help, fault.end_column)

    @property
    def broken(self) -> bool:
        return any(problem.is_error for problem in self.problems)


def read_bytes(path: Path) -> bytes:
    """The file's bytes, at most one more than is allowed: a huge file costs nothing. Raises YamlFault."""
    try:
        return file_bytes(path)
    except OSError as error:
        if error.errno == errno.EINVAL:
            raise YamlFault("E001", "this is not a file", 0, 0) from None
        raise YamlFault("E001", f"the file cannot be read: {os.strerror(error.errno or 0)}", 0, 0) from None


def digest(*contents: bytes) -> str:
    """The hash that names a version of a file and of what it uses."""
    found = blake2b(digest_size=16)
    for content in contents:
        found.update(len(content).to_bytes(8, "big") + content)
    return found.hexdigest()


def read_deck(path: Path, data: bytes | None = None, pure: bool = False) -> DeckFile:
    """Read one deck file; every fault is in `.problems`, nothing is raised. `pure` leaves libyaml aside."""
    file = DeckFile(path)
    try:
        content = read_bytes(path) if data is None else data
        file.hash = digest(content)
        file.source = Source.of(content)
        root, faults = parse_tree(file.source, pure)
    except YamlFault as fault:
        file.fault(fault)
        return file
    for one in faults:
        file.fault(one)
    file.root = root
    if root is None:
        file.report("E102", "the file is empty", 0, 0, advice="`mhaquiz deck new` writes a first deck")
        return file
    scan_traps(file)
    if path.parent.name == "misconceptions" and root.kind == "mapping" and "cards" not in root.values:
        SHARED.read(root, file)  # misconceptions that decks share; there are no cards to make
    else:
        _read_file(file, root)
    return file


def _read_file(file: DeckFile, root: Node) -> None:
    number = root.values.get("mhaquiz") if root.kind == "mapping" else None
    if number is not None and FILE.by_name["mhaquiz"].shape.read(number, file) is FAILED:
        return  # of a newer format nothing else can be said
    found: dict[str, Any] = {}
    if root.kind != "mapping":
        FILE.read(root, file)
        return
    for name, node in root.values.items():
        key = FILE.by_name.get(name)
        if key is None:
            FILE.unknown(name, root, file)
        elif name != "mhaquiz":
            found[name] = key.shape.read(node, file)
    FILE.complete({**found, "mhaquiz": 1} if number is not None else found, root, file)
    if isinstance(found.get("deck"), dict) and isinstance(found.get("cards"), list):
        file.deck = _build_deck(file, root, found)


def _build_deck(file: DeckFile, root: Node, found: Mapping[str, Any]) -> Deck:
    values = {name: value for name, value in found["deck"].items() if value is not FAILED}
    defaults = _defaults(values.get("defaults", {}))
    identifier = values["id"]
    cards = _cards(file, identifier, found["cards"], defaults)
    authors = tuple(one if isinstance(one, str) else one["name"] for one in values.get("authors", ()))
    return Deck(
        id=identifier,
        title=values["title"],
        path=file.path,
        version=values.get("version", "0"),
        language=values.get("language", "en"),
        authors=authors,
        license=values.get("license", ""),
        description=values.get("description", ""),
        start=tuple(f"{identifier}/{card}" for card in values.get("start", ())),
        misconceptions=_misconceptions(file, root, found.get("misconceptions", {})),
        cards=cards,
        file_hash=file.hash,
    )


def _defaults(values: Mapping[str, Any]) -> Defaults:
    given = {name: value for name, value in values.items() if value is not FAILED}
    if "minutes" in given:
        given["minutes"] = Fraction(given["minutes"])
    return Defaults(**given)


def _cards(file: DeckFile, deck: str, raw: list[RawCard], defaults: Defaults) -> tuple[Card, ...]:
    cards: list[Card] = []
    lines: dict[str, int] = {}
    for one in raw:
        if one.kind is None or one.values is None:
            continue
        name, line = one.values["id"], one.node.line + 1
        if name in lines:
            node = one.node.values["id"]
            file.add("E107", f"the id `{name}` stands twice; the first is in line {lines[name]}", node)
            continue
        lines[name] = one.node.values["id"].line + 1
        file.places[name] = one.index
        if one.faulty:
            file.faulty.add(name)
        cards.append(build_card(deck, one.kind, one.values, defaults, line))
    return tuple(cards)


def _misconceptions(file: DeckFile, root: Node, found: Any) -> tuple[Misconception, ...]:
    """The deck's own, and those of the files it uses; its own come first and win."""
    if not isinstance(found, dict):
        return ()
    known = {name: _misconception(name, value) for name, value in found.items() if name != "use"}
    names = found.get("use", ())
    for index, name in enumerate(() if names is FAILED else names):
        path = file.path.parent / "misconceptions" / f"{name}.yaml"
        node = root.values["misconceptions"].values["use"].items[index]
        for one in _shared(file, path, node):
            known.setdefault(one.id, one)
    return tuple(one for one in known.values() if one is not None)


def _misconception(name: str, value: Any) -> Misconception | None:
    if value is FAILED:
        return None
    if isinstance(value, str):
        return Misconception(name, value)
    fix = value.get("fix", "")
    return Misconception(name, value["title"], "" if fix is FAILED else fix)


def _shared(file: DeckFile, path: Path, node: Node) -> list[Misconception]:
    """Misconceptions of a file beside the deck; its faults are reported in that file."""
    shared = DeckFile(path)
    try:
        data = read_bytes(path)
        shared.source = Source.of(data)
        root, faults = parse_tree(shared.source)
    except YamlFault as fault:
        if shared.source is None and fault.code == "E001":
            file.add("E111", f"{path.name}: {fault.reason}", node, f"it is looked for as {path}")
            return []
        root, faults = None, [fault]
    for one in faults:
        shared.fault(one)
    file.used += (path,)
    file.hash = digest(file.hash.encode(), data)
    values = SHARED.read(root, shared) if root is not None else FAILED
    file.problems += shared.problems
    if isinstance(values, Failed) or values.get("misconceptions", FAILED) is FAILED:
        return []
    found = [_misconception(name, value) for name, value in values["misconceptions"].items() if name != "use"]
    return [one for one in found if one is not None]
