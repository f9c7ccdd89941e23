"""Decks from elsewhere: fetched into a folder of their own below the user's decks, never run, checked before.

Only deck files and files of shared misconceptions are taken, as plain bytes; links, programs and everything
else stay behind. What a deck replaces is kept until the new version has passed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from mhaquiz.deck.fetching import MAX_FILES, AddError, fetch, is_address
from mhaquiz.deck.places import MAX_BYTES, deck_files, file_bytes

if TYPE_CHECKING:
    from mhaquiz.deck.checks import Checked
    from mhaquiz.deck.messages import Problem

ORIGIN = ".origin.json"
FOLDER = "added"


@dataclass(frozen=True, slots=True)
class Added:
    """One source of decks: its folder, the address it came from, the versions it had when it was taken."""

    folder: Path
    source: str
    versions: Mapping[str, str]


def read_origins(user_folder: Path) -> list[Added]:
    """Every source that was added, by folder name. A damaged record is passed over; its decks stay."""
    found = []
    for path in sorted((user_folder / FOLDER).glob(f"*/{ORIGIN}")):
        try:
            kept = json.loads(file_bytes(path))
            versions = {str(key): str(value) for key, value in kept["versions"].items()}
            found.append(Added(path.parent, str(kept["source"]), versions))
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            continue  # the decks are still read; only `update` does not know where they came from
    return found


def add(
    source: str,
    user_folder: Path,
    *,
    check: Callable[[list[Path]], Checked],
    installed: Mapping[str, Path],
    replacing: bool = False,
) -> Added:
    """Fetch, check and take the decks of a path or git address. Raises AddError.

    `installed` names the files of the deck ids there are. An id that another source has is refused, or with
    `replacing` that source goes; learners' histories hang on the ids and stay.
    """
    if not source.strip():  # pathlib takes it for the folder one happens to be in
        raise AddError("name a deck file, a folder or a git address; `.` is the current folder")
    source = _without_scheme(source)
    with _fetched(source) as (folder, name):
        files = list(_plain_files(folder))
        if not files:
            raise AddError(f"{source} holds no deck: no .yaml file with a deck in it")
        source = str(Path(source).expanduser().resolve()) if Path(source).expanduser().exists() else source
        target = user_folder / FOLDER / _free_name(user_folder, name, source)
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".new-") as fresh:
            staged = Path(fresh) / target.name
            _copy(files, folder, staged)
            run = check([staged])
            original = _originals(source, name)
            added = Added(target, source, _versions(run, source, lambda path: original(path, staged)))
            given_up = _given_up(added, user_folder, installed, replacing)
            _record(staged, added)
            _put(staged, target)
            for other in given_up:
                shutil.rmtree(other.folder)
    return added


def remove(added: Added) -> None:
    """Take a source's folder away, in one step as far as a reader of the decks can see."""
    with tempfile.TemporaryDirectory(dir=added.folder.parent, prefix=".old-") as grave:
        os.replace(added.folder, Path(grave) / added.folder.name)


def _given_up(
    added: Added, user_folder: Path, installed: Mapping[str, Path], replacing: bool
) -> tuple[Added, ...]:
    """The sources that make room for a new one. Raises AddError where a deck id is taken and must stay so."""
    origins = read_origins(user_folder)
    given_up: dict[Path, Added] = {}
    for identifier in added.versions:
        path = installed.get(identifier)
        if path is None or path.is_relative_to(added.folder):
            continue
        owner = next((one for one in origins if path.is_relative_to(one.folder)), None)
        taken = f"the deck id `{identifier}` is taken by {path}"
        if owner is None:
            raise AddError(f"{taken}; give one of them another id")
        if not set(owner.versions) <= set(added.versions):
            raise AddError(f"{taken}, one of several decks from {owner.source}; give one another id")
        if not replacing:
            raise AddError(f"{taken}, from {owner.source}; --replace puts the new one in its place")
        given_up[owner.folder] = owner
    return tuple(given_up.values())


def _free_name(user_folder: Path, name: str, source: str) -> str:
    """The folder's name; where another source has it, one with a part of the address's hash."""
    taken = {added.folder.name: added.source for added in read_origins(user_folder)}
    if taken.get(name, source) == source:
        return name
    return f"{name}-{blake2b(source.encode(), digest_size=3).hexdigest()}"


@contextmanager
def _fetched(source: str) -> Iterator[tuple[Path, str]]:
    """A folder with the source's files, and the name its decks get."""
    path = Path(source).expanduser()
    if path.exists() and not _is_bare(path):
        name = path.stem if path.is_file() else path.resolve().name
        with tempfile.TemporaryDirectory() as folder:
            if path.is_file():
                shutil.copyfile(path, Path(folder) / path.name)
                _with_misconceptions(path, Path(folder))
                yield Path(folder), _safe(name)
            else:
                yield path, _safe(name)
        return
    if not (is_address(source) or path.exists()):
        known = "https://…, ssh://…, git://…, git@host:path"
        raise AddError(f"{source} is neither a path nor an address ({known})")
    with tempfile.TemporaryDirectory() as folder:
        fetched = Path(folder) / "decks"
        fetched.mkdir()
        fetch(source, Path(folder) / "store", fetched, local=path if path.exists() else None)
        yield fetched, _safe(source.rstrip("/").rsplit("/", 1)[-1].removesuffix(".git"))


def _without_scheme(source: str) -> str:
    """The path of a `file://` address; every other source as it is."""
    return unquote(source.removeprefix("file://")) if source.startswith("file:///") else source


def _is_bare(path: Path) -> bool:
    """Whether a folder is a repository without a working tree: its decks are in git only."""
    return all((path / part).exists() for part in ("HEAD", "objects", "refs"))


def _with_misconceptions(path: Path, folder: Path) -> None:
    shared = path.parent / "misconceptions"
    if shared.is_dir():
        shutil.copytree(shared, folder / "misconceptions", symlinks=True)


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:60] or "decks"


def _plain_files(folder: Path) -> Iterator[Path]:
    """Deck files and shared misconceptions: real files, bounded in size and number."""
    count = 0
    for directory, subfolders, names in os.walk(folder, followlinks=False):
        subfolders[:] = sorted(name for name in subfolders if name[0] != "." and name != "schema")
        for name in sorted(names):
            path = Path(directory, name)
            if path.suffix not in (".yaml", ".yml") or path.is_symlink() or not path.is_file():
                continue
            if path.stat().st_size <= MAX_BYTES and _is_ours(path):
                count += 1
                if count > MAX_FILES:
                    raise AddError(f"more than {MAX_FILES} deck files")
                yield path


def _is_ours(path: Path) -> bool:
    """Whether a YAML file is a deck or shared misconceptions: other YAML files beside them are no fault."""
    return re.search(rb"(?m)^\xef?\xbb?\xbf?mhaquiz[ \t]*:", path.read_bytes()) is not None


def _copy(files: list[Path], folder: Path, staged: Path) -> None:
    for path in files:
        target = staged / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target, follow_symlinks=False)


def _originals(source: str, name: str) -> Callable[[Path, Path], Path]:
    """Where a file that was copied comes from, as its author knows it; of git the path in the repository."""
    path = Path(source)
    if path.is_file():
        return lambda copy, staged: path if copy.name == path.name else path.parent / copy.relative_to(staged)
    root = path if path.is_dir() and not _is_bare(path) else Path(name)
    return lambda copy, staged: root / copy.relative_to(staged)


def _versions(run: Checked, source: str, original: Callable[[Path], Path]) -> dict[str, str]:
    """The versions of the decks by id. Raises AddError where the check found an error."""
    errors = tuple(_as_authored(one, run, original) for one in run.problems if one.is_error)
    if errors:
        raise AddError(f"{source} was not taken: the check found errors", errors)
    if not run.decks:
        raise AddError(f"{source} holds no deck: no .yaml file with a deck in it")
    return {deck.id: deck.version for deck in run.decks}


def _as_authored(problem: Problem, run: Checked, original: Callable[[Path], Path]) -> Problem:
    """The problem with its author's paths; one may name another deck, whose copy is gone when it is read."""
    message = problem.message
    for deck in run.decks:
        message = message.replace(str(deck.path), str(original(deck.path)))
    return replace(problem, message=message, path=original(problem.path))


def _record(staged: Path, added: Added) -> None:
    kept = {"source": added.source, "versions": dict(added.versions), "files": len(deck_files([staged]))}
    (staged / ORIGIN).write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _put(staged: Path, target: Path) -> None:
    """Put the new folder in the place of the old one, which is removed only when that is done."""
    old = staged.parent / "old"
    if target.exists():
        os.replace(target, old)
    try:
        os.replace(staged, target)
    except OSError:
        if old.exists():
            os.replace(old, target)
        raise
