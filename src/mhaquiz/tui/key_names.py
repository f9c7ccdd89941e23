"""How keys are written for people, and the pages made from the table of keys."""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterator

from mhaquiz.tui.keys import KEYS, PLACES, TYPED, Key

_NAMES = {
    "enter": "Enter", "escape": "Esc", "space": "Space", "tab": "Tab", "shift+tab": "Shift+Tab",
    "backspace": "Backspace", "up": "↑", "down": "↓", "left": "←", "right": "→", "pageup": "PgUp",
    "pagedown": "PgDn", "home": "Home", "end": "End",
}  # fmt: skip


_OWN_NAMES = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at", "hyphen_minus": "minus",
    "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip


def _name_of(char: str) -> str:
    """What Textual calls the key of a character that is no letter or digit."""
    name = unicodedata.name(char).lower().replace("-", "_").replace(" ", "_")
    return _OWN_NAMES.get(name, name)


#: Keys with a name that type a character; every other such key is one character itself.
PUNCTUATION = {_name_of(char): char for char in string.punctuation}


def types(key: str) -> bool:
    """Whether a key types a character where there is a line to type on."""
    return len(key) == 1 or key == "space" or key in PUNCTUATION


def shown(key: str) -> str:
    """How one key is written for people: `f1` → `F1`, `ctrl+p` → `Ctrl+P`."""
    if (name := _NAMES.get(key) or PUNCTUATION.get(key)) is not None:
        return name
    if key.startswith("ctrl+"):
        return "Ctrl+" + key[5:].upper()
    return key.upper() if len(key) > 1 and key[0] == "f" and key[1:].isdigit() else key


_ALSO = {"esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "del": "delete"}
_ALONE = frozenset(
    {"enter", "escape", "space", "tab", "backspace", "delete", "insert", "up", "down", "left", "right"}
    | {"pageup", "pagedown", "home", "end"}
    | {f"f{number}" for number in range(1, 25)}
)


def read_key(text: str) -> str | None:
    """A key as a person writes it, in Textual's words: `?`, `F2`, `Ctrl+T`, `PgDn`; None where it is none."""
    text = text.strip()
    if len(text) == 1:
        return text if text.isalnum() else _name_of(text) if text in string.punctuation else None
    *held, last = text[:40].lower().split("+")
    last = _ALSO.get(last, last)
    if held and (not set(held) <= {"ctrl", "shift", "alt"} or len(set(held)) < len(held)):
        return None
    known = last in _ALONE or (last in PUNCTUATION and not held) or _is_letter(last, held)
    return "+".join([*sorted(held), last]) if known else None


def _is_letter(key: str, held: list[str]) -> bool:
    """Whether a letter or digit goes with Ctrl or Alt; Shift alone makes it another letter."""
    return len(key) == 1 and key.isascii() and key.isalnum() and bool({"ctrl", "alt"} & set(held))


def all_shown(keys: str) -> str:
    """All keys of one command, digits folded into a range: `1,2,3` → `1–3`."""
    names = keys.split(",")
    digits = [name for name in names if len(name) == 1 and name.isdigit()]
    if len(digits) > 2 and digits == names:
        return f"{digits[0]}–{digits[-1]}"
    return " ".join(shown(name) for name in names)


def working(all_keys: str, typing: bool) -> str:
    """A command's keys, without those that type a character where one is `typing`."""
    return ",".join(name for name in all_keys.split(",") if not typing or not types(name))


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
        "Made from `src/mhaquiz/tui/keys`; a test keeps the two the same.",
        "Letters are commands only where nothing is typed.",
        "",
        "## Your own keys",
        "",
        "A file `keymap.toml` in your mhaquiz folder (`MHAQUIZ_HOME`, else the platform's data folder) gives",
        "commands other keys. A line is an id of the tables below and a key, or a list of up to eight keys:",
        "",
        "```toml",
        "[home]",
        'quiz = "x"',
        "[study]",
        'hint = ["f2", "ctrl+t"]',
        "```",
        "",
        "The keys given replace the usual ones. Keys are written as `x`, `?`, `F2`, `Ctrl+T`,",
        "`Shift+Tab`, `Enter`, `Esc`, `Space`, `PgUp`; `G` is another key than `g`. A line with an",
        "unknown id, with what is no key, or with a key that another command has in the same place is left",
        "out, and a note at the start says so. Help (F1) and the key bar show the keys as you have them.",
    ]
    for place, title, keys in by_place():
        lines += ["", f"## {title}", "", "| key | does | id |", "|---|---|---|"]
        lines += [
            f"| {all_shown(working(key.keys, place in TYPED))} | {key.help} | `{key.id}` |" for key in keys
        ]
    return "\n".join(lines) + "\n"
