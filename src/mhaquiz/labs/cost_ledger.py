"""The cost ledger: what one configuration costs, every number from the engine; two of them side by side.

Work is counted for one token that attends to `context` keys; the cache for all layers at that context. For a
configuration without latents, mla takes DeepSeek-V2's proportions (arXiv:2405.04434, §2.1.4): a latent of
4·head_dim and a rotary key of head_dim / 2.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from mhaquiz import engine
from mhaquiz.deck.lab_rules import configuration, second_configuration
from mhaquiz.engine.models import Latent
from mhaquiz.labs.ledger_words import describe_change
from mhaquiz.labs.results import as_json, settings_as_json

__all__ = ["Configuration", "Ledger", "Result", "Settings", "describe_change", "run"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The knobs; legal values and meanings are in deck.lab_table. `…_b` unset: as in the first."""

    d_model: int
    n_heads: int
    n_kv_heads: int | None
    head_dim: int | None
    bias: str
    context: int
    batch: int
    bytes_per_element: int
    n_layers: int
    model: str | None
    config: str | None
    d_model_b: int | None
    n_heads_b: int | None
    n_kv_heads_b: int | None
    head_dim_b: int | None
    bias_b: str | None
    context_b: int | None
    batch_b: int | None
    bytes_per_element_b: int | None
    n_layers_b: int | None
    model_b: str | None
    config_b: str | None


@dataclass(frozen=True, slots=True)
class Configuration:
    """One side, with everything filled in. `latent` is set for MLA."""

    name: str
    d_model: int
    n_heads: int
    n_kv_heads: int
    head_dim: int
    bias: str
    context: int
    batch: int
    bytes_per_element: int
    n_layers: int
    latent: Latent | None

    @property
    def latent_widths(self) -> tuple[int, int]:
        """What MLA keeps of a token, latent and rotary key; DeepSeek-V2's proportions where none are set."""
        if self.latent is not None:
            return self.latent.kv_lora_rank, self.latent.qk_rope_head_dim
        return 4 * self.head_dim, -(-self.head_dim // 2)

    @property
    def layer(self) -> dict[str, int]:
        """What the engine's counts of one layer are asked with."""
        return {
            "d_model": self.d_model,
            "n_heads": self.n_heads,
            "n_kv_heads": self.n_kv_heads,
            "head_dim": self.head_dim,
        }


@dataclass(frozen=True, slots=True)
class Ledger:
    """What one configuration costs. Bytes and multiply-accumulates (MACs); work is per token and layer."""

    weights: int
    by_matrix: dict[str, int]
    projection_macs: int
    score_value_macs: int
    crossover_context: Fraction
    score_bytes: int
    kv_cache_bytes: dict[str, int]
    tensor_parallel_widths: tuple[int, ...]
    kv_replicas: dict[int, int]

    @property
    def readouts(self) -> dict[str, Any]:
        return {name: as_json(value) for name, value in asdict(self).items()}


@dataclass(frozen=True, eq=False)
class Result:
    """One run; `second` and its ledger are None where every setting of it is unset."""

    chosen: Settings
    first: Configuration
    ledger: Ledger
    second: Configuration | None
    second_ledger: Ledger | None

    @property
    def moved(self) -> tuple[str, ...]:
        """The readouts that differ between the two configurations."""
        return self._compared(differ=True)

    @property
    def unmoved(self) -> tuple[str, ...]:
        """The readouts that are the same in both."""
        return self._compared(differ=False)

    def _compared(self, differ: bool) -> tuple[str, ...]:
        if self.second_ledger is None:
            return ()
        first, second = self.ledger.readouts, self.second_ledger.readouts
        return tuple(name for name in first if (first[name] != second[name]) == differ)

    @cached_property
    def settings(self) -> dict[str, Any]:
        return settings_as_json(self.chosen)

    @cached_property
    def readouts(self) -> dict[str, Any]:
        return self.ledger.readouts | {
            "moved": list(self.moved),
            "unmoved": list(self.unmoved),
            "second": self.second_ledger.readouts if self.second_ledger else None,
        }


def run(settings: Settings) -> Result:
    """One run of the lab. Raises LabSettingError for a model or config that cannot be read."""
    given: dict[str, Any] = {name: getattr(settings, name) for name in Settings.__slots__}
    first = _configuration(given, _latent(given, ""), given["model"] or given["config"])
    second = None
    if any(value is not None for name, value in given.items() if name.endswith("_b")):
        resolved: dict[str, Any] = {**second_configuration(given)}
        latent = _latent(given, "_b") if given["model_b"] or given["config_b"] else _latent(resolved, "")
        second = _configuration(resolved, latent, resolved["model"] or resolved["config"])
    return Result(settings, first, ledger(first), second, ledger(second) if second else None)


def _latent(given: dict[str, Any], suffix: str) -> Latent | None:
    found = configuration(given, suffix)
    return found.latent if found else None


def _configuration(given: dict[str, Any], latent: Latent | None, name: str | None) -> Configuration:
    n_heads = given["n_heads"]
    return Configuration(
        name=name or "",
        d_model=given["d_model"],
        n_heads=n_heads,
        n_kv_heads=given["n_kv_heads"] or n_heads,
        head_dim=given["head_dim"] or given["d_model"] // n_heads,
        bias=given["bias"],
        context=given["context"],
        batch=given["batch"],
        bytes_per_element=given["bytes_per_element"],
        n_layers=given["n_layers"],
        latent=latent,
    )


@lru_cache(maxsize=256)
def ledger(side: Configuration) -> Ledger:
    """The ledger of one configuration."""
    by_matrix = _by_matrix(side)
    weights = sum(count for matrix, count in by_matrix.items() if matrix != "biases")
    # The engine's projections are those of plain heads. One token passes through every weight of MLA once.
    per_key = _score_value_macs(side, 1)
    widths = engine.evaluate("tensor_parallel_widths", side.n_heads, _served_kv_heads(side))
    return Ledger(
        weights=weights,
        by_matrix=by_matrix,
        projection_macs=weights
        if side.latent
        else engine.evaluate("projection_macs", n_tokens=1, **side.layer),
        score_value_macs=_score_value_macs(side, side.context),
        crossover_context=(
            Fraction(weights, per_key)
            if side.latent
            else Fraction(engine.evaluate("crossover_context", **side.layer))
        ),
        score_bytes=engine.evaluate(
            "score_bytes", side.context, side.context, side.n_heads, side.batch, side.bytes_per_element
        ),
        kv_cache_bytes=_caches(side),
        tensor_parallel_widths=widths,
        kv_replicas={
            width: engine.evaluate("kv_replicas", _served_kv_heads(side), width) for width in widths
        },
    )


def _by_matrix(side: Configuration) -> dict[str, int]:
    """Weights by matrix and the biases; an MLA block is counted whole."""
    if side.latent is not None:
        latent = {name: getattr(side.latent, name) for name in Latent.__slots__}
        block = engine.evaluate("mla_params", d_model=side.d_model, n_heads=side.n_heads, **latent)
        norms = side.latent.q_lora_rank + side.latent.kv_lora_rank
        return {"mla block": block - norms, "biases": 0}
    weights = {matrix: engine.evaluate(f"{matrix}_weights", **side.layer) for matrix in "qkvo"}
    params = engine.evaluate("attention_params", **side.layer, bias=side.bias)
    return weights | {"biases": params - sum(weights.values())}


def _score_value_macs(side: Configuration, context: int) -> int:
    """Scores and weighted sum of one token; MLA heads have keys and values of different widths."""
    key_width = side.head_dim
    value_width = side.latent.v_head_dim if side.latent else side.head_dim
    scores = engine.evaluate("score_macs", 1, context, side.n_heads, key_width)
    return int(scores + engine.evaluate("value_macs", 1, context, side.n_heads, value_width))


def _served_kv_heads(side: Configuration) -> int:
    """KV heads that devices share out; the latent of MLA is one for all of them."""
    return 1 if side.latent else side.n_kv_heads


def _caches(side: Configuration) -> dict[str, int]:
    """Cache bytes of all layers if K and V were kept by each scheme at these widths."""
    amount = {"n_tokens": side.context, "batch": side.batch, "bytes_per_element": side.bytes_per_element}
    kv_heads = {"mha": side.n_heads, "gqa": side.n_kv_heads, "mqa": 1}
    caches = {scheme: _pair_cache(side, heads, amount) for scheme, heads in kv_heads.items()}
    rank, rope = side.latent_widths
    caches["mla"] = engine.evaluate("mla_cache_bytes", side.n_layers, rank, rope, **amount)
    return caches


def _pair_cache(side: Configuration, kv_heads: int, amount: dict[str, int]) -> int:
    """Bytes of K and V; MLA heads have keys and values of different widths, so each is half of a pair."""
    widths = (side.head_dim, side.latent.v_head_dim if side.latent else side.head_dim)
    pairs = (engine.evaluate("kv_cache_bytes", side.n_layers, kv_heads, width, **amount) for width in widths)
    return int(sum(pairs) // 2)
