"""All controls of a lab, made from the table of its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from mhaquiz.deck.lab_reading import legal_stops
from mhaquiz.deck.lab_table import Setting, SettingKind, find_lab
from mhaquiz.tui.widgets.controls import CheckBoxes, Control, Slider
from mhaquiz.tui.widgets.text_knob import TextKnob

_FLAG = (False, True)


class Knobs(VerticalScroll, can_focus=False, inherit_bindings=False):
    """One control a setting. In a narrow window only the one in use shows (class `-strip`)."""

    def __init__(self, lab: str) -> None:
        super().__init__()
        self.lab = lab
        self.controls = [control_for(setting) for setting in find_lab(lab).settings]
        self.current = 0

    def compose(self) -> ComposeResult:
        yield from self.controls

    def show(self, settings: Mapping[str, Any]) -> None:
        """Show the settings, and for each slider the stops that are legal while the others stand so."""
        for control in self.controls:
            self._show(control, settings)

    def _show(self, control: Control, settings: Mapping[str, Any]) -> None:
        value = settings[control.key]
        if isinstance(control, Slider):
            setting = find_lab(self.lab).setting(control.key)
            stops = (
                _FLAG if setting.kind is SettingKind.FLAG else legal_stops(self.lab, settings, control.key)
            )
            control.show(((None, *stops) if setting.optional else stops), value)
        elif isinstance(control, CheckBoxes):
            control.offer(_boxes(control, settings))
            control.show(value if isinstance(value, list | tuple) else (value,))
        elif isinstance(control, TextKnob):
            control.show(
                " ".join(value) if isinstance(value, list | tuple) else "" if value is None else str(value)
            )

    def focus_control(self, by: int = 0) -> None:
        """Move the focus to the next or previous control, round the end."""
        self.current = (self.current + by) % len(self.controls)
        self.strip(self.has_class("-strip"))
        self.screen.set_focus(self.controls[self.current])

    def strip(self, on: bool) -> None:
        """Show all controls, or only the current one."""
        self.set_class(on, "-strip")
        for index, control in enumerate(self.controls):
            control.display = not on or index == self.current

    def on_descendant_focus(self) -> None:
        focused = self.screen.focused
        if isinstance(focused, Control) and focused in self.controls:
            self.current = self.controls.index(focused)


def control_for(setting: Setting) -> Control:
    """The control that suits a kind of setting."""
    label = setting.name
    if setting.kind in (SettingKind.CHOICES, SettingKind.INTEGERS):
        return CheckBoxes(setting.name, label, setting.values)
    if setting.kind in (SettingKind.WORDS, SettingKind.TEXT):
        return TextKnob(setting.name, label)
    return Slider(setting.name, label)


def _boxes(control: CheckBoxes, settings: Mapping[str, Any]) -> tuple[object, ...]:
    """Boxes for a list of numbers: one a head; otherwise the names of the table."""
    if control.key == "off":
        return tuple(range(int(settings.get("n_heads", 1))))
    return control.names
