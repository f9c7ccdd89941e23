"""`mhaquiz sheet`: a one-page revision sheet of what is weak, as Markdown or HTML."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mhaquiz.cli.context import load_decks, open_profile, wanted_cards
from mhaquiz.cli.options import add_decks, add_filters, filters, whole


def arguments(parser: argparse.ArgumentParser) -> None:
    add_decks(parser)
    parser.add_argument("--cards", type=whole(1, 200), default=14, metavar="N", help="how many (default 14)")
    parser.add_argument("--format", choices=("markdown", "html"), default="markdown", help="default markdown")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write there instead of standard output")
    add_filters(parser)


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory.clock import system_clock
    from mhaquiz.plain.html import page
    from mhaquiz.plain.prose import clean
    from mhaquiz.quiz.sheet import make_sheet

    library = load_decks(options.decks)
    cards = wanted_cards(library, options.decks, filters(options).accepts)
    with open_profile() as profile:
        sheet = make_sheet(profile, library, cards, system_clock(), options.cards)
    text = clean(sheet.markdown())
    text = page("Revision sheet", [text]) if options.format == "html" else text
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0
