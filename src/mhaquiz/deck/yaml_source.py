"""The text of a deck file with its lines, and the fault that says where in it something is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from mhaquiz.deck.places import MAX_BYTES

#: What may not stand in a deck file: controls, line separators that only YAML counts, direction marks, and
#: what takes no room on the screen (U+200C and U+200D stay: scripts and emoji are joined by them).
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\uf8ff\ufeff"
    "\ufffe\uffff\U000e0000-\U000e007f]"
)


class Placed(Protocol):
    """Something with a beginning and an end in the text; lines and columns count from 0."""

    line: int
    column: int
    end_line: int
    end_column: int


class YamlFault(Exception):  # noqa: N818 - it is reported, not merely raised
    """Why a file is no tree, or what is wrong in it: message code, reason, place, advice."""

    def __init__(
        self, code: str, reason: str, line: int, column: int, advice: str = "", end_column: int | None = None
    ) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.line = line
        self.column = column
        self.help = advice
        self.end_column = end_column


@dataclass(slots=True)
class Source:
    """A file's text in lines; positions are resolved against it."""

    text: str
    lines: list[str]

    @staticmethod
    def of(data: bytes) -> Source:
        """Decode a deck file: UTF-8, a byte order mark and CRLF are fine. Raises YamlFault."""
        if len(data) > MAX_BYTES:
            raise YamlFault("E009", f"the file is larger than {MAX_BYTES:,} bytes", 0, 0)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start)
            reason = f"byte {error.start + 1:,} is not UTF-8"
            raise YamlFault("E001", reason, line, 0, "save the file as UTF-8") from None
        text = text.replace("\r\n", "\n")
        return Source(text, text.split("\n"))

    def refuse_invisible(self) -> None:
        """Raise YamlFault for the first character that may not stand in a deck."""
        text, found = self.text, FORBIDDEN.search(self.text)
        if found:
            line = text.count("\n", 0, found.start())
            column = found.start() - (text.rfind("\n", 0, found.start()) + 1)
            reason = f"the character U+{ord(found.group()):04X} may not stand in a deck"
            raise YamlFault("E003", reason, line, column, "remove it; nothing invisible is needed in a deck")

    def slice(self, node: Placed) -> str:
        """The source text of a scalar, quotes included."""
        if node.line == node.end_line:
            only: str = self.lines[node.line][node.column : node.end_column]
            return only
        last: str = self.lines[node.end_line][: node.end_column] if node.end_line < len(self.lines) else ""
        return "\n".join(
            (self.lines[node.line][node.column :], *self.lines[node.line + 1 : node.end_line], last)
        )
