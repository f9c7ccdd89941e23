"""All controls of a lab, made from the table of its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalGroup, VerticalScroll

from mhaquiz.deck.lab_reading import legal_stops
from mhaquiz.deck.lab_table import Setting, SettingKind, find_lab
from mhaquiz.tui.lab_layout import Form
from mhaquiz.tui.widgets.check_boxes import CheckBoxes
from mhaquiz.tui.widgets.controls import LABEL, Control, Slider, written
from mhaquiz.tui.widgets.text_knob import TextKnob

_FLAG = (False, True)
_SIDE = 37  # columns beside a picture, where labels are short, with a blank at their right


class Knobs(VerticalScroll, can_focus=False, inherit_bindings=False):
    """One control a setting, in two halves: one below the other, or side by side where the window is wide.

    In a narrow window only the one in use shows (class `-strip`).
    """

    def __init__(self, lab: str) -> None:
        super().__init__()
        self.lab = lab
        self.controls = [control_for(setting) for setting in find_lab(lab).settings]
        self.current = 0
        self._shown: Mapping[str, Any] = {}
        for control in self.controls:
            control.label_width = self.label_width

    @property
    def label_width(self) -> int:
        """Cells of the labels: the pointer, the longest name, a blank."""
        return max(LABEL, 3 + max(len(control.label) for control in self.controls))

    def compose(self) -> ComposeResult:
        half = -(-len(self.controls) // 2)
        yield VerticalGroup(*self.controls[:half])
        yield VerticalGroup(*self.controls[half:])

    def show(self, settings: Mapping[str, Any]) -> None:
        """Show the settings, and for each slider the stops that are legal while the others stand so."""
        if settings == self._shown and not any(control.is_open for control in self.controls):
            return
        self._shown = dict(settings)
        for control in self.controls:
            self._show(control, settings)
        self._align()

    def _align(self) -> None:
        """All tracks as long as the longest value leaves room for."""
        sliders = [control for control in self.controls if isinstance(control, Slider)]
        longest = max((slider.value_width for slider in sliders), default=0)
        for slider in sliders:
            if slider.least_value != longest:
                slider.least_value = longest
                slider.refresh()

    def _show(self, control: Control, settings: Mapping[str, Any]) -> None:
        value = settings[control.key]
        if isinstance(control, Slider):
            setting = find_lab(self.lab).setting(control.key)
            stops = (
                _FLAG if setting.kind is SettingKind.FLAG else legal_stops(self.lab, settings, control.key)
            )
            control.show(((None, *stops) if setting.optional else stops), value)
        elif isinstance(control, CheckBoxes):
            ticked = value if isinstance(value, list | tuple) else (value,)
            control.show(ticked, _boxes(control, settings))
        elif isinstance(control, TextKnob):
            control.show(
                " ".join(value) if isinstance(value, list | tuple) else "" if value is None else str(value)
            )

    def focus_control(self, by: int = 0) -> None:
        """Move the focus to the next or previous control, round the end."""
        self.current = (self.current + by) % len(self.controls)
        self._show_current()
        self.screen.set_focus(self.controls[self.current])

    @property
    def side_width(self) -> int:
        """Columns at the side of a picture, the gap to it included."""
        return _SIDE + self.label_width - LABEL + 1

    def take(self, form: Form) -> None:
        """Show all controls, or only the current one on one line."""
        self.set_class(form is Form.STRIP, "-strip")
        self.styles.width = _SIDE + self.label_width - LABEL if form is Form.SIDE else "1fr"
        self._show_current()

    def _show_current(self) -> None:
        alone, count = self.has_class("-strip"), len(self.controls)
        for index, control in enumerate(self.controls):
            control.display = not alone or index == self.current
            control.counted = f"{index + 1} of {count}" if alone and count > 1 else ""

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
    return Slider(setting.name, label, _as_first if setting.name.endswith("_b") else written)


def _as_first(value: object) -> str:
    """A value of the second configuration, which may be that of the first."""
    return "as A" if value is None else written(value)


def _boxes(control: CheckBoxes, settings: Mapping[str, Any]) -> tuple[object, ...]:
    """Boxes for a list of numbers: one a head; otherwise the names of the table."""
    if control.key == "off":
        return tuple(range(int(settings.get("n_heads", 1))))
    return control.names
