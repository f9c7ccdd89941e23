"""`mhaquiz deck …`: the author's workbench, one thin module a subcommand."""

from __future__ import annotations

import argparse
from importlib import import_module

#: Every subcommand in the order that help shows them: its line, and the module that does it.
SUBCOMMANDS: dict[str, str] = {
    "new": "write a first deck that passes every check",
    "check": "every fault of a deck, with its place and what to do",
    "explain": "what a message code means, with an example",
    "preview": "a card in the terminal, as a learner sees it",
    "watch": "check and preview again at every save",
    "test": "run the author's tests",
    "variants": "every draw of a card: answer, mistakes, digits needed",
    "stats": "what the numbers say about a deck, or about a class",
    "suggest": "what learners typed that no mistake explains",
    "schema": "the JSON Schema for editors",
    "rename": "give a card another id and keep its history",
    "orphans": "histories whose card is gone",
    "add": "take in a deck from a path or a git address",
    "update": "fetch newer versions of added decks",
    "remove": "take out a deck that was added; its history stays",
    "list": "the decks there are",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    lines = [f"  {name:<10}{line}" for name, line in SUBCOMMANDS.items()]
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.usage = "mhaquiz deck SUBCOMMAND [options]"
    parser.epilog = "\n".join(["subcommands:", *lines, "", "`mhaquiz deck SUBCOMMAND --help` explains one."])
    parser.add_argument(
        "subcommand", metavar="SUBCOMMAND", choices=tuple(SUBCOMMANDS), help="one of those below"
    )
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)


def run(options: argparse.Namespace) -> int:
    from mhaquiz.command_table import OneLineParser

    name = options.subcommand
    module = import_module(f"mhaquiz.cli.deck_commands.{name.replace('-', '_')}")
    line = SUBCOMMANDS[name]
    parser = OneLineParser(
        prog=f"mhaquiz deck {name}", description=f"{line[0].upper()}{line[1:]}.", allow_abbrev=False
    )
    module.arguments(parser)
    return int(module.run(parser.parse_args(options.rest)))
