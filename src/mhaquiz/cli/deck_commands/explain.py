"""`mhaquiz deck explain CODE`: what a message code means, with lines wrong and right."""

from __future__ import annotations

import argparse
import sys

from mhaquiz.cli.context import UsageError, near


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "codes", nargs="*", metavar="CODE", help="such as E222; without one, all codes in a line each"
    )


def run(options: argparse.Namespace) -> int:
    from mhaquiz.deck.codes import CODES, explanation

    for given in options.codes:
        if given.upper().strip("[]") not in CODES:
            raise UsageError(f"there is no code `{given}`.{near(given.upper(), CODES)}")
    texts = [explanation(given.upper().strip("[]")) for given in options.codes]
    if not texts:
        texts = ["".join(f"{code}  {entry.summary}\n" for code, entry in CODES.items())]
    sys.stdout.write("\n".join(texts))
    return 0
