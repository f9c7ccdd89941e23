"""The cache gives back the same decks, and never an old or a damaged one."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mhaquiz.deck import deck_cache
from mhaquiz.deck.cards import Deck
from mhaquiz.deck.library import Library, load_library
from mhaquiz.deck.places import builtin_decks

CONTRACT = Path(__file__).parent.parent / "decks" / "contract.yaml"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "decks" / "contract.yaml"
    path.parent.mkdir()
    path.write_bytes(CONTRACT.read_bytes())
    return path


def load(deck: Path, tmp_path: Path) -> Library:
    return load_library([deck], tmp_path / "cache")


def kept(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "cache" / "decks").glob("*.json")
    return found


def head(tmp_path: Path) -> dict[str, Any]:
    """The first line of what is kept: what the start needs."""
    found = json.loads(kept(tmp_path).read_text().partition("\n")[0])
    assert isinstance(found, dict)
    return found


def rewrite(tmp_path: Path, first: dict[str, Any]) -> None:
    rest = kept(tmp_path).read_text().partition("\n")[2]
    kept(tmp_path).write_text(json.dumps(first) + "\n" + rest)


def for_learners(library: Library) -> list[Deck]:
    """The decks without the author's tests, which the cache leaves out."""
    return [replace(one, cards=tuple(replace(card, tests=()) for card in one.cards)) for one in library.decks]


def test_what_is_kept_is_what_was_read(tmp_path: Path, deck: Path) -> None:
    first, second = load(deck, tmp_path), load(deck, tmp_path)
    assert for_learners(first) == list(second.decks)
    assert first.cards()[4].tests != ()


def test_the_built_in_decks_survive_the_cache(tmp_path: Path) -> None:
    plain = load_library([builtin_decks()])
    for _ in range(2):
        assert for_learners(load_library([builtin_decks()], tmp_path)) == for_learners(plain)


def test_a_changed_file_is_read_again(tmp_path: Path, deck: Path) -> None:
    load(deck, tmp_path)
    deck.write_text(deck.read_text().replace("Multi-head attention, core", "Changed"))
    assert load(deck, tmp_path).decks[0].title == "Changed"


def test_a_changed_file_of_misconceptions_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "decks"
    (folder / "misconceptions").mkdir(parents=True)
    shared = folder / "misconceptions" / "common.yaml"
    shared.write_text("mhaquiz: 1\nmisconceptions: {slip: {title: Old}}\n")
    (folder / "d.yaml").write_text(
        "mhaquiz: 1\ndeck: {id: d, title: D}\nmisconceptions: {use: [common]}\n"
        "cards: [{id: a, kind: true_false, prompt: So, answer: true, mistake: slip}]\n"
    )
    for title in ("Old", "New"):
        shared.write_text(f"mhaquiz: 1\nmisconceptions: {{slip: {{title: {title}}}}}\n")
        for _ in range(2):
            found = load_library([folder], tmp_path / "cache").misconception("d", "slip")
            assert found is not None
            assert found.title == title


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"program": 1}', "\x00\xff", "{}" * 1000])
def test_damage_is_ignored(tmp_path: Path, deck: Path, damage: str) -> None:
    whole = load(deck, tmp_path)
    kept(tmp_path).write_text(damage, encoding="latin-1")
    assert for_learners(load(deck, tmp_path)) == for_learners(whole)


@pytest.mark.parametrize("cut", [1, 40, 4000])
def test_a_tail_that_was_lost_is_noticed_at_the_start(tmp_path: Path, deck: Path, cut: int) -> None:
    whole = load(deck, tmp_path)
    kept(tmp_path).write_bytes(kept(tmp_path).read_bytes()[:-cut])
    assert load(deck, tmp_path).decks == whole.decks


def test_a_body_is_read_when_it_is_asked_for(tmp_path: Path, deck: Path) -> None:
    load(deck, tmp_path)
    card = load(deck, tmp_path).cards()[0]
    assert (card.key, card.level, card.kind) == ("mha-core/why-scale", "L2", "recall")
    assert not {"body", "prompt", "points"} & set(vars(card))
    assert card.prompt.startswith("Why are the scores divided")
    assert {"body", "prompt", "points", "tests"} <= set(vars(card))
    assert card.why == ""
    with pytest.raises(AttributeError):
        card.promt  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("field", ["program", "hash", "rest", "deck", "problems", "used"])
def test_a_file_without_a_field_is_ignored(tmp_path: Path, deck: Path, field: str) -> None:
    whole = load(deck, tmp_path)
    content = head(tmp_path)
    del content[field]
    rewrite(tmp_path, content)
    assert for_learners(load(deck, tmp_path)) == for_learners(whole)


def test_another_version_of_the_program_reads_again(
    tmp_path: Path, deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(deck, tmp_path)
    content = head(tmp_path)
    content["deck"]["title"] = "From the cache"
    rewrite(tmp_path, content)
    assert load(deck, tmp_path).decks[0].title == "From the cache"
    monkeypatch.setattr(deck_cache, "program", lambda: "another")
    assert load(deck, tmp_path).decks[0].title == "Multi-head attention, core"


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path, deck: Path) -> None:
    blocked = tmp_path / "cache"
    blocked.write_text("a file where a folder should be")
    assert load_library([deck], blocked).decks == load_library([deck]).decks


def test_from_the_cache_no_yaml_is_imported(tmp_path: Path, deck: Path) -> None:
    load(deck, tmp_path)
    program = (
        "import sys; from pathlib import Path; from mhaquiz.deck.library import load_library\n"
        f"library = load_library([{str(deck)!r}], Path({str(tmp_path / 'cache')!r}))\n"
        "assert len(library.cards()) == 13\n"
        "assert not {'yaml', 'numpy', 'sympy', 'textual'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


BROKEN = """\
mhaquiz: 1
deck: {id: half, title: Half}
cards:
  - {id: good, kind: true_false, prompt: So?, answer: true}
  - {id: bad, kind: numeric, prompt: How many?, params: {h: [1, 2]}, answer: 4 / (h - 1)}
  - {id: worse, kind: numeric, promt: How many?}
"""


def test_broken_cards_are_left_out_and_told_and_the_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "half.yaml"
    path.write_text(BROKEN)
    for _ in range(2):
        library = load_library([path, CONTRACT], tmp_path / "cache")
        assert [card.key for card in library.cards()][:1] == ["half/good"]
        assert len(library.cards()) == 14
        assert {problem.line for problem in library.problems} == {5, 6}


def test_two_decks_with_one_id(tmp_path: Path, deck: Path) -> None:
    twin = tmp_path / "decks" / "twin.yaml"
    twin.write_bytes(deck.read_bytes())
    library = load_library([tmp_path / "decks"])
    assert len(library.decks) == 1
    assert [problem.code for problem in library.problems] == ["E107"]
