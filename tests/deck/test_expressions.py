"""What expressions are worth, and that nothing else can be made of them."""

from __future__ import annotations

import math
import time
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.deck.cards import Value
from mhaquiz.deck.expression_functions import functions
from mhaquiz.deck.expressions import ExpressionError, compile_expression, evaluate, formula

NAMES: dict[str, Value] = {"h": 8, "d": 64, "kv": 2, "name": "gpt2", "p": Fraction(1, 10), "t": (1, 2)}

WORTH: list[tuple[str, Value]] = [
    ("1", 1),
    ("0.1 + 0.2", Fraction(3, 10)),
    ("1e6", 1_000_000),
    ("1.5e-1", Fraction(3, 20)),
    ("1_048_576", 1_048_576),
    (".5", Fraction(1, 2)),
    ("-2**2", -4),
    ("(-2)**2", 4),
    ("2**-1", Fraction(1, 2)),
    ("2**3**2", 512),
    ("7 // 2", 3),
    ("-7 // 2", -4),
    ("7 % 3", 1),
    ("1/3 + 1/6", Fraction(1, 2)),
    ("6/3", 2),
    ("4 * d**2", 16_384),
    ("d / h", 8),
    ("d ** 0.5", 8),
    ("sqrt(1/4)", Fraction(1, 2)),
    ("log(1)", 0),
    ("log(8, 2)", 3),
    ("log(1/8, base=2)", -3),
    ("exp(0)", 1),
    ("harmonic(4)", Fraction(25, 12)),
    ("harmonic(0)", 0),
    ("factorial(10)", 3_628_800),
    ("gcd(12, 18)", 6),
    ("gcd(12, 18, 8)", 2),
    ("min(3, 1/2, 2)", Fraction(1, 2)),
    ("max(h, d)", 64),
    ("abs(-3/2)", Fraction(3, 2)),
    ("ceil(7/2)", 4),
    ("floor(-7/2)", -4),
    ("1 < 2 <= 2", True),
    ("1 < 2 > 3", False),
    ("h == 8 and d != 8", True),
    ("not h == 8 or kv == 2", True),
    ("not not True", True),
    ("name == 'gpt2'", True),
    ('name == "gpt2" and 1 or 2', 1),
    ("name == 3", False),
    ("1 if h > 4 else 2", 1),
    ("1 if h > 9 else 2 if h > 7 else 3", 2),
    ("(1, h, d)", (1, 8, 64)),
    ("(1,)", (1,)),
    ("()", ()),
    ("t == (1, 2)", True),
    ("True", True),
    ("p * 10", 1),
    ("attention_weights(512, 8)", 1_048_576),
    ("attention_weights(d_model=512, n_heads=h)", 1_048_576),
    ("attention_weights(512, n_heads=h, n_kv_heads=kv)", 2 * 512 * 64 * (8 + 2)),
    ('attention_params(d_model=768, n_heads=12, bias="qkvo")', 4 * 768**2 + 4 * 768),
    ("tensor_parallel_widths(n_heads=28, n_kv_heads=4, limit=16)", (1, 2, 4)),
    ("model(name).d_model", 768),
    ('model("gpt2").n_heads', 12),
    ("((((((1))))))", 1),
    (" 1\n+ 2 ", 3),
]


@pytest.mark.parametrize(("text", "value"), WORTH)
def test_worth(text: str, value: Value) -> None:
    found = evaluate(text, NAMES)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", ["sqrt(2)", "log(10)", "exp(1)", "pi", "2 ** 0.5", "2 * pi", "sqrt(d + 1)"])
def test_real_where_the_mathematics_leaves_the_rationals(text: str) -> None:
    assert type(evaluate(text, NAMES)) is float


def test_the_real_functions_agree_with_math() -> None:
    assert evaluate("log(100, 10) + log(2)", {}) == 2 + math.log(2)
    assert evaluate("exp(2) - sqrt(3)", {}) == pytest.approx(math.e**2 - math.sqrt(3), rel=1e-15)


REFUSED: list[tuple[str, str, int]] = [
    ("", "E201", 0),
    ("   ", "E201", 0),
    ("1 +", "E201", 3),
    ("(1", "E201", 0),
    ("1)", "E201", 1),
    ("1 2", "E201", 2),
    ("2 d", "E201", 2),
    ("1,048,576", "E201", 1),
    ("d^2", "E201", 1),
    ("d²", "E201", 1),
    ("4×d", "E201", 1),
    ("4·d", "E201", 1),
    ("−1", "E201", 0),
    ("010", "E201", 0),
    ("h = 8", "E201", 2),
    ("h === 8", "E201", 4),
    ("h && d", "E201", 2),
    ("h | d", "E201", 2),
    ("!h", "E201", 0),
    ("~h", "E201", 0),
    ("h << 2", "E201", 3),
    ("t[0]", "E201", 1),
    ("[1, 2]", "E201", 0),
    ("{1}", "E201", 0),
    ("lambda: 1", "E201", 6),
    ("1 if h", "E201", 6),
    ("if h else 2", "E201", 0),
    ("h.real", "E201", 1),
    ("(1).real", "E201", 3),
    ("'a'.join", "E201", 3),
    ("model(name).__class__", "E203", 0),
    ("model(name)", "E203", 0),
    ("model(name).d_model.x", "E201", 19),
    ("attention_weights(1, 1).x", "E201", 23),
    ("'a", "E201", 0),
    ("'\\x41'", "E201", 0),
    ("f'{h}'", "E201", 1),
    ("h; d", "E201", 1),
    ("h := 2", "E201", 2),
    ("*t", "E201", 0),
    ("h not in t", "E201", 2),
    ("h in t", "E201", 2),
    ("h is d", "E201", 2),
    ("None", "E202", 0),
    ("true", "E202", 0),
    ("dd", "E202", 0),
    ("__name__", "E202", 0),
    ("h + ddd", "E202", 4),
    ("print(1)", "E203", 0),
    ("eval('1')", "E203", 0),
    ("exec('1')", "E203", 0),
    ("open('/etc/passwd')", "E203", 0),
    ("__import__('os')", "E203", 0),
    ("getattr(h, 'real')", "E203", 0),
    ("range(10)", "E203", 0),
    ("sum(t)", "E203", 0),
    ("h(1)", "E203", 0),
    ("sqrt()", "E204", 0),
    ("sqrt(1, 2)", "E204", 0),
    ("sqrt(y=1)", "E204", 0),
    ("min()", "E204", 0),
    ("min(a=1)", "E204", 0),
    ("gcd(x=1)", "E204", 0),
    ("attention_weights(512)", "E204", 0),
    ("attention_weights(512, 8, heads=3)", "E204", 0),
    ("attention_weights(512, d_model=512, n_heads=8)", "E204", 0),
    ("attention_weights(d_model=1, d_model=1)", "E204", 29),
    ("attention_weights(d_model=1, 2)", "E204", 29),
    ("1 / 0", "E206", 0),
    ("1 // 0", "E206", 0),
    ("1 % 0", "E206", 0),
    ("0 ** -1", "E206", 0),
    ("1 / (h - 8)", "E206", 0),
    ("1 + 'a'", "E207", 0),
    ("'a' * 3", "E207", 0),
    ("True + 1", "E207", 0),
    ("t + t", "E207", 0),
    ("-name", "E207", 0),
    ("1 < 'a'", "E207", 0),
    ("t < 3", "E207", 0),
    ("1 if name else 2", "E207", 5),
    ("name and 1", "E207", 0),
    ("min('a', 1)", "E207", 0),
    ("model(h).d_model", "E207", 0),
    ("sqrt(-1)", "E208", 0),
    ("(-1) ** 0.5", "E208", 1),
    ("log(0)", "E208", 0),
    ("log(8, 1)", "E208", 0),
    ("factorial(-1)", "E208", 0),
    ("factorial(1/2)", "E208", 0),
    ("gcd(1/2, 1)", "E208", 0),
    ("attention_weights(512, 7)", "E209", 0),
    ("attention_weights(512, 0)", "E209", 0),
    ("attention_weights(1/2, 1)", "E209", 0),
    ("attention_weights('a', 8)", "E209", 0),
    ('model("no-such-model").d_model', "E209", 0),
    ("model('../../etc/passwd').d_model", "E209", 0),
]


@pytest.mark.parametrize(("text", "code", "at"), REFUSED)
def test_refused_with_its_place(text: str, code: str, at: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate(text, NAMES)
    assert (caught.value.code, caught.value.at) == (code, at)
    assert caught.value.reason


def attempt(text: str) -> Value | ExpressionError:
    """The value, or the refusal; any other exception is a failure of the test."""
    try:
        return evaluate(text, NAMES)
    except ExpressionError as error:
        return error


SIZES = [
    "9**9**9",
    "9**9**9**9",
    "2**100000",
    "(1/3)**100000",
    "10**1000 * 10**1000 * 10**1000 * 10**1000",
    "factorial(10**7)",
    "factorial(1301)",
    "harmonic(10**9)",
    "1e999999999",
    "1e100000",
    "9" * 1500,
    "0." + "1" * 1500,
    "exp(10**6)",
    "exp(1e3)",
    "10**400 * pi",
    "exp(1) / 10**-400",
    "exp(1) // 10**-400",
    "exp(1) % 10**-400",
    "2.5**10**400",
    "sqrt(2) ** 10**5",
    "1 + " * 400 + "1",
    "-" * 1_900 + "1",
    "not " * 400 + "1",
    "(" * 150 + "1" + ")" * 150,
    "(" * 990 + "1" + ")" * 990,
    "abs(" * 150 + "1" + ")" * 150,
    "1 if 1 else " * 150 + "1",
    "2**" * 150 + "1",
    "1" + " " * 3_000,
    "x" * 3_000,
    "1" + "+1" * 1_000,
    "(" + "1," * 900 + ")",
    "1 < " * 500 + "2",
    "-" * 50_000 + "1",
]


@pytest.mark.parametrize("text", SIZES, ids=range(len(SIZES)))
def test_sizes_are_bounded_before_they_are_computed(text: str) -> None:
    started = time.process_time()
    with pytest.raises(ExpressionError) as caught:
        evaluate(text, NAMES)
    assert caught.value.code == "E205"
    assert time.process_time() - started < 0.5


def test_a_required_parameter_may_stand_behind_optional_ones() -> None:
    assert evaluate("lora_params(d_model=4096, n_heads=32, rank=8)", {}) == 2 * 2 * 8 * 4096
    assert evaluate("lora_params(4096, 32, 8, rank=8)", {}) == 8 * (2 * 4096 + 4096 + 8 * 128)
    with pytest.raises(ExpressionError, match="`lora_params` needs rank"):
        compile_expression("lora_params(4096, 32)")


@pytest.mark.parametrize("name", sorted(functions()))
def test_no_function_hangs_or_leaks_on_large_arguments(name: str) -> None:
    """Every function with every argument huge, zero, negative, fractional, text or truth value."""
    function = functions()[name]
    for value in ("10**300", "0", "-1", "1/3", "'qv'", "True", "(1, 2)", "10**18", "2**63 - 1"):
        named = function.origin == "engine"
        arguments = ", ".join(f"{name}={value}" if named else value for name in function.required)
        attribute = ".d_model" if name == "model" else ""
        started = time.process_time()
        found = attempt(f"{name}({arguments}){attribute}")
        if isinstance(found, ExpressionError):
            assert found.code in ("E205", "E207", "E208", "E209")
        assert time.process_time() - started < 0.5, value


WORDS = [
    "h",
    "1",
    "(",
    ")",
    "**",
    "*",
    "+",
    ",",
    "'a'",
    "sqrt",
    "model",
    ".",
    "if",
    "else",
    "not",
    "<",
    "=",
    "9e9",
]


def test_every_short_string_of_tokens_is_read_or_refused() -> None:
    """5,832 token strings: a value or an ExpressionError, never another exception."""
    for words in product(WORDS, repeat=3):
        found = attempt(" ".join(words))
        assert not isinstance(found, ExpressionError) or 0 <= found.at <= len(" ".join(words))


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    found = attempt(text)
    assert not isinstance(found, ExpressionError) or found.code.startswith("E2")


@settings(max_examples=200, deadline=None)
@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(1, 50))
def test_arithmetic_agrees_with_fractions(a: int, b: int, c: int) -> None:
    names: dict[str, Value] = {"a": a, "b": b, "c": c}
    assert evaluate("(a + b) * (a - b) / c", names) == Fraction((a + b) * (a - b), c)
    assert evaluate("a // c * c + a % c", names) == a
    assert evaluate("a if a > b else b", names) == max(a, b)


def test_a_parameter_hides_no_error_of_its_sort() -> None:
    assert evaluate("d * h", {"d": 2, "h": Fraction(1, 2)}) == 1
    with pytest.raises(ExpressionError, match="did you mean `d_model`"):
        evaluate("4 * dmodel", {"d_model": 512})


def test_free_names_in_order_of_appearance() -> None:
    assert compile_expression("b * a + f - pi + min(c, a)").names == ("b", "a", "f", "c")


def test_formulas_keep_their_symbols() -> None:
    assert formula("4*n*d**2 + 2*n**2*d").line() == "4·n·d² + 2·n²·d"
    assert formula("attention_weights(d_model=d, n_heads=h)").line() == "4·d²"
    assert formula("ceil(n / 3)").value({"n": 7}) == 3
    for text in ("'a'", "(1, 2)", "a and b", "model('gpt2').d_model", "True"):
        with pytest.raises(ExpressionError):
            formula(text)


@pytest.mark.parametrize(
    "text", ["4*d**2", "d*h - d/h", "max(d, 3) // 2", "d % 7 if d > 3 else -d", "sqrt(d) + 1"]
)
def test_formulas_are_worth_what_the_expression_is(text: str) -> None:
    for d in (1, 4, 36, 49):
        assert formula(text).value({"d": d, "h": 4}) == evaluate(text, {"d": d, "h": 4})
