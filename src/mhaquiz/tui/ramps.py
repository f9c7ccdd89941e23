"""Colour ramps for heat maps that people with any colour vision can read, and a glyph ramp without colour.

Viridis and cividis (the anchors of matplotlib's published tables) grow steadily in lightness, so that they
stay in order in grey; the diverging ramp goes from blue over the ground to orange.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.color import Color
from rich.style import Style

LEVELS = 64
_ANCHORS = {
    "viridis": "440154 482878 3e4a89 31688e 26828e 1f9e89 35b779 6dcd59 b4de2c fde725",
    "cividis": "00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838",
    "grey": "101010 f4f4f4",
    "diverging-light": "0055c4 4d8fe0 b9d3f4 f2f2f2 f3d7b4 d98a2b a35200",
    "diverging": "2b8cff 1d5aa8 1b2b40 22262c 40301c a8641d ff9a3c",
}
GLYPHS = " .:=*%#@"  # neither of the signs, which stand before a shade


def _rgb(anchor: str) -> tuple[int, int, int]:
    return int(anchor[:2], 16), int(anchor[2:4], 16), int(anchor[4:], 16)


def mixed(anchors: Sequence[tuple[int, int, int]], share: float) -> tuple[int, int, int]:
    """The colour at `share` (0 … 1) of the way through the anchors."""
    place = share * (len(anchors) - 1)
    index = min(int(place), len(anchors) - 2)
    rest = place - index
    low, high = anchors[index], anchors[index + 1]
    red, green, blue = (round(a + (b - a) * rest) for a, b in zip(low, high, strict=True))
    return red, green, blue


@lru_cache(maxsize=8)
def colours(ramp: str) -> tuple[tuple[int, int, int], ...]:
    """LEVELS colours of a ramp, lowest value first."""
    anchors = [_rgb(anchor) for anchor in _ANCHORS[ramp].split()]
    return tuple(mixed(anchors, level / (LEVELS - 1)) for level in range(LEVELS))


def level(value: float, low: float, high: float) -> int:
    """The step of the ramp for a value; values outside the scale take its ends, NaN the lowest."""
    if high <= low or value != value:
        return 0
    return min(max(int((value - low) / (high - low) * LEVELS), 0), LEVELS - 1)


@lru_cache(maxsize=16_384)
def half_block(ramp: str, upper: int, lower: int) -> Style:
    """The style of `▀`: its ink is the upper cell, its ground the lower one."""
    table = colours(ramp)
    return Style(color=Color.from_rgb(*table[upper]), bgcolor=Color.from_rgb(*table[lower]))


@lru_cache(maxsize=1_024)
def ink(ramp: str, level: int) -> Style:
    """The colour of a level as ink, on whatever ground it is added to."""
    return Style(color=Color.from_rgb(*colours(ramp)[level]))


@lru_cache(maxsize=1_024)
def lettering(ramp: str, level: int) -> Style:
    """The style of a number in a cell: black or white, whichever stands out on its colour."""
    ground = colours(ramp)[level]
    ink = Color.from_rgb(0, 0, 0) if _luminance(ground) > _MIDDLE else Color.from_rgb(255, 255, 255)
    return Style(color=ink, bgcolor=Color.from_rgb(*ground))


#: Luminance on which black and white stand out alike: √(1.05 · 0.05) - 0.05, by the contrast ratio of WCAG.
_MIDDLE = 0.179


def _luminance(colour: tuple[int, int, int]) -> float:
    """Relative luminance, as WCAG defines it."""
    red, green, blue = ((c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=1_024)
def marker(ramp: str, level: int) -> Style:
    """The style of the cursor's sign in a cell: that of its number, in bold."""
    return lettering(ramp, level) + Style(bold=True)


def glyph(value: float, low: float, high: float, *, signed: bool) -> str:
    """Two characters for a cell without colour: a sign where the scale has one, and how much."""
    if signed:
        size = max(abs(low), abs(high)) or 1.0
        shade = GLYPHS[_step(abs(value) / size)]
        return ("-" if value < 0 and shade != GLYPHS[0] else " ") + shade
    share = (value - low) / (high - low) if high > low else 0.0
    return GLYPHS[_step(share)] * 2


def _step(share: float) -> int:
    return min(max(int(share * len(GLYPHS)), 0), len(GLYPHS) - 1)
