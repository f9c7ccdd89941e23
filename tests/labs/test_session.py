"""A sitting at a lab without any screen: changes, runs that overtake one another, tasks that stay ticked."""

from __future__ import annotations

import pytest

from mhaquiz import labs
from mhaquiz.deck.lab_settings import LabSettingError
from mhaquiz.deck.lab_table import LABS
from mhaquiz.labs.session import HISTORY, LabSession


def test_the_first_run_says_what_the_lab_is_or_the_note() -> None:
    assert LabSession("pruning").run().text == LABS["pruning"].summary
    assert LabSession("pruning", note="You predicted 3.").run().text == "You predicted 3."


def test_a_change_is_said_as_the_lab_says_it() -> None:
    sitting = LabSession("rank-ceiling")
    sitting.run()
    before, after = sitting.result, labs.run("rank-ceiling", {"n_heads": 128})
    assert sitting.change("n_heads", "128") == ()
    told = sitting.run()
    assert told.text == labs.describe_change("rank-ceiling", before, after)
    assert told.done == (next(task.text for task in sitting.tasks if task.id == "one-fails"),)
    assert (sitting.progress, sitting.ticked) == ("1 of 4 tasks", {"one-fails"})
    assert [one.text for one in sitting.told] == [LABS["rank-ceiling"].summary, told.text]


def test_what_follows_a_change_is_named() -> None:
    sitting = LabSession("head-diversity", {"heads": "built"})
    assert sitting.change("sentence", "my own four words") == ("focus", "heads")


@pytest.mark.parametrize(("key", "value"), [("n_heads", 7), ("heads", 4)])
def test_a_refused_change_changes_nothing(key: str, value: int) -> None:
    sitting = LabSession("rank-ceiling")
    before = sitting.settings
    with pytest.raises(LabSettingError):
        sitting.change(key, value)
    assert sitting.settings == before


def test_a_run_that_was_overtaken_is_not_taken() -> None:
    sitting = LabSession("rank-ceiling")
    sitting.run()
    sitting.change("n_heads", 128)
    older = sitting.begin()
    sitting.change("n_heads", 64)
    newer = sitting.begin()
    late, early = older(), newer()
    assert sitting.take(early)
    told = list(sitting.told)
    assert not sitting.take(late)
    assert (sitting.result.settings["n_heads"], sitting.told, sitting.ticked) == (64, told, set())
    assert len(sitting.runs) == 2


def test_a_run_keeps_the_settings_that_it_was_begun_with() -> None:
    sitting = LabSession("rank-ceiling", {"n_heads": 64})
    work = sitting.begin()
    sitting.change("n_heads", 128)
    assert work().result.settings["n_heads"] == 64


def test_tasks_stay_ticked_from_one_sitting_to_the_next() -> None:
    ticked: set[str] = set()
    first = LabSession("pruning", {"off": [0]}, ticked=ticked)
    assert len(first.run().done) == len(ticked) == 1
    again = LabSession("pruning", {"off": [0]}, ticked=ticked)
    assert (again.run().done, again.progress) == ((), "1 of 3 tasks")
    assert LabSession("pruning").progress == "0 of 3 tasks"


def test_reset_goes_back_to_where_it_was_opened() -> None:
    sitting = LabSession("sqrt-scaling", {"head_dim": 128})
    sitting.change("head_dim", 8)
    sitting.reset()
    sitting.run()
    assert sitting.result.settings["head_dim"] == 128


def test_what_is_kept_is_bounded() -> None:
    sitting = LabSession("induction")
    for _ in range(HISTORY + 50):
        sitting.run()
    assert max(len(sitting.runs), len(sitting.told)) <= HISTORY + 1
    assert sitting.told[-1].text == "Nothing has changed."
