"""Searches for better results that a lab offers, long enough for a thread of their own. Free of numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from mhaquiz.deck.display import counted

Stop: TypeAlias = Callable[[], bool]
Progress: TypeAlias = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Search:
    """A search from one run of a lab.

    `run(result, should_stop, progress)` gives what was found, or None where it was stopped; `progress` hears
    shares up to 1. What was found holds for every run with the same `concerns(result)`. `begins` and `ends`
    are said; `told(found)` says what was found, by line.
    """

    begins: str
    ends: str
    concerns: Callable[[Any], tuple[object, ...]]
    run: Callable[[Any, Stop, Progress], tuple[float, ...] | None]
    told: Callable[[tuple[float, ...]], Sequence[str]]


#: What the searched curve depends on; the present head count and the context do not change it.
_CURVE_PARTS = ("jobs", "tokens", "sharpness", "masked", "head_dim")


def _curve_concerns(result: Any) -> tuple[object, ...]:
    return tuple(getattr(result.chosen, part) for part in _CURVE_PARTS)


def _search_curve(result: Any, should_stop: Stop, progress: Progress) -> tuple[float, ...] | None:
    from mhaquiz.labs import rank_ceiling

    return rank_ceiling.optimise_curve(result.chosen, should_stop, progress)


def _told_curve(found: tuple[float, ...]) -> Sequence[str]:
    from mhaquiz.labs.rank_ceiling.model import HEAD_COUNTS

    return [
        f"{counted(count, 'head'):>9}  {score:.3f}" for count, score in zip(HEAD_COUNTS, found, strict=True)
    ]


#: The search of each lab that has one. What it reaches is a lower bound; nothing may call it more.
SEARCHES: Mapping[str, Search] = MappingProxyType(
    {
        "rank-ceiling": Search(
            "Searching scores of each rank that give better attention",
            "the best found so far by a local search: heads of these ranks can do at least so much.",
            _curve_concerns,
            _search_curve,
            _told_curve,
        )
    }
)
