"""Parameters of one attention block and cache bytes a token, beside those of the reference implementations.

    python bench/reference_counts.py

Needs torch and transformers, which the app itself does not; without them it says so and stops. Nothing is
downloaded: each shipped model's shape is put into the reference configuration class under that library's
own keys, one attention module is built on the meta device (no memory), and its parameters are counted. The
same configuration, saved as config.json, is then read back by `model_config`. After these come all types that
config.json may name, each at the library's defaults, at small sizes and with every switch of biases and
norms turned over: read back they must give the library's count or be refused. Exits 1 on any difference.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from mhaquiz.engine import MODELS, EngineError, ModelConfig, evaluate, model_config
from mhaquiz.engine.config_types import BIAS_OF_TYPE

Keys = dict[str, Any]


class Reference(NamedTuple):
    """Where a reference implementation lives, and its name for each size."""

    package: str
    config: str
    attention: str
    keys: Callable[[ModelConfig], Keys]


def usual(model: ModelConfig, **more: Any) -> Keys:
    """The keys of most decoders."""
    keys: Keys = {"hidden_size": model.d_model, "num_attention_heads": model.n_heads}
    keys |= {"num_key_value_heads": model.n_kv_heads, "num_hidden_layers": model.n_layers}
    return keys | more


def with_head_dim(model: ModelConfig) -> Keys:
    return usual(model, head_dim=model.head_dim)


def of_gpt(model: ModelConfig) -> Keys:
    return {"n_embd": model.d_model, "n_head": model.n_heads, "n_layer": model.n_layers}


def of_gptj(model: ModelConfig) -> Keys:
    return of_gpt(model) | {"rotary_dim": 64}


def of_t5(model: ModelConfig) -> Keys:
    keys = {"d_model": model.d_model, "num_heads": model.n_heads, "d_kv": model.head_dim}
    return keys | {"num_layers": model.n_layers}


def of_falcon(model: ModelConfig) -> Keys:
    """The 7B has one KV head by `multi_query`, the 40B several by `new_decoder_architecture`."""
    grouped = model.n_kv_heads > 1
    keys: Keys = {"hidden_size": model.d_model, "num_attention_heads": model.n_heads, "bias": False}
    keys |= {"num_hidden_layers": model.n_layers, "new_decoder_architecture": grouped}
    return keys | {"multi_query": True, "num_kv_heads": model.n_kv_heads if grouped else None}


def of_latent(model: ModelConfig) -> Keys:
    assert model.latent is not None
    widths = {name: getattr(model.latent, name) for name in type(model.latent).__slots__}
    return usual(model) | widths | {"q_lora_rank": model.latent.q_lora_rank or None}


#: By the beginning of a model's id; the longest that fits counts.
REFERENCES: dict[str, Reference] = {
    "bert": Reference("bert", "BertConfig", "BertAttention", usual),
    "gpt2": Reference("gpt2", "GPT2Config", "GPT2Attention", of_gpt),
    "gpt3": Reference("gpt2", "GPT2Config", "GPT2Attention", of_gpt),
    "gptj": Reference("gptj", "GPTJConfig", "GPTJAttention", of_gptj),
    "t5": Reference("t5", "T5Config", "T5Attention", of_t5),
    "llama": Reference("llama", "LlamaConfig", "LlamaAttention", usual),
    "mistral": Reference("mistral", "MistralConfig", "MistralAttention", usual),
    "mixtral": Reference("mixtral", "MixtralConfig", "MixtralAttention", usual),
    "qwen25": Reference("qwen2", "Qwen2Config", "Qwen2Attention", usual),
    "qwen3": Reference("qwen3", "Qwen3Config", "Qwen3Attention", with_head_dim),
    "qwen3-235b": Reference("qwen3_moe", "Qwen3MoeConfig", "Qwen3MoeAttention", with_head_dim),
    "gemma": Reference("gemma", "GemmaConfig", "GemmaAttention", with_head_dim),
    "gemma2": Reference("gemma2", "Gemma2Config", "Gemma2Attention", with_head_dim),
    "gemma3": Reference("gemma3", "Gemma3TextConfig", "Gemma3Attention", with_head_dim),
    "phi2": Reference("phi", "PhiConfig", "PhiAttention", usual),
    "phi3": Reference("phi3", "Phi3Config", "Phi3Attention", usual),
    "falcon": Reference("falcon", "FalconConfig", "FalconAttention", of_falcon),
    "olmo2": Reference("olmo2", "Olmo2Config", "Olmo2Attention", usual),
    "deepseek-v2": Reference("deepseek_v2", "DeepseekV2Config", "DeepseekV2Attention", of_latent),
    "deepseek-v3": Reference("deepseek_v3", "DeepseekV3Config", "DeepseekV3Attention", of_latent),
    "gpt-oss": Reference("gpt_oss", "GptOssConfig", "GptOssAttention", with_head_dim),
}
#: BertAttention ends in a LayerNorm and T5's begins with one that belong to the residual stream, not to the
#: attention block; T5's first layer also holds the table of relative positions of all layers.
OUTSIDE_THE_BLOCK = ("LayerNorm", "layer_norm", "relative_attention_bias")


class Row(NamedTuple):
    """One model: our count and theirs, of parameters, of cache bytes, and what its config.json gave."""

    name: str
    params: tuple[int, int, int]
    cache: tuple[int, int, int]

    @property
    def equal(self) -> bool:
        return len(set(self.params)) == 1 and len(set(self.cache)) == 1


def reference_of(model: ModelConfig) -> Reference | None:
    fitting = [start for start in REFERENCES if model.id.startswith(start)]
    return REFERENCES[max(fitting, key=len)] if fitting else None


def counted_parameters(reference: Reference, config: Any) -> int:
    """Parameters of one attention module built on the meta device."""
    import torch

    package = f"transformers.models.{reference.package}.modeling_{reference.package}"
    build = getattr(import_module(package), reference.attention)
    config._attn_implementation = "eager"
    with torch.device("meta"):
        module = build(config, layer_idx=0)
    return own_parameters(module)


def own_parameters(module: Any) -> int:
    """Parameters of an attention module without those that belong elsewhere."""
    named = module.named_parameters()
    return int(sum(one.numel() for name, one in named if not any(part in name for part in OUTSIDE_THE_BLOCK)))


def cached_bytes(model: ModelConfig, config: Any) -> int:
    """Bytes of one token in the cache: 2-byte elements in all layers, by the configuration's own widths."""
    layers = config.num_hidden_layers
    if model.latent is not None:
        return layers * (config.kv_lora_rank + config.qk_rope_head_dim) * 2
    heads = getattr(config, "num_key_value_heads", None)
    if heads is None:
        heads = config.num_attention_heads
    if reference_package(config) == "falcon":
        heads = config.num_kv_heads if config.new_decoder_architecture else 1
    width = getattr(config, "head_dim", None) or getattr(config, "d_kv", None)
    width = width or config.hidden_size // config.num_attention_heads
    return int(layers * heads * width * 2 * 2)


def reference_package(config: Any) -> str:
    return str(config.model_type)


def read_back(config: Any) -> ModelConfig:
    """The configuration through a config.json, as the library writes it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config.json"
        path.write_text(json.dumps(config.to_dict(), default=str), encoding="utf-8")
        return model_config(path)


def rows() -> Iterator[Row]:
    """Every shipped model that has a reference implementation."""
    for model in MODELS.values():
        reference = reference_of(model)
        if reference is None:
            print(f"{model.id:<18} has no class of its own there: left out")
            continue
        package = import_module(f"transformers.models.{reference.package}.configuration_{reference.package}")
        config = getattr(package, reference.config)(**reference.keys(model))
        read = read_back(config)
        params = (model.params_per_layer, counted_parameters(reference, config), read.params_per_layer)
        cache = (model.kv_bytes_per_token, cached_bytes(model, config), read.kv_bytes_per_token)
        yield Row(model.id, params, cache)


def of_torch() -> Iterator[Row]:
    """nn.MultiheadAttention with biases, which has one block's parameters whatever the heads."""
    import torch

    for n_heads in (1, 12):
        block = torch.nn.MultiheadAttention(768, n_heads, bias=True, device="meta")
        theirs = sum(each.numel() for each in block.parameters())
        ours = evaluate("attention_params", d_model=768, n_heads=n_heads, bias="qkvo")
        yield Row(f"torch MHA, {n_heads} heads", (ours, theirs, theirs), (0, 0, 0))


# ── every model type that a config.json may name ─────────────────────────────────────────
SWITCHES = (
    "attention_bias", "attention_out_bias", "bias", "enable_bias", "no_bias", "qk_layernorm", "qk_norm",
    "qkv_bias", "use_bias", "use_qk_norm", "use_qkv_bias",
)  # fmt: skip
#: Without these two nothing is built.
NEEDED: dict[str, Keys] = {"esm": {"vocab_size": 33, "pad_token_id": 1}}
#: Modules that are called attention and hold more or less than one block of it.
NO_BLOCK = re.compile("Pooling|AttentionLayer|DecoderLayer")
BLOCK = re.compile("Attention$|SelfAttention$|SdpaAttention$|Attention2$")


def small(config: Any, **more: Any) -> Keys:
    """Sizes that differ from one another, under the names that this configuration has for them."""
    sizes: Keys = {"hidden_size": 512, "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 96}
    sizes |= {"num_hidden_layers": 2, "intermediate_size": 256, "layer_types": ["full_attention"] * 2}
    named = {config.attribute_map.get(name, name): value for name, value in sizes.items()}
    return {name: value for name, value in named.items() if getattr(config, name, None) is not None} | more


def configurations(kind: type[Any]) -> Iterator[Any]:
    """The defaults, small sizes, and small sizes with one switch turned over each time."""
    needed = NEEDED.get(kind.model_type, {})
    default = kind(**needed)
    yield default
    switched = [name for name in SWITCHES if isinstance(getattr(default, name, None), bool)]
    for more in ({}, *({name: not getattr(default, name)} for name in switched)):
        try:
            yield kind(**small(default, **more, **needed))
        except Exception as error:  # a class may refuse these sizes together
            print(f"    {kind.model_type}: not at small sizes: {str(error).splitlines()[0][:70]}")


def counted_in_whole(config: Any) -> set[int]:
    """Parameters of each attention block of the whole model, built on the meta device."""
    import torch

    with torch.device("meta"):
        model = import_module("transformers").AutoModel.from_config(config)
    found: dict[str, int] = {}
    for name, module in model.named_modules():
        kind = type(module).__name__
        inside = any(name.startswith(f"{outer}.") for outer in found)
        if BLOCK.search(kind) and not NO_BLOCK.search(kind) and not inside:
            named = module.named_parameters()
            found[name] = sum(
                one.numel() for part, one in named if not any(o in part for o in OUTSIDE_THE_BLOCK)
            )
    return set(found.values())


def of_types() -> Iterator[tuple[str, str]]:
    """Each known type with what is to be said of it: "" where all counts agree."""
    kinds = import_module("transformers.models.auto.configuration_auto").CONFIG_MAPPING
    for name in sorted(BIAS_OF_TYPE):
        said = ""
        for config in configurations(kinds[name]):
            try:
                ours = read_back(config).params_per_layer
            except EngineError as error:
                print(f"    {name}: {error}")
                continue
            theirs = counted_in_whole(config)
            if ours not in theirs or (len(theirs) > 1 and name not in SEVERAL_TOWERS):
                said = f"{ours:,}, theirs {sorted(theirs)}"
        yield name, said


#: Configurations of a language model together with encoders, whose attention is another.
SEVERAL_TOWERS = ("gemma3", "llama4", "qwen2_vl", "qwen2_5_vl")


def main() -> int:
    """Print the table; 1 where anything differs."""
    try:
        import torch
        import transformers
    except ImportError as error:
        print(f"nothing compared: {error}")
        return 0
    print(f"transformers {transformers.__version__}, torch {torch.__version__}")
    print(f"{'model':<18} {'params':>12} {'theirs':>12} {'read back':>12} {'cache':>9} {'theirs':>9} "
          f"{'read back':>9}")  # fmt: skip
    wrong = 0
    for row in (*rows(), *of_torch()):
        numbers = " ".join(f"{number:>12,}" for number in row.params)
        numbers += " " + " ".join(f"{number:>9,}" for number in row.cache)
        print(f"{row.name:<18} {numbers}{'' if row.equal else '  DIFFERENT'}")
        wrong += not row.equal
    for name, said in of_types():
        print(f"{name:<24} {'equal' if not said else 'DIFFERENT: ' + said}")
        wrong += bool(said)
    print("all equal" if not wrong else f"{wrong} DIFFERENT")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
