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

    codes = [given.upper().strip("[]") for given in options.codes]
    texts = [explanation(code) for code in codes if code in CODES]
    if not codes:
        texts = ["".join(f"{code}  {entry.summary}\n" for code, entry in CODES.items())]
    sys.stdout.write("\n".join(texts))
    unknown = [code for code in codes if code not in CODES]
    if unknown:
        sys.stdout.flush()
        raise UsageError(f"there is no code {', '.join(unknown)}.{near(unknown[0], CODES)}")
    return 0
