"""Where decks are: those that come with the program, and those of the person."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

#: The largest deck file that is read.
MAX_BYTES = 4_000_000


def file_bytes(path: Path, most: int = MAX_BYTES + 1) -> bytes:
    """The first `most` bytes of a regular file. Raises OSError: `EINVAL` for pipes, devices and folders.

    A pipe would never end and a device has no size: neither is opened.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "this is not a file", str(path))
    with path.open("rb") as file:
        return file.read(most)


def builtin_decks() -> Path:
    """The folder of the built-in decks: inside the installed package, else at the root of the source tree."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "decks"
    return installed if installed.is_dir() else package.parent.parent / "decks"


def home(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the person's own things: MHAQUIZ_HOME, else the platform's data folder."""
    chosen = environ.get("MHAQUIZ_HOME")
    if chosen:
        return Path(os.path.expanduser(chosen))  # an unknown ~user stays as it is
    import platformdirs

    return Path(platformdirs.user_data_dir("mhaquiz", appauthor=False))


def user_decks(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the person's own and added decks. It need not exist."""
    return home(environ) / "decks"


def deck_files(paths: Iterable[Path]) -> list[Path]:
    """The deck files among `paths`, each once: files as they are, folders with all their decks, sorted.

    A folder's `schema` and `misconceptions` and hidden subfolders hold no decks. A file that is there is
    kept whatever its suffix. What does not exist is kept where its name is a deck's, so that it can be
    reported, and passed over where it may be a folder.
    """
    found: dict[str, Path] = {}
    for path in paths:
        for file in _below(path) if path.is_dir() else [path]:
            if file.suffix in (".yaml", ".yml") or file.exists():
                found.setdefault(os.path.realpath(file), file)  # `resolve` raises where links go in a circle
    return list(found.values())


def _below(folder: Path) -> list[Path]:
    files: list[Path] = []
    for directory, subfolders, names in os.walk(folder):
        kept = (name for name in subfolders if name not in ("schema", "misconceptions") and name[0] != ".")
        subfolders[:] = sorted(kept)
        files += [
            Path(directory, name) for name in names if name.endswith((".yaml", ".yml")) and name[0] != "."
        ]
    return sorted(files)
