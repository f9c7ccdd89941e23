"""Words for edits: what each symbol of a formula is called, and how leaving it out or swapping it sounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

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


TILED = "a head width of model width / heads, as if the heads tiled the model width"
PLAIN_MHA = "plain MHA: as many key/value heads as heads, and heads that tile the model width"
ROOT = "without the root"
ALL_PAIRS = "all pairs, as if there were no mask"


def role(name: str) -> str:
    """The vocabulary's parameter that a symbol stands for: `kv` is n_kv_heads, `h2` n_heads."""
    bare = re.sub(r"\d+$", "", name)
    for candidate in (name, bare):
        if candidate in PARAMETERS:
            return candidate
        if candidate in SHORT_NAMES:
            return SHORT_NAMES[candidate]
    return name


def confusable(first: str, second: str) -> bool:
    """Whether the two symbols stand for sizes that people exchange."""
    one, other = role(first), role(second)
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


def left_out(name: str, number: object) -> str:
    """The factor dropped: `for one layer instead of all 32`."""
    meant = role(name)
    if meant in COUNTED:
        one, _ = COUNTED[meant]
        return f"for one {one} instead of all {_grouped(number)}"
    if meant in ("bytes_per_element", "bytes_per_weight"):
        return "counting elements instead of bytes"
    return f"without {spoken(name)} ({_grouped(number)})"


def put_in(name: str, number: object, again: bool) -> str:
    """The factor added: `once for each of the 12 heads`, or once more where it stands there already."""
    meant = role(name)
    if meant in COUNTED:
        return f"once {'more ' if again else ''}for each of the {_grouped(number)} {COUNTED[meant][1]}"
    if meant in ("bytes_per_element", "bytes_per_weight"):
        return "counting bytes instead of elements"
    return f"times {spoken(name)} ({_grouped(number)}){' once more' if again else ''}"


def shared_out(name: str, number: object) -> str:
    """The whole divided by it: `shared out over the 12 heads`."""
    meant = role(name)
    if meant in COUNTED:
        return f"shared out over the {_grouped(number)} {COUNTED[meant][1]}"
    return f"divided by {spoken(name)} ({_grouped(number)})"


def swapped(old: str, new: str, number: object) -> str:
    """One size taken for another: `K and V with all 32 heads`."""
    pair = (role(old), role(new))
    if pair == ("n_kv_heads", "n_heads"):
        return f"K and V with all {_grouped(number)} heads"
    if pair == ("n_heads", "n_kv_heads"):
        return f"Q and O with only the {_grouped(number)} key/value heads"
    if pair[1] in COUNTED:
        return f"{_grouped(number)} {COUNTED[pair[1]][1]} in place of {spoken(old)}"
    return f"{spoken(new)} ({_grouped(number)}) in place of {spoken(old)}"


def exchange_cost(first: str, second: str) -> int:
    """How far-fetched an exchange is: known sizes that are confusable come easily."""
    return 1 if role(first) != role(second) and role(first) in PARAMETERS else 3


def often_taken_along(name: str) -> bool:
    """Whether people multiply by it once too often, deep inside a formula too."""
    return role(name) in ("n_heads", "n_kv_heads", "n_layers", "batch")


def less(number: object) -> str:
    """A constant forgotten."""
    return f"without the {_signed(number)}"


def turned(number: int | Fraction) -> str:
    """A constant added instead of taken away, or the other way round."""
    return f"{_signed(-number)} in place of {_signed(number)}"


def _signed(number: object) -> str:
    return f"{number:+}".replace("-", "−") if isinstance(number, (int, Fraction)) else str(number)


def ratio_dropped(above: str, below: str) -> str:
    """A ratio of like things left out: `kv / h`."""
    return f"without the ratio of {spoken(above)} to {spoken(below)}"


def scaling_cost(name: str, inside: tuple[str, ...]) -> int:
    """How far-fetched it is to multiply or divide once more; heads, layers, sequences come easily."""
    meant = role(name)
    if meant in ("n_heads", "n_layers", "batch", "bytes_per_element", "n_kv_heads"):
        return 1
    return 2 if meant in COUNTED or name in inside else 3


def divided_by(old: int, new: int) -> str:
    """Another number below the line."""
    return f"divided by {new} instead of {old}" if new != 1 else f"not divided by {old}"


def factor_dropped(names: tuple[str, ...], number: object) -> str:
    """A composite factor left out."""
    return f"without the factor of {_grouped(number)} that comes from {_listed(names)}" if names else ""


def not_divided(names: tuple[str, ...], number: object) -> str:
    """A division forgotten: `not shared out over the 12 heads`."""
    if len(names) == 1 and role(names[0]) in COUNTED:
        return f"not shared out over the {_grouped(number)} {COUNTED[role(names[0])][1]}"
    return f"not divided by {_listed(names)}" if names else f"without halving ({_grouped(number)})"


def power_changed(name: str, old: int, new: int, number: object) -> str:
    """`linear instead of quadratic in the number of tokens`"""
    degrees = {1: "linear", 2: "quadratic", 3: "cubic"}
    if new == 0:
        return f"without {spoken(name)} ({_grouped(number)})"
    if old in degrees and new in degrees:
        return f"{degrees[new]} instead of {degrees[old]} in {spoken(name)}"
    return f"{spoken(name)} to the power {new} instead of {old}"


def term_dropped(names: tuple[str, ...]) -> str:
    """A whole part left out, called by what only it depends on."""
    return f"without the part that depends on {_listed(names)}"


def only_term(names: tuple[str, ...]) -> str:
    """Everything else left out."""
    return f"only the part that depends on {_listed(names)}"


def _listed(names: tuple[str, ...]) -> str:
    texts = [spoken(name) for name in names[:3]]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + f" and {texts[-1]}"


def part(name: str, degree: int) -> str:
    """A term called by its degree in a size: `the part that is linear in the model width`."""
    word = {1: "linear", 2: "quadratic", 3: "cubic"}.get(degree)
    if word is None:
        return f"the part that depends on {spoken(name)}"
    return f"the part that is {word} in {spoken(name)}"


def doubled(unit: str, part: str) -> str:
    """Twice the right number, or a part of it twice."""
    if part:
        return f"twice {part}"
    if unit == "MACs":
        return "FLOPs: two for each multiply-accumulate"
    return "twice as much: something counted twice"


def halved(unit: str, part: str) -> str:
    """Half the right number, or half of a part."""
    if part:
        return f"half of {part}"
    if unit.startswith("FLOPs"):
        return "multiply-accumulates: half the FLOPs"
    return "only one of two equal halves"


def uncapped(kind: str, names: tuple[str, ...], limit: object) -> str:
    """A smallest or largest without the other side: `without the lower limit of 1`."""
    side = "upper limit" if kind == "min" else "lower limit"
    return (
        f"without the {side} of {_grouped(limit)}" if not names else f"without the limit by {_listed(names)}"
    )


def parts_counted(old: int, new: int, unit: str = "") -> str:
    """A changed coefficient: `3 of the 4 equal parts`; for work, MACs taken for FLOPs."""
    if new == 2 * old and unit == "MACs":
        return "FLOPs: two for each multiply-accumulate"
    if 2 * new == old and unit.startswith("FLOPs"):
        return "multiply-accumulates: half the FLOPs"
    if new < old:
        left = "one" if new == 1 else str(new)
        return f"only {left} of the {'two' if old == 2 else old} equal parts"
    return f"{new} equal parts instead of {old}" if old != 1 else f"{new} equal parts instead of one"


def _grouped(number: object) -> str:
    return f"{number:,}" if isinstance(number, int) else str(number)
