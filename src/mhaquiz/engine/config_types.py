"""What a config.json leaves unsaid about its model type: biases, norms, which layers have a window.

A type stands here only if its attention block was built by the reference implementation and its parameters
were counted (bench/reference_counts.py): hidden gates, convolutions, second pairs of projections and norms
are not in the file, so that a type nobody looked at would be counted wrong without a sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

#: No bias unless a key says so.
_UNBIASED = (
    "apertus", "arcee", "axk1", "bigbird_pegasus", "codegen", "cohere", "cohere2", "cwm", "deepseek_v2",
    "deepseek_v3", "ernie4_5", "ernie4_5_moe", "eurobert", "exaone", "exaone4", "exaone_moe", "falcon",
    "flex_olmo", "gemma", "gemma2", "gemma3", "gemma3_text", "glm", "glm4", "glm4_moe", "gptj", "granite",
    "granitemoe", "granitemoeshared", "hyperclovax", "internlm3", "jais2", "llama", "llama4", "llama4_text",
    "minicpm3", "minimax_m2", "ministral3", "mistral", "mistral4", "mixtral", "modernbert",
    "modernbert-decoder", "mpt", "mt5", "nanochat", "nomic_bert", "olmo", "olmo2", "olmo3", "olmoe", "phi3",
    "phimoe", "qwen3", "qwen3_moe", "qwen3_vl_moe_text", "qwen3_vl_text", "seed_oss", "smollm3", "stablelm",
    "t5", "vaultgemma", "youtu",
)  # fmt: skip
#: A bias on all four projections, and no key that says so.
_BIASED = (
    "albert", "bart", "bert", "bert-generation", "big_bird", "biogpt", "blenderbot", "bloom", "camembert",
    "canine", "clip_text_model", "clip_vision_model", "ctrl", "data2vec-text", "deberta-v2", "deit", "dinov2",
    "distilbert", "electra", "ernie", "esm", "gpt-sw3", "gpt2", "gpt_bigcode", "gpt_neox", "gpt_oss", "gte",
    "hubert", "jina_embeddings_v3", "layoutlm", "m2m_100", "marian", "mbart", "mpnet", "openai-gpt", "opt",
    "pegasus", "phi", "rembert", "roberta", "roberta-prelayernorm", "roformer", "siglip_vision_model",
    "starcoder2", "vit", "wav2vec2", "xlm-roberta",
)  # fmt: skip
_BIASED_QKV = ("qwen2", "qwen2_moe", "qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text")

#: Biases that a known model type has without saying so in its configuration.
BIAS_OF_TYPE: Mapping[str, str] = {
    **dict.fromkeys(_UNBIASED, "none"),
    **dict.fromkeys(_BIASED, "qkvo"),
    **dict.fromkeys(_BIASED_QKV, "qkv"),
}
#: Model types in which `attention_bias` leaves out the output projection.
BIASED_BEFORE_OUTPUT = ("glm", "glm4", "glm4_moe", "seed_oss")
#: Model types in which `qkv_bias` stands beside a bias of the output projection.
QKV_BIAS_IS_THE_REST = ("deit", "dinov2", "vit")
#: Norms of queries and keys over one head or over all together, where no key tells.
NORM_OF_TYPE: Mapping[str, str] = {
    **dict.fromkeys(("apertus", "exaone4", "exaone_moe", "gemma3", "gemma3_text"), "head"),
    **dict.fromkeys(("qwen3", "qwen3_moe", "qwen3_vl_text", "qwen3_vl_moe_text"), "head"),
    **dict.fromkeys(("flex_olmo", "minimax_m2", "olmo2", "olmo3", "olmoe"), "full"),
}
#: The same where a key such as `use_qk_norm` switches them on; others have them over one head.
SWITCHED_NORM_OF_TYPE: Mapping[str, str] = {"cohere": "full", "stablelm": "full"}
#: Model types whose norms of queries and keys have no weights.
WEIGHTLESS_NORM = ("llama4", "llama4_text", "nanochat")
#: Every so many layers one attends to everything, in model types that have alternated without a key for it.
PATTERN_OF_TYPE: Mapping[str, int] = {"gemma2": 2, "gemma3": 6, "gemma3_text": 6, "gpt_oss": 2}
#: What `layer_types` may call a layer of attention; anything else has weights that are not counted here.
ATTENTION_LAYERS = ("full_attention", "sliding_attention", "chunked_attention")


class NotCounted(NamedTuple):
    """A switch of some types whose weights the engine has no place for."""

    key: str
    value: bool
    types: tuple[str, ...]
    what: str


NOT_COUNTED = (
    NotCounted("qk_layernorm", True, ("phi",), "norms with a bias on queries and keys"),
    NotCounted("use_bias", False, ("big_bird",), "a bias on the output projection alone"),
    NotCounted("qkv_bias", False, QKV_BIAS_IS_THE_REST, "a bias on the output projection alone"),
    NotCounted("attention_out_bias", True, ("seed_oss",), "a bias of the output projection with its own key"),
)
