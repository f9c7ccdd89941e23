"""Code in runs with roles: all of it, in order, whatever state it is in."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.tui.highlight import MAX_LENGTH, highlight


def test_roles() -> None:
    code = "def f(x):  # half\n    return x * 0.5 + len('a[b]')\n"
    runs = highlight(code)
    assert "".join(text for text, _ in runs) == code
    roles = {text: role for text, role in runs if role}
    assert roles == {
        "def": "keyword", "f": "name", "(": "op", "x": "name", "):": "op", "# half": "comment",
        "return": "keyword", "*": "op", "0.5": "number", "+": "op", "len": "name",
        "'a[b]'": "string", ")": "op",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("scores = (q @ k.T", ("scores", "name")),
        ("for i in range(h):", ("for", "keyword")),
        ("x = 'open", ("x", "name")),
        ('"""open\nto the end', None),
        ("return softmax(s", ("return", "keyword")),
        ("    deeper\n  odd", ("deeper", "name")),
        (">>> a + b", (">>", "op")),
        ("q $ k ? 頭 = 1", ("q", "name")),
        ('f"{x!r:>{w}} {', None),
    ],
)
def test_unfinished_code_is_shown_all_the_same(code: str, first: tuple[str, str] | None) -> None:
    runs = highlight(code)
    assert "".join(text for text, _ in runs) == code
    if first:
        assert next(run for run in runs if run[1] and run[0][:1] == first[0][:1])[1] == first[1]


@given(
    st.text(alphabet="ab1'\"\\#()[]{}:=. \n\r\t\f\0é頭\u2028@$?fr\x85", max_size=60) | st.text(max_size=60)
)
@settings(max_examples=500, deadline=None)
def test_any_text_comes_back_whole(code: str) -> None:
    runs = highlight(code)
    assert "".join(text for text, _ in runs) == code
    assert all(text for text, _ in runs)
    assert all(left[1] != right[1] for left, right in pairwise(runs))


def test_very_long_code_is_one_plain_run() -> None:
    code = "x = 1\n" * MAX_LENGTH
    assert highlight(code) == [(code, "")]


def test_it_needs_no_textual() -> None:
    check = "import sys; import mhaquiz.tui.highlight; raise SystemExit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
