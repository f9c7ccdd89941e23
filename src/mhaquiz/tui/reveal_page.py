"""What stands on the screen after an answer, as blocks of prose. No widgets; every text may be a deck's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.content import Content

from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block, blocks, inline, rows_of

if TYPE_CHECKING:
    from mhaquiz.deck.cards import RedFlag, Source
    from mhaquiz.quiz.explaining import Explanation
    from mhaquiz.quiz.verdicts import Grade

LABEL_WIDTH = 11
COUNTING = "counting by the second route …"


def headline(explanation: Explanation, grade: Grade) -> Block:
    """The verdict: a sign and words; the colour only repeats them."""
    if grade.verdict == "self_rated":
        return Block(inline(explanation.headline, "bold"))
    return Block(inline(explanation.headline, "bold $good" if grade.verdict.passes else "bold $bad"))


def first_screenful(
    explanation: Explanation,
    grade: Grade,
    *,
    route: str | None,
    confirmed: int | None = None,
    chosen: bool = False,
) -> list[Block]:
    """Verdict, what was typed as it was read, diagnosis, worked line with its second route, short answer.

    `route` is the second route's line, None while it is being worked out and "" where there is none. `chosen`
    tells an answer chosen from one typed.
    """
    pairs: list[tuple[str, Content]] = []
    if explanation.read_as and grade.verdict != "self_rated":
        label = "you chose" if chosen else "you typed"
        pairs.append((label, literal(one_line(explanation.read_as))))
    if not grade.verdict.passes and grade.verdict != "self_rated" and explanation.answer:
        pairs.append(("answer", literal(one_line(explanation.answer), "bold")))
    pairs += _diagnosis(explanation, grade, confirmed)
    pairs += _worked(explanation, route)
    body = [headline(explanation, grade), Block(Content("")), *rows_of(pairs, LABEL_WIDTH)]
    if explanation.short:
        body += _labelled("in short", explanation.short)
    return body


def _diagnosis(explanation: Explanation, grade: Grade, confirmed: int | None) -> list[tuple[str, Content]]:
    pairs: list[tuple[str, Content]] = []
    if explanation.diagnosis:
        pairs.append(("why", inline(_unsaid(explanation))))
    elif grade.verdict.passes and explanation.why:
        pairs.append(("why", inline(explanation.why)))
    for number, sentence in enumerate(explanation.suspected):
        label = "perhaps" if number == 0 else ""
        sign = "✓ " if confirmed == number else ""
        pairs.append((label, inline(sign + sentence, "$warn" if confirmed is None else "")))
    return pairs


def _unsaid(explanation: Explanation) -> str:
    """The diagnosis without the misconception's title where the headline has just said it."""
    title = explanation.misconception.title if explanation.misconception else ""
    said = title and explanation.headline.rstrip(".").endswith(title.rstrip("."))
    rest = explanation.diagnosis.removeprefix(title).lstrip(". ") if said else ""
    return rest or explanation.diagnosis


def _worked(explanation: Explanation, route: str | None) -> list[tuple[str, Content]]:
    if not explanation.worked:
        return []
    pairs = [("worked", literal(explanation.worked, "$code"))]
    if route is None:
        pairs.append(("", literal(COUNTING, "$quiet")))
    elif route:
        pairs.append(("", literal(route, "$quiet")))
    return pairs


def _labelled(label: str, text: str) -> list[Block]:
    """A Markdown text with its label beside the first line."""
    first, *others = blocks(text) or [Block(Content(""))]
    if not first.hang and first.wraps and isinstance(first.body, Content):
        head = rows_of([(label, first.body)], LABEL_WIDTH)
        return [*head, *(_indented(block) for block in others)]
    return [*rows_of([(label, Content(""))], LABEL_WIDTH), *(_indented(b) for b in (first, *others))]


def _indented(block: Block) -> Block:
    pad = Content(" " * LABEL_WIDTH)
    return replace(block, first=pad + block.first, hang=LABEL_WIDTH + block.hang)


# ── one key each ────────────────────────────────────────────────────────────────────────
def _title(text: str) -> Block:
    return Block(Content.styled(text, "bold $accent"))


def full(explanation: Explanation) -> list[Block]:
    return [_title("Full answer"), *blocks(explanation.full)] if explanation.full else []


def red_flags(explanation: Explanation) -> list[Block]:
    if not explanation.red_flags:
        return []
    return [_title("Red flags: what interviewers hear"), *(_flag(flag) for flag in explanation.red_flags)]


def _flag(flag: RedFlag) -> Block:
    why = Content.styled("  " + one_line(flag.why), "$quiet") if flag.why else Content("")
    return Block(inline(flag.text) + why, Content.styled("✗ ", "$bad"), 2)


def recap(explanation: Explanation) -> list[Block]:
    if not explanation.recap:
        return []
    bullet = Content.styled("• ", "$quiet")
    return [_title("In sixty seconds"), *(Block(inline(line), bullet, 2) for line in explanation.recap)]


def sources(explanation: Explanation) -> list[Block]:
    if not explanation.sources:
        return []
    return [_title("Sources"), *(_source(source) for source in explanation.sources)]


def _source(source: Source) -> Block:
    where = ", ".join(part for part in (source.where, str(source.year or ""), source.url) if part)
    text = literal(one_line(source.title)) + Content.styled("  " + one_line(where), "$quiet")
    return Block(text, Content.styled("• ", "$quiet"), 2)


def followups(explanation: Explanation, prompt_of: Callable[[str], str]) -> list[Block]:
    """What would be asked next; `prompt_of` gives a card's prompt, or "" where the card is not here."""
    asked = [(key, prompt_of(key)) for key in explanation.followups]
    lines = [Block(inline(one_line(text) or key), Content.styled("→ ", "$quiet"), 2) for key, text in asked]
    return [_title("Asked next"), *lines] if lines else []


#: The parts behind keys that need nothing but the explanation, by the name in the key table.
DETAILS: Mapping[str, Callable[[Explanation], list[Block]]] = {
    "full": full,
    "red_flags": red_flags,
    "recap": recap,
    "sources": sources,
}
