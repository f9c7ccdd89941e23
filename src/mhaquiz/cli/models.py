"""`mhaquiz models`: real configurations listed and filtered, or one of them with its derivations."""

from __future__ import annotations

import argparse
import sys
import textwrap
from typing import TYPE_CHECKING, Any

from mhaquiz.cli import json_text
from mhaquiz.cli.context import UsageError, model_of
from mhaquiz.deck.display import counted, grouped

if TYPE_CHECKING:
    from mhaquiz.engine import ModelConfig

ATTENTIONS = ("mha", "gqa", "mqa", "mla")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `mhaquiz models`."""
    parser.add_argument("id", nargs="?", help="one model, with derivations; without it they are listed")
    parser.add_argument("--config", metavar="FILE", help="a config.json in place of a listed model")
    parser.add_argument("--attention", choices=ATTENTIONS, help="only this kind")
    parser.add_argument("--head-dim", type=int, metavar="N", help="only heads of this width")
    parser.add_argument("--tp", type=int, metavar="N", help="only where this tensor-parallel size serves")
    parser.add_argument("--find", metavar="TEXT", help="only where id, name or note contains the text")
    tiling = parser.add_mutually_exclusive_group()
    tiling.add_argument("--tiled", action="store_true", help="only where n_heads × head_dim is d_model")
    tiling.add_argument("--untiled", action="store_true", help="only where it is not")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """List, or show one. Returns the exit code."""
    from mhaquiz.engine import MODELS, model_config

    if options.id is not None and options.config is not None:
        raise UsageError("give a model or --config FILE, not both")
    if options.id is not None or options.config is not None:
        shown = model_of(options.id, None) if options.config is None else model_config(options.config)
        sys.stdout.write(json_text(as_object(shown, whole=True)) if options.json else described(shown))
        return 0
    chosen = [each for each in MODELS.values() if _wanted(each, options)]
    sys.stdout.write(json_text([as_object(each) for each in chosen]) if options.json else listed(chosen))
    return 0 if chosen else 1


def _wanted(model: ModelConfig, options: argparse.Namespace) -> bool:
    text = f"{model.id} {model.name} {model.note}".lower()
    return (
        options.attention in (None, model.attention)
        and options.head_dim in (None, model.head_dim)
        and (options.tp is None or options.tp in model.tensor_parallel_widths)
        and (not options.tiled or model.tiles_d_model)
        and (not options.untiled or not model.tiles_d_model)
        and (options.find is None or options.find.lower() in text)
    )


def as_object(model: ModelConfig, whole: bool = False) -> dict[str, Any]:
    """What scripts get of a model; `whole` adds notes, sources and what a file left open."""
    found: dict[str, Any] = {"id": model.id, "name": model.name, "attention": model.attention}
    found |= {"d_model": model.d_model, "n_heads": model.n_heads, "n_kv_heads": model.n_kv_heads}
    found |= {"head_dim": model.head_dim, "n_layers": model.n_layers, "bias": model.bias}
    found |= {"qk_norm": model.qk_norm, "sinks": model.sinks, "tiles_d_model": model.tiles_d_model}
    found |= {"weights_per_layer": model.weights_per_layer, "params_per_layer": model.params_per_layer}
    found |= {"kv_bytes_per_token": model.kv_bytes_per_token}
    found["tensor_parallel_widths"] = list(model.tensor_parallel_widths)
    if whole:
        found |= {"window": model.window, "window_layers": model.window_layers}
        found |= {"note": model.note, "assumed": list(model.assumed), "sources": list(model.sources)}
        found["derivations"] = [line for _, line in _derivations(model)]
    return found


def listed(models: list[ModelConfig]) -> str:
    """The table, within 80 columns."""
    if not models:
        return "No model is like that. `mhaquiz models` lists them all.\n"
    head = _columns("model", "kind", "d_model", "heads", "kv", "width", " ", "weights", "KV bytes")
    under = _columns("", "", "", "", "", "", " ", "per layer", "per token")
    rows = [_row(model) for model in models]
    foot = "≠ n_heads × head_dim is not d_model. Cache: 2-byte elements, no window."
    return "\n".join([head, under, *rows, "", foot, "`mhaquiz models ID` shows one."]) + "\n"


def _columns(*cells: str) -> str:
    return "{:<17} {:<4} {:>7} {:>5} {:>3} {:>5} {} {:>11} {:>9}".format(*cells)


def _row(model: ModelConfig) -> str:
    shape = (f"{model.d_model:,}", str(model.n_heads), str(model.n_kv_heads), str(model.head_dim))
    sizes = (f"{model.weights_per_layer:,}", f"{model.kv_bytes_per_token:,}")
    return _columns(model.id, model.attention, *shape, " " if model.tiles_d_model else "≠", *sizes)


def described(model: ModelConfig) -> str:
    """One model for a person: its shape, its derivations, what was assumed, where it comes from."""
    inner = model.n_heads * model.head_dim
    product = f"{model.n_heads} × {model.head_dim} = {inner:,} {'=' if model.tiles_d_model else '≠'} d_model"
    lines = [
        f"{model.name} ({model.id}): {model.attention.upper()}, {_layers(model)}",
        "",
        _field("d_model", f"{model.d_model:,}"),
        _field("heads", f"{model.n_heads} query, {model.n_kv_heads} key/value, width {model.head_dim}"),
        _field("", f"n_heads × head_dim: {product}"),
        _field("bias", {"none": "none", "qkv": "on q, k and v", "qkvo": "on q, k, v and o"}[model.bias]),
        _field("tensor parallel", ", ".join(map(str, model.tensor_parallel_widths))),
    ]
    extras = [*_extras(model), *((("assumed", text)) for text in model.assumed)]
    lines.extend(_field(label, text) for label, text in extras)
    lines.append("")
    for label, line in _derivations(model):
        lines.extend((f"  {label}", _wrapped(line)))
    lines.extend(["", *(_field("source", source) for source in model.sources)] if model.sources else [])
    return "\n".join(lines) + "\n"


def _layers(model: ModelConfig) -> str:
    return counted(model.n_layers, "layer")


def _extras(model: ModelConfig) -> list[tuple[str, str]]:
    found = []
    if model.qk_norm:
        span = "one head" if model.qk_norm == "head" else "the full width"
        found.append(("norms on q and k", f"over {span}"))
    if model.sinks:
        found.append(("sinks", "one learned logit a query head"))
    if model.window is not None:
        layers = f"{model.window_layers} of {_layers(model)}"
        found.append(("sliding window", f"{model.window:,} tokens in {layers}"))
    if model.note:
        found.append(("note", model.note))
    return found


def _derivations(model: ModelConfig) -> list[tuple[str, str]]:
    from mhaquiz.engine import derive

    asked = (("parameters per layer", model.block_call), ("cache bytes per token", model.cache_call))
    return [(label, grouped(derive(name, **parameters).line)) for label, (name, parameters) in asked]


def _field(label: str, text: str) -> str:
    return textwrap.fill(
        text, 80, initial_indent=f"  {label:<17}", subsequent_indent=" " * 19, break_on_hyphens=False
    )


def _wrapped(line: str) -> str:
    return textwrap.fill(line, 80, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
