"""The labs by name: their settings, legal values and readouts. The one home of these names.

Decks are checked against this table, `mhaquiz lab` lists it, `--set` is read by it and the lab screens make
their controls from it. The cost ledger's settings come twice; its entry has a module. Free of numpy.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mhaquiz.deck import lab_rules
from mhaquiz.deck.lab_cost_ledger import COST_LEDGER
from mhaquiz.deck.lab_entry import Lab, Readout, readouts
from mhaquiz.deck.lab_settings import (
    POWERS,
    LabSettingError,
    Setting,
    SettingKind,
    SettingValue,
    choice,
    closest,
    flag,
    integer,
    seed,
    text,
    words,
)

_HEADS = POWERS[:10]
_CONTEXTS = POWERS[7:21]
_JOBS = ("previous", "first", "same", "everything")


def _n_kv_heads(most: int) -> Setting:
    summary = "key and value heads; none: as many as query heads"
    return integer("n_kv_heads", None, summary, most, POWERS[:5])


def _d_model(default: int, most: int, least: int = 1) -> Setting:
    steps = [step for step in POWERS if 8 <= step <= most]
    return integer("d_model", default, "model width, a multiple of n_heads", most, steps, least)


_RANK_CEILING = Lab(
    "rank-ceiling",
    "Rank ceiling",
    "Why the head count is no capacity knob: more heads, same weights, each head narrower",
    (
        Setting("n_heads", SettingKind.INTEGER, 8, "heads that share d_model 512", _HEADS),
        Setting("jobs", SettingKind.CHOICES, _JOBS, "attention patterns to produce", _JOBS, 1, len(_JOBS)),
        integer("context", 8_192, "tokens a new token attends to, for the work readouts", 2**20, _CONTEXTS),
        integer("head_dim", None, "pin the width of a head instead of 512 / n_heads", 512, _HEADS),
        Setting(
            "sharpness",
            SettingKind.NUMBER,
            8,
            "target score of a position that should be attended to",
            maximum=32,
            steps=(0, 1, 2, 4, 6, 8, 10, 12, 16, 24, 32),
        ),
        words("tokens", "the cat sat on the mat on a cat the sat on", "the sequence; the job same", 2, 64),
        choice(
            "method", "svd", "truncated SVD, or the best known scores of that rank", "svd", "construction"
        ),
        flag("masked", True, "causal mask: a query sees itself and what came before"),
        Setting(
            "scale",
            SettingKind.NUMBER,
            None,
            "factor on a construction's scores; none takes the best of 1, 2, 4, 8, 16",
            minimum=0.125,
            maximum=64,
            steps=(1, 2, 4, 8, 16),
            optional=True,
        ),
    ),
    readouts(
        weights="weights of the four projections",
        head_dim="width of one head",
        projection_macs="multiply-accumulates of the projections, per token",
        score_value_macs="multiply-accumulates of scores and weighted sum, per token",
        crossover_context="context at which the two are equal",
        idle_heads="heads without a job",
        score="mean overlap with the targets, 0 to 1",
        job_scores="overlap with its target, by job",
        curve="score by head count",
        ranks="numerical rank of each busy head's scores, before and after",
        max_logit="largest |score| at a visible position",
    ),
)

_HEAD_DIVERSITY = Lab(
    "head-diversity",
    "Head diversity",
    "Several small attentions instead of one big one: what each head looks at",
    (
        words("sentence", "the tired cat quickly chased the small mouse", "the words attended over", 2, 32),
        integer("n_heads", 4, "heads; they share d_model", 64, POWERS[:7]),
        _d_model(32, 256, least=4),
        text("focus", "the word whose row is shown, or its position from 0", 24),
        seed("seed of the random embeddings and projections"),
        flag("identical", False, "give every head the first head's weights"),
        choice("heads", "random", "random or hand-made projections", "random", "built"),
    ),
    readouts(
        weights="weights of the four projections",
        qkv_weights="weights of Q, K and V",
        head_dim="width of one head",
        attention_rows="attention of the focus word, head by position",
        pairwise_cosine="cosine of the heads' attention matrices, head by head",
        mean_cosine="its mean over different pairs; 1 for one head",
        disagreement="1 − mean_cosine",
        distinct_targets="different positions that some head attends to most, in the focus row",
        coverage="share of the positions that some head gives more than 1/T, in the focus row",
        entropy="mean entropy of a row in nats, by head",
        uniform_entropy="entropy of equal attention, ln T",
        score_rank="numerical rank of the scores, by head",
    ),
    lab_rules.head_diversity,
    lab_rules.follow_head_diversity,
)

_SHAPES = Lab(
    "shapes",
    "Shapes, step by step",
    "Split, attend, combine: every shape, what moves data, and the reshape that forgets a transpose",
    (
        integer("batch", 2, "sequences", 64, POWERS[:7]),
        integer("n_tokens", 8, "tokens of a sequence", 1_024, (1, 2, 4, 6, 8, 12, *POWERS[4:11])),
        _d_model(32, 16_384),
        integer("n_heads", 4, "query heads", 128, POWERS[:8]),
        _n_kv_heads(128),
        choice("bug", "none", "where a reshape forgets the transpose", "none", "in", "out", "both"),
    ),
    readouts(
        steps="each step: name, shape, moves_data",
        tokens_seen="the tokens whose numbers reach a head, by head",
        leaks_future="whether an output changes when a later token does, despite the causal mask",
        equals_reference="whether the output equals that of heads computed one by one",
    ),
    lab_rules.divides_d_model,
)

_FUSED_QKV = Lab(
    "fused-qkv",
    "Fused QKV",
    "One product instead of three, and how it is sliced",
    (
        _d_model(64, 512),
        integer("n_heads", 8, "query heads", 64, POWERS[:7]),
        _n_kv_heads(64),
        seed("seed of the random weights and tokens"),
    ),
    readouts(
        fused_width="columns of the fused matrix",
        slices="the columns of q, k and v in it: name, start, stop",
        matmuls_separate="matrix products with three matrices",
        matmuls_fused="matrix products with the fused one",
        max_abs_difference="largest difference between the two ways",
    ),
    lab_rules.divides_d_model,
)

_INDUCTION = Lab(
    "induction",
    "Induction heads",
    "Two layers that complete a pattern they saw once: previous token, then match and copy",
    (
        words("sequence", "the cat sat on a mat and the", "the words so far", 1, 48),
        choice("ablate", "none", "what is taken out", "none", "previous-token-head", "one-layer"),
    ),
    readouts(
        predicted="the next word; null where the last word has not occurred before",
        prefix_matching_score="mean attention from a repeated word to the one after its last occurrence",
        copying_score="sum of the copying circuit's eigenvalues over the sum of their sizes",
        attention_previous="attention of the previous-token head",
        attention_induction="attention of the induction head",
    ),
)

_PRUNING = Lab(
    "pruning",
    "Heads as a sum",
    "The output is a sum over heads: switch heads off by a mask, or cut them out for real",
    (
        integer("n_heads", 8, "query heads", 64, POWERS[:7]),
        _d_model(64, 256),
        _n_kv_heads(64),
        Setting("off", SettingKind.INTEGERS, (), "heads switched off, numbered from 0", maximum=64),
        seed("seed of the random weights and tokens"),
    ),
    readouts(
        max_abs_difference="largest difference between the sum over heads and concat · W_O",
        mask_equals_zeroed="whether masking a head equals zeroing its rows of W_O",
        output_change="relative change of the output when that head alone is removed, by head",
        weights_freed_by_mask="weights that a mask frees: none",
        weights_freed_by_cut="weights that go when the heads that are off are cut out",
    ),
    lab_rules.pruning,
    lab_rules.follow_pruning,
)

_SQRT_SCALING = Lab(
    "sqrt-scaling",
    "Scaling by √d",
    "Why scores are divided by √d_k: variance, entropy and gradient as heads widen",
    (
        integer("head_dim", 64, "width of queries and keys", 512, POWERS[3:10]),
        integer("n_keys", 64, "keys a query chooses from", 1_024, POWERS[1:11], least=2),
        flag("scaled", True, "divide the scores by √head_dim"),
        seed("seed of the random queries and keys"),
    ),
    readouts(
        variance="variance of a score",
        entropy="mean entropy of the softmax in nats",
        uniform_entropy="entropy of equal attention, ln n_keys",
        max_weight="mean of the largest weight",
        gradient_norm="mean Frobenius norm of the softmax's Jacobian",
        saturated_share="share of queries with a weight above 0.99: they pass next to no gradient back",
    ),
)

_ALL = (
    _RANK_CEILING,
    _HEAD_DIVERSITY,
    COST_LEDGER,
    _SHAPES,
    _FUSED_QKV,
    _INDUCTION,
    _PRUNING,
    _SQRT_SCALING,
)

#: Every lab by name, in the order in which they are listed.
LABS: Mapping[str, Lab] = MappingProxyType({lab.name: lab for lab in _ALL})

__all__ = ["LABS", "Lab", "LabSettingError", "Readout", "Setting", "SettingKind", "SettingValue", "find_lab"]


def find_lab(name: str) -> Lab:
    """The lab of that name. Raises LabSettingError that lists the labs."""
    if name not in LABS:
        raise LabSettingError(
            f'no lab is named "{name[:40]}".{closest(name, LABS)} They are {", ".join(LABS)}'
        )
    return LABS[name]
