"""The shapes a value in a deck can have. A shape reads a node, reports faults, and is its own schema.

One object does both, so that the validator and the JSON Schema cannot disagree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from mhaquiz.deck.cards import Value
from mhaquiz.deck.expression_functions import did_you_mean
from mhaquiz.deck.messages import Problem
from mhaquiz.deck.yaml_tree import Node

Schema = dict[str, Any]


class Failed:
    """A value that was there but could not be read; its fault is already reported."""

    def __repr__(self) -> str:
        return "FAILED"


FAILED = Failed()


class Notes(Protocol):
    """Where shapes report faults."""

    problems: list[Problem]

    def add(self, code: str, message: str, node: Node, advice: str = "") -> None: ...


class Shape(Protocol):
    def read(self, node: Node, notes: Notes) -> Any: ...

    def schema(self) -> Schema: ...


_WHOLE = re.compile(r"[-+]?[0-9]+")
_DECIMAL = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,40})?")
_BASED = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
TRUTH_ADVICE = "write true or false; `yes`, `no`, `on` and `off` are texts"
_NULL = {"", "~", "null", "Null", "NULL"}
MAX_DIGITS = 400


def plain_number(text: str) -> int | Fraction | None:
    """A YAML 1.2 number exactly, or None. `010` is none: it was octal once and reads as ten."""
    if len(text) > MAX_DIGITS:
        return None
    if _WHOLE.fullmatch(text):
        digits = text.lstrip("+-")
        return None if len(digits) > 1 and digits[0] == "0" else int(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    if not _DECIMAL.fullmatch(text) or abs(int(text.lower().partition("e")[2] or 0)) > MAX_DIGITS:
        return None
    value = Fraction(text if not text.endswith(".") else text + "0")
    return value.numerator if value.denominator == 1 else value


def describe(node: Node) -> str:
    """What a node is, in a reader's words."""
    if node.kind == "mapping":
        return "a mapping"
    if node.kind == "sequence":
        return "a list"
    return "nothing" if node.empty else f"`{node.text[:40]}`"


def _scalar(node: Node, notes: Notes, wanted: str) -> bool:
    if node.kind == "scalar":
        if not node.empty:
            return True
        notes.add("E014", f"there is no value; {wanted} is needed", node, 'an empty text is ""')
    elif node.kind == "mapping":
        notes.add("E012", f"this became a mapping; {wanted} is needed", node, _mapping_advice(node))
    else:
        advice = 'quote a text that begins with a bracket: "[…]"'
        notes.add("E012", f"this became a list; {wanted} is needed", node, advice)
    return False


def _mapping_advice(node: Node) -> str:
    first = next(iter(node.keys.values()), None)
    if node.style == "{" and (first is None or (first.line, first.column) != (node.line, node.column)):
        return 'quote a text that begins with a brace: "{…}"'
    return 'quote a text that contains ": " or ends in a colon: "…"'


@dataclass(frozen=True, slots=True)
class Text:
    """Text, as its source is written: `no`, `1.10` and `12:30` stay what they are."""

    title: str = "text"
    pattern: str = ""
    rule: str = ""
    code: str = "E103"
    allow_empty: bool = False
    longest: int = 0  # characters; 0 where there is no bound

    def read(self, node: Node, notes: Notes) -> str | Failed:
        if not _scalar(node, notes, self.title):
            return FAILED
        text = node.text.rstrip("\n") if node.style in ("|", ">") else node.text
        if not text.strip() and not self.allow_empty:
            self._report_empty(node, notes)
            return FAILED
        if not self.fits(text):
            notes.add(self.code, f"`{text[:60]}` is not {self.rule}", node, self._near(text))
            return FAILED
        return text

    def fits(self, text: str) -> bool:
        """Whether a text has the shape, and is no longer than it may be."""
        short = not self.longest or len(text) <= self.longest
        return short and (not self.pattern or re.fullmatch(self.pattern, text) is not None)

    def _near(self, text: str) -> str:
        """The text mended, where capitals, spaces or underscores are all that is wrong with it."""
        mended = re.sub(r"[\s_-]+", "-", text.strip().lower())
        return f"write `{mended}`" if self.pattern and len(mended) <= 60 and self.fits(mended) else ""

    def _report_empty(self, node: Node, notes: Notes) -> None:
        if node.style in ("|", ">"):
            advice = (
                f'`{node.style}` starts a block of text; quote a value that begins with it: "{node.style}5"'
            )
            notes.add("E011", "the block of text is empty", node, advice)
        else:
            notes.add("E014", f"the text is empty; {self.title} is needed", node)

    def schema(self) -> Schema:
        bound: Schema = {"maxLength": self.longest} if self.longest else {}
        if not self.pattern:
            return {"type": ["string", "number", "boolean"], **bound}
        return {**_patterned(self.pattern), **bound}


def _patterned(pattern: str) -> Schema:
    return {"type": "string", "pattern": f"^(?:{pattern})$"}


@dataclass(frozen=True, slots=True)
class ExpressionText:
    """An author's expression as source text; whether it can be read is checked with its names."""

    title: str = "an expression"

    def read(self, node: Node, notes: Notes) -> str | Failed:
        found = Text(self.title).read(node, notes)
        return found if isinstance(found, Failed) else found.strip()

    def schema(self) -> Schema:
        return {"type": ["string", "number", "boolean"]}


@dataclass(frozen=True, slots=True)
class Flag:
    """true or false."""

    def read(self, node: Node, notes: Notes) -> bool | Failed:
        if node.plain and node.text in _TRUTH:
            return _TRUTH[node.text]
        notes.add("E103", f"true or false is needed, not {describe(node)}", node, TRUTH_ADVICE)
        return FAILED

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Amount:
    """A number within bounds, exact; `whole` for integers."""

    least: int | Fraction | None = None
    most: int | Fraction | None = None
    whole: bool = True
    above: bool = False  # `least` itself is excluded

    def read(self, node: Node, notes: Notes) -> int | Fraction | Failed:
        value = plain_number(node.text) if node.plain else None
        if value is None or (self.whole and not isinstance(value, int)):
            notes.add("E105", f"{self._wanted()} is needed, not {describe(node)}", node, _number_advice(node))
            return FAILED
        low = self.least is not None and (value < self.least or (self.above and value == self.least))
        if low or (self.most is not None and value > self.most):
            notes.add("E105", f"{describe(node)} is out of range: {self._wanted()} is needed", node)
            return FAILED
        return value

    def _wanted(self) -> str:
        words = "a whole number" if self.whole else "a number"
        if self.least is not None and self.most is not None:
            return f"{words} from {self.least} to {self.most}"
        if self.least is not None:
            return f"{words} above {self.least}" if self.above else f"{words} from {self.least} up"
        return words

    def schema(self) -> Schema:
        found: Schema = {"type": "integer" if self.whole else "number"}
        if self.least is not None:
            found["exclusiveMinimum" if self.above else "minimum"] = _json_number(self.least)
        if self.most is not None:
            found["maximum"] = _json_number(self.most)
        return found


def _json_number(value: int | Fraction) -> int | float:
    return value if isinstance(value, int) else float(value)


def _number_advice(node: Node) -> str:
    if node.kind != "scalar":
        return ""
    if node.style:
        return "write it without quotes"
    if re.fullmatch(r"[-+]?0[0-9]+", node.text):
        return f"write {node.text.lstrip('+-').lstrip('0') or '0'}: a leading 0 reads as octal or as ten"
    if re.fullmatch(r"[0-9][0-9_, ]+", node.text):
        return "write the digits together"
    return ""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words; `meaning` says what they are where they do not say it themselves."""

    words: tuple[str, ...]
    meaning: str = ""

    def read(self, node: Node, notes: Notes) -> str | Failed:
        if node.kind == "scalar" and node.text in self.words:
            return node.text
        meant = did_you_mean(node.text, self.words) if node.kind == "scalar" else ""
        advice = self.meaning or meant or "write one of these words as it stands, without quotes or capitals"
        notes.add("E104", f"{describe(node)} is none of {', '.join(self.words)}", node, advice)
        return FAILED

    def schema(self) -> Schema:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class AnyValue:
    """A value of a parameter, setting or test: number, text, truth value; lists where `nested`.

    A text has at most `longest` characters, where that is given.
    """

    nested: bool = False
    longest: int = 0

    def read(self, node: Node, notes: Notes) -> Value | Failed:
        if node.kind == "sequence" and self.nested:
            items = [self.read(item, notes) for item in node.items]
            good = tuple(item for item in items if not isinstance(item, Failed))
            return good if len(good) == len(items) else FAILED
        if not _scalar(node, notes, "a value"):
            return FAILED
        value = node.text if node.style else self._plain(node, notes)
        if self.longest and isinstance(value, str) and len(value) > self.longest:
            reason = f"a text of {len(value):,} characters; a value has at most {self.longest}"
            notes.add("E103", reason, node, "draw a short word, and let the prompt say the rest")
            return FAILED
        return value

    def _plain(self, node: Node, notes: Notes) -> Value | Failed:
        text = node.text
        if text in _TRUTH:
            return _TRUTH[text]
        number = plain_number(text)
        if number is not None:
            return number
        if text in _NULL or text.lower().lstrip("+-") in (".inf", ".nan"):
            notes.add("E105", f"`{text}` is not a value", node, "write a number, or quote a text")
            return FAILED
        if _WHOLE.fullmatch(text) or _DECIMAL.fullmatch(text):
            notes.add(
                "E105", f"`{text[:40]}` is not a number here", node, _number_advice(node) or "write it out"
            )
            return FAILED
        return text

    def schema(self) -> Schema:
        scalar: Schema = {"type": ["number", "string", "boolean"]}
        if self.longest:
            scalar["maxLength"] = self.longest
        return {"anyOf": [scalar, {"type": "array", "items": scalar}]} if self.nested else scalar
