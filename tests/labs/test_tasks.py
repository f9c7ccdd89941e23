"""Each task is done by the runs that it asks for, and by nothing less."""

from __future__ import annotations

import sys

import pytest

from mhaquiz import labs
from mhaquiz.deck.lab_table import LABS
from mhaquiz.labs.tasks import TASKS

#: For each task the settings, run after run, that do it at the last run and not before.
WAYS: dict[tuple[str, str], list[dict]] = {
    ("rank-ceiling", "plateau"): [{"n_heads": 2}, {"n_heads": 4}, {"n_heads": 32}, {"n_heads": 64}],
    ("rank-ceiling", "one-fails"): [{"n_heads": 64}, {"n_heads": 128}],
    ("rank-ceiling", "pin"): [{"head_dim": None}, {"head_dim": 128}, {"head_dim": 128, "n_heads": 64}],
    ("rank-ceiling", "rank-one"): [
        {"n_heads": 512},
        {"n_heads": 256, "method": "construction"},
        {"n_heads": 512, "method": "construction"},
    ],
    ("head-diversity", "collapse"): [{"n_heads": 4}, {"n_heads": 1}],
    ("head-diversity", "open"): [{"n_heads": 4}, {"n_heads": 1}, {"n_heads": 4}],
    ("head-diversity", "identical"): [{}, {"identical": True, "n_heads": 1}, {"identical": True}],
    ("head-diversity", "width"): [{"d_model": 64, "n_heads": 1}, {"n_heads": 4}, {"d_model": 64}],
    ("head-diversity", "narrow"): [{}, {"d_model": 16}],
    ("cost-ledger", "share"): [{}, {"n_kv_heads": 16}, {"n_kv_heads": 4}],
    ("cost-ledger", "crossover"): [{"context": 8192}, {"context": 16384}],
    ("cost-ledger", "same-weights"): [{"n_kv_heads_b": 8}, {"n_heads_b": 64}],
    ("shapes", "whole-tokens"): [{}, {"bug": "in", "n_heads": 1}, {"bug": "in"}],
    ("shapes", "no-leak"): [{"bug": "in"}, {"bug": "out"}, {"bug": "both"}],
    ("shapes", "hidden"): [{"n_heads": 1}, {"bug": "in"}, {"bug": "in", "n_heads": 1}],
    ("fused-qkv", "thirds"): [{"n_kv_heads": 2}, {}],
    ("fused-qkv", "narrow-kv"): [{}, {"n_kv_heads": 1}],
    ("fused-qkv", "width-alone"): [{"n_heads": 4, "n_kv_heads": 2}, {"n_heads": 4}, {"n_heads": 8}],
    ("induction", "own"): [{}, {"sequence": "a b"}, {"sequence": "a b a"}],
    ("induction", "later"): [{}, {"sequence": "a b a"}, {"sequence": "a b a c a"}],
    ("induction", "ablate"): [{}, {"sequence": "a b"}, {}, {"ablate": "one-layer"}],
    ("pruning", "off"): [{}, {"off": "0"}],
    ("pruning", "least"): [{"off": "0"}, {"off": "6"}],
    ("pruning", "shared"): [{"off": "0"}, {"off": "0,1", "n_kv_heads": 4}, {"off": "0", "n_kv_heads": 4}],
    ("sqrt-scaling", "saturate"): [{"head_dim": 512}, {"head_dim": 512, "scaled": False}],
    ("sqrt-scaling", "rescue"): [{}, {"head_dim": 512, "scaled": False}, {"head_dim": 512}],
    ("sqrt-scaling", "constant"): [
        {"scaled": False},
        {"scaled": False, "head_dim": 512},
        {},
        {"head_dim": 512},
    ],
}


def test_every_lab_has_its_tasks_and_every_task_a_way() -> None:
    assert list(TASKS) == list(LABS)
    assert all(len(tasks) >= 3 for tasks in TASKS.values())
    assert len(TASKS["head-diversity"]) == 5
    assert {(lab, task.id) for lab, tasks in TASKS.items() for task in tasks} == set(WAYS)


@pytest.mark.parametrize(("lab", "task_id"), list(WAYS), ids="/".join)
def test_done_at_the_last_step_and_not_before(lab: str, task_id: str) -> None:
    (task,) = (task for task in TASKS[lab] if task.id == task_id)
    history = [labs.run(lab, settings) for settings in WAYS[lab, task_id]]
    assert [task.done(history[:n]) for n in range(len(history) + 1)] == [False] * len(history) + [True]


def test_tasks_need_no_numpy() -> None:
    import subprocess

    code = "import sys, mhaquiz.labs.tasks; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
