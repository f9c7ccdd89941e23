"""Texts of a list in brackets that a comma has cut in two: `hints: [Permute the input, then look.]`.

YAML sees two hints there and nothing wrong. A cut shows where the second half goes on in small letters, or
where a quotation mark or bracket is opened in one text and closed in the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mhaquiz.deck.yaml_tree import Node

#: Lists of texts: of whole sentences (True), or of what may be a few words.
PROSE: Mapping[str, bool] = {
    "hints": True,
    "recap": True,
    "points": False,
    "red_flags": False,
    "breaks_when": False,
    "seen_in": False,
    "sources": False,
}
_PAIRS = (("“", "”"), ("‘", "’"), ("„", "“"), ("«", "»"), ("(", ")"))
_STOPS = (".", "!", "?", ":", ";", "…")


def cut_texts(card: Node) -> Iterator[tuple[str, int]]:
    """Key and index of each text that looks like the rest of the one before it."""
    for key, sentences in PROSE.items():
        node = card.values.get(key)
        if node is not None and node.kind == "sequence" and node.style == "[":
            for index, (first, second) in enumerate(zip(node.items, node.items[1:], strict=False), 1):
                if first.plain and second.plain and _cut(first.text, second.text, sentences):
                    yield key, index


def _cut(first: str, second: str, sentences: bool) -> bool:
    if any(_opened(first, *pair) and _closed(second, *pair) for pair in _PAIRS):
        return True
    goes_on = first[:1].isupper() and second[:1].islower() and " " in first and " " in second
    return goes_on and not first.endswith(_STOPS) and (sentences or second.endswith(_STOPS))


def _opened(text: str, opening: str, closing: str) -> bool:
    return text.count(opening) == text.count(closing) + 1 and text.rfind(opening) > text.rfind(closing)


def _closed(text: str, opening: str, closing: str) -> bool:
    return text.count(closing) == text.count(opening) + 1 and _first(text, closing) < _first(text, opening)


def _first(text: str, sign: str) -> int:
    place = text.find(sign)
    return len(text) if place < 0 else place
