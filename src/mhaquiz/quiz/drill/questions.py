"""What a question of a drill is, and the reasons that several of them share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

#: The numbers that questions draw, by name.
NUMBERS: Mapping[str, tuple[int, ...]] = {
    "n": (1024, 2048, 4096),
    "context": (4096, 8192, 16384, 32768),
    "prompt_tokens": (500, 1000, 2000),
}


@dataclass(frozen=True, slots=True)
class Ask:
    """One question: what is asked, the answer and an independent route, the mistakes people make."""

    id: str
    prompt: str
    answer: str
    verify: str
    mistakes: tuple[tuple[str, str], ...] = ()  # expression, why it is wrong
    short: str = ""
    unit: Literal["count", "bytes"] | None = "count"
    form: Literal["exact", "estimate", "set"] = "exact"
    level: Literal["L2", "L3"] = "L2"
    draws: str = ""  # the name in NUMBERS that is drawn
    when: str = "True"  # whether it says something about this model


ONLY_QKV = "Leaves out W_O."
ALL_HEADS = "Gives K and V all the query heads."
ONE_LAYER = "One layer only."
ONE_OF_KV = "K or V alone; both are cached."
SQUARE = "Holds only where heads × head width equals d_model."
