"""How keys are written for people, and the pages made from the table of keys."""

from __future__ import annotations

from collections.abc import Iterator

from mhaquiz.tui.keys import KEYS, PLACES, Key

_NAMES = {
    "question_mark": "?", "slash": "/", "minus": "-", "plus": "+", "equals_sign": "=", "enter": "Enter",
    "escape": "Esc", "space": "Space", "tab": "Tab", "shift+tab": "Shift+Tab", "backspace": "Backspace",
    "up": "↑", "down": "↓", "left": "←", "right": "→", "pageup": "PgUp", "pagedown": "PgDn",
    "home": "Home", "end": "End",
}  # fmt: skip


#: Keys with a name that type a character; every other such key is one character itself.
_TYPING = ("question_mark", "slash", "space", "minus", "plus", "equals_sign")


def types(key: str) -> bool:
    """Whether a key types a character where there is a line to type on."""
    return len(key) == 1 or key in _TYPING


def shown(key: str) -> str:
    """How one key is written for people: `f1` → `F1`, `ctrl+p` → `Ctrl+P`."""
    if key in _NAMES:
        return _NAMES[key]
    if key.startswith("ctrl+"):
        return "Ctrl+" + key[5:].upper()
    return key.upper() if len(key) > 1 and key[0] == "f" and key[1:].isdigit() else key


def all_shown(keys: str) -> str:
    """All keys of one command, digits folded into a range: `1,2,3` → `1–3`."""
    names = keys.split(",")
    digits = [name for name in names if len(name) == 1 and name.isdigit()]
    if len(digits) > 2 and digits == names:
        return f"{digits[0]}–{digits[-1]}"
    return " ".join(shown(name) for name in names)


def by_place() -> Iterator[tuple[str, str, list[Key]]]:
    """Every place with its title and its keys, in the order of the help screen."""
    for place, title in PLACES.items():
        if keys := [key for key in KEYS if place in key.places]:
            yield place, title, keys


def markdown() -> str:
    """The page docs/keys.md."""
    lines = [
        "# Keys",
        "",
        "Made from `src/mhaquiz/tui/keys.py`; a test keeps the two the same.",
        "Letters are commands only where nothing is typed.",
    ]
    for _, title, keys in by_place():
        lines += ["", f"## {title}", "", "| key | does | id |", "|---|---|---|"]
        lines += [f"| {all_shown(key.keys)} | {key.help} | `{key.id}` |" for key in keys]
    return "\n".join(lines) + "\n"
