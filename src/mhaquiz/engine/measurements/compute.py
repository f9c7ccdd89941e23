"""Work counted: matrix products of ones are run, and every multiply-accumulate adds 1."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, count

from mhaquiz.engine.measurements.instruments import (
    Arrays,
    Products,
    carried_on,
    exponentials,
    largest_that,
    measures,
    whole,
)
from mhaquiz.engine.verification import Measurement


def _project(
    products: Products, n_tokens: int, d_model: int, n_heads: int, n_kv_heads: int, head_dim: int
) -> None:
    """Queries, keys, values and the output, head by head."""
    for heads in (n_heads, n_kv_heads, n_kv_heads):
        products.run(n_tokens, d_model, head_dim, times=heads)
    products.run(n_tokens, head_dim, d_model, times=n_heads)


def _score(products: Products, n_queries: int, n_keys: int, n_heads: int, head_dim: int) -> None:
    products.run(n_queries, head_dim, n_keys, times=n_heads)


def _weigh(products: Products, n_queries: int, n_keys: int, n_heads: int, head_dim: int) -> None:
    products.run(n_queries, n_keys, head_dim, times=n_heads)


@measures
def projection_macs(n_tokens: int, d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Measurement:
    products = Products()
    _project(products, n_tokens, d_model, n_heads, n_kv_heads, head_dim)
    return Measurement(products.macs, products.how())


@measures
def score_macs(n_queries: int, n_keys: int, n_heads: int, head_dim: int) -> Measurement:
    products = Products()
    _score(products, n_queries, n_keys, n_heads, head_dim)
    return Measurement(products.macs, products.how())


@measures
def value_macs(n_queries: int, n_keys: int, n_heads: int, head_dim: int) -> Measurement:
    products = Products()
    _weigh(products, n_queries, n_keys, n_heads, head_dim)
    return Measurement(products.macs, products.how())


def _attention(n_tokens: int, d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Products:
    products = Products()
    _project(products, n_tokens, d_model, n_heads, n_kv_heads, head_dim)
    _score(products, n_tokens, n_tokens, n_heads, head_dim)
    _weigh(products, n_tokens, n_tokens, n_heads, head_dim)
    return products


@measures
def attention_macs(n_tokens: int, d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Measurement:
    products = _attention(n_tokens, d_model, n_heads, n_kv_heads, head_dim)
    return Measurement(products.macs, products.how())


@measures
def attention_flops(n_tokens: int, d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Measurement:
    products = _attention(n_tokens, d_model, n_heads, n_kv_heads, head_dim)
    multiplications = additions = products.macs
    return Measurement(multiplications + additions, products.how())


@measures
def decode_macs(context: int, d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Measurement:
    products = Products()
    _project(products, 1, d_model, n_heads, n_kv_heads, head_dim)
    _score(products, 1, context, n_heads, head_dim)
    _weigh(products, 1, context, n_heads, head_dim)
    return Measurement(products.macs, products.how())


def _context_work(context: int, n_heads: int, head_dim: int) -> int:
    if not context:
        return 0
    products = Products()
    _score(products, 1, context, n_heads, head_dim)
    _weigh(products, 1, context, n_heads, head_dim)
    return products.macs


@measures
def crossover_context(d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Measurement:
    projections = Products()
    _project(projections, 1, d_model, n_heads, n_kv_heads, head_dim)
    below = largest_that(lambda keys: _context_work(keys, n_heads, head_dim) <= projections.macs)
    done, next_done = (_context_work(below + more, n_heads, head_dim) for more in (0, 1))
    context = below + Fraction(projections.macs - done, next_done - done)
    return Measurement(whole(context), "searched for the context where the counted work is equal")


@measures
def causal_crossover_tokens(d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Measurement:
    width = min(head_dim, 16)
    how = "added up the work token by token"
    if d_model <= 1024 and n_heads <= 1024:
        return Measurement(_first_crossing(d_model, n_heads, n_kv_heads, width), how)
    group = n_heads // n_kv_heads
    # Only the ratio of heads and the product d_model · (heads + KV heads) / heads enter: carry a line on.
    step = 2 * group
    rounded = _rounded_crossing(d_model, group, width, step)
    return Measurement(rounded, f"{how} at small widths, carried on to d_model {d_model:,}")


def _rounded_crossing(d_model: int, group: int, width: int, step: int) -> int:
    """The crossing for a large d_model: it grows by equal amounts when d_model grows by whole groups."""
    start = d_model % step + step
    points = (start, start + step)
    return int(
        carried_on(
            lambda d_model: _first_crossing(d_model, group, 1, width),
            {"d_model": d_model},
            {"d_model": points},
        )
    )


def _first_crossing(d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> int:
    """The first token at which the running score and value work reaches the running projection work."""
    projections = Products()
    _project(projections, 1, d_model, n_heads, n_kv_heads, head_dim)
    one_key = _context_work(1, n_heads, head_dim)
    work = accumulate(one_key * keys for keys in count(1))
    return next(token for token, done in enumerate(work, start=1) if done >= token * projections.macs)


@measures
def softmax_exponentials(n_queries: int, n_keys: int, n_heads: int, batch: int) -> Measurement:
    return Measurement(exponentials(batch, n_heads, n_queries, n_keys), "took e⁰ of every score and added")


@measures
def score_elements(n_queries: int, n_keys: int, n_heads: int, batch: int) -> Measurement:
    scores = Arrays()
    scores.add(n_heads, n_queries, n_keys, times=batch)
    return Measurement(scores.elements, scores.how("score tensors, one a sequence"))


@measures
def flops_per_exponential(head_dim: int) -> Measurement:
    tokens = 8
    products = Products()
    _score(products, tokens, tokens, 1, head_dim)
    _weigh(products, tokens, tokens, 1, head_dim)
    flops = products.macs + products.macs
    return Measurement(whole(Fraction(flops, exponentials(tokens, tokens))), f"{products.how()} on 8 tokens")


@measures
def decode_intensity(n_heads: int, n_kv_heads: int, bytes_per_element: int) -> Measurement:
    context, head_dim = 4, 8
    products, cache = Products(), Arrays()
    _score(products, 1, context, n_heads, head_dim)
    _weigh(products, 1, context, n_heads, head_dim)
    for _ in ("keys", "values"):
        cache.add(context, head_dim, times=n_kv_heads, width=bytes_per_element)
    intensity = Fraction(products.macs + products.macs, cache.bytes)
    return Measurement(whole(intensity), f"{products.how()} over {cache.count:,} cached arrays of 4 × 8")


@measures
def decode_throughput_bound(
    bandwidth: int,
    n_params: int,
    n_layers: int,
    n_kv_heads: int,
    head_dim: int,
    n_tokens: int,
    batch: int,
    bytes_per_weight: int,
    bytes_per_element: int,
) -> Measurement:
    read = Arrays()
    read.add(n_params, width=bytes_per_weight)
    for _ in ("keys", "values"):
        read.add(batch, n_kv_heads, n_tokens, head_dim, times=n_layers, width=bytes_per_element)
    seconds = Fraction(read.bytes, bandwidth)
    return Measurement(whole(batch / seconds), f"added up {read.bytes:,} bytes read in one step")
