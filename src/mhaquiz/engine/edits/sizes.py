"""What the symbols of a formula stand for, what such sizes are called, which are taken for one another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from mhaquiz.engine.parameters import PARAMETERS

#: Short names that authors give to the vocabulary's parameters; anything else is called by its own name.
SHORT_NAMES: Mapping[str, str] = {
    "d": "d_model", "D": "d_model", "dm": "d_model", "hidden": "d_model", "width": "d_model",
    "h": "n_heads", "H": "n_heads", "heads": "n_heads", "n_h": "n_heads", "nh": "n_heads",
    "kv": "n_kv_heads", "n_kv": "n_kv_heads", "h_kv": "n_kv_heads", "kv_heads": "n_kv_heads",
    "hd": "head_dim", "dh": "head_dim", "dk": "head_dim", "d_k": "head_dim", "d_head": "head_dim",
    "k": "head_dim", "L": "n_layers", "layers": "n_layers", "l": "n_layers",
    "n": "n_tokens", "T": "n_tokens", "tokens": "n_tokens", "seq": "n_tokens", "context": "context",
    "m": "n_queries", "q": "n_queries", "B": "batch", "bs": "batch", "b": "batch",
    "by": "bytes_per_element", "bytes": "bytes_per_element", "bpe": "bytes_per_element",
    "w": "window", "br": "block_rows", "r": "rank", "f": "d_ff", "t": "tp", "P": "n_params",
    "bw": "bandwidth",
}  # fmt: skip

#: One of them, many of them; for what can be counted.
COUNTED: Mapping[str, tuple[str, str]] = {
    "n_heads": ("head", "heads"),
    "n_kv_heads": ("key/value head", "key/value heads"),
    "n_layers": ("layer", "layers"),
    "n_global_layers": ("global layer", "global layers"),
    "n_window_layers": ("window layer", "window layers"),
    "n_tokens": ("token", "tokens"),
    "n_queries": ("query", "queries"),
    "n_keys": ("key", "keys"),
    "context": ("key", "keys"),
    "batch": ("sequence", "sequences"),
    "n_pruned": ("pruned head", "pruned heads"),
    "tp": ("rank", "ranks"),
}
#: What turns elements into bytes.
BYTES = ("bytes_per_element", "bytes_per_weight")
#: Sizes that are no counts, as they are spoken of.
SPOKEN: Mapping[str, str] = {
    "d_model": "the model width",
    "head_dim": "the head width",
    "bytes_per_element": "the bytes of an element",
    "bytes_per_weight": "the bytes of a weight",
    "block_rows": "the rows of a tile",
    "window": "the window",
    "rank": "the rank",
    "d_ff": "the MLP width",
    "prefix": "the prefix",
    "q_lora_rank": "the query latent",
    "kv_lora_rank": "the key/value latent",
    "qk_nope_head_dim": "the part of a head without positions",
    "qk_rope_head_dim": "the part of a head with RoPE",
    "rope_head_dim": "the RoPE key",
    "v_head_dim": "the value width",
    "memory_bytes": "the memory",
    "weight_bytes": "the memory of the weights",
    "n_params": "the weights of the model",
    "bandwidth": "the bandwidth",
}
#: What people take for one another; an exchange outside these groups is no likely thought.
CONFUSABLE: tuple[frozenset[str], ...] = (
    frozenset({"n_heads", "n_kv_heads"}),
    frozenset({"d_model", "head_dim", "rank", "d_ff"}),
    frozenset({"n_tokens", "n_queries", "n_keys", "context", "window", "block_rows"}),
    frozenset({"n_layers", "n_global_layers", "n_window_layers"}),
    frozenset({"q_lora_rank", "kv_lora_rank"}),
    frozenset({"qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"}),
)


#: Opens the stand-in of a size whose meaning the card does not declare: words that need it are not told.
NAMELESS = "?"


def stand_ins(names: Iterable[str], meanings: Mapping[str, str]) -> dict[str, str]:
    """For each symbol one that `role` understands: its parameter with a number, or a nameless one."""
    return {
        name: name if name in PARAMETERS else f"{meanings.get(name, NAMELESS)}{place}"
        for place, name in enumerate(dict.fromkeys(names))
    }


def role(name: str) -> str:
    """The vocabulary's parameter that a symbol stands for: `kv` is n_kv_heads, `h2` n_heads."""
    bare = re.sub(r"\d+$", "", name)
    for candidate in (name, bare):
        if candidate in PARAMETERS:
            return candidate
        if candidate in SHORT_NAMES:
            return SHORT_NAMES[candidate]
    return name


def usual_meaning(name: str) -> str:
    """The parameter that a short name usually stands for; "" for other names."""
    return SHORT_NAMES.get(name, SHORT_NAMES.get(re.sub(r"\d+$", "", name), ""))


def confusable(first: str, second: str) -> bool:
    """Whether the two symbols stand for sizes that people exchange."""
    one, other = role(first), role(second)
    if NAMELESS in (one[:1], other[:1]):
        return False
    if one == other:
        return True
    known = one in PARAMETERS and other in PARAMETERS
    return any({one, other} <= group for group in CONFUSABLE) if known else one not in PARAMETERS


def spoken(name: str) -> str:
    """`the head width`, `the number of layers`, or the symbol's own name."""
    meant = role(name)
    if meant in SPOKEN:
        return SPOKEN[meant]
    if meant in COUNTED:
        return f"the number of {COUNTED[meant][1]}"
    return f"the {PARAMETERS[meant].meaning}" if meant in PARAMETERS else name


def often_taken_along(name: str) -> bool:
    """Whether people multiply by it once too often, deep inside a formula too."""
    return role(name) in ("n_heads", "n_kv_heads", "n_layers", "batch")
