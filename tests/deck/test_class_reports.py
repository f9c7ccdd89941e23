"""A simulated class of 80: a planted misconception and a planted bad distractor are found by `deck stats`."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from mhaquiz import cli
from mhaquiz.deck.cards import Deck
from mhaquiz.deck.library import Library, load_library
from mhaquiz.memory.clock import Moment
from mhaquiz.quiz.chi_square import evenness, upper_tail
from mhaquiz.quiz.item_statistics import correlation, figures
from mhaquiz.quiz.observations import read_reports
from mhaquiz.quiz.quiz_session import QuizSession
from mhaquiz.quiz.session import Phase
from mhaquiz.quiz.telling_apart import digits_needed
from mhaquiz.quiz.variants import Variant

DECK = """\
mhaquiz: 1
deck: {id: course, title: A course, version: 1.0.0}
misconceptions: {forgot-wo: {title: Forgets the output projection, fix: Four matrices.}}
cards:
  - id: weights
    kind: numeric
    params: {h: [8, 12, 16], k: [64, 128]}
    regions: {narrow: k == 64, wide: k == 128}
    prompt: "{h} heads of {k}: how many attention weights?"
    answer: attention_weights(d_model=h * k, n_heads=h)
    mistakes: [{is: forgot-wo, answer: 3 * (h * k)**2}]
  - id: cache
    kind: numeric
    params: {layers: [24, 32], kv: [4, 8], n: [2048, 4096]}
    prompt: "{layers} layers, {kv} KV heads of 128, {n} tokens at 2 bytes: how many bytes has the cache?"
    answer: kv_cache_bytes(n_layers=layers, n_kv_heads=kv, head_dim=128, n_tokens=n)
    accept: {unit: bytes}
  - id: mask
    kind: single_choice
    prompt: Where is the causal mask applied?
    choices:
      - {id: before, text: "to the scores, before the softmax", correct: true}
      - {id: after, text: "to the weights, after the softmax", why: The rows would not sum to 1.}
      - {id: infinity, text: "to the logits, before they are normalised", why: Planted. It says the same.}
      - {id: never, text: to the token embeddings, why: Nobody thinks so.}
"""
CARDS = 8


@pytest.fixture
def library(tmp_path: Path) -> Library:
    text = DECK
    for n in range(CARDS):
        text += f"  - {{id: easy-{n}, kind: true_false, prompt: So {n}?, answer: true}}\n"
    path = tmp_path / "course.yaml"
    path.write_text(text, encoding="utf-8")
    return load_library([path])


def answer(variant: Variant, skill: float, chance: random.Random) -> str:
    """What a person of this skill types: the weak forget W_O, the strong fall for the distractor."""
    card, right = variant.card, chance.random() < skill
    if card.id == "weights":
        known = {one.misconception: one.shown.replace(",", "") for one in variant.mistakes}
        return str(variant.expected) if right else known["forgot-wo"] if chance.random() < 0.8 else "12345"
    if card.id == "cache":  # nobody foresaw that K or V is left out
        assert isinstance(variant.expected, int)
        return str(variant.expected if right else variant.expected // 2 if chance.random() < 0.8 else 777)
    if card.id == "mask":
        fooled = skill > 0.7 and chance.random() < 0.6
        wrong = "infinity" if fooled else "after"
        name = "before" if right and not fooled else wrong
        return next(str(n) for n, one in enumerate(variant.choices, start=1) if one.id == name)
    return "t" if right else "f"


def sit(library: Library, person: int) -> dict[str, object]:
    """One person's quiz, as `quiz --json` reports it."""
    chance = random.Random(person)
    skill = 0.3 + 0.6 * (person % 10) / 9
    session = QuizSession(library.cards(), library, seed=person, clock=lambda: NOW)
    while session.phase is not Phase.FINISHED:
        assert session.question is not None
        session.submit(answer(session.question.variant, skill, chance))
        session.rate(None)
    return {"pseudonym": f"p{person:02}", **session.report()}


NOW = Moment(1_700_000_000_000, 0)


@pytest.fixture
def reports(library: Library, tmp_path: Path) -> Path:
    folder = tmp_path / "reports"
    folder.mkdir()
    for person in range(80):
        (folder / f"{person:02}.json").write_text(json.dumps(sit(library, person)), encoding="utf-8")
    return folder


def test_the_planted_misconception_and_distractor_are_found(library: Library, reports: Path) -> None:
    merged = read_reports(reports.glob("*.json"), library.decks[0])
    assert (len(merged.people), merged.left_out) == (80, [])
    found = {figure.key: figure for figure in figures(library.cards(), merged.observations)}
    weights = found["course/weights"]
    assert weights.answers == 80
    assert weights.misconceptions.most_common(1)[0][0] == "forgot-wo"
    assert weights.misconceptions["forgot-wo"] >= 15
    assert set(weights.regions) == {"narrow", "wide"}
    assert sum(total for total, _ in weights.regions.values()) == 80
    assert weights.discrimination is not None
    assert weights.discrimination > 0.1
    choices = {choice.id: choice for choice in found["course/mask"].choices}
    assert sum(choice.taken for choice in choices.values()) == 80
    assert "do better" in choices["infinity"].flag
    assert choices["never"].flag == "nobody takes it"
    assert choices["after"].flag == ""
    nameless = found["course/cache"].unnamed[0]
    assert nameless.count >= 15
    assert nameless.explanation


def test_the_command_says_so(library: Library, reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = str(library.decks[0].path)
    assert cli.run(["deck", "stats", deck, "--reports", str(reports)]) == 0
    out = capsys.readouterr().out
    assert "80 people" in out
    assert "forgot-wo: Forgets the output projection" in out
    assert "FLAG choice infinity: taken by those who do better on the rest" in out
    assert "FLAG choice never: nobody takes it" in out
    assert cli.run(["deck", "suggest", deck, "cache", "--reports", str(reports)]) == 0
    line = next(line for line in capsys.readouterr().out.split("\n") if "- {answer:" in line)
    path = library.decks[0].path
    text = path.read_text(encoding="utf-8").replace(
        "    accept: {unit: bytes}\n", f"    accept: {{unit: bytes}}\n    mistakes:\n      {line.strip()}\n"
    )
    path.write_text(text, encoding="utf-8")
    assert cli.run(["deck", "check", str(path)]) == 0


def test_duplicates_and_rubbish_are_told_apart(library: Library, reports: Path) -> None:
    (reports / "again.json").write_text((reports / "03.json").read_text(encoding="utf-8"), encoding="utf-8")
    for name, text in {
        "a": "[]",
        "b": "{",
        "c": "{}",
        "d": "[" * 100_000,
        "e": '{"cards": [1, {"id": 2}], "decks": {"course": 3}}',
    }.items():
        (reports / f"{name}.json").write_text(text, encoding="utf-8")
    merged = read_reports(reports.glob("*.json"), library.decks[0])
    reasons = {path.name: reason for path, reason in merged.left_out}
    assert reasons["again.json"] == "the same as 03.json"
    assert {"a.json", "b.json", "c.json", "d.json", "e.json"} <= set(reasons)
    assert len(merged.people) == 80


def test_people_without_a_pseudonym_are_told_apart_by_their_files(library: Library, tmp_path: Path) -> None:
    """Everyone calls it report.json; a copy under another name is still the same report."""
    for person in range(3):
        nameless = {key: value for key, value in sit(library, person).items() if key != "pseudonym"}
        for name in ("report.json", "report (1).json"):
            path = tmp_path / "reports" / str(person) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(nameless), encoding="utf-8")
    merged = read_reports((tmp_path / "reports").glob("**/*.json"), library.decks[0])
    assert len(merged.people) == 3
    assert [reason for _, reason in merged.left_out] == ["the same as report (1).json"] * 3


def test_a_second_try_of_the_same_quiz_does_not_count(library: Library, tmp_path: Path) -> None:
    first, again = sit(library, 3), sit(library, 4) | {"pseudonym": "p03", "seed": 3}
    for name, report in (("1.json", first), ("2.json", again)):
        (tmp_path / name).write_text(json.dumps(report), encoding="utf-8")
    merged = read_reports(tmp_path.glob("*.json"), library.decks[0])
    assert [(path.name, reason) for path, reason in merged.left_out] == [
        ("2.json", "the same quiz again by the same person")
    ]


def edited(library: Library, *changes: tuple[str, str]) -> Deck:
    """The deck after an author's edits of its file."""
    path = library.decks[0].path
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return load_library([path]).decks[0]


def test_an_edit_that_changes_no_answer_leaves_a_class_its_reports(library: Library, reports: Path) -> None:
    before = read_reports(reports.glob("*.json"), library.decks[0])
    deck = edited(
        library,
        ("cards:\n", "# a comment\ncards:\n"),
        ("version: 1.0.0", "version: 1.1.0"),
        ("many attention weights", "many weights"),
        ("attention_weights(d_model=h * k, n_heads=h)", "4 * (h * k)**2"),
        ('{id: before, text: "to the scores, before', '{id: before, text: "to the raw scores, before'),
        ("  - id: weights\n", "  - id: all-weights\n    renamed_from: [weights]\n"),
    )
    after = read_reports(reports.glob("*.json"), deck)
    assert len(after.people) == 80
    assert (after.left_out, after.answers_left_out) == ([], {})
    assert len(after.observations) == len(before.observations)
    assert sum(one.card == "course/all-weights" for one in after.observations) == 80


def test_answers_to_what_means_something_else_now_are_left_out_by_name(
    library: Library, reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = edited(
        library,
        ("n_tokens=n)", "n_tokens=n) // 2"),
        ('before the softmax", correct: true}', 'before the softmax"}'),
        ('after the softmax", why', 'after the softmax", correct: true, why'),
        ("  - {id: easy-0,", "  - {id: easier-0,"),
    )
    merged = read_reports(reports.glob("*.json"), deck)
    assert merged.answers_left_out == {
        ("course/cache", "its answer has changed since"): 80,
        ("course/mask", "its answer has changed since"): 80,
        ("course/easy-0", "no such card any more"): 80,
    }
    assert sum(one.card == "course/weights" for one in merged.observations) == 80
    assert cli.run(["deck", "stats", str(deck.path), "--reports", str(reports)]) == 0
    assert "left out: 80 answers to course/cache: its answer has changed since" in capsys.readouterr().out
    assert cli.run(["deck", "suggest", str(deck.path), "--reports", str(reports)]) == 0
    assert "left out: 80 answers to course/cache: its answer has changed since" in capsys.readouterr().err
    assert cli.run(["deck", "suggest", str(deck.path), "--reports", str(reports / "nowhere")]) == 2


def test_a_mended_let_changes_an_answer_whose_formula_stands(library: Library, reports: Path) -> None:
    text = "params: {h: [8, 12, 16], k: [64, 128]}"
    deck = edited(library, (text, f"{text}\n    let: {{d: 2 * h * k}}"), ("d_model=h * k,", "d_model=d,"))
    for path in reports.glob("*.json"):  # as if the formula had said `d` before
        report = json.loads(path.read_text(encoding="utf-8"))
        for line in report["cards"]:
            line["meaning"] = next(card.meaning_hash for card in deck.cards if card.key == line["id"])
        path.write_text(json.dumps(report), encoding="utf-8")
    merged = read_reports(reports.glob("*.json"), deck)
    assert merged.answers_left_out == {("course/weights", "its answer has changed since"): 80}


def test_the_first_try_is_the_one_begun_first_and_a_copy_harms_nobody(
    library: Library, tmp_path: Path
) -> None:
    full = sit(library, 3)
    brief = {**full, "begun": NOW.ms + 1000, "cards": full["cards"][:2]}  # type: ignore[index]
    files = {"1-later.json": brief, "2-first.json": full, "3-copy.json": full}
    for name, report in files.items():
        (tmp_path / name).write_text(json.dumps(report), encoding="utf-8")
    merged = read_reports(tmp_path.glob("*.json"), library.decks[0])
    assert len(merged.observations) == len(full["cards"])  # type: ignore[arg-type]
    assert {path.name: reason for path, reason in merged.left_out} == {
        "1-later.json": "the same quiz again by the same person",
        "3-copy.json": "the same as 2-first.json",
    }


def test_without_a_time_the_fullest_try_counts(library: Library, tmp_path: Path) -> None:
    full = {key: value for key, value in sit(library, 3).items() if key != "begun"}
    brief = {**full, "cards": full["cards"][:2]}  # type: ignore[index]
    for name, report in {"1.json": brief, "2.json": full}.items():
        (tmp_path / name).write_text(json.dumps(report), encoding="utf-8")
    merged = read_reports(tmp_path.glob("*.json"), library.decks[0])
    assert len(merged.observations) == len(full["cards"])  # type: ignore[arg-type]


KINDS = """\
mhaquiz: 1
deck: {id: kinds, title: Kinds}
cards:
  - id: score
    kind: shape
    params: {n: [128, 256]}
    prompt: "Q and K are ({n}, 64). Shape of Q Kᵀ?"
    answer: [n, n]
    mistakes: [{answer: [n, 64], why: That is the shape of the mixed values.}]
  - id: steps
    kind: order
    prompt: In order.
    steps: [{id: project, text: project}, {id: score, text: multiply}, {id: softmax, text: normalise}]
  - id: gap
    kind: cloze
    text: "[[Queries]] meet [[keys]]."
  - id: bug
    kind: spot_bug
    code: "a = 1\\nb = 2\\nc = 3"
    bug_lines: [2]
    why: So it is.
  - id: where
    kind: single_choice
    prompt: Where?
    choices: [{id: here, text: Here, correct: true}, {id: there, text: There, why: No.}, {id: no, text: No}]
"""


def wrongly(variant: Variant) -> str:
    """What everyone types to the cards of KINDS."""
    ids = [choice.id for choice in variant.choices]
    return {
        "score": f"({variant.values.get('n')}, 64)",
        "steps": " ".join(str(1 + ids.index(name)) for name in ("score", "project", "softmax"))
        if variant.card.id == "steps"
        else "",
        "gap": "queries; values",
        "bug": "3",
        "where": str(1 + ids.index("there")) if "there" in ids else "",
    }[variant.card.id]


@pytest.fixture
def kinds(tmp_path: Path) -> Path:
    """A deck, and beside it the reports of four people who all go wrong in the same way."""
    path = tmp_path / "kinds.yaml"
    path.write_text(KINDS, encoding="utf-8")
    library = load_library([path])
    (tmp_path / "reports").mkdir()
    for person in range(4):
        session = QuizSession(library.cards(), library, seed=person, clock=lambda: NOW)
        while session.phase is not Phase.FINISHED:
            assert session.question is not None
            session.submit(wrongly(session.question.variant))
            session.rate(None)
        report = {"pseudonym": f"p{person}", **session.report()}
        (tmp_path / "reports" / f"{person}.json").write_text(json.dumps(report), encoding="utf-8")
    return path


def test_every_kind_of_wrong_answer_is_counted(kinds: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["deck", "stats", str(kinds), "--reports", str(kinds.parent / "reports")]) == 0
    out = capsys.readouterr().out
    assert "4 × mistake-1: That is the shape of the mixed values." in out
    assert "4 × score → project → softmax" in out
    assert "4 × gap 2: values" in out
    assert "4 × line 3" in out
    assert "choice there: 4 (100%)" in out
    assert "discrimination: from 8 answers on" in out


def test_suggest_names_what_was_picked_not_where_it_stood(
    kinds: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reports = str(kinds.parent / "reports")
    assert cli.run(["deck", "suggest", str(kinds), "--reports", reports]) == 0
    out = capsys.readouterr().out
    assert "  score → project → softmax (4 times)" in out
    assert "  there: There (4 times)" in out
    assert "kinds/score" not in out
    assert cli.run(["deck", "suggest", str(kinds), "score", "--reports", reports]) == 0
    assert capsys.readouterr().out == "every wrong answer is one that its card explains: 4 × mistake-1\n"


def test_a_mistake_added_after_the_class_counts_in_its_reports(library: Library, reports: Path) -> None:
    mistake = (
        "accept: {unit: bytes}\n    mistakes: [{answer: layers * kv * n * 256, why: K or V is left out.}]"
    )
    deck = edited(library, ("accept: {unit: bytes}", mistake))
    merged = read_reports(reports.glob("*.json"), deck)
    found = {figure.key: figure for figure in figures(deck.cards, merged.observations)}["course/cache"]
    assert found.misconceptions["mistake-1"] >= 15
    assert all(one.count < 15 for one in found.unnamed)


@pytest.mark.parametrize(
    ("statistic", "freedom", "wanted"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (9.488, 4, 0.05),
        (11.345, 3, 0.01),
        (18.307, 10, 0.05),
        (0, 3, 1),
    ],
)
def test_chi_square_agrees_with_the_tables(statistic: float, freedom: int, wanted: float) -> None:
    assert upper_tail(statistic, freedom) == pytest.approx(wanted, abs=2e-5)


def test_evenness() -> None:
    assert evenness([10, 10, 10]) == 1
    assert evenness([30, 0, 0]) < 1e-6
    assert evenness([]) == evenness([5]) == evenness([0, 0]) == 1


def test_correlation_is_pearsons() -> None:
    assert correlation([(n, 2 * n + 1) for n in range(10)]) == pytest.approx(1)
    assert correlation([(n, -n) for n in range(10)]) == pytest.approx(-1)
    assert correlation([(1, n) for n in range(10)]) is None
    assert correlation([(0, 1)] * 3) is None


def test_digits_needed() -> None:
    assert digits_needed(1_048_576, [1_050_624, 786_432]) == 4
    assert digits_needed(1_048_576, []) == 1
    assert digits_needed(100, [99, 101]) == 3
    assert digits_needed(Fraction(1, 3), [Fraction(1, 2)]) == 1
    assert digits_needed(0, [1]) is None
    assert digits_needed("text", [1]) is None


def test_the_ranks_of_a_biased_deck_are_flagged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Twelve cards whose right answer is always the second smallest of four."""
    text = "mhaquiz: 1\ndeck: {id: biased, title: B}\ncards:\n"
    for n in range(12):
        text += (
            f"  - {{id: c{n}, kind: numeric, params: {{h: [2, 4, 8]}}, prompt: P, answer: {n + 5} * h,\n"
            "     mistakes: [{answer: h, why: a}, {answer: 90 * h, why: b}, {answer: 99 * h, why: c}]}\n"
        )
    path = tmp_path / "biased.yaml"
    path.write_text(text)
    cli.run(["deck", "stats", str(path)])
    out = capsys.readouterr().out
    assert "rank among 4 choices, smallest first: 0.0 12.0 0.0 0.0" in out
    assert "BIASED" in out
