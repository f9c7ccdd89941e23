"""Markdown of the decks' subset as one HTML page that needs nothing else: for print and for a browser.

Every text is escaped first, so that no deck, roster or name can become markup or script.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape, unescape
from itertools import groupby

from mhaquiz.mathtext import Span, shown
from mhaquiz.plain.prose import Block, Marks, blocks, clean, inline, rows


def _formula(span: Span) -> str:
    """The formula of an escaped text, escaped again once it has been read."""
    return escape(shown(Span(span.kind, unescape(span.text))))


_MARKS = Marks(
    r"<strong>\1</strong>",
    r"<em>\1</em>",
    "<code>{}</code>",
    r'<a href="\2" rel="noreferrer">\1</a>',
    _formula,
)
#: The page loads nothing and runs nothing, whatever stands in it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
#: So many empty lines in a row are room to write in.
_ROOM = 4
_STYLE = """
body { font: 11pt/1.45 system-ui, sans-serif; color: #111;
  max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 1.6rem }
code, pre { font-family: ui-monospace, monospace; font-size: .92em }
pre { background: #f4f4f4; padding: .6rem; overflow-x: auto }
table { border-collapse: collapse } th, td { border: 1px solid #999; padding: .2rem .6rem; text-align: left }
section + section { break-before: page; border-top: 1px solid #999; margin-top: 2rem }
li { margin: .2rem 0 }
h2 { break-after: avoid } li, pre, tr { break-inside: avoid }
.room { height: 9rem }
@media print { body { margin: 0; max-width: none } section + section { border-top: 0 } }
"""


def page(title: str, sections: Iterable[str], language: str = "en") -> str:
    """A whole page; each section is Markdown and begins on a new sheet of paper."""
    body = "\n".join(f"<section>\n{fragment(section)}\n</section>" for section in sections)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(clean(title))}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def fragment(markdown: str) -> str:
    """Markdown as HTML elements."""
    parts: list[str] = []
    level = 1  # the first heading of a section is its title
    for kind, group in groupby(blocks(markdown), key=_group):
        if kind == "heading":
            for block in group:
                parts.append(f"<h{level}>{text(block.text)}</h{level}>")
                level = 2
        else:
            parts += _element(kind, group)
    return "\n".join(parts)


def _group(block: Block) -> str:
    """Neighbouring items make one list; numbered ones are apart from the others."""
    if block.kind != "item":
        return block.kind
    return "ul" if block.mark == "-" else "ol"


def _element(kind: str, group: Iterable[Block]) -> Iterator[str]:
    if kind in ("ul", "ol"):
        yield f"<{kind}>\n" + "\n".join(_item(block) for block in group) + f"\n</{kind}>"
    elif kind == "code":
        yield from (f"<pre><code>{escape(chr(10).join(block.lines))}</code></pre>" for block in group)
    elif kind == "table":
        yield from (_table(block) for block in group)
    elif kind == "gap" and len(list(group)) >= _ROOM:
        yield '<div class="room"></div>'
    elif kind == "paragraph":
        yield from (f"<p>{text(block.text)}</p>" for block in group)


def _item(block: Block) -> str:
    number = block.mark.rstrip(".)")
    value = f' value="{number}"' if number.isdigit() else ""
    return f"<li{value}>{text(block.text)}</li>"


def _table(block: Block) -> str:
    head, *body = rows(block.lines)
    lines = ["<table>", _row(head, "th"), *(_row(cells, "td") for cells in body), "</table>"]
    return "\n".join(lines)


def _row(cells: Iterable[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{text(cell)}</{tag}>" for cell in cells) + "</tr>"


def text(markdown: str) -> str:
    """One line of Markdown with its emphasis as elements."""
    return inline(escape(markdown), _MARKS)
