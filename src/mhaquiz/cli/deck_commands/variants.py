"""`mhaquiz deck variants CARD`: every draw with answer, mistakes, and the digits that tell them apart."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mhaquiz.cli import json_text
from mhaquiz.cli.deck_commands.choosing import add_target, choose, faults_told, wanted_draws
from mhaquiz.cli.deck_commands.tables import table_lines
from mhaquiz.deck.cards import Card
from mhaquiz.deck.display import counted, show
from mhaquiz.deck.mistake_names import mistake_name, mistakes_of
from mhaquiz.deck.variants import Draw

if TYPE_CHECKING:
    from mhaquiz.quiz.variants import Variant


def arguments(parser: argparse.ArgumentParser) -> None:
    add_target(parser)
    parser.add_argument(
        "--with", dest="values", action="append", default=[], metavar="NAME=VALUE", help="only these"
    )
    parser.add_argument(
        "--limit", type=int, default=40, metavar="N", help="rows shown of each card (default 40)"
    )
    parser.add_argument("--json", action="store_true", help="one object a draw, all of them")


def run(options: argparse.Namespace) -> int:
    chosen = choose(options.target, options.card)
    for card in chosen.cards:
        with faults_told(chosen, card):
            found = wanted_draws(card, options.values)
            if options.json:
                text = "".join(json_text(row_object(card, draw)) for draw in found)
            else:
                text = "\n".join([*card_lines(card, found, options.limit), "", ""])
        sys.stdout.write(text)
    return 0


def card_lines(card: Card, found: list[Draw], limit: int) -> Iterator[str]:
    """The card's table."""
    yield f"{card.key}: {counted(len(found), 'variant')}"
    rows = [row_object(card, draw) for draw in found[:limit]]
    names = [name for name, _ in card.params]
    mistakes = list(rows[0]["mistakes"]) if rows else []
    header = [*names, "region", "answer", *mistakes, "digits"]
    lines = [
        [show(draw.values[name]) for name in names]
        + [row["region"] or "", row["answer"], *row["mistakes"].values(), str(row["digits"] or "")]
        for draw, row in zip(found, rows, strict=False)
    ]
    yield from table_lines(*_without_empty(header, lines))
    if len(found) > limit:
        yield f"… {len(found) - limit:,} more (--limit)"


def _without_empty(header: list[str], lines: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """The columns in which something stands."""
    kept = [index for index in range(len(header)) if any(line[index] for line in lines)]
    return [header[index] for index in kept], [[line[index] for index in kept] for line in lines]


def row_object(card: Card, draw: Draw) -> dict[str, Any]:
    """One draw: its values as text, the answer, the mistakes by name, the digits needed."""
    from mhaquiz.quiz.telling_apart import digits_needed
    from mhaquiz.quiz.variants import restore

    variant = restore(card, {name: draw.values[name] for name, _ in card.params}, showing=0)
    wrong = [one.value for one in variant.mistakes]
    return {
        "values": {name: show(value) for name, value in draw.values.items()},
        "region": draw.region,
        "answer": variant.expected_text,
        "mistakes": _mistakes(variant),
        "digits": None if isinstance(variant.expected, frozenset) else digits_needed(variant.expected, wrong),
    }


def _mistakes(variant: Variant) -> dict[str, str]:
    known = mistakes_of(variant.card)
    return {mistake_name(known, one.index): one.shown for one in variant.mistakes}
