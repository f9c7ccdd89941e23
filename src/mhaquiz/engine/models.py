"""Real model configurations: the shipped ones by id, with their sources, and what follows from one."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.parameters import quoted
from mhaquiz.engine.vocabulary import evaluate

MODELS_FILE = Path(__file__).with_name("models.json")


@dataclass(frozen=True, slots=True)
class Latent:
    """The widths of multi-head latent attention (MLA)."""

    q_lora_rank: int
    kv_lora_rank: int
    qk_nope_head_dim: int
    qk_rope_head_dim: int
    v_head_dim: int


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """What a configuration says about attention. Widths in features; one layer's attention block is meant.

    `bias` is "none", "qkv" or "qkvo"; `qk_norm` False, "head" or "full". With `latent` the block is MLA,
    whose head_dim is the width of a query head. `assumed` lists what a configuration file left open.
    """

    id: str
    name: str
    d_model: int
    n_heads: int
    n_kv_heads: int
    head_dim: int
    n_layers: int
    bias: str = "none"
    qk_norm: bool | str = False
    sinks: bool = False
    window: int | None = None
    window_layers: int = 0
    latent: Latent | None = None
    family: str = "decoder"
    note: str = ""
    total_params: int | None = None
    sources: tuple[str, ...] = ()
    assumed: tuple[str, ...] = field(default=())

    @property
    def attention(self) -> str:
        """ "mha", "gqa", "mqa" or "mla"."""
        if self.latent is not None:
            return "mla"
        if self.n_kv_heads == self.n_heads:
            return "mha"
        return "mqa" if self.n_kv_heads == 1 else "gqa"

    @property
    def tiles_d_model(self) -> bool:
        """Whether n_heads × head_dim equals d_model."""
        return self.n_heads * self.head_dim == self.d_model

    @property
    def block_call(self) -> tuple[str, dict[str, Any]]:
        """The quantity that counts one block's parameters, and what it is asked with."""
        if self.latent is not None:
            return "mla_params", {"d_model": self.d_model, "n_heads": self.n_heads} | _fields(self.latent)
        shape = {"d_model": self.d_model, "n_heads": self.n_heads, "n_kv_heads": self.n_kv_heads}
        extras = {"head_dim": self.head_dim, "bias": self.bias, "qk_norm": self.qk_norm, "sinks": self.sinks}
        return "attention_params", shape | extras

    @property
    def params_per_layer(self) -> int:
        """Parameters of one attention block: weights, biases, norms of queries and keys or latents, sinks."""
        name, parameters = self.block_call
        return int(evaluate(name, **parameters))

    @property
    def weights_per_layer(self) -> int:
        """Weights of the projections of one attention block, without biases and norms."""
        if self.latent is None:
            shape = (self.d_model, self.n_heads, self.n_kv_heads, self.head_dim)
            return int(evaluate("attention_weights", *shape))
        return self.params_per_layer - self.latent.q_lora_rank - self.latent.kv_lora_rank

    @property
    def cache_call(self) -> tuple[str, dict[str, Any]]:
        """The quantity that counts one token's cache (2-byte elements, every layer), and its parameters."""
        if self.latent is not None:
            widths = {"kv_lora_rank": self.latent.kv_lora_rank, "rope_head_dim": self.latent.qk_rope_head_dim}
            return "mla_cache_bytes", {"n_layers": self.n_layers, **widths, "n_tokens": 1}
        shape = {"n_layers": self.n_layers, "n_kv_heads": self.n_kv_heads, "head_dim": self.head_dim}
        return "kv_cache_bytes", shape | {"n_tokens": 1}

    @property
    def kv_bytes_per_token(self) -> int:
        """Cache bytes of one token over all layers, 2-byte elements, every layer attending to everything."""
        name, parameters = self.cache_call
        return int(evaluate(name, **parameters))

    @property
    def tensor_parallel_widths(self) -> tuple[int, ...]:
        """Widths up to n_heads that divide the heads evenly."""
        widths: tuple[int, ...] = evaluate("tensor_parallel_widths", self.n_heads, self.n_kv_heads)
        return widths

    def parameters(self) -> dict[str, Any]:
        """What the vocabulary calls these numbers, to fill in whatever a question leaves out."""
        known: dict[str, Any] = {"d_model": self.d_model, "n_heads": self.n_heads, "n_layers": self.n_layers}
        known |= {
            "n_kv_heads": self.n_kv_heads,
            "bias": self.bias,
            "qk_norm": self.qk_norm,
            "sinks": self.sinks,
        }
        if self.latent is None:
            known["head_dim"] = self.head_dim
        else:
            known |= _fields(self.latent) | {"rope_head_dim": self.latent.qk_rope_head_dim}
        if self.window is not None:
            layers = {
                "n_window_layers": self.window_layers,
                "n_global_layers": self.n_layers - self.window_layers,
            }
            known |= {"window": self.window} | layers
        if self.total_params is not None:
            known["n_params"] = self.total_params
        return known


def _fields(latent: Latent) -> dict[str, int]:
    return {name: getattr(latent, name) for name in Latent.__slots__}


class _Models(Mapping[str, ModelConfig]):
    """The shipped configurations by id, read on first use."""

    def __getitem__(self, key: str) -> ModelConfig:
        return _shipped()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(_shipped())

    def __len__(self) -> int:
        return len(_shipped())


MODELS: Mapping[str, ModelConfig] = _Models()


@cache
def _shipped() -> dict[str, ModelConfig]:
    entries = json.loads(MODELS_FILE.read_text(encoding="utf-8"))["models"]
    return {entry["id"]: _from_entry(entry) for entry in entries}


def _from_entry(entry: Mapping[str, Any]) -> ModelConfig:
    latent = entry.get("latent")
    return ModelConfig(
        **{key: value for key, value in entry.items() if key not in ("latent", "sources")},
        latent=Latent(**latent) if latent else None,
        sources=tuple(entry["sources"]),
    )


def model(model_id: str) -> ModelConfig:
    """The shipped configuration of that id. Raises EngineError with a suggestion for an unknown one."""
    found = _shipped().get(model_id) if isinstance(model_id, str) else None
    if found is None:
        near = difflib.get_close_matches(str(model_id)[:60], _shipped(), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise EngineError(f"no model is called {quoted(model_id)}{hint} (`mhaquiz models` lists them)")
    return found
