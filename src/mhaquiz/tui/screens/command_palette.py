"""Textual's palette of commands, without its fall at a page key that comes before the list is drawn."""

from __future__ import annotations

from textual import command


class CommandPalette(command.CommandPalette):
    """As Textual's, by the same name, so that its styles hold."""

    def _action_command_list(self, action: str) -> None:
        if self.query_one(command.CommandList).scrollable_content_region.height:
            super()._action_command_list(action)
