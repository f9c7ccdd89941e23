"""The cost ledger: each cost of one layer, beside a second configuration where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from mhaquiz.plain.lab_text import decimal
from mhaquiz.tui.literal import literal
from mhaquiz.tui.pictures import BarsData, Data, Picture, ProseData, Show, all_readouts
from mhaquiz.tui.pictures.readouts import text_of
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.plots import Bar

_ROWS = (
    ("weights", "weights of the four projections"),
    ("projection_macs", "projection work, MACs a token"),
    ("score_value_macs", "score + value work, MACs a token"),
    ("crossover_context", "context where the two are equal"),
    ("score_bytes", "score tensor, bytes"),
)


def _ledger(result: Any, subject: int) -> Data:
    first = result.ledger.readouts
    second = result.second_ledger.readouts if result.second_ledger else None
    head = ["a layer of", "A", *(["B", ""] if second else [])]
    rows = [tuple(Content.styled(name, "$quiet") for name in head)]
    for name, label in _ROWS:
        one, other = (decimal(name, side[name]) if side else None for side in (first, second))
        rows.append(_row(label, one, other, second is not None))
    parts, others = first["by_matrix"], second["by_matrix"] if second else {}
    rows += [
        _row(f"  {_matrix(part)}", parts.get(part), others.get(part), second is not None)
        for part in dict.fromkeys((*parts, *others))  # a block of MLA has other matrices than plain heads
    ]
    return ProseData([Block(tuple(rows))], wide=True)


def _row(label: str, one: Any, other: Any, two: bool) -> tuple[Content, ...]:
    moved = one != other
    cells = [literal(label), literal(text_of(one), "bold")]
    if two:
        sign = Content.styled("moved", "$warn") if moved else Content.styled("same", "$quiet")
        cells += [literal(text_of(other), "bold"), sign]
    return tuple(cells)


def _matrix(part: str) -> str:
    return {"biases": part, "mla block": "MLA block"}.get(part, f"W_{part.upper()}")


def _caches(result: Any, subject: int) -> Data:
    """The K and V cache by kind, as shares of the largest."""
    ledgers = [("", result.ledger)] + ([(" (B)", result.second_ledger)] if result.second_ledger else [])
    caches = [
        (name.upper() + side, size)
        for side, one in ledgers
        for name, size in one.kv_cache_bytes.items()
        if size
    ]
    most = max(size for _, size in caches)
    bars = [Bar(name, size / most, binary(size)) for name, size in caches]
    what = f"K and V cache of all layers at {result.first.context:,} tokens, batch {result.first.batch:,}."
    latent, rotary = result.first.latent_widths
    return BarsData(bars, f"{what} MLA keeps a latent of {latent:,} and a rotary key of {rotary:,} a token.")


def binary(size: int) -> str:
    """Bytes in the largest binary unit that leaves at least one: `4 GiB`, `1.5 MiB`."""
    amount = float(size)
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if amount < 1024 or unit == "TiB":
            return f"{amount:,.4g} {unit}"
        amount /= 1024
    raise AssertionError("unreachable")


def _widths(result: Any, subject: int) -> Data:
    names = tuple(Content.styled(name, "$quiet") for name in ("width", "copies of a KV head"))
    replicas: Sequence[tuple[int, int]] = list(result.ledger.kv_replicas.items())
    rows = [(literal(text_of(width)), literal(text_of(copies))) for width, copies in replicas]
    title = Block(literal("Tensor-parallel sizes that serve", "bold"))
    return ProseData([title, Block((names, *rows), gap=True)], wide=True)


SHOW = Show(
    headline=(
        ("weights", "weights"),
        ("projection_macs", "projections"),
        ("score_value_macs", "scores + values"),
        ("crossover_context", "equal at"),
    ),
    pictures=(
        Picture("ledger", _ledger),
        Picture("caches", _caches),
        Picture("widths", _widths),
        Picture("all", all_readouts),
    ),
)
