"""Quiz and study as a person at a pipe meets them, in processes of their own."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mhaquiz import cli

DECK = str(Path(__file__).parent.parent / "quiz" / "session_deck.yaml")


@pytest.fixture
def home(tmp_path, compiled_decks):
    shutil.copytree(compiled_decks, tmp_path / "home" / "cache")
    return tmp_path / "home"


def mhaquiz(home, *arguments, stdin="", **environment):
    return subprocess.run(
        [sys.executable, "-m", "mhaquiz", *arguments],
        input=stdin.encode(),
        capture_output=True,
        timeout=120,
        env={**os.environ, "MHAQUIZ_HOME": str(home), **environment},
        check=False,
    )


ANSWERS = "1\n" * 12


def test_a_quiz_from_a_pipe_gives_a_verdict_a_question_and_a_score(home):
    done = mhaquiz(home, "quiz", DECK, "--count", "4", "--seed", "7", "--plain", stdin="y\n" + ANSWERS)
    said = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert said.count("\nQuestion ") == 4
    assert sum(line[:1] in "✓✗" for line in said.splitlines() if line) == 4
    assert "\nScore: " in said
    assert not (home / "profile.sqlite3").exists()


SEEDED = ("quiz", DECK, "--count", "5", "--seed", "7", "--plain")


@pytest.fixture(scope="module")
def seeded(tmp_path_factory, compiled_decks):
    """What the seeded quiz says in a plain environment."""
    home = tmp_path_factory.mktemp("seeded")
    shutil.copytree(compiled_decks, home / "cache")
    done = mhaquiz(home, *SEEDED, stdin=ANSWERS, PYTHONHASHSEED="0", TZ="UTC", LC_ALL="C.UTF-8")
    assert done.stdout.count(b"Question ") == 5
    return done.stdout


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "4242"},
        {"TZ": "Pacific/Kiritimati"},
        {"LC_ALL": "C"},
        {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    ],
)
def test_the_same_seed_gives_the_same_quiz_everywhere(home, seeded, environment):
    assert mhaquiz(home, *SEEDED, stdin=ANSWERS, **environment).stdout == seeded


def test_output_that_cannot_be_utf_8_is_spelled_in_ascii(home):
    done = mhaquiz(
        home, "quiz", DECK, "--count", "5", "--seed", "7", "--plain", stdin=ANSWERS, PYTHONIOENCODING="ascii"
    )
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"sqrt d_k" in done.stdout
    assert b"[x]" in done.stdout


def test_bytes_that_are_no_text_are_an_unreadable_answer(home):
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mhaquiz",
            "quiz",
            f"{DECK}",
            "--tag",
            "topic/weights",
            "--seed",
            "7",
            "--plain",
        ],
        input=b"\xff\xfe\x00\x80\n:skip\n",
        capture_output=True,
        timeout=120,
        env={**os.environ, "MHAQUIZ_HOME": str(home)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Score: 0 of 1" in done.stdout


def test_json_is_the_only_thing_on_standard_output(home):
    done = mhaquiz(home, "quiz", DECK, "--count", "5", "--seed", "7", "--json", stdin=ANSWERS)
    report = json.loads(done.stdout)
    assert report["seed"] == 7
    assert {"id", "variant", "typed", "verdict", "misconception", "ms"} <= set(report["cards"][0])
    assert report["score"] == sum(card["passed"] for card in report["cards"])
    assert "Question 1 of 5" in done.stderr.decode()


DECK_OF_SIGNS = """\
mhaquiz: 1
deck: {id: signs, title: "Köpfe · √d"}
cards:
  - {id: a, kind: numeric, params: {sign: ["·", "√"], n: [2, 4]}, prompt: "{n} {sign}?", answer: n}
"""


@pytest.mark.parametrize(
    ("command", "signs"),
    [
        (("quiz", "signs", "--count", "1", "--json", "--pseudonym", "Zoë ·"), "Zoë ·"),
        (("deck", "list", "--json"), "Köpfe · √d"),
        (("deck", "variants", "signs/a", "--json"), "√"),
        (("deck", "schema"), "words to filter by; topic/… sets the topic"),
        (("lab", "head-diversity", "--set", "sentence=Zoë · √d", "--json"), "√d"),
    ],
)
def test_json_is_the_same_where_standard_output_is_ascii(home, command, signs):
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "signs.yaml").write_text(DECK_OF_SIGNS, encoding="utf-8")
    done = mhaquiz(home, *command, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout.isascii()) == (0, True)
    first = done.stdout if command[1] != "variants" else done.stdout.splitlines()[-1]
    assert json.dumps(signs) in json.dumps(json.loads(first))


def test_no_terminal_goes_plain_by_itself(home):
    done = mhaquiz(home, "quiz", DECK, "--count", "1", "--seed", "7", stdin=ANSWERS)
    assert done.returncode == 0
    assert b"Score: " in done.stdout
    done = mhaquiz(home, "study", DECK, stdin="")
    assert done.returncode == 0
    assert b"Question 1." in done.stdout
    done = mhaquiz(home, stdin="")
    assert done.returncode == 0
    assert b"Today: " in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("quiz", "smal"), 2, "there is no deck `smal`"),
        (("quiz", "heads-and-paramters"), 2, "Did you mean heads-and-parameters"),
        (("study", "no/such/deck.yaml"), 2, "no such deck file"),
        (("quiz", DECK, "small/nope"), 2, "there is no card `small/nope`"),
        (("quiz", DECK, "--tag", "nope"), 1, "no card passes these filters"),
        (("quiz", "--daily", "--seed", "3"), 2, "--daily chooses its own"),
        (("study", "--marked"), 1, "no card is marked"),
        (("quiz", "--marked"), 1, "no card is marked"),
        (("history", "nosuch/nocard"), 2, "there is no deck `nosuch`"),
        (("history", "heads-and-parameters/wo-shap"), 2, "Did you mean heads-and-parameters/wo-shape"),
        (("history", "wo-shape"), 1, "Did you mean heads-and-parameters/wo-shape?"),
        (("history", "heads-and-parameters/wo-shape"), 1, "never answered"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(home, monkeypatch, capsys, arguments, code, says):
    monkeypatch.setenv("MHAQUIZ_HOME", str(home))
    assert cli.run(list(arguments)) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert says in said.err
    assert said.err.count("\n") == 1


def test_a_broken_deck_is_named_and_the_others_load(home):
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "broken.yaml").write_text("mhaquiz: 1\ndeck: {id: broken, title: [\n")
    done = mhaquiz(home, "quiz", DECK, "--count", "1", "--seed", "7", "--plain", stdin=ANSWERS)
    assert done.returncode == 0
    done = mhaquiz(home, "quiz", "broken", "--plain")
    assert done.returncode == 1
    assert b"broken.yaml:" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_the_daily_quiz_is_five_questions_and_shares_one_line(home):
    done = mhaquiz(home, "quiz", "--daily", "--share", stdin=":skip\n" * 10)
    said = done.stdout.decode()
    last = said.splitlines()[-1]
    assert said.count("\nQuestion ") == 5
    assert last.startswith("mhaquiz daily 20")
    assert "0/5 ✗✗✗✗✗" in last
    again = mhaquiz(home, "quiz", "--daily", stdin=":skip\n" * 10, TZ="Pacific/Kiritimati").stdout.decode()
    assert [line for line in again.splitlines() if line.startswith("Question")] == [
        line for line in said.splitlines() if line.startswith("Question")
    ]


def test_a_quiz_about_one_model(home, tmp_path):
    done = mhaquiz(home, "quiz", "--model", "llama3-8b", "--seed", "4", "--json", stdin=":skip\n" * 30)
    cards = json.loads(done.stdout)["cards"]
    assert len(cards) >= 12
    assert {card["variant"]["name"] for card in cards} == {"Llama 3 / 3.1 8B"}
    said = done.stderr.decode()
    assert said.count("Estimate within a factor of 1.25 (45 s):") == 4

    config = tmp_path / "config.json"
    config.write_text('{"hidden_size": 1024, "num_attention_heads": 16, "num_hidden_layers": 4}')
    done = mhaquiz(home, "quiz", "--config", str(config), "--seed", "4", stdin=":skip\n" * 30)
    assert done.returncode == 0
    assert b"d_model 1,024, 16 heads, head_dim 64, 4 layers" in done.stdout
    assert b"assumed" in done.stderr

    assert mhaquiz(home, "quiz", "--model", "llama3-8").returncode == 2
    config.write_text("{")
    done = mhaquiz(home, "quiz", "--config", str(config))
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1


def test_a_printed_quiz_and_a_sheet_are_data(home):
    done = mhaquiz(home, "quiz", DECK, "--print", "--seed", "7", "--format", "html")
    assert done.stdout.startswith(b"<!doctype html>")
    assert mhaquiz(home, "quiz", DECK, "--format", "html").returncode == 2
    done = mhaquiz(home, "sheet", DECK)
    assert done.stdout.startswith(b"# Revision sheet")
    assert done.returncode == 0


def test_a_mock_interview_ends_with_its_report(home, tmp_path):
    report = tmp_path / "report.md"
    arguments = ("mock", DECK, "--minutes", "5", "--seed", "2", "--report", str(report))
    done = mhaquiz(home, *arguments, "--json", stdin="1\n\n" * 10)
    told = json.loads(done.stdout)
    assert told["answered"] == 5
    assert told["unseen"]["answered"] == 5
    assert report.read_text(encoding="utf-8").startswith("# Mock interview")
    assert reviews_on_disk(home) == 5


class Study:
    """`mhaquiz study --plain` at the other end of two pipes; knows what was acknowledged and what is open."""

    PROMPTS = ("Answer", "True or false", "Number", "How sure", "What did you say", "Rating", "The next card")

    def __init__(self, home):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mhaquiz", "study", DECK, "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "MHAQUIZ_HOME": str(home)},
        )
        self.shown = None  # the question on the screen, prompt and choices
        self.unwritten = False  # that question has not been acknowledged
        self.acknowledged = 0
        self.listen()

    def listen(self):
        """Read up to the next prompt."""
        said = []
        while not said or not said[-1].startswith(self.PROMPTS):
            line = self.process.stdout.readline().decode()
            assert line, (said, self.process.stderr.read().decode())
            said.append(line)
        self.prompt = said[-1]
        heading = next((at for at, line in enumerate(said) if line.startswith("Question ")), None)
        if heading is not None:
            self.acknowledged += self.unwritten  # the next question shows: a spoken one is written too
            self.shown, self.unwritten = said[heading + 1 :], True
        elif self.prompt.startswith("The next card"):
            self.acknowledged += self.unwritten
            self.shown, self.unwritten = None, False
        elif any(line[:1] in "✓✗" for line in said):  # a verdict: written before it was said
            self.acknowledged += self.unwritten
            self.unwritten = False

    def type(self):
        asks = self.prompt.startswith(("Answer:", "True", "Number"))
        self.process.stdin.write(b"1\n" if asks else b"\n")
        self.process.stdin.flush()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()


def reviews_on_disk(home):
    with sqlite3.connect(home / "profile.sqlite3") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute("SELECT count(*) FROM event WHERE kind = 'review'").fetchone()[0]


def test_a_kill_loses_no_acknowledged_answer_and_the_same_variant_comes_back(home):
    chance = random.Random(5)
    written, open_question, compared = 0, None, 0
    for _ in range(30):
        study = Study(home)
        if open_question is not None:
            if study.prompt.startswith("The next card"):  # it had been shown ahead of its time
                study.type()
                study.listen()
            assert study.shown == open_question
            compared += 1
        for _ in range(chance.randrange(5)):
            study.type()
            study.listen()
        in_flight = chance.random() < 0.5
        if in_flight:
            study.type()
            time.sleep(chance.random() * 0.03)
        study.kill()
        on_disk = reviews_on_disk(home) - written
        assert study.acknowledged <= on_disk <= study.acknowledged + in_flight
        written += on_disk
        open_question = study.shown if study.unwritten and on_disk == study.acknowledged else None
        if written > 4 and compared > 1:
            return
    pytest.fail("thirty kills and no question left open")


def test_marked_cards_can_be_studied_and_quizzed_alone(home):
    mhaquiz(home, "study", DECK, "--plain", stdin=":mark\n:quit\n")
    studied = mhaquiz(home, "study", DECK, "--marked", "--plain", stdin=":quit\n").stdout.decode()
    assert "Study: 1 card, about" in studied
    asked = mhaquiz(home, "quiz", DECK, "--marked", "--json", stdin="y\ny\n")
    assert [card["id"] for card in json.loads(asked.stdout)["cards"]] == ["small/why-scale"]


def test_a_deck_whose_every_card_is_broken_says_so_and_how_to_see_why(home, tmp_path):
    path = tmp_path / "broken.yaml"
    head = "mhaquiz: 1\ndeck: {id: broken, title: B, version: 1.0.0, language: en}\ncards:\n"
    path.write_text(head + "  - {id: a, kind: numeric, prompt: How many?, answer: nosuch(3)}\n")
    done = mhaquiz(home, "quiz", str(path), "--plain")
    assert done.returncode == 1
    said = done.stderr.decode()
    assert "unknown function `nosuch`" in said
    assert "`mhaquiz deck check` lists what is broken" in said
    assert "filters" not in said


def test_a_new_process_takes_the_last_answer_back(home):
    spoken = "\nall\n4\n"
    first = mhaquiz(home, "study", DECK, "--plain", stdin=f"{spoken}:quit\n").stdout.decode()
    assert "Score: 1 of 1" in first
    said = mhaquiz(home, "study", DECK, "--plain", stdin=":undo\n:undo\n:quit\n").stdout.decode()
    assert said.count("\nTaken back.\n") == 1
    assert ":undo does nothing here" in said
    question = "Why are the scores of A[i] divided by √d_k?"
    assert question in first
    assert question in said.partition("Taken back.")[2]


def test_a_mock_tells_its_report_before_it_asks_about_tonight(home):
    arguments = ("mock", DECK, "--minutes", "5", "--seed", "2")
    done = mhaquiz(home, *arguments, stdin=":skip\n:quit\ny\n")
    report, _, asked = done.stdout.decode().partition("Add the cards to do tonight")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Tonight" in report
    assert "Added 1 card; `mhaquiz study` asks them first." in asked


def test_tonight_is_asked_again_where_the_line_says_neither(home):
    arguments = ("mock", DECK, "--minutes", "5", "--seed", "2")
    done = mhaquiz(home, *arguments, stdin=":skip\n:quit\nmaybe\ny\n")
    asked = done.stdout.decode().partition("Add the cards to do tonight")[2]
    assert "Type y to add them, n to leave them." in asked
    assert "Added 1 card" in asked


def test_nothing_that_is_piped_draws_bars_or_boxes(home):
    mhaquiz(home, "study", DECK, "--plain", stdin="f\n3\n2\n" * 4)
    for arguments in (("stats",), ("stats", "--plain"), ("lab", "rank-ceiling", "--text"), ("plan",)):
        said = mhaquiz(home, *arguments).stdout.decode()
        assert said
        assert not [char for char in said if "\u2500" <= char <= "\u28ff"], arguments


def test_a_line_to_share_gives_nothing_away(home):
    done = mhaquiz(home, "quiz", "--daily", "--share", "--plain", stdin=":skip\n")
    line = done.stdout.decode().splitlines()[-1]
    assert line.startswith("mhaquiz daily 20")
    assert line.endswith(": 0/5 ✗ 0 s")
    assert mhaquiz(home, "quiz", "--daily", "--share", "--plain").stdout.decode().endswith(": 0/5 0 s\n")
