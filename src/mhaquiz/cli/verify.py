"""`mhaquiz verify`: every quantity of the engine by both routes, over a grid of configurations."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from mhaquiz.cli import json_text

if TYPE_CHECKING:
    from mhaquiz.engine.grid import GridResult

BAR_WIDTH = 30
WIDEST_VALUE = 60


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `mhaquiz verify`."""
    parser.add_argument("names", nargs="*", metavar="FUNCTION", help="only these; without any, all of them")
    parser.add_argument(
        "--configurations", type=_count, default=200, metavar="N", help="configurations a function (200)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:9]) <= 100_000:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number from 1 to 100,000")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Print the table or the object; 1 where any configuration disagrees."""
    from mhaquiz.engine.grid import verify_on_grid
    from mhaquiz.engine.vocabulary import QUANTITIES, quantity_named

    for name in options.names:
        quantity_named(name)
    total = len(options.names) or len(QUANTITIES)
    results: list[GridResult] = []
    for result in verify_on_grid(tuple(options.names), options.configurations):
        results.append(result)
        _progress(len(results), total, result.name)
    _clear_progress()
    sys.stdout.write(_as_json(results) if options.json else _as_table(results))
    return 1 if any(result.disagreements for result in results) else 0


def _progress(done: int, total: int, name: str) -> None:
    """A bar on standard error, on a terminal only."""
    if sys.stderr.isatty():
        filled = BAR_WIDTH * done // total
        bar = "#" * filled + "." * (BAR_WIDTH - filled)
        sys.stderr.write(f"\r[{bar}] {done}/{total} {name:<28.28}")
        sys.stderr.flush()


def _clear_progress() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r" + " " * (BAR_WIDTH + 42) + "\r")
        sys.stderr.flush()


def _as_json(results: list[GridResult]) -> str:
    functions = [
        {
            "function": result.name,
            "configurations": result.configurations,
            "agreed": result.agreed,
            "seconds": round(result.seconds, 3),
            "disagreements": [
                {
                    "parameters": {name: _plain(value) for name, value in each.parameters.items()},
                    "closed_form": _plain(each.closed_form),
                    "measured": _plain(each.measured),
                }
                for each in result.disagreements
            ],
        }
        for result in results
    ]
    agreed = not any(result.disagreements for result in results)
    return json_text({"agreed": agreed, "functions": functions})


def _plain(value: object) -> object:
    return value if isinstance(value, (bool, int, float)) else str(value)


def _as_table(results: list[GridResult]) -> str:
    lines = [f"{'function':<28} {'configurations':>14} {'agreed':>8} {'seconds':>8}"]
    for result in results:
        lines.append(
            f"{result.name:<28} {result.configurations:>14,} {result.agreed:>8,} {result.seconds:>8.2f}"
        )
        lines.extend(_disagreement_line(result))
    wrong = sum(len(result.disagreements) for result in results)
    counted = sum(result.configurations for result in results)
    verdict = "all agreed" if not wrong else f"{wrong:,} DISAGREE"
    lines.append(f"\n{len(results)} functions, {counted:,} configurations: {verdict}")
    return "\n".join(lines) + "\n"


def _disagreement_line(result: GridResult) -> list[str]:
    """The first disagreement of a function, short."""
    if not result.disagreements:
        return []
    first = result.disagreements[0]
    shown = ", ".join(f"{name}={value}" for name, value in first.parameters.items())
    values = f"{first.closed_form} by the closed form, {first.measured} measured"
    return [f"  ! {shown[: 2 * WIDEST_VALUE]}: {values[: 2 * WIDEST_VALUE]}"]
