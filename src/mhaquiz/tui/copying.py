"""A card as plain text for the clipboard: what it asks, and how its answer comes about.

The terminal is asked to take the text (OSC 52). It holds no marks and no control characters of a deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mhaquiz.deck.cards import Card, SpotBug
from mhaquiz.deck.examples import example_prompt, example_values
from mhaquiz.plain.prose import clean, one_line, render

if TYPE_CHECKING:
    from textual.app import App

    from mhaquiz.quiz.explaining import Explanation
    from mhaquiz.quiz.shown import Variant
    from mhaquiz.tui.widgets.bars import TitleBar

MOST = 4_000  # characters; terminals take some 70,000 bytes at once, and those between may take less
NOTED = 30  # characters of the text that the note repeats


def revealed(variant: Variant, explanation: Explanation) -> str:
    """The question as it was asked, with its worked line, else its answer."""
    return _bounded(_asked(variant), explanation.worked or render(explanation.answer or explanation.short))


def example(card: Card) -> str:
    """The question with the numbers that the card's page shows, and its worked line, else its answer."""
    from mhaquiz.deck.prose import fill_prose
    from mhaquiz.quiz.variants import restore
    from mhaquiz.quiz.working import worked_line

    try:
        variant = restore(card, example_values(card), showing=0)
        told = variant.answer_text or fill_prose(card.short, variant.names)
        answer = worked_line(variant) or render(told)
    except ValueError:  # no draw, or one that its formulas do not take: the page shows the bare prompt too
        return _bounded(render(example_prompt(card)), "")
    return _bounded(_asked(variant), answer)


def copy(app: App[Any], bar: TitleBar, text: str) -> None:
    """Hand `text` to the terminal's clipboard and say so on the title line."""
    app.copy_to_clipboard(text)
    words = one_line(text)
    if not bar.say(f"copied: {words if len(words) <= NOTED else words[: NOTED - 1].rstrip() + '…'}"):
        bar.say("copied")


def _asked(variant: Variant) -> str:
    """The prompt with the code or the choices that belong to it."""
    body = variant.card.body
    parts = [render(variant.prompt)]
    if isinstance(body, SpotBug):
        parts.append(clean(body.code).rstrip())
    elif variant.choices:
        parts.append("\n".join(f"- {one_line(choice.text)}" for choice in variant.choices))
    return "\n\n".join(parts)


def _bounded(asked: str, answer: str) -> str:
    """Both with an empty line between; where they are too long the question gives way first."""
    answer = _cut(clean(answer), MOST // 2)
    question = _cut(asked, MOST - len(answer) - 2)
    return f"{question}\n\n{answer}" if answer else question


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
