"""What the screens work on: the decks, the person's profile, the clock. Loaded when first asked for.

The command line makes one and hands it to `open_home`; nothing here imports Textual, so that a desk can be
filled while the terminal is being set up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.clock import Clock
    from mhaquiz.memory.profile import Profile


@dataclass
class Desk:
    """`load_library` and `open_profile` are called once, on first use."""

    load_library: Callable[[], Library]
    open_profile: Callable[[], Profile]
    clock: Clock
    seed: int = 0
    decks: Sequence[str] = field(default_factory=tuple)

    @cached_property
    def library(self) -> Library:
        return self.load_library()

    @cached_property
    def profile(self) -> Profile:
        return self.open_profile()
