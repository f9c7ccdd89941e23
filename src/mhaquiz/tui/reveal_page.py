"""What stands on the screen after an answer, as blocks of prose. No widgets; every text may be a deck's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.content import Content

from mhaquiz.deck.cards import SpotBug
from mhaquiz.memory.verdicts import Verdict
from mhaquiz.tui import session_pages
from mhaquiz.tui.formulas import Worked
from mhaquiz.tui.literal import cut, literal, one_line, visible
from mhaquiz.tui.prose import MARK, Block, Prose, blocks, inline, rows_of

if TYPE_CHECKING:
    from mhaquiz.deck.cards import RedFlag, Source
    from mhaquiz.quiz.explaining import Explanation
    from mhaquiz.quiz.session import Question
    from mhaquiz.quiz.verdicts import Grade

LABEL_WIDTH = 11
COUNTING = "counting by the second route …"


def brief(question: Question, width: int, rows: int) -> tuple[Content, bool]:
    """The prompt in at most `rows` lines, and whether something of it was cut.

    Of a spot-the-bug card the wrong line and its neighbours stay before the sentence above the code.
    """
    page = Prose(session_pages.prompt(question, solved=True))
    cut_off = len(page.lines(width)) > rows
    if cut_off and isinstance(question.card.body, SpotBug) and rows > 2:
        return _code_in_view(page, width, rows), True
    return page.brief(width, rows), cut_off


def _code_in_view(page: Prose, width: int, rows: int) -> Content:
    """One line of the prompt, and as much of the code around its first marked line as there is room for."""
    sentence = Prose(page.blocks[:-1]).brief(width, 1)
    code = page.blocks[-1].lines(width)
    marked = next((n for n, line in enumerate(code) if line.plain.startswith(MARK)), 0)
    first = min(max(marked - (rows - 1) // 2, 0), max(len(code) - (rows - 1), 0))
    return Content("\n").join([sentence, *code[first : first + rows - 1]])


def headline(explanation: Explanation, grade: Grade, confirmed: int | None = None) -> Block:
    """The verdict: a sign and words; the colour only repeats them. A slip that was confirmed is asked for no
    more.
    """
    if confirmed is not None:
        return Block(Content.styled("✗ Not right: the slip that you confirmed.", "bold $bad"))
    if grade.verdict is Verdict.SELF_RATED:
        return Block(inline(explanation.headline, "bold"))
    return Block(inline(explanation.headline, "bold $good" if grade.verdict.passes else "bold $bad"))


def first_screenful(
    explanation: Explanation,
    grade: Grade,
    *,
    route: str | None,
    confirmed: int | None = None,
    typed: str = "you typed",
    tight: bool = False,
) -> list[Block]:
    """Verdict, what was typed as it was read, diagnosis, worked line with its second route, short answer.

    `route` is the second route's line, None while it is being worked out and "" where there is none. `typed`
    says how the answer was given. In a low window all is `tight`: the diagnosis first, and no blank line.
    """
    read, given = _read(explanation, grade, typed), _given(explanation, grade)
    diagnosis, worked = _diagnosis(explanation, grade, confirmed), _worked(explanation, route)
    if tight:
        short = [("in short", inline(one_line(explanation.short)))] if explanation.short else []
        run_on = [_run_on(*pair) for pair in (*diagnosis, *given, *read, *worked, *short)]
        return [headline(explanation, grade, confirmed), *run_on]
    body = [headline(explanation, grade, confirmed), Block(Content(""))]
    body += rows_of([*read, *given, *diagnosis, *worked], LABEL_WIDTH)
    return body + (_labelled("in short", explanation.short) if explanation.short else [])


def _given(explanation: Explanation, grade: Grade) -> list[tuple[str, Content]]:
    """The right answer, where it was missed."""
    if grade.verdict.passes or grade.verdict is Verdict.SELF_RATED or not explanation.answer:
        return []
    return [("answer", literal(one_line(explanation.answer), "bold"))]


def _read(explanation: Explanation, grade: Grade, typed: str) -> list[tuple[str, Content]]:
    if not explanation.read_as or grade.verdict is Verdict.SELF_RATED:
        return []
    return [(typed, literal(one_line(explanation.read_as)))]


def _run_on(label: str, text: Content | Worked) -> Block:
    """A label with its text right behind it: a column for labels takes a third of a narrow window."""
    head = Content.styled(label + "  " if label else "", "$quiet")
    if isinstance(text, Worked):
        return Block(text, head, head.cell_length)
    return Block(head + text, hang=2)


def _diagnosis(explanation: Explanation, grade: Grade, confirmed: int | None) -> list[tuple[str, Content]]:
    pairs: list[tuple[str, Content]] = []
    if explanation.diagnosis:
        pairs.append(("why", inline(_unsaid(explanation))))
    elif grade.verdict.passes and explanation.why:
        pairs.append(("why", inline(explanation.why)))
    for number, sentence in enumerate(explanation.suspected):
        label = "perhaps" if number == 0 else ""
        pairs.append(
            (label, inline(_ticked(sentence, number, confirmed), "$warn" if confirmed is None else ""))
        )
    return pairs


def _ticked(sentence: str, number: int, confirmed: int | None) -> str:
    """A suspicion, with a sign where it was confirmed: at its number where several share the sentence."""
    if confirmed is None:
        return sentence
    place = f"({confirmed + 1}) "
    if place in sentence:
        return sentence.replace(place, f"✓ {place}", 1)
    return f"✓ {sentence}" if confirmed == number else sentence


def _unsaid(explanation: Explanation) -> str:
    """The diagnosis without the misconception's title where the headline has just said it."""
    title = explanation.misconception.title if explanation.misconception else ""
    said = title and explanation.headline.rstrip(".").endswith(title.rstrip("."))
    rest = explanation.diagnosis.removeprefix(title).lstrip(". ") if said else ""
    return rest or explanation.diagnosis


def _worked(explanation: Explanation, route: str | None) -> list[tuple[str, Content | Worked]]:
    if not explanation.worked:
        return []
    worked = Worked(visible(short_enough(explanation.worked)))
    pairs: list[tuple[str, Content | Worked]] = [("worked", worked)]
    if route is None:
        pairs.append(("checked", literal(COUNTING, "$quiet")))
    elif route and not explanation.worked.endswith(route):  # the same steps again are no second route
        pairs.append(("checked", literal(route, "$quiet")))
    return pairs


#: A worked line beyond this takes more than three lines of a window of 80 columns.
LONGEST_WORKED = 190


def short_enough(worked: str, longest: int = LONGEST_WORKED) -> str:
    """A worked line that leaves room for what follows it: the numbers and the result stay, the formula before
    them gives way to a sign, then the middle of the numbers. `full` shows the whole line.
    """
    if len(worked) <= longest:
        return worked
    *before, result = worked.split(" = ")
    sums = f"… = {before[-1]}" if len(before) > 1 else worked.removesuffix(f" = {result}")
    room = longest - len(result) - len(" = ")
    if len(sums) > room:
        sums = f"{sums[: room // 2].rstrip()} … {sums[-(room // 2 - 3) :].lstrip()}"
    return f"{sums} = {result}" if before else cut(literal(worked), longest).plain


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
    """The full answer; before it the worked line, where the first screenful had no room for all of it."""
    worked = explanation.worked
    whole = [Block(Worked(visible(worked)))] if short_enough(worked) != worked else []
    body = [*whole, *blocks(explanation.full)]
    return [_title("Full answer"), *body] if body else []


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


def has_detail(explanation: Explanation, name: str) -> bool:
    """Whether a part behind a key has something to show; asked at every key, so nothing is laid out."""
    if name == "full":
        return bool(explanation.full.strip()) or short_enough(explanation.worked) != explanation.worked
    return bool(getattr(explanation, name))
