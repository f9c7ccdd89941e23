"""An author's expression as a tree: a small grammar read by hand, nothing of it Python's own.

The reader is a precedence climber over regular-expression tokens. Length, node count and height are bounded,
so neither reading nor evaluating an expression can exhaust the stack. Every node keeps its place in the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, NoReturn, TypeAlias

MAX_TEXT = 2_000
MAX_NODES = 400
MAX_HEIGHT = 100
MAX_DIGITS = 1_000


class ExpressionError(ValueError):
    """What is wrong with an expression: message code, reason, place in the text and perhaps a remedy."""

    def __init__(self, code: str, reason: str, at: int = 0, end: int | None = None, remedy: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.at = at
        self.end = at + 1 if end is None else end
        self.help = remedy

    def __str__(self) -> str:
        return f"{self.reason} (at character {self.at + 1})" + (f"; {self.help}" if self.help else "")


@dataclass(frozen=True, slots=True)
class Constant:
    """A number (exact), a text or a truth value."""

    value: int | Fraction | str | bool
    at: int
    end: int
    height: int = 1


@dataclass(frozen=True, slots=True)
class Name:
    name: str
    at: int
    end: int
    height: int = 1


@dataclass(frozen=True, slots=True)
class Operation:
    """`+ - * / // % **` with one or two operands, `not`, `and`, `or`."""

    operator: str
    operands: tuple[Node, ...]
    at: int
    end: int
    height: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chain such as `1 < h <= 16`."""

    operators: tuple[str, ...]
    operands: tuple[Node, ...]
    at: int
    end: int
    height: int


@dataclass(frozen=True, slots=True)
class Conditional:
    """`then if test else other`."""

    test: Node
    then: Node
    other: Node
    at: int
    end: int
    height: int


@dataclass(frozen=True, slots=True)
class Group:
    """A tuple in parentheses."""

    items: tuple[Node, ...]
    at: int
    end: int
    height: int


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a registered function; `attribute` only after `model(…)`."""

    function: str
    arguments: tuple[Node, ...]
    keywords: tuple[tuple[str, Node], ...]
    at: int
    end: int
    height: int
    attribute: str = ""


Node: TypeAlias = "Constant | Name | Operation | Comparison | Conditional | Group | Call"

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
    (?P<number>(?:[0-9][0-9_]*(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
  | (?P<name>[^\W\d]\w*)
  | (?P<text>"[^"\\\n]*"|'[^'\\\n]*')
  | (?P<operator>\*\*|//|==|!=|<=|>=|[-+*/%<>(),.=])
  | (?P<end>\Z)
  | (?P<other>.)
    )""",
    re.VERBOSE | re.DOTALL,
)
RESERVED_WORDS = frozenset({"and", "or", "not", "if", "else", "True", "False"})
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
_ADVICE = {
    "^": "write ** for a power",
    "×": "write * for a product",
    "·": "write * for a product",
    "⋅": "write * for a product",
    "÷": "write / for a quotient",
    "−": "write the hyphen-minus - for a difference",
    "–": "write the hyphen-minus - for a difference",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "√": "write sqrt(…)",
    "!": "write `not`, or != to compare",
    "&": "write `and`",
    "|": "write `or`",
    "[": "there are no subscripts or lists; a tuple has round brackets",
    "]": "there are no subscripts or lists; a tuple has round brackets",
    "{": "this is an expression already, not a text with {names}",
    "}": "this is an expression already, not a text with {names}",
    ":": "there are no colons in expressions",
    ";": "one expression only",
    "\\": "texts in expressions have no escapes",
    '"': "the text is not closed",
    "'": "the text is not closed",
}

#: How strongly each two-sided operator binds; higher binds first.
_BINDING = {
    "if": 1,
    "or": 2,
    "and": 3,
    **dict.fromkeys(_COMPARISONS, 5),
    "+": 6,
    "-": 6,
    "*": 7,
    "/": 7,
    "//": 7,
    "%": 7,
    "**": 9,
}
_NOT, _SIGN = 4, 8


class _Token(NamedTuple):
    kind: str
    text: str
    at: int
    end: int


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    position = 0
    while True:
        match = _TOKEN.match(text, position)
        assert match is not None  # the alternatives cover every character
        kind = str(match.lastgroup)
        part = match[kind]
        token = _Token(kind, part, match.start(kind), match.end(kind))
        if kind == "other" or (kind == "name" and not part.isidentifier()):
            _refuse_character(token)
        if kind == "name" and part in RESERVED_WORDS:
            token = _Token("word", part, token.at, token.end)
        found.append(token)
        if kind == "end":
            return found
        position = match.end()


def _refuse_character(token: _Token) -> NoReturn:
    for offset, character in enumerate(token.text):
        if character.isdigit() and not character.isdecimal():
            raise ExpressionError(
                "E201", f"`{character}` is not read here", token.at + offset, None, "write ** for a power"
            )
    remedy = _ADVICE.get(token.text, "")
    raise ExpressionError("E201", f"`{token.text}` is not read here", token.at, token.end, remedy)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.index = 0
        self.nodes = 0
        self.depth = 0

    @property
    def here(self) -> _Token:
        return self.tokens[self.index]

    def take(self, text: str) -> bool:
        token = self.here
        if token.text == text and token.kind in ("operator", "word"):
            self.index += 1
            return True
        return False

    def need(self, text: str, opened: _Token) -> _Token:
        token = self.here
        if not self.take(text):
            if token.kind == "end":
                raise ExpressionError("E201", f"`{opened.text}` is never closed", opened.at, opened.end)
            self.unexpected(token)
        return token

    def unexpected(self, token: _Token) -> NoReturn:
        if token.kind == "end":
            raise ExpressionError("E201", "the expression ends too soon", max(len(self.text.rstrip()), 0))
        remedy = {
            "=": "write == to compare",
            ",": "write a long number without commas (1048576 or 1_048_576), a tuple in round brackets",
            ".": "the only dot is that of model(…).d_model and its like",
        }.get(token.text, "")
        raise ExpressionError("E201", f"`{token.text}` is not expected here", token.at, token.end, remedy)

    def counted(self, node: Node) -> Node:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise ExpressionError("E205", f"the expression has more than {MAX_NODES} parts", node.at)
        if node.height > MAX_HEIGHT:
            raise ExpressionError("E205", f"the expression is nested more than {MAX_HEIGHT} deep", node.at)
        return node

    def expression(self, floor: int = 0) -> Node:
        self.depth += 1
        if self.depth > MAX_HEIGHT:
            raise ExpressionError(
                "E205", f"the expression is nested more than {MAX_HEIGHT} deep", self.here.at
            )
        left = self.prefix()
        while True:
            operator = self.here
            binding = _BINDING.get(operator.text, 0) if operator.kind in ("operator", "word") else 0
            if not binding or binding < floor:
                break
            left = self.counted(self.infix(left, operator, binding))
        self.depth -= 1
        return left

    def infix(self, left: Node, operator: _Token, binding: int) -> Node:
        if operator.text in _COMPARISONS:
            return self.comparison(left)
        self.index += 1
        if operator.text == "if":
            return self.conditional(left)
        # ** takes a signed exponent and groups to the right: 2**-1, 2**3**2
        right = self.expression(_SIGN if operator.text == "**" else binding + 1)
        height = 1 + max(left.height, right.height)
        return Operation(operator.text, (left, right), left.at, right.end, height)

    def comparison(self, left: Node) -> Node:
        operators, operands = [], [left]
        while self.here.text in _COMPARISONS and self.here.kind == "operator":
            operators.append(self.here.text)
            self.index += 1
            operands.append(self.expression(_BINDING["+"]))
        height = 1 + max(operand.height for operand in operands)
        return Comparison(tuple(operators), tuple(operands), left.at, operands[-1].end, height)

    def conditional(self, then: Node) -> Node:
        test = self.expression(_BINDING["or"])
        if not self.take("else"):
            raise ExpressionError("E201", "`if` needs an `else`", self.here.at, None, "write x if c else y")
        other = self.expression(_BINDING["if"])
        height = 1 + max(test.height, then.height, other.height)
        return Conditional(test, then, other, then.at, other.end, height)

    def prefix(self) -> Node:
        token = self.here
        self.index += 1
        if token.kind == "number":
            return self.counted(Constant(_number(token), token.at, token.end))
        if token.kind == "text":
            return self.counted(Constant(token.text[1:-1], token.at, token.end))
        if token.kind == "name":
            return self.counted(self.name_or_call(token))
        if token.text in ("True", "False"):
            return self.counted(Constant(token.text == "True", token.at, token.end))
        if token.text in ("-", "+", "not"):
            operand = self.expression(_NOT if token.text == "not" else _SIGN)
            return self.counted(Operation(token.text, (operand,), token.at, operand.end, operand.height + 1))
        if token.text != "(":
            self.unexpected(token)
        return self.parenthesis(token)

    def parenthesis(self, opened: _Token) -> Node:
        items: list[Node] = []
        comma = False
        while not (self.here.text == ")" and self.here.kind == "operator"):
            items.append(self.expression())
            if not self.take(","):
                break
            comma = True
        closed = self.need(")", opened)
        if len(items) == 1 and not comma:
            return items[0]
        height = 1 + max((item.height for item in items), default=0)
        return self.counted(Group(tuple(items), opened.at, closed.end, height))

    def name_or_call(self, token: _Token) -> Node:
        opened = self.here
        if not self.take("("):
            return Name(token.text, token.at, token.end)
        positional: list[Node] = []
        named: list[tuple[str, Node]] = []
        while not (self.here.text == ")" and self.here.kind == "operator"):
            self.argument(positional, named)
            if not self.take(","):
                break
        closed = self.need(")", opened)
        height = 1 + max((node.height for node in (*positional, *(node for _, node in named))), default=0)
        call = Call(token.text, tuple(positional), tuple(named), token.at, closed.end, height)
        return self.attribute(call) if self.here.text == "." and self.here.kind == "operator" else call

    def argument(self, positional: list[Node], named: list[tuple[str, Node]]) -> None:
        token, following = self.here, self.tokens[min(self.index + 1, len(self.tokens) - 1)]
        if token.kind == "name" and following.kind == "operator" and following.text == "=":
            if token.text in (name for name, _ in named):
                raise ExpressionError("E204", f"`{token.text}` is given twice", token.at, token.end)
            self.index += 2
            named.append((token.text, self.expression()))
            return
        if named:
            raise ExpressionError("E204", "a value without a name after one with a name", token.at, token.end)
        positional.append(self.expression())

    def attribute(self, call: Call) -> Node:
        dot = self.here
        if call.function != "model":
            self.unexpected(dot)
        self.index += 1
        token = self.here
        if token.kind != "name":
            self.unexpected(token)
        self.index += 1
        return Call(
            call.function,
            call.arguments,
            call.keywords,
            call.at,
            token.end,
            call.height,
            attribute=token.text,
        )


def _number(token: _Token) -> int | Fraction:
    text = token.text.replace("_", "")
    if text.isdigit() and len(text) <= MAX_DIGITS and (text[0] != "0" or text == "0"):
        return int(text)
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    if len(mantissa) > MAX_DIGITS or len(exponent) > 5 or abs(int(exponent or "0")) > MAX_DIGITS:
        raise ExpressionError("E205", f"a number of more than {MAX_DIGITS:,} digits", token.at, token.end)
    if len(whole) > 1 and whole[0] == "0":
        raise ExpressionError(
            "E201", f"`{token.text}` begins with 0", token.at, token.end, "write the number without it"
        )
    value = Fraction(int((whole or "0") + decimals)) * Fraction(10) ** (int(exponent or "0") - len(decimals))
    return value.numerator if value.denominator == 1 else value


def parse(text: str) -> Node:
    """The tree of an expression. Raises ExpressionError with the place of the fault."""
    if len(text) > MAX_TEXT:
        raise ExpressionError("E205", f"the expression is longer than {MAX_TEXT:,} characters", MAX_TEXT)
    if not text.strip():
        raise ExpressionError("E201", "the expression is empty", 0)
    reader = _Reader(text)
    tree = reader.expression()
    if reader.here.kind != "end":
        reader.unexpected(reader.here)
    return tree


def walk(tree: Node) -> list[Node]:
    """Every node of a tree, parents first."""
    found: list[Node] = []
    waiting: list[Node] = [tree]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(reversed(children(node)))
    return found


def children(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Operation | Comparison):
        return node.operands
    if isinstance(node, Conditional):
        return (node.then, node.test, node.other)
    if isinstance(node, Group):
        return node.items
    if isinstance(node, Call):
        return (*node.arguments, *(value for _, value in node.keywords))
    return ()
