"""The one error of reading: what was typed cannot be understood, which is not the same as wrong."""

from __future__ import annotations


class Unreadable(ValueError):  # noqa: N818 - the learner made no error yet
    """Why a typed answer is not read. `at` counts the characters that were understood before the trouble."""

    def __init__(self, reason: str, at: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at

    def message(self, typed: str) -> str:
        """One plain line: how far the text was read, and why no further."""
        read = typed[: self.at].strip()
        stop = "" if self.reason.endswith(("?", ".")) else "."
        return f"Read as far as `{read}`: {self.reason}{stop}" if read else f"Not read: {self.reason}{stop}"
