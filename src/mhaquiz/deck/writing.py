"""Files written whole or not at all: a full disk leaves no half of a deck, and never takes what was there."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet. Raises FileExistsError, or OSError and leaves none."""
    file = path.open("xb")
    try:
        with file:
            file.write(content)
    except OSError as error:
        path.unlink()
        raise _of(path, error) from error


def write_whole(path: Path, content: bytes) -> None:
    """Write over a file, or the file that a link leads to: into a neighbour first, then in its place.

    A link to a pipe or a device is replaced itself: what it leads to is not ours.
    """
    target = Path(os.path.realpath(path)) if path.is_file() else path
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if target.exists():
            shutil.copymode(target, name)
        os.replace(name, target)
    except OSError as error:
        os.unlink(name)
        raise _of(path, error) from error


def _of(path: Path, error: OSError) -> OSError:
    """The error with the file that was to be written: a full disk names none, or the neighbour."""
    return OSError(error.errno, error.strerror, str(path))
