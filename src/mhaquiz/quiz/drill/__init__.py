"""A quiz about exactly one model: cards made from its configuration with the engine's functions.

A mistake that says the same as the answer for this model is left out, and so is a question that says nothing
about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from mhaquiz.deck.cards import Accept, Card, Deck, Kind, Mistake, Numeric, Source, Value
from mhaquiz.deck.expressions import evaluate
from mhaquiz.deck.library import Library
from mhaquiz.engine import ModelConfig
from mhaquiz.quiz.drill.latent import LATENT
from mhaquiz.quiz.drill.questions import NUMBERS, Ask
from mhaquiz.quiz.drill.standard import STANDARD

DECK_ID = "drill"
WITHIN = Fraction(5, 4)  # an estimate is right within this ratio
SECONDS = 45


def drill(config: ModelConfig) -> Library:
    """A library of one deck: the questions about this model, at least twelve, four of them estimates."""
    names = _names(config)
    asks = STANDARD if config.latent is None else LATENT
    cards = tuple(_card(ask, config, names) for ask in asks if evaluate(ask.when, names))
    title = f"Drill: {config.name}"
    return Library([Deck(DECK_ID, title, Path(f"{config.id}.yaml"), cards=cards)])


def _names(config: ModelConfig) -> dict[str, Value]:
    names: dict[str, Value] = {"d": config.d_model, "h": config.n_heads, "kv": config.n_kv_heads}
    names |= {"k": config.head_dim, "L": config.n_layers}
    if config.latent is not None:
        latent = config.latent
        names |= {"nope": latent.qk_nope_head_dim, "rope": latent.qk_rope_head_dim, "v": latent.v_head_dim}
        names |= {"latent": latent.kv_lora_rank, "q_latent": latent.q_lora_rank}
    return names


def _card(ask: Ask, config: ModelConfig, names: Mapping[str, Value]) -> Card:
    drawn = NUMBERS.get(ask.draws, ())
    forms = ("exact", "rounded", "expression") if ask.form == "exact" else (ask.form,)
    estimate = ask.form == "estimate"
    accept = Accept(
        unit=ask.unit,
        forms=forms,
        within=WITHIN if estimate else None,
        seconds=SECONDS if estimate else None,
    )
    samples = [{**names, ask.draws: number} for number in drawn] or [dict(names)]
    body = Numeric(ask.answer, ask.verify or None, accept, mistakes=tuple(_mistakes(ask, samples)))
    return Card(
        deck=DECK_ID,
        id=f"{config.id}-{ask.id}",
        kind=Kind.NUMERIC,
        body=body,
        prompt=f"**{{name}}**: {_facts(config)}.\n\n{ask.prompt}",
        level=ask.level,
        tags=("topic/drill",),
        params=(("name", (config.name,)), *(((ask.draws, drawn),) if drawn else ())),
        let=tuple((name, str(value)) for name, value in names.items()),
        short=ask.short,
        sources=tuple(Source(source) for source in config.sources),
    )


def _facts(config: ModelConfig) -> str:
    """What the learner may look at: the configuration, without anything worked out."""
    if config.latent is None:
        heads = "{h} heads" if config.n_kv_heads == config.n_heads else "{h} query heads, {kv} KV heads"
        return f"d_model {{d:,}}, {heads}, head_dim {{k}}, {{L}} layers"
    queries = "query latent {q_latent:,}, " if config.latent.q_lora_rank else ""
    return (
        f"MLA, d_model {{d:,}}, {{h}} heads, {queries}KV latent {{latent:,}}, position part {{rope}}, "
        "{L} layers"
    )


def _mistakes(ask: Ask, samples: Iterable[Mapping[str, Value]]) -> Iterable[Mistake]:
    """The mistakes that differ from the answer and from each other, whatever is drawn."""
    samples = list(samples)
    taken = [{evaluate(ask.answer, sample)} for sample in samples]
    for answer, why in ask.mistakes:
        values = [evaluate(answer, sample) for sample in samples]
        if all(value not in seen for value, seen in zip(values, taken, strict=True)):
            for value, seen in zip(values, taken, strict=True):
                seen.add(value)
            yield Mistake(answer, why=why)
