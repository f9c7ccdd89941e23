"""The table of message codes, read from `codes.toml` beside this module when one of them is wanted."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import NamedTuple


class Code(NamedTuple):
    """`help` mends it where a message says no more; `wrong` and `right` are lines of a deck, or empty."""

    summary: str
    help: str
    explanation: str
    wrong: str = ""
    right: str = ""


def _load() -> dict[str, Code]:
    text = resources.files("mhaquiz.deck").joinpath("codes.toml").read_text(encoding="utf-8")
    return {code: Code(**entry) for code, entry in tomllib.loads(text).items()}


CODES: dict[str, Code] = _load()


def explanation(code: str) -> str:
    """What `deck explain` prints for a code that is in the table."""
    found = CODES[code]
    severity = "error" if code.startswith("E") else "warning"
    parts = [f"{severity}[{code}]: {found.summary}", "", found.explanation]
    if found.wrong:
        parts += ["", "wrong:", *_indented(found.wrong), "", "right:", *_indented(found.right)]
    return "\n".join(parts) + "\n"


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.split("\n")]
