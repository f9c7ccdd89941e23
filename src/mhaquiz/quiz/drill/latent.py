"""The questions about a model with multi-head latent attention (MLA).

Names: d = d_model, h = heads, L = layers; latent and q_latent the widths of the latents, nope and rope those
of a key without and with position, v that of a head's values.
"""

from mhaquiz.quiz.drill.questions import ONE_LAYER, SQUARE, Ask
from mhaquiz.quiz.drill.standard import STANDARD

_SHARED = ("exponentials", "score-bytes", "widths")
LATENT = (
    *(ask for ask in STANDARD if ask.id in _SHARED),
    Ask(
        "query-width",
        "Its query heads have a part without and a part with position, {nope} and {rope} wide. How many "
        "features have the queries of all heads together?",
        "h*(nope + rope)",
        "h*nope + h*rope",
        (("h*nope", "The part with position counts too."), ("nope + rope", "One head only.")),
        "heads · ({nope} + {rope}) = {answer:,}",
    ),
    Ask(
        "latent-width",
        "How many numbers does it cache for one token in one layer?",
        "latent + rope",
        "mla_cache_bytes(n_layers=1, kv_lora_rank=latent, rope_head_dim=rope, n_tokens=1) // 2",
        (
            ("latent", "The key part with position is cached beside the latent."),
            ("2*(latent + rope)", "K and V share it."),
        ),
        "latent + key part with position = {answer:,}",
    ),
    Ask(
        "output-weights",
        "How many weights has its output projection in one layer? A head's values are {v} wide.",
        "d*h*v",
        "h*v*d",
        (("d*d", SQUARE), ("d*h*(nope + rope)", "That is the width of the queries; values are narrower.")),
        "heads · value width × d_model = {answer:,}",
    ),
    Ask(
        "block",
        "How many parameters has its attention block in one layer, its latent norms included?",
        "mla_params(d_model=d, n_heads=h, q_lora_rank=q_latent, kv_lora_rank=latent, qk_nope_head_dim=nope, "
        "qk_rope_head_dim=rope, v_head_dim=v)",
        "(d*q_latent + q_latent + q_latent*h*(nope + rope) if q_latent else d*h*(nope + rope))"
        " + d*(latent + rope) + latent + latent*h*(nope + v) + h*v*d",
        (("4*d*d", "Four square matrices: MLA has none of them."),),
        "down- and up-projections of queries and of K and V, their norms, W_O: {answer:,}",
        level="L3",
    ),
    Ask(
        "cache-token",
        "How many bytes does one token take in its cache, over all layers, at 2 bytes a number?",
        "mla_cache_bytes(n_layers=L, kv_lora_rank=latent, rope_head_dim=rope, n_tokens=1)",
        "2*L*(latent + rope)",
        (("2*2*L*(latent + rope)", "K and V share one latent."), ("2*(latent + rope)", ONE_LAYER)),
        "layers · (latent + key part with position) · 2 bytes = {answer:,}",
        unit="bytes",
    ),
    Ask(
        "against-mha",
        "How many numbers for one token in one layer would an ordinary cache of all its heads hold, keys "
        "{nope} + {rope} and values {v} wide?",
        "h*(nope + rope + v)",
        "h*(nope + rope) + h*v",
        (("latent + rope", "That is what MLA caches."), ("h*(nope + v)", "Keys carry their position part.")),
        "heads · (key width + value width) = {answer:,}",
    ),
    Ask(
        "score-macs",
        "Keys are expanded in full. How many multiply-accumulates does Q·Kᵀ take in one layer for "
        "{n:,} tokens, unmasked?",
        "score_macs(n_queries=n, n_keys=n, n_heads=h, head_dim=nope + rope)",
        "n*n*h*(nope + rope)",
        (
            ("n*n*h*nope", "The part with position is multiplied too."),
            ("n*n*(nope + rope)", "One head only."),
        ),
        "n² · heads · (nope + rope) = {answer:,}",
        draws="n",
        level="L3",
    ),
    Ask(
        "up-weights",
        "How many weights lead in one layer from the latent up to the keys (without position) and values "
        "of all heads?",
        "latent*h*(nope + v)",
        "latent*h*nope + latent*h*v",
        (
            ("latent*(nope + v)", "One head only."),
            ("latent*h*(nope + rope + v)", "The part with position skips the latent."),
        ),
        "latent × heads · (nope + value width) = {answer:,}",
        level="L3",
    ),
    Ask(
        "block-by-heart",
        "Roughly how many parameters have the attention blocks of the whole model?",
        "L*mla_params(d_model=d, n_heads=h, q_lora_rank=q_latent, kv_lora_rank=latent, "
        "qk_nope_head_dim=nope, qk_rope_head_dim=rope, v_head_dim=v)",
        "",
        (("4*L*d*d", "Four square matrices: MLA has none of them."),),
        "{answer:,}",
        form="estimate",
        level="L3",
    ),
    Ask(
        "cache-by-heart",
        "Roughly how many bytes is the cache of one sequence of {context:,} tokens, at 2 bytes a number?",
        "mla_cache_bytes(n_layers=L, kv_lora_rank=latent, rope_head_dim=rope, n_tokens=context)",
        "2*L*(latent + rope)*context",
        (
            ("4*L*(latent + rope)*context", "K and V share one latent."),
            ("2*(latent + rope)*context", ONE_LAYER),
        ),
        "layers · (latent + rope) · tokens · 2 bytes = {answer:,}",
        unit="bytes",
        form="estimate",
        draws="context",
    ),
    Ask(
        "ordinary-by-heart",
        "Roughly how many bytes would an ordinary cache of all its heads hold for {context:,} tokens, at "
        "2 bytes a number? Keys {nope} + {rope}, values {v} wide.",
        "2*L*h*(nope + rope + v)*context",
        "L*context*h*(2*(nope + rope) + 2*v)",
        (
            ("2*L*(latent + rope)*context", "That is what MLA caches."),
            ("2*h*(nope + rope + v)*context", ONE_LAYER),
        ),
        "layers · heads · (key + value width) · tokens · 2 bytes = {answer:,}",
        unit="bytes",
        form="estimate",
        draws="context",
    ),
    Ask(
        "ratio-by-heart",
        "Roughly how many times smaller is its cache than an ordinary one of all its heads (keys "
        "{nope} + {rope}, values {v} wide)?",
        "h*(nope + rope + v)/(latent + rope)",
        "2*L*h*(nope + rope + v)/(2*L*(latent + rope))",
        (("h", "That would be MQA."),),
        "{answer:.1f} times",
        unit=None,
        form="estimate",
        level="L3",
    ),
)
