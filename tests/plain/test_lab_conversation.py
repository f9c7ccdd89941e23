"""A lab line by line: changes, tasks, what else can be asked for, and whatever else is typed."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.deck.lab_table import LABS
from mhaquiz.deck.library import load_library
from mhaquiz.deck.places import builtin_decks
from mhaquiz.labs import rank_ceiling
from mhaquiz.labs.session import LabSession
from mhaquiz.plain.console import Console
from mhaquiz.plain.lab_conversation import COMMANDS, LabConversation
from mhaquiz.plain.prose import clean


def talk(name: str, *lines: str, given: dict[str, Any] | None = None, width: int | None = None) -> list[str]:
    """What is said after each line, beginning with the opening."""
    sink = io.StringIO()
    console = Console(io.StringIO("".join(f"{line}\n" for line in lines)), sink, width)
    LabConversation(LabSession(name, given), console, lambda: ()).run()
    return sink.getvalue().split(f"\n{name}:\n")


def test_a_setting_is_changed_the_sentence_heard_and_a_task_ticked_off() -> None:
    said = talk("rank-ceiling", "n_heads=64", "n_heads = 128", "tasks")
    assert said[1].startswith("64 heads, each 8 wide. The weights stand still.")
    assert said[2].startswith(
        "✓ task done: Make one job fail (below 0.6) while another survives (1 of 4 tasks)"
    )
    assert "128 heads, each 4 wide" in said[2]
    assert said[3].count("✓") == 1
    assert said[3].count("- ") == 3


#: For each lab the lines that do all its tasks.
LINES: dict[str, list[str]] = {
    "rank-ceiling": [
        *(f"n_heads={heads}" for heads in (2, 4, 32, 64, 128)),
        *("head_dim=128", "n_heads=64", "head_dim=none", "n_heads=512", "method=construction"),
    ],
    "head-diversity": [
        *("n_heads=1", "n_heads=4", "identical=true", "identical=no"),
        *("d_model=64", "n_heads=1", "d_model=16", "n_heads=4"),
    ],
    "cost-ledger": ["context=65536", "n_kv_heads=8", "n_heads_b=16", "n_kv_heads=none"],
    "shapes": ["bug=in", "bug=both", "n_heads=1"],
    "fused-qkv": ["n_kv_heads=1", "n_kv_heads=none", "n_heads=16"],
    "induction": ["sequence=a b c a", "sequence=a b a c a", "ablate=one-layer"],
    "pruning": ["off=0", "off=6", "n_kv_heads=2"],
    "sqrt-scaling": ["scaled=false", "head_dim=512", "scaled=true", "head_dim=64", "head_dim=512"],
}


@pytest.mark.parametrize("name", LABS)
def test_every_task_of_every_lab_can_be_done_line_by_line(name: str) -> None:
    said = talk(name, *LINES[name], "tasks")
    count = len(LabSession(name).tasks)
    assert (said[-2].count("✓"), said[-2].count("\n")) == (count, count - 1)


def test_what_follows_a_change_is_said() -> None:
    said = talk("head-diversity", "sentence=my own four words", given={"heads": "built"})
    assert said[1].endswith("Set with it: focus=four, heads=random.")


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("heads=4", "It has n_heads, jobs"),
        ("n_heads=3", "it takes one of 1, 2, 4"),
        ("n_heds", 'neither a setting nor a command. Did you mean "n_heads"?\nNAME=VALUE'),
        ("tabel", 'Did you mean "table"?'),
        ("=4", "It has n_heads"),
        ("n_heads=", "it takes one of 1, 2, 4"),
    ],
)
def test_wrong_names_and_values_list_the_right_ones(line: str, right: str) -> None:
    said = talk("rank-ceiling", line, "n_heads")
    assert right in said[1]
    assert "[8]; one of 1, 2" in said[2]


def test_a_config_that_cannot_be_read_leaves_the_settings() -> None:
    said = talk("cost-ledger", "config=/no/such/config.json", "config")
    assert said[1] == "config /no/such/config.json: No such file or directory"
    assert "[none]" in said[2]


@pytest.mark.parametrize("word", ["quit", "q", ":quit", "EXIT"])
def test_the_words_that_leave(word: str) -> None:
    assert len(talk("pruning", word, "table")) == 2


@pytest.mark.parametrize("name", LABS)
def test_each_command_says_something_where_it_is_offered(name: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(rank_ceiling, "optimise_curve", lambda *_: (0.5,) * 10)
    offered = [line.split()[0] for line in talk(name, "help")[1].splitlines() if line.startswith("  ")]
    assert offered[-1] == "quit"
    for command, said in zip(offered[:-1], talk(name, *offered[:-1])[1:], strict=False):
        assert len(said) > 10, command
    assert ("search" in offered) == (name == "rank-ceiling")
    assert ("why" in offered) == (name == "induction")


def test_the_proof_is_read_out() -> None:
    assert "N1 + N4 = N2 + N3" in talk("induction", "why")[1]


def test_a_search_says_how_far_it_is_and_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(_: Any, __: Any, progress: Callable[[float], None]) -> tuple[float, ...]:
        for share in (0.05, 0.25, 0.26, 1.0):
            progress(share)
        return (0.25,) * 10

    monkeypatch.setattr(rank_ceiling, "optimise_curve", found)
    said = talk("rank-ceiling", "search")[1]
    assert [line for line in said.splitlines() if line.endswith("%")] == ["20%", "100%"]
    assert said.count("0.250") == 10
    assert "best found so far" in said


def test_a_search_that_is_interrupted_leaves_the_lab_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rank_ceiling, "optimise_curve", interrupted)
    said = talk("rank-ceiling", "search", "n_heads")
    assert said[1].endswith("The search was stopped; nothing of it is kept.")
    assert "[8]" in said[2]


def test_lines_are_wrapped_where_there_is_a_width() -> None:
    said = talk("rank-ceiling", "n_heads=64", "help", width=60)
    assert max(len(line) for part in said[1:] for line in part.splitlines()) <= 60


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(sorted(LABS)), st.lists(st.text(max_size=60), max_size=4))
def test_whatever_is_typed_is_answered_and_nothing_acts_on_the_terminal(name: str, lines: list[str]) -> None:
    typed = [" ".join(line.splitlines()) for line in lines if line.strip(" :").lower() != "search"]
    said = "\n".join(talk(name, *typed))
    assert clean(said) == said


def test_no_command_has_the_name_of_a_setting() -> None:
    names = {setting.name for lab in LABS.values() for setting in lab.settings}
    assert not names & {*COMMANDS, "quit", "q", "exit"}


def test_cards_are_listed_with_an_example_of_their_question(compiled_decks: Path) -> None:
    cards = load_library([builtin_decks()], compiled_decks).cards()
    about = [card for card in cards if card.lab and card.lab.name == "rank-ceiling"]
    assert about
    sink = io.StringIO()
    console = Console(io.StringIO("cards\n"), sink)
    LabConversation(LabSession("rank-ceiling"), console, lambda: about).run()
    assert all(f"({card.key})" in sink.getvalue() for card in about)
