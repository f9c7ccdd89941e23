"""From an expression's text to its tree: a small grammar read by hand, nothing of it Python's own.

The reader is a precedence climber over tokens. Length, node count and height are bounded, so neither reading
nor evaluating an expression can exhaust the stack.
"""

from __future__ import annotations

import re
from typing import NoReturn

from mhaquiz.deck.expression_tokens import Token, number_of, tokens
from mhaquiz.deck.expression_tree import (
    Call,
    Comparison,
    Conditional,
    Constant,
    ExpressionError,
    Group,
    Name,
    Node,
    Operation,
)

MAX_TEXT = 2_000
MAX_NODES = 400
MAX_HEIGHT = 100

_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
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


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.index = 0
        self.nodes = 0
        self.depth = 0

    @property
    def here(self) -> Token:
        return self.tokens[self.index]

    def take(self, text: str) -> bool:
        token = self.here
        if token.text == text and token.kind in ("operator", "word"):
            self.index += 1
            return True
        return False

    def need(self, text: str, opened: Token) -> Token:
        token = self.here
        if not self.take(text):
            if token.kind == "end":
                raise ExpressionError("E201", f"`{opened.text}` is never closed", opened.at, opened.end)
            self.unexpected(token)
        return token

    def unexpected(self, token: Token) -> NoReturn:
        if token.kind == "end":
            raise ExpressionError("E201", "the expression ends too soon", max(len(self.text.rstrip()), 0))
        remedy = {
            "=": "write == to compare",
            ",": "write a long number without commas (1048576 or 1_048_576), a tuple in round brackets",
            ".": "the only dot is that of model(…).d_model and its like",
        }.get(token.text, "")
        if re.fullmatch(r"[kKMGTP]i?[Bb]?|[Bb]ytes", token.text):
            remedy = "an answer is a bare number of bytes: `accept: {unit: bytes}` lets learners type units"
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

    def infix(self, left: Node, operator: Token, binding: int) -> Node:
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
            return self.counted(Constant(number_of(token), token.at, token.end))
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

    def parenthesis(self, opened: Token) -> Node:
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

    def name_or_call(self, token: Token) -> Node:
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
