"""How the terminal's bytes are read: one that is no text is passed over and ends nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver


def forgiving(driver: type[Driver]) -> type[Driver]:
    """The driver, able to read on where a terminal sends what is not UTF-8; others than that of a terminal
    are left as they are.
    """
    try:
        from textual.drivers.linux_driver import LinuxDriver
    except ImportError:  # no such terminals here
        return driver
    if driver is not LinuxDriver:
        return driver

    class ForgivingDriver(LinuxDriver):
        def run_input_thread(self) -> None:
            """A Latin-1 keyboard, or an old report of the mouse: what came with that byte is dropped."""
            while not self.exit_event.is_set():
                try:
                    super().run_input_thread()
                except UnicodeDecodeError:
                    continue

    return ForgivingDriver
