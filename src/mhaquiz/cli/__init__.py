"""The command line: one thin module for each command of the table, and nothing heavy before it is needed.

A command module has `arguments(parser)` and `run(options) -> int`. Errors are one line on standard error,
data goes to standard output; exit codes are 0, 1 for what was found wrong, 2 for usage, 130 after Ctrl+C.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module

from mhaquiz.command_table import COMMANDS, EXIT_USAGE, Command, parser_of, printable

__all__ = ["COMMANDS", "EXIT_USAGE", "Command", "json_text", "parser_of", "printable", "run"]

EXIT_OK, EXIT_WRONG, EXIT_INTERRUPTED = 0, 1, 130

_START = """\
usage: mhaquiz [command] [options]

Practise for interviews about multi-head attention: cards with fresh numbers,
wrong answers that get a name, and live models. Without a command it opens the
home screen; the first card is one key away.
"""
_END = """
`mhaquiz COMMAND --help` explains a command. Try: mhaquiz quiz --count 5 --plain
  -h, --help     show this help
  --version      show the version
"""


def json_text(value: object, indent: int | None = None) -> str:
    """`value` as JSON and a newline, in characters that standard output can take without respelling.

    What acts on a terminal, or turns a line around there, is written as an escape of JSON. Raises ValueError
    for infinities and what is no number: JSON has no word for them.
    """
    import json

    unicode = sys.stdout.encoding.lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=not unicode, indent=indent, allow_nan=False)
    if not text.isprintable():
        text = "".join(
            char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text
        )
    return text + "\n"


def help_text() -> str:
    """What `mhaquiz --help` prints: the commands under the headings of the table, within 80 columns."""
    parts = [_START]
    heading = None
    for command in COMMANDS.values():
        if command.group != heading:
            heading = command.group
            parts.append(f"\n{heading}\n")
        parts.append(f"  {command.name:<10}{command.line}\n")
    return "".join([*parts, _END])


def run(argv: list[str]) -> int:
    """Run one command line and return its exit code."""
    _open_closed_streams()
    _spell_out()
    code = _guarded(argv)
    try:
        sys.stdout.flush()
    except OSError as error:  # the reader left, or the disk is full: met here rather than at shutdown
        return _output_is_gone(error, code)
    return code


def _guarded(argv: list[str]) -> int:
    try:
        return _dispatch(argv)
    except SystemExit as stop:  # argparse: --help, or an error that has been printed
        return stop.code if isinstance(stop.code, int) else EXIT_OK
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return EXIT_INTERRUPTED
    except BrokenPipeError as error:
        return _output_is_gone(error, EXIT_OK)
    except Exception as error:
        return _complain(error)


def _open_closed_streams() -> None:
    """Python has None where a stream was closed (`>&-`): an empty one serves every command as well."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for the whole run


def _spell_out() -> None:
    """What a stream's encoding lacks (`·`, where it is ASCII) is spelled, never an error halfway through.

    Standard error keeps its encoding: the screens draw on it, and see to that themselves.
    """
    from mhaquiz.plain.ascii import HANDLER, prepare

    prepare(sys.stdout)
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors=HANDLER)


def _output_is_gone(error: OSError, code: int) -> int:
    """Nothing more can be written. A reader that left, as `| head` does, is no error; a full disk is one."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code if isinstance(error, BrokenPipeError) else _complain(error)


def _dispatch(argv: list[str]) -> int:
    if not argv:
        return _home()
    first, rest = argv[0], argv[1:]
    if first in ("-h", "--help", "help") and not rest:
        sys.stdout.write(help_text())
        return EXIT_OK
    if first in ("--version", "-V"):
        from mhaquiz import __version__

        sys.stdout.write(f"mhaquiz {__version__}\n")
        return EXIT_OK
    if first == "help":
        first, rest = rest[0], ["--help"]
    command = COMMANDS.get(first)
    if command is None:
        return _unknown(first)
    return _run_command(command, rest)


def _run_command(command: Command, rest: list[str]) -> int:
    options = parser_of(command).parse_args(rest)
    return int(import_module(command.module).run(options))


def _home() -> int:
    from mhaquiz.cli.home import run as home

    return home()


def _unknown(name: str) -> int:
    from difflib import get_close_matches

    kind = "option" if name.startswith("-") else "command"
    near = get_close_matches(name, COMMANDS, n=1)
    meant = f" Did you mean `mhaquiz {near[0]}`?" if near else " `mhaquiz --help` lists them."
    sys.stderr.write(f"mhaquiz: there is no {kind} `{printable(name)}`.{meant}\n")
    return EXIT_USAGE


def _complain(error: Exception) -> int:
    """One line for what went wrong; a fault of the program says so and how to see more of it."""
    from mhaquiz.cli.context import describe

    if os.environ.get("MHAQUIZ_DEBUG"):
        raise error
    message, code = describe(error)
    sys.stderr.write(f"mhaquiz: {printable(message)}\n")
    return code
