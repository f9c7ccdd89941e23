"""`mhaquiz compute`: the engine as a calculator, for a person, for a script, and as a stream of lines."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from mhaquiz.cli import json_text, printable
from mhaquiz.cli.context import CommandError, UsageError
from mhaquiz.deck.display import grouped

if TYPE_CHECKING:
    import io

    from mhaquiz.cli.calculation import Calculation
    from mhaquiz.engine import ModelConfig

#: Expressions are shorter; a longer line is answered with an error and skipped to its end.
LONGEST_LINE = 8_192
#: Bytes taken from standard input at a time: what is there, up to some hundreds of lines.
AT_ONCE = 16_384


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `mhaquiz compute`."""
    parser.add_argument(
        "expression",
        help="such as 'attention_weights(d_model=768, n_heads=12)'; - reads one a line",
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--model", metavar="ID", help="a real model supplies the parameters left out")
    source.add_argument("--config", metavar="FILE", help="a config.json supplies them")
    parser.add_argument("--json", action="store_true", help="print one JSON object an expression")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--steps", action="store_true", help="print the derivation step by step")
    shown.add_argument("--latex", action="store_true", help="print the derivation as one line of LaTeX")


def run(options: argparse.Namespace) -> int:
    """Answer one expression, or every line of standard input. Returns the exit code."""
    config = _configuration(options)
    supplied = config.parameters() if config is not None else {}
    if options.expression == "-":
        if options.steps or options.latex:
            raise UsageError("--steps and --latex show one expression, not a stream of lines")
        return _stream(supplied, as_json=options.json)
    from mhaquiz.cli.calculation import FAULTS, calculate

    try:
        found = calculate(options.expression, supplied)
    except FAULTS as error:
        if options.json:
            sys.stdout.write(json_text({"expression": options.expression, "error": str(error)}))
            return 1
        raise CommandError(str(error)) from None
    sys.stdout.write(_shown(found, config, options))
    return 0


def _shown(found: Calculation, config: ModelConfig | None, options: argparse.Namespace) -> str:
    if options.json:
        return json_text(_object(found, config))
    if not options.latex:
        return _text(found, config, options.steps)
    if found.derivation is None:
        raise CommandError(f"{found.expression}: there is no formula to write in LaTeX")
    return found.derivation.latex() + "\n"


def _configuration(options: argparse.Namespace) -> ModelConfig | None:
    from mhaquiz.engine import EngineError, model, model_config

    try:
        if options.config is not None:
            return model_config(options.config)
        return model(options.model) if options.model is not None else None
    except EngineError as error:
        raise UsageError(str(error)) if options.config is None else CommandError(str(error)) from None


def _object(found: Calculation, config: ModelConfig | None) -> dict[str, Any]:
    """Everything about one expression, for a script."""
    answer = _short(found)
    derivation = found.derivation
    if derivation is not None:
        answer |= {"steps": list(derivation.steps), "latex": derivation.latex()}
    if config is not None:
        answer |= {"model": config.id, "assumed": list(config.assumed)}
    if found.unmeasured:
        answer["unmeasured"] = list(found.unmeasured)
    return answer


def _short(found: Calculation) -> dict[str, Any]:
    from mhaquiz.cli.calculation import plain

    answer: dict[str, Any] = {"expression": found.expression, "value": plain(found.value)}
    answer["verified"] = found.verified
    if unit := found.unit:
        answer["unit"] = unit
    if found.derivation is not None:
        answer["derivation"] = found.derivation.line
    answer["measured"] = [
        {"function": each.name, "value": plain(each.measurement.value), "how": each.measurement.how}
        for each in found.measured
    ]
    return answer


def _text(found: Calculation, config: ModelConfig | None, steps: bool) -> str:
    """The answer for a person, within 80 columns."""
    from mhaquiz.engine.derivation import result_text

    unit = f" {found.unit}" if found.unit else ""
    lines = [f"{result_text(found.value)}{unit}", ""]
    if found.derivation is not None:
        shown = found.derivation.steps if steps else (found.derivation.line,)
        lines.extend(_labelled("derived", map(grouped, shown)))
        if not steps:
            lines.extend(_labelled("where", found.derivation.assumed))
    lines.extend(_labelled("measured", [each.second_route for each in found.measured]))
    if not found.measured:
        lines.extend(_labelled("measured", ["nothing: the expression asks for no quantity of the engine"]))
    if config is not None:
        lines.extend(_labelled("model", [config.name, *config.assumed]))
    return "\n".join(lines) + "\n"


def _labelled(label: str, texts: Any) -> list[str]:
    lines = []
    for index, text in enumerate(texts):
        head = f"  {label if index == 0 else '':<10}"
        filled = textwrap.fill(
            text, 80, initial_indent=head, subsequent_indent=" " * 14, break_on_hyphens=False
        )
        lines.append(filled)
    return lines


def _stream(supplied: Mapping[str, Any], *, as_json: bool) -> int:
    """One answer a line; all are out before more questions are waited for, as an asker may wait too."""
    from mhaquiz.cli.calculation import FAULTS, calculate
    from mhaquiz.engine.derivation import result_text

    for line in _lines(before_waiting=sys.stdout.flush):
        try:
            found = calculate(line, supplied)
            answer = json_text(_short(found)) if as_json else f"{result_text(found.value)}\n"
        except FAULTS as error:
            answer = (
                json_text({"expression": line, "error": str(error)})
                if as_json
                else f"error: {printable(str(error))}\n"
            )
        sys.stdout.write(answer)
    return 0


def _lines(before_waiting: Callable[[], object]) -> Iterator[str]:
    """The lines of standard input, bounded; what is no UTF-8 is replaced, so that the answer can say so."""
    source = cast("io.BufferedIOBase", sys.stdin.buffer)
    unfinished = b""
    while True:
        before_waiting()
        read = source.read1(AT_ONCE)
        *lines, unfinished = (unfinished + read).split(b"\n")
        yield from map(_decoded, lines)
        if not read:
            break
        unfinished = unfinished[:LONGEST_LINE]
    if unfinished:
        yield _decoded(unfinished)


def _decoded(line: bytes) -> str:
    return line[:LONGEST_LINE].decode("utf-8", "replace").rstrip("\r")
