"""The simulator: seeded, fair to every strategy, its table complete."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from mhaquiz import cli
from mhaquiz.cli import plan as plan_command
from mhaquiz.memory import simulation
from mhaquiz.memory.learners import LEARNERS, foreseen
from mhaquiz.memory.simulation import (
    BASELINE,
    RIVALS,
    SCENARIOS,
    SEER,
    STRATEGIES,
    Scenario,
    compare,
    interval,
)

SMALL = Scenario(40, 6, 20, "noisy")


def test_the_same_seed_gives_the_same_people_and_another_seed_others() -> None:
    row = compare(SMALL, repeats=2)
    assert row.runs.keys() == STRATEGIES.keys()
    assert row == compare(SMALL, repeats=2)
    assert row != compare(SMALL, repeats=2, seed=2)


def test_every_strategy_meets_the_same_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """One strategy under several names: only the order that it shuffles may differ."""
    in_order = (lambda now: range(len(now.states)), 0.90)
    monkeypatch.setattr(simulation, "STRATEGIES", {"one": in_order, "two": in_order})
    alone = [simulation._chance(SMALL.name, 7).random() for _ in range(2)]
    assert alone[0] == alone[1]
    recalls = [mean(simulation.simulate(SMALL, name, seed) for seed in range(40)) for name in ("one", "two")]
    assert recalls[0] == pytest.approx(recalls[1], abs=0.03)


@pytest.mark.parametrize("learner", LEARNERS)
def test_looking_ahead_leaves_a_memory_as_it_is(learner: str) -> None:
    memory = LEARNERS[learner][0](random.Random(1))
    memory.study(0, True)
    memory.study(3, False)
    before = [memory.recall(day) for day in (4, 9)]
    assert foreseen(memory, 5, True, 9) >= foreseen(memory, 5, False, 9)
    assert foreseen(memory, 5, True, 9) > before[1]
    assert [memory.recall(day) for day in (4, 9)] == before


def test_nobody_but_the_seer_looks_into_a_memory() -> None:
    """The others choose the same cards whatever the memories are."""
    state = simulation.FRESH
    for name, (choose, _) in STRATEGIES.items():
        chosen = []
        for people in (1, 2):
            memories = [LEARNERS["half-life"][0](random.Random(people * 100 + card)) for card in range(30)]
            for memory in memories:
                memory.study(0, True)
            seen = simulation.Scheduler().step(state, 3, 0, 0, "d/x")
            now = simulation.Situation(
                2, 6, 20, [seen] * 30, simulation.Scheduler(), random.Random(1), memories
            )
            chosen.append(list(choose(now)))
        assert (chosen[0] == chosen[1]) == (name != SEER), name


def test_the_interval_of_several_samples_is_that_of_the_mean_of_their_means() -> None:
    chance = random.Random(1)
    samples = [[chance.gauss(centre, 1) for _ in range(400)] for centre in (0, 10)]
    middle, half = interval(*samples)
    assert middle == pytest.approx(5, abs=0.2)
    assert half == pytest.approx(1.96 * (1 / 400 / 2) ** 0.5, rel=0.1)


def test_the_plan_leads_where_there_is_too_little_time() -> None:
    """The promise of the plan, in small: people of other seeds than those the table shows."""
    for learner in ("as modelled", "noisy", "half-life"):
        row = compare(Scenario(200, 10, 40, learner), repeats=3, seed=77)
        assert interval(row.lead(BASELINE))[0] > 0.05, learner
        assert interval(row.lead(row.best))[0] > 0, learner


def test_the_table_has_every_scenario_and_says_who_learns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(SCENARIOS) >= 10
    small = (SMALL, Scenario(40, 6, 20, "traces"), Scenario(30, 4, 10, "half-life"))
    monkeypatch.setattr(simulation, "SCENARIOS", small)
    assert cli.run(["plan", "--simulate", "--repeats", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "cards, " in line and " a day" in line] == [
        "40 cards, 6 days, 20 a day",
        "30 cards, 4 days, 10 a day",
    ]
    table = [line for line in lines if "±" in line and line.startswith("  ")]
    assert [line[2:19].strip() for line in table] == ["noisy", "traces", "all of them", "half-life"]
    assert all(line.count("±") == len(STRATEGIES) + 2 for line in table)
    assert all(any(line.startswith(f"  {name} ") for line in lines) for name in LEARNERS)
    assert len(RIVALS) == 3


def test_a_plot_has_one_block_a_day() -> None:
    assert plan_command.plot((1.0, 2.0)) == "▄█"
