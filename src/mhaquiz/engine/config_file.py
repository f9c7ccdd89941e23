"""A model's config.json read with suspicion: the usual Hugging Face keys, and what was assumed beyond."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mhaquiz.engine.config_types import (
    ATTENTION_LAYERS,
    BIAS_OF_TYPE,
    BIASED_BEFORE_OUTPUT,
    NORM_OF_TYPE,
    NOT_COUNTED,
    PATTERN_OF_TYPE,
    QKV_BIAS_IS_THE_REST,
    SWITCHED_NORM_OF_TYPE,
    WEIGHTLESS_NORM,
)
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.models import Latent, ModelConfig
from mhaquiz.engine.parameters import quoted

#: Configurations are a few kilobytes; a file larger than this is something else.
LARGEST_FILE = 4 << 20
LARGEST_SIZE = 10**9

WIDTH = ("hidden_size", "n_embd", "d_model", "n_embed", "dim", "model_dim")
HEADS = ("num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads")
KV_HEADS = (
    "num_key_value_heads",
    "num_kv_heads",
    "n_kv_heads",
    "n_head_kv",
    "kv_n_heads",
    "multi_query_group_num",
)
HEAD_DIM = ("head_dim", "d_kv", "kv_channels", "attention_head_size")
LAYERS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers")
NESTED = ("text_config", "llm_config", "language_config", "decoder")
LATENT = ("kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim")

BIAS_WORDS: Mapping[str, str] = {
    "none": "no bias",
    "qkv": "a bias on q, k and v",
    "qkvo": "a bias on all four projections",
}
NORM_SPANS: Mapping[str, str] = {"head": "one head", "full": "all heads together"}


def model_config(path: str | Path) -> ModelConfig:
    """The configuration in a file, with what it left open in `assumed`.

    Raises OSError where it cannot be read, and EngineError (one line: file, key, rule) where it is broken or
    does not describe attention.
    """
    path = Path(path)
    where = quoted(path.name)[1:-1]
    try:
        return _Reader(_document(path)).config(path.parent.name or path.stem)
    except EngineError as error:
        raise EngineError(f"{where}: {error}", error.parameter) from None


def _document(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise EngineError(f"larger than {LARGEST_FILE >> 20} MiB, so no model configuration")
    if not raw.strip():
        raise EngineError("an empty file, so no model configuration")
    try:
        document = json.loads(raw.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise EngineError(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (UnicodeDecodeError, RecursionError, ValueError):
        reason = "no UTF-8, nested too deep, or numbers too long"
        raise EngineError(f"not JSON that can be read: {reason}") from None
    if not isinstance(document, dict):
        raise EngineError("not a configuration: the file holds no object with keys")
    return document


class _Reader:
    """Looks keys up by all their names, and remembers what had to be assumed."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.assumed: list[str] = []
        self.keys = self._inner(document)
        self.type = self._text("model_type")
        if not self.type:
            self.assumed.append("no model_type: attention as in llama")

    def _inner(self, document: dict[str, Any]) -> dict[str, Any]:
        """The part that describes the language model, where the file describes several."""
        for name in NESTED:
            inner = document.get(name)
            if isinstance(inner, dict) and (any(key in inner for key in WIDTH) or _no(document, WIDTH)):
                self.assumed.append(f"read from {name}")
                return {"model_type": document.get("model_type", ""), **inner}
        shapes = document.get("attn_config")
        return {**shapes, **document} if isinstance(shapes, dict) else document

    def config(self, name: str) -> ModelConfig:
        """All of it. Raises EngineError that names the key."""
        self._refuse_what_is_not_known()
        d_model, n_heads = self._size("width", WIDTH), self._size("number of heads", HEADS)
        latent = self._latent()
        if latent is not None:
            head_dim, n_kv_heads = latent.qk_nope_head_dim + latent.qk_rope_head_dim, n_heads
        else:
            head_dim, n_kv_heads = self._head_dim(d_model, n_heads), self._kv_heads(n_heads)
        n_layers = self._layers()
        window, window_layers = self._window(n_layers)
        return ModelConfig(
            id=quoted(self._text("_name_or_path") or name)[1:-1],
            name=quoted(self.type or name)[1:-1],
            d_model=d_model,
            n_heads=n_heads,
            n_kv_heads=n_kv_heads,
            head_dim=head_dim,
            n_layers=n_layers,
            bias=self._bias() if latent is None else self._latent_bias(),
            qk_norm=self._qk_norm(),
            sinks=self.type == "gpt_oss",
            window=window,
            window_layers=window_layers,
            latent=latent,
            assumed=tuple(self.assumed),
        )

    def _refuse_what_is_not_known(self) -> None:
        """A number that is wrong without a sign is worse than none."""
        if self.type and self.type not in BIAS_OF_TYPE:
            remedy = "if it is built as another type is, llama for example, write that name there"
            raise EngineError(
                f"model_type = {quoted(self.type)}: the attention of this type is not known here; {remedy}",
                "model_type",
            )
        for switch in NOT_COUNTED:
            if self.type in switch.types and self._flag(switch.key) is switch.value:
                reason = f"{switch.what}, which {quoted(self.type)} then has, cannot be counted here"
                raise EngineError(f"{switch.key} = {quoted(switch.value)}: {reason}", switch.key)
        types = self.keys.get("layer_types")
        other = [kind for kind in types if kind not in ATTENTION_LAYERS] if isinstance(types, list) else []
        if other:
            reason = "layers without attention, or with another kind of it, cannot be counted here"
            raise EngineError(f"layer_types names {quoted(other[0])}: {reason}", "layer_types")

    def _text(self, key: str) -> str:
        value = self.keys.get(key)
        return value if isinstance(value, str) else ""

    def _found(self, names: tuple[str, ...]) -> str | None:
        """The first of these keys that has a value."""
        return next((name for name in names if self.keys.get(name) is not None), None)

    def _size(self, what: str, names: tuple[str, ...]) -> int:
        key = self._found(names)
        if key is None:
            known = f"{names[0]} (or {', '.join(names[1:4])})"
            raise EngineError(f"no key {known}: the {what} of attention is not given", names[0])
        return self._number(key, 1)

    def _number(self, key: str, least: int) -> int:
        value = self.keys[key]
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= LARGEST_SIZE:
            rule = f"must be a whole number from {least} to {LARGEST_SIZE:,}"
            raise EngineError(f"{key} = {quoted(value)}: {rule}", key)
        return value

    def _flag(self, key: str) -> bool | None:
        value = self.keys.get(key)
        if value is None or isinstance(value, bool):
            return value
        raise EngineError(f"{key} = {quoted(value)}: must be true or false", key)

    def _layers(self) -> int:
        key = self._found(LAYERS)
        if key is None:
            self.assumed.append(f"no {LAYERS[0]}: one layer")
            return 1
        return self._number(key, 1)

    def _head_dim(self, d_model: int, n_heads: int) -> int:
        key = self._found(HEAD_DIM)
        if key is not None:
            return self._number(key, 1)
        width, heads = self._found(WIDTH), self._found(HEADS)
        if d_model % n_heads:
            raise EngineError(
                f"{width} = {d_model} is not divisible by {heads} = {n_heads}, and there is no head_dim",
                "head_dim",
            )
        self.assumed.append(f"no head_dim: {width} / {heads} = {d_model // n_heads}")
        return d_model // n_heads

    def _kv_heads(self, n_heads: int) -> int:
        shared = self._flag("multi_query") or self._flag("multi_query_attention")
        grouped = self._flag("new_decoder_architecture")
        key = self._found(KV_HEADS)
        if shared and not grouped and key != "multi_query_group_num":
            self.assumed.append("multi_query: one key/value head")
            return 1
        if key is None:
            self.assumed.append(f"no {KV_HEADS[0]}: one a query head ({n_heads})")
            return n_heads
        found = self._number(key, 1)
        if n_heads % found:
            raise EngineError(f"{key} = {found}: must divide {self._found(HEADS)} = {n_heads}", key)
        return found

    def _latent(self) -> Latent | None:
        if self.keys.get("kv_lora_rank") is None:
            return None
        for key in LATENT:
            if self.keys.get(key) is None:
                raise EngineError(f"kv_lora_rank is given but {key} is not: latent attention needs both", key)
        kv_rank, nope, rope, value = (self._number(key, 1) for key in LATENT)
        query = 0 if self.keys.get("q_lora_rank") is None else self._number("q_lora_rank", 0)
        if not query:
            self.assumed.append("no q_lora_rank: queries are projected directly")
        return Latent(query, kv_rank, nope, rope, value)

    def _bias(self) -> str:
        if self._flag("attention_bias") is not None:
            biased = "qkv" if self.type in BIASED_BEFORE_OUTPUT else "qkvo"
            return biased if self.keys["attention_bias"] else "none"
        if self.type == "mpt":
            return "none"  # its `no_bias` speaks of the other layers
        for key in ("qkv_bias", "use_qkv_bias", "add_qkv_bias"):
            if self._flag(key) is not None:
                biased = "qkvo" if self.type in QKV_BIAS_IS_THE_REST else "qkv"
                return biased if self.keys[key] else "none"
        for key in ("use_bias", "enable_bias", "bias", "add_bias_linear"):
            if self._flag(key) is not None:
                return "qkvo" if self.keys[key] else "none"
        if self._flag("no_bias") is not None:
            return "none" if self.keys["no_bias"] else "qkvo"
        bias = BIAS_OF_TYPE.get(self.type, "none")
        as_type = f", as {quoted(self.type)} has" if bias != "none" else ""
        self.assumed.append(f"no attention_bias: {BIAS_WORDS[bias]}{as_type}")
        return bias

    def _latent_bias(self) -> str:
        if self._flag("attention_bias"):
            reason = "biases of latent attention cannot be counted here"
            raise EngineError(f"attention_bias = true: {reason}", "attention_bias")
        return "none"

    def _qk_norm(self) -> bool | str:
        if self.type in WEIGHTLESS_NORM:
            return False
        for key in ("use_qk_norm", "qk_layernorm", "qk_norm"):
            if self._flag(key):
                norm = SWITCHED_NORM_OF_TYPE.get(self.type, "head")
                self.assumed.append(f"{key}: norm weights on queries and keys over {NORM_SPANS[norm]}")
                return norm
        norm = NORM_OF_TYPE.get(self.type, "")
        if norm:
            self.assumed.append(f"{quoted(self.type)}: norms on queries and keys over {NORM_SPANS[norm]}")
        return norm or False

    def _window(self, n_layers: int) -> tuple[int | None, int]:
        if self.keys.get("sliding_window") is None or self._flag("use_sliding_window") is False:
            return None, 0
        window = self._number("sliding_window", 1)
        types = self.keys.get("layer_types")
        if isinstance(types, list):
            return window, sum(kind == "sliding_attention" for kind in types[:n_layers])
        pattern = self.keys.get("sliding_window_pattern")
        if pattern is not None:
            return window, n_layers - n_layers // self._number("sliding_window_pattern", 1)
        if self.type in PATTERN_OF_TYPE:
            every = PATTERN_OF_TYPE[self.type]
            self.assumed.append(f"{quoted(self.type)}: every {every}th layer attends to everything")
            return window, n_layers - n_layers // every
        self.assumed.append(f"sliding_window {window} in every layer")
        return window, n_layers


def _no(document: Mapping[str, Any], names: tuple[str, ...]) -> bool:
    return all(document.get(name) is None for name in names)
