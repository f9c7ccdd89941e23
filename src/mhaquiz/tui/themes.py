"""Two themes of the project's own, and the few colours that they need beyond Textual's.

One accent, used for keys, focus and what is chosen. Verdict colours are only ever a second sign beside a
character and a word. Every text colour keeps a contrast of 4.5:1 on every ground it is used on (a test), and
in the own themes also as a terminal with 256 colours rounds both: that is why a panel is nearly grey and the
line under the cursor a little bluer than it need be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from textual.color import Color
from textual.theme import Theme

DARK = Theme(
    name="mhaquiz-dark",
    primary="#8ab4f8",
    secondary="#8ab4f8",
    accent="#8ab4f8",
    foreground="#dfe3ea",
    background="#14171c",
    surface="#14171c",
    panel="#20242a",
    success="#7fd1a0",
    warning="#e6c07b",
    error="#f2938c",
    dark=True,
    variables={
        "quiet": "#98a1b0",
        "faint": "#3a424f",
        "code": "#d5c29b",
        "good": "#7fd1a0",
        "bad": "#f2938c",
        "warn": "#e6c07b",
        "mark": "#1f2f50",
        "line": "#2a313c",
        "input-selection-background": "#8ab4f8 30%",
        "input-cursor-background": "#dfe3ea",
        "input-cursor-foreground": "#14171c",
        "scrollbar": "#2a313c",
        "scrollbar-hover": "#3a424f",
        "scrollbar-active": "#8ab4f8",
        "scrollbar-background": "#14171c",
        "scrollbar-background-hover": "#14171c",
        "scrollbar-background-active": "#14171c",
        "scrollbar-corner-color": "#14171c",
        "block-cursor-background": "#1f2f50",
        "block-cursor-foreground": "#dfe3ea",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-background": "#20242a",
        "block-cursor-blurred-foreground": "#dfe3ea",
    },
)

LIGHT = Theme(
    name="mhaquiz-light",
    primary="#1f57b8",
    secondary="#1f57b8",
    accent="#1f57b8",
    foreground="#20252d",
    background="#fafaf7",
    surface="#fafaf7",
    panel="#eeeeea",
    success="#17663a",
    warning="#7a5200",
    error="#a32a20",
    dark=False,
    variables={
        "quiet": "#555d6b",
        "faint": "#c4c8cf",
        "code": "#6a4d12",
        "good": "#17663a",
        "bad": "#a32a20",
        "warn": "#7a5200",
        "mark": "#dbe6f8",
        "line": "#dcdcd6",
        "input-selection-background": "#1f57b8 25%",
        "input-cursor-background": "#20252d",
        "input-cursor-foreground": "#fafaf7",
        "scrollbar": "#d4d4ce",
        "scrollbar-hover": "#b9bdc5",
        "scrollbar-active": "#1f57b8",
        "scrollbar-background": "#fafaf7",
        "scrollbar-background-hover": "#fafaf7",
        "scrollbar-background-active": "#fafaf7",
        "scrollbar-corner-color": "#fafaf7",
        "block-cursor-background": "#dbe6f8",
        "block-cursor-foreground": "#20252d",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-background": "#eeeeea",
        "block-cursor-blurred-foreground": "#20252d",
    },
)


def extras(theme: Theme) -> Mapping[str, str]:
    """The colours beyond Textual's (`$quiet`, `$code` …) for a theme that is not ours, mixed from its own."""
    if theme.ansi:
        return dict.fromkeys(("quiet", "faint", "line"), "ansi_bright_black") | {
            "code": "ansi_yellow", "good": "ansi_green", "bad": "ansi_red", "warn": "ansi_yellow",
            "mark": "ansi_black",
        }  # fmt: skip
    ground, ink = _ground_and_ink(theme)
    grounds = _grounds(theme)
    return {
        "quiet": readable(ink.blend(ground, 0.25), *grounds),
        "faint": ink.blend(ground, 0.7).hex,
        "line": ink.blend(ground, 0.85).hex,
        "code": readable(Color.parse(theme.warning or theme.primary), *grounds),
        "good": readable(Color.parse(theme.success or theme.primary), *grounds),
        "bad": readable(Color.parse(theme.error or theme.primary), *grounds),
        "warn": readable(Color.parse(theme.warning or theme.primary), *grounds),
        "mark": grounds[-1].hex,
    }


def legible(theme: Theme) -> Theme:
    """A theme that is not ours with its text and accent moved just as far as reading on its panels needs."""
    if theme.ansi or theme.name in (DARK.name, LIGHT.name):
        return theme
    _, ink = _ground_and_ink(theme)
    grounds = _grounds(theme)
    accent = Color.parse(theme.accent or theme.primary)
    return replace(
        theme,
        foreground=readable(ink, *grounds),
        accent=readable(accent, *grounds),
        panel=grounds[1].hex,
    )


def _ground_and_ink(theme: Theme) -> tuple[Color, Color]:
    ground = Color.parse(theme.background or ("#121212" if theme.dark else "#e0e0e0"))
    return ground, Color.parse(theme.foreground or ("#e0e0e0" if theme.dark else "#1e1e1e"))


def _grounds(theme: Theme) -> tuple[Color, Color, Color]:
    """What text stands on: the page, bars, and the line under the cursor."""
    ground, ink = _ground_and_ink(theme)
    return ground, ground.blend(ink, 0.06), ground.blend(Color.parse(theme.primary), 0.2)


def readable(colour: Color, *grounds: Color, ratio: float = 4.5) -> str:
    """`colour`, moved towards black or white just as far as a contrast of `ratio` on all `grounds` needs."""
    away = Color.parse("#ffffff" if grounds[0].brightness < 0.5 else "#000000")
    for step in range(11):
        candidate = colour.blend(away, step / 10)
        if all(contrast(candidate, ground) >= ratio for ground in grounds):
            return candidate.hex
    return away.hex


def contrast(one: Color, other: Color) -> float:
    """The WCAG 2 contrast ratio of two opaque colours, 1 … 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Color) -> float:
    """Relative luminance of sRGB (WCAG 2.1, "relative luminance")."""
    channels = (value / 255 for value in colour.rgb)
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
