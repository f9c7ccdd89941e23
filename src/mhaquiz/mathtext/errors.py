"""The one error of this room: where a formula cannot be read, and why."""

from __future__ import annotations


class MathTextError(ValueError):
    """A formula that cannot be read. `position` counts characters from 0, `line` and `column` from 1."""

    def __init__(self, reason: str, source: str, position: int) -> None:
        self.reason = reason
        self.position = min(position, len(source))
        before = source[: self.position]
        self.line = before.count("\n") + 1
        self.column = self.position - (before.rfind("\n") + 1) + 1
        super().__init__(f"line {self.line}, column {self.column}: {reason}")
