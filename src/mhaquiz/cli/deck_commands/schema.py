"""`mhaquiz deck schema`: the JSON Schema of deck files, for editors."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from mhaquiz.cli import json_text
from mhaquiz.deck.schema import deck_schema, schema_text, shared_schema


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--output", metavar="FILE", type=Path, help="write it there instead of printing it")
    parser.add_argument("--misconceptions", action="store_true", help="the schema of shared misconceptions")
    parser.add_argument("--markdown", action="store_true", help="the same table as a page to read")
    parser.epilog = (
        "Put `# yaml-language-server: $schema=PATH` on the first line of a deck, and editors with the YAML "
        "language server complete keys and mark wrong ones."
    )


def run(options: argparse.Namespace) -> int:
    if options.output is None and not options.markdown:
        sys.stdout.write(json_text(_schema(options.misconceptions), indent=1))
        return 0
    text = _page() if options.markdown else schema_text(_schema(options.misconceptions))
    if options.output is None:
        sys.stdout.write(text)
    else:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(text, encoding="utf-8")
    return 0


def _schema(misconceptions: bool) -> dict[str, Any]:
    return shared_schema() if misconceptions else deck_schema()


def _page() -> str:
    from mhaquiz.deck.key_docs import markdown

    return markdown()
