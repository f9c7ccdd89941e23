r"""Prose with `$…$` and `$$…$$`, cut into text and formulas. A lone `$5` is text, `\$` a dollar sign."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

TEXT: Final = "text"
INLINE: Final = "inline"
DISPLAY: Final = "display"

#: Code within prose: a run of backquotes, and the next run of the same length; groups: `ticks`, `code`.
#: Runs are taken whole, so that a text of nothing but backquotes is read once.
CODE: Final = r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"

#: One formula within prose, for readers that look for more than formulas; groups: `display`, `maths`.
#: An opening dollar hugs what follows and no word before it, a closing one hugs what stands before it and no
#: word after it; `$5-$6` and `$HOME/$USER` are therefore text.
FORMULA: Final = (
    r"\$\$(?=\s*[^\s$])(?P<display>(?:\\[^\0]|[^\\$`\0]){1,4000}?)\$\$"
    r"|(?<![\w$\\])\$(?=[^\s$])(?P<maths>(?:\\[^\0]|[^\\$`\n\0]|\n(?!\s*\n)){1,4000}?)(?<=\S)\$(?![\w$])"
)
_SPAN = re.compile(rf"{CODE}|\\(?P<dollar>\$)|{FORMULA}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of prose: `kind` is text, inline or display; a formula is without its dollar signs."""

    kind: str
    text: str

    @property
    def source(self) -> str:
        """The span between the dollar signs that it was typed with."""
        dollars = {TEXT: "", INLINE: "$", DISPLAY: "$$"}[self.kind]
        return f"{dollars}{self.text}{dollars}"


def spans(text: str) -> list[Span]:
    r"""`text` in order, neighbouring text joined. What stands in backquotes is text, dollars and all."""
    found: list[Span] = []
    plain: list[str] = []
    end = 0
    for match in _SPAN.finditer(text):
        plain.append(text[end : match.start()])
        end = match.end()
        formula = match["display"] or match["maths"]
        if formula is None:
            plain.append(match["dollar"] or match[0])
            continue
        found += [*_joined(plain), Span(DISPLAY if match["display"] else INLINE, formula.strip())]
        plain = []
    return found + _joined([*plain, text[end:]])


def _joined(parts: list[str]) -> list[Span]:
    text = "".join(parts)
    return [Span(TEXT, text)] if text else []
