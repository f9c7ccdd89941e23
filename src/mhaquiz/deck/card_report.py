"""Where the checks of one card report, with the place of what they found."""

from __future__ import annotations

from collections.abc import Mapping

from mhaquiz.deck import spots
from mhaquiz.deck.cards import Card, Value
from mhaquiz.deck.display import show
from mhaquiz.deck.expressions import ExpressionError
from mhaquiz.deck.reading import DeckFile
from mhaquiz.deck.yaml_tree import Node

Step = str | int


class CardReport:
    """Reports of one card. A fault in a place silences further faults in the same place: each cause once."""

    def __init__(self, file: DeckFile, card: Card) -> None:
        assert file.root is not None
        self.file = file
        self.card = card
        self.node: Node = file.root.values["cards"].items[file.places[card.id]]
        self.faulty: set[tuple[Step, ...]] = set()

    def lost_names(self) -> bool:
        """Whether parameters or `let` could not be read: all that is then wrong with names has that cause."""
        given = self.node.values
        return self.card.id in self.file.faulty and any(
            name in given and not getattr(self.card, name) for name in ("params", "let")
        )

    def whole(self) -> bool:
        """Whether nothing at all was found wrong with the card."""
        return self.card.id not in self.file.faulty and self.sound()

    def add(self, code: str, message: str, *path: Step, advice: str = "", key: bool = False) -> None:
        """Report at the value of a path below the card, or at its key."""
        node = spots.key_of(self.node, path) if key else spots.find(self.node, path)
        self._report(code, message, spots.whole(node), advice, path)

    def say(self, error: ExpressionError, *path: Step, about: str = "") -> None:
        """Report an expression's fault inside the value of a path; `about` names the draw."""
        node = spots.find(self.node, path)
        assert self.file.source is not None
        spot = spots.inside(node, self.file.source, error.at, error.end)
        advice = error.help or self._open_bracket(error, node)
        self._report(error.code, error.reason + about, spot, advice, path)

    def _open_bracket(self, error: ExpressionError, node: Node) -> str:
        """The advice for a bracket that stays open: the author forgot it, or YAML ended the value there."""
        assert self.file.source is not None
        if "never closed" not in error.reason:
            return ""
        behind = self.file.source.lines[node.end_line][node.end_column :].lstrip()
        if node.plain and behind.startswith(","):
            return "a comma inside { } or [ ] ends a YAML value: quote the whole expression"
        return "close it with a bracket `)`"

    def _report(self, code: str, message: str, spot: spots.Spot, advice: str, path: tuple[Step, ...]) -> None:
        if path in self.faulty and code.startswith("E"):
            return
        if code.startswith("E"):
            self.faulty.add(path)
        self.file.report(code, message, spot.line, spot.column, advice, spot.end, self.card.key)

    def sound(self, *path: Step) -> bool:
        """Whether nothing at or below the path was reported."""
        return not any(one[: len(path)] == path for one in self.faulty)


def named_draw(card: Card, values: Mapping[str, Value]) -> str:
    """` where h = 8, head_dim = 64`: the draw that shows a fault; nothing for cards without parameters."""
    if not card.params:
        return ""
    return " where " + ", ".join(
        f"{name} = {show(values[name])}" for name, _ in card.params if name in values
    )
