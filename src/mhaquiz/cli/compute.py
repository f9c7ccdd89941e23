"""`mhaquiz compute`: the engine as a calculator, for a person, for a script, and as a stream of lines."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mhaquiz.cli import printable
from mhaquiz.cli.context import CommandError, UsageError

if TYPE_CHECKING:
    from mhaquiz.cli.calculation import Calculation
    from mhaquiz.engine import ModelConfig

_encode = json.JSONEncoder(ensure_ascii=False).encode
#: Expressions are shorter; a longer line is answered with an error and skipped to its end.
LONGEST_LINE = 8_192


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
    parser.add_argument("--steps", action="store_true", help="print the derivation step by step")


def run(options: argparse.Namespace) -> int:
    """Answer one expression, or every line of standard input. Returns the exit code."""
    config = _configuration(options)
    supplied = config.parameters() if config is not None else {}
    if options.expression == "-":
        return _stream(supplied, as_json=options.json)
    from mhaquiz.cli.calculation import FAULTS, calculate

    try:
        found = calculate(options.expression, supplied)
    except FAULTS as error:
        if options.json:
            sys.stdout.write(_dump({"expression": options.expression, "error": str(error)}))
            return 1
        raise CommandError(str(error)) from None
    sys.stdout.write(_dump(_object(found, config)) if options.json else _text(found, config, options.steps))
    return 0


def _configuration(options: argparse.Namespace) -> ModelConfig | None:
    from mhaquiz.engine import EngineError, model, model_config

    try:
        if options.config is not None:
            return model_config(options.config)
        return model(options.model) if options.model is not None else None
    except EngineError as error:
        raise UsageError(str(error)) if options.config is None else CommandError(str(error)) from None


def _dump(value: object) -> str:
    return _encode(value) + "\n"


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
    if found.unit:
        answer["unit"] = found.unit
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
        lines.extend(_labelled("derived", shown))
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
    """One answer a line, each written at once: whoever asks may wait for it before asking on."""
    from mhaquiz.cli.calculation import FAULTS, calculate
    from mhaquiz.engine.derivation import result_text

    for line in _lines():
        try:
            found = calculate(line, supplied)
            answer = _dump(_short(found)) if as_json else f"{result_text(found.value)}\n"
        except FAULTS as error:
            answer = (
                _dump({"expression": line, "error": str(error)})
                if as_json
                else f"error: {printable(str(error))}\n"
            )
        sys.stdout.write(answer)
        sys.stdout.flush()
    return 0


def _lines() -> Iterator[str]:
    """The lines of standard input, bounded; what is no UTF-8 is replaced, so that the answer can say so."""
    source = sys.stdin.buffer
    while raw := source.readline(LONGEST_LINE):
        whole = raw
        while not raw.endswith(b"\n") and (raw := source.readline(LONGEST_LINE)):
            continue
        yield whole.decode("utf-8", "replace").rstrip("\r\n")
