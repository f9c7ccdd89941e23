"""Quizzes on paper and pages of HTML: nothing a deck or a roster says becomes markup."""

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz.cli.context import CommandError
from mhaquiz.cli.roster import read_roster
from mhaquiz.deck.library import load_library
from mhaquiz.memory.clock import Moment
from mhaquiz.plain.html import fragment, page
from mhaquiz.plain.paper import html, make_exam, markdown
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.quiz_session import choose
from mhaquiz.quiz.session import Phase, QuizSession
from mhaquiz.quiz.verdicts import Verdict

DECK = Path(__file__).parent.parent / "quiz" / "session_deck.yaml"


@pytest.fixture(scope="module")
def library():
    return load_library([DECK])


def exam_of(library, *names):
    return make_exam("Small", choose(library.cards(), 5, 7), 7, names)


def test_a_paper_asks_what_the_quiz_of_its_seed_asks(library):
    text = markdown(exam_of(library))
    session = QuizSession(choose(library.cards(), 5, 7), library, seed=7, clock=lambda: Moment(0))
    while session.phase is not Phase.FINISHED:
        assert session.current.variant.prompt in text
        session.give_up()
        session.rate()
    for number in range(1, 6):
        assert f"## {number}. (L" in text
    assert "## 6." not in text


def test_the_key_gives_answers_that_are_graded_correct(library):
    text = markdown(exam_of(library))
    rows = [line.split(" | ") for line in text.split("# Key")[1].splitlines() if line.startswith("| ")][1:]
    assert len(rows) == 5
    by_card = {row[1]: row[2].removesuffix(" |") for row in rows}
    for variant in exam_of(library).papers[0].variants:
        answer = by_card[variant.card.key].partition(" (")[0]
        verdict = grade(variant, answer).verdict
        assert verdict in (Verdict.CORRECT, Verdict.SELF_RATED), (variant.card.key, answer)


def test_a_class_gets_one_paper_each_and_one_key_table(library):
    exam = exam_of(library, "Ann", "Bob", "Ann")
    text = markdown(exam)
    assert [text.count(f"Name: {name}\n") for name in ("Ann", "Bob")] == [2, 1]
    assert text.count("# Key") == 1
    assert markdown(exam_of(library, "Ann", "Bob", "Ann")) == text
    drawn = {tuple(v.prompt + str(v.choices) for v in paper.variants) for paper in exam.papers}
    assert len(drawn) == 3
    assert len({tuple(v.card.key for v in paper.variants) for paper in exam.papers}) == 1


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))


KNOWN = {
    "html", "head", "meta", "title", "style", "body", "section", "h1", "h2", "p", "ul", "ol", "li", "pre",
    "code", "table", "tr", "th", "td", "strong", "em", "a", "div",
}  # fmt: skip
KNOWN_ATTRIBUTES = {"href", "rel", "value", "lang", "charset", "name", "content", "http-equiv", "class"}


@given(st.text(max_size=120), st.text(max_size=20))
def test_no_text_becomes_markup(text, name):
    tags = Tags()
    tags.feed(page(name, [f"# {name}\n\n{text}\n\n| {text} | b |\n|---|---|\n| 1 | {text} |"]))
    assert {tag for tag, _ in tags.seen} <= KNOWN
    for tag, attributes in tags.seen:
        assert set(attributes) <= {
            "href",
            "rel",
            "value",
            "lang",
            "charset",
            "name",
            "content",
            "http-equiv",
            "class",
        }, (
            tag,
            attributes,
        )
        assert attributes.get("href", "https://").startswith(("https://", "http://"))


@pytest.mark.parametrize(
    ("markdown_text", "element"),
    [
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("[x](javascript:alert)", "<p>[x](javascript:alert)</p>"),
        ("- a\n- **b**", "<ul>\n<li>a</li>\n<li><strong>b</strong></li>\n</ul>"),
        ("```\na < b\n```", "<pre><code>a &lt; b</code></pre>"),
        ("2*d*k and `x*y*z`", "<p>2*d*k and <code>x*y*z</code></p>"),
    ],
)
def test_the_markdown_subset_as_html(markdown_text, element):
    assert fragment(markdown_text) == element


def test_a_page_holds_every_paper(library):
    text = html(exam_of(library, "Ann", "<b>Bob</b>"))
    assert text.count("<section>") == 3
    assert "&lt;b&gt;Bob&lt;/b&gt;" in text


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("name\nAnn\nBob\n", ["Ann", "Bob"]),
        ("id,Name\n1,Ann\n\n2, Bob  Lee \n", ["Ann", "Bob Lee"]),
        ("Ann\nBob", ["Ann", "Bob"]),
        ("name;id\nAnn;1\n", ["Ann"]),
        ("id\tname\n1\tAnn\n", ["Ann"]),
        ('name\n"Two\nLines"\n,\nBob\n', ["Two Lines", "Bob"]),
        ('\ufeffname\n"Lee, Ann"\n', ["Lee, Ann"]),
    ],
)
def test_a_roster_is_read(tmp_path, text, names):
    path = tmp_path / "class.csv"
    path.write_text(text, encoding="utf-8")
    assert read_roster(path) == names


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no names"),
        (b"name\n", "0 names"),
        (b"\xff\xfe", "not UTF-8"),
        (b"id,name\n1\n", "class.csv:2: a name has 1 to 120 characters, this row none"),
        (b"x" * 130, "class.csv:1: a name has 1 to 120 characters, this one 130"),
        (b'"open\n', "not a CSV file"),
        (b"a\n" * 600_000, "at most 1,000,000 bytes"),
    ],
)
def test_a_roster_that_cannot_be_used_is_said(tmp_path, data, says):
    path = tmp_path / "class.csv"
    path.write_bytes(data)
    with pytest.raises(CommandError) as caught:
        read_roster(path)
    assert says in str(caught.value)


def test_a_roster_that_never_ends_is_refused():
    with pytest.raises(CommandError, match="at most"):
        read_roster(Path("/dev/zero"))


def test_names_stand_as_they_are_and_no_mark_acts_in_them(library):
    names = ("=cmd|/C calc", "*Ann* `x` $y$ [z](https://e.org)", "\x1b[31mred", "<b>", "Ann", "Ann")
    exam = exam_of(library, *names)
    for text in (markdown(exam), html(exam)):
        assert "\x1b" not in text
    tags = Tags()
    tags.feed(html(exam))
    assert not {"a", "strong", "em", "b"} & {tag for tag, _ in tags.seen}
    key = markdown(exam).partition("# Key")[2]
    assert "| 5 | Ann |" in key
    assert "| 6 | Ann |" in key
    assert "seed 7, paper 6 of 6." in markdown(exam)


def test_what_is_the_same_on_every_paper_is_said_once(library):
    exam = exam_of(library, "Ann", "Bob")
    key = markdown(exam).partition("# Key")[2]
    assert "On every paper:" in key
    assert key.count("To keep the softmax out of saturation.") <= 1


def test_a_page_is_printable_and_needs_nothing_else(library):
    text = html(exam_of(library, "Ann", "Bob"))
    assert "break-before: page" in text
    assert "default-src 'none'" in text
    assert not any(word in text for word in ("<script", "<link", "<img", "src=", "@import", "url("))


def test_a_spoken_question_has_room_to_write_in_html_too(library):
    exam = make_exam("Small", [library.card("small/why-scale")], 7)
    assert '<div class="room">' in html(exam)


def test_the_key_says_what_else_is_right(library):
    from mhaquiz.plain.paper import answer_text
    from mhaquiz.quiz.variants import draw

    spoken = answer_text(draw(library.card("small/why-scale"), showing=0))
    assert "Points (* must be there): variance grows with d_k *" in spoken
    total = draw(library.card("small/params-total"), showing=0)
    assert answer_text(total) == total.expected_text
    exact = replace(total.card.body, accept=replace(total.card.body.accept, forms=("exact",)))
    assert answer_text(replace(total, card=replace(total.card, body=exact))).endswith(" (exactly)")
    assert "rounded to 3 digits" in markdown(exam_of(library))


def test_no_escape_of_a_title_reaches_the_terminal_that_a_page_is_printed_on():
    text = page("a\x1b]0;b\x07 \x9b31m \u202e</title>", ["# a\x1b[31m\u202e"])
    assert all(line.isprintable() for line in text.split("\n"))
    assert "&lt;/title&gt;</title>" in text
