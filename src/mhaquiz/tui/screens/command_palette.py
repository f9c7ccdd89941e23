"""Textual's palette of commands, at rest when idle, and without its fall at a page key that comes early."""

from __future__ import annotations

from textual import command
from textual.widgets import LoadingIndicator


class CommandPalette(command.CommandPalette):
    """As Textual's, by the same name, so that its styles hold."""

    def on_mount(self) -> None:
        """The sign of being busy is drawn anew sixteen times a second though nobody sees it: it may stand."""
        self.query_one(LoadingIndicator).auto_refresh = None

    def _action_command_list(self, action: str) -> None:
        if self.query_one(command.CommandList).scrollable_content_region.height:
            super()._action_command_list(action)
