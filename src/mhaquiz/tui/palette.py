"""The app's list of commands, where the window has room for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mhaquiz.tui.looks import LookingApp

if TYPE_CHECKING:
    from textual.command import Provider

PALETTE_WIDTH, PALETTE_HEIGHT = 20, 8  # a smaller list of commands shows nothing, or fails in Textual


def commands_provider() -> type[Provider]:
    """The palette's source, imported when the palette is opened."""
    from mhaquiz.tui.commands import Commands

    return Commands


class PaletteApp(LookingApp):
    """An app with a palette of every command."""

    COMMANDS = {commands_provider}

    @property
    def _has_room_for_palette(self) -> bool:
        return self.size.width >= PALETTE_WIDTH and self.size.height >= PALETTE_HEIGHT

    def action_command_palette(self) -> None:
        """Every command by name, where the window has room for the list."""
        from mhaquiz.tui.screens.command_palette import CommandPalette

        if isinstance(self.screen, CommandPalette):
            return
        if self._has_room_for_palette:
            self.push_screen(CommandPalette(id="--command-palette"))
        else:
            self.notify("The window is too small for the list of commands.", severity="warning")

    def on_resize(self) -> None:
        from textual.command import CommandPalette

        if isinstance(self.screen, CommandPalette) and not self._has_room_for_palette:
            self.screen.dismiss()
