"""The rank-ceiling lab: scores of the jobs, attention as maps, the curve over head counts, the cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mhaquiz.labs.searches import SEARCHES
from mhaquiz.tui.pictures import (
    BarsData,
    CurveData,
    Data,
    MapsData,
    Picture,
    Show,
    ShownSearch,
    ValuesData,
    all_readouts,
    rows_of,
)
from mhaquiz.tui.widgets.map_grid import Grid, Scale
from mhaquiz.tui.widgets.plots import Bar


def _jobs(result: Any) -> Sequence[str]:
    return tuple(result.job_scores)


def _scores(result: Any, subject: int) -> Data:
    bars = [Bar(job, score, f"{score:.3f}") for job, score in result.job_scores.items()]
    bars.append(Bar("mean", result.score, f"{result.score:.3f}", strong=True))
    dim, tokens = result.head_dim, len(result.chosen.tokens)
    rank = min(dim, tokens)
    note = f"Each head is {dim} wide, so its {tokens} × {tokens} scores have rank {rank} at most."
    return BarsData(bars, note)


def _maps(result: Any, subject: int) -> Data:
    job = _jobs(result)[subject]
    target, made = result.target(job), result.head_of(job).attention
    names = result.chosen.tokens
    grids = [
        Grid(f"{job}: target", rows_of(target), names, names),
        Grid("produced", rows_of(made), names, names),
        Grid("difference", rows_of(made - target), names, names, signed=True, most=1.0),
    ]
    return MapsData(grids, Scale(0.0, 1.0))


def _curve(result: Any, subject: int) -> Data:
    counts = [int(count) for count in result.readouts["curve"]]
    method = result.chosen.method
    values = result.curves[method]
    other = next((curve for name, curve in result.curves.items() if name != method), ())
    here = counts.index(result.chosen.n_heads) if result.chosen.n_heads in counts else None
    ways = ("truncated SVD", "best known")
    this, dotted = ways if method == "svd" else ways[::-1]
    title = f"mean score by head count: {this} (dotted: {dotted})"
    return CurveData([str(count) for count in counts], values, other, marked=here, title=title)


def _values(result: Any, subject: int) -> Data:
    job = _jobs(result)[subject]
    head = result.head_of(job)
    title = f"singular values: {' + '.join(head.jobs)}"
    return ValuesData(head.singular_values, head.kept, head.rank_before, title)


def _with_best(data: CurveData, best: tuple[float, ...]) -> Data:
    return replace(data, best=best)


SHOW = Show(
    headline=(
        ("weights", "weights"),
        ("head_dim", "head_dim"),
        ("idle_heads", "idle"),
        ("score", "mean"),
        ("max_logit", "max |logit|"),
    ),
    pictures=(
        Picture("scores", _scores),
        Picture("maps", _maps, _jobs),
        Picture("curve", _curve),
        Picture("ranks", _values, _jobs),
        Picture("all", all_readouts),
    ),
    search=ShownSearch(SEARCHES["rank-ceiling"], "curve", _with_best, sign="◇"),
)
