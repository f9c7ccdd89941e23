"""`mhaquiz plan`: put an interview on the calendar, see what the plan promises, and test its strategy."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from mhaquiz.cli import json_text, printable
from mhaquiz.cli.context import CommandError, UsageError, load_decks, open_profile
from mhaquiz.cli.options import whole
from mhaquiz.deck.display import counted, percent
from mhaquiz.memory.dates import WAYS
from mhaquiz.memory.settings import MINUTES_A_DAY

if TYPE_CHECKING:
    from mhaquiz.memory.catalogue import Catalogue
    from mhaquiz.memory.forecast import Forecast
    from mhaquiz.memory.plan import Plan
    from mhaquiz.memory.profile import Profile
    from mhaquiz.memory.simulation import Row

SIMULATION = """Mean recall of all cards on the day in %, ± half the 95 % interval over {repeats} people.
FSRS: cards due first, then up to 20 new ones a day, at that desired retention. Random: any card, every day.
The seer looks into the memories of a few of them and takes the best cards of each day: what is left above.
Lead: the plan minus the best of FSRS and random, and minus FSRS 0.90, person by person.

"""
LEADS = ("lead", "over 0.90")
CUT_SHOWN = 3
BLOCKS = " ▁▂▃▄▅▆▇█"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--interview",
        metavar="DATE",
        help=f"the day of the interview: {WAYS}",
    )
    parser.add_argument(
        "--minutes", type=whole(*MINUTES_A_DAY), metavar="N", help="minutes of study a day (default 20)"
    )
    parser.add_argument("--name", default="interview", metavar="NAME", help="a name, where there are several")
    parser.add_argument(
        "--topic",
        action="append",
        metavar="TOPIC=WEIGHT",
        help="what this interview asks more (2) or less (0.5)",
    )
    parser.add_argument(
        "--cancel", action="store_true", help="take the interview of that name off the calendar"
    )
    parser.add_argument("--json", action="store_true", help="the forecast for scripts")
    parser.add_argument(
        "--simulate", action="store_true", help="the strategy against simulated people, as a table"
    )
    parser.add_argument(
        "--repeats", type=whole(2, 1000), default=20, metavar="N", help="people a scenario (20)"
    )
    parser.add_argument(
        "--seed", type=whole(0, 2**31), default=1, metavar="N", help="the same seed, the same table"
    )


def run(options: argparse.Namespace) -> int:
    if options.simulate:
        return simulate(options.repeats, options.seed)
    with open_profile() as profile:
        change(profile, options)
        catalogue = _catalogue()
        from mhaquiz.memory.plan import Plan

        plan = Plan.of(profile, catalogue)
        if plan is None:
            sys.stdout.write(
                "No interview ahead. `mhaquiz plan --interview 2027-01-15 --minutes 20` plans one.\n"
            )
            return 0
        show(plan, profile, as_json=options.json)
    return 0


def change(profile: Profile, options: argparse.Namespace) -> None:
    """Put an interview on the calendar, move it or take it off, as the options say."""
    from mhaquiz.memory import interviews

    if options.cancel:
        interviews.cancel_interview(profile, options.name)
    elif options.interview:
        minutes = options.minutes or int(profile.settings["minutes_a_day"])
        topics = dict(_weight(text) for text in options.topic or ())
        interviews.plan_interview(profile, options.interview, minutes, name=options.name, topics=topics)
    elif options.minutes or options.topic:
        raise UsageError("--minutes and --topic belong to --interview DATE")


def _weight(text: str) -> tuple[str, float]:
    topic, _, weight = text.rpartition("=")
    try:
        value = float(weight)
    except ValueError:
        value = -1.0
    if not topic or not 0 <= value <= 100:
        raise UsageError(f"--topic {text}: write it as kv-cache=2, the weight from 0 to 100")
    return topic, value


def _catalogue() -> Catalogue:
    from mhaquiz.memory.catalogue import Catalogue

    library = load_decks()
    if not library.cards():
        raise CommandError("there are no cards to plan with")
    return Catalogue(library.cards(), start=[key for deck in library.decks for key in deck.start])


def show(plan: Plan, profile: Profile, *, as_json: bool) -> None:
    """Print the forecast of a plan."""
    from mhaquiz.memory.forecast import forecast

    day = profile.study_day()
    outlook = forecast(plan, day)
    if as_json:
        sys.stdout.write(json_text(report(plan, outlook, day), indent=1))
        return
    lines = [*plan.advice(day), *sentences(plan, outlook), *_others(profile, plan)]
    sys.stdout.write("".join(f"{printable(line)}\n" for line in lines))


def report(plan: Plan, outlook: Forecast, day: int) -> dict[str, Any]:
    """The forecast as JSON."""
    wanted = plan.today(day)
    return {
        "interview": plan.interview.date.isoformat(),
        "name": plan.interview.name,
        "days_left": plan.interview.day - day,
        "minutes_a_day": plan.interview.minutes,
        "cards": outlook.cards,
        "seen": outlook.seen,
        "reachable": outlook.reachable,
        "core": outlook.core,
        "core_reachable": outlook.core_reachable,
        "fits": outlook.fits,
        "recall": outlook.recall,
        "recall_low": outlook.low,
        "recall_high": outlook.high,
        "recall_seen": outlook.recall_seen,
        "recall_if_idle": outlook.recall_if_idle,
        "minutes": list(outlook.minutes),
        "cut": list(outlook.cut),
        "held_back": sorted(plan.held_back()),
        "today": {
            "new": [key for key in wanted.first if key in wanted.new],
            "due": [key for key in wanted.first if key not in wanted.new],
            "extra": list(wanted.extra),
        },
    }


def sentences(plan: Plan, outlook: Forecast) -> list[str]:
    """Feasibility first, then recall on the day, then the minutes."""
    from mhaquiz.memory.forecast import band_rests_on, over, rests_on

    minutes = plan.interview.minutes
    if outlook.fits:
        first = f"It fits: all {outlook.cards} cards can be seen in {minutes:g} minutes a day."
    else:
        first = (
            f"It does not fit: about {outlook.reachable} of {outlook.cards} cards can be seen "
            f"in {minutes:g} minutes a day, {outlook.core_reachable} of the {outlook.core} core cards "
            f"among them. {_left_out(plan, outlook.cut)}"
        )
    lines = [
        first,
        f"Recall on the day: about {percent(outlook.recall_seen)} of the cards seen by then, "
        f"{percent(outlook.recall)} {over(outlook)} ({percent(outlook.low)} to {percent(outlook.high)} "
        f"{band_rests_on(outlook)}); without further study {percent(outlook.recall_if_idle)}.",
        f"This {rests_on(outlook.pace)}.",
        f"Held back for the mock interviews: {counted(len(plan.held_back()), 'card')}.",
    ]
    if any(outlook.minutes):
        lines.append(f"Minutes a day: {plot(outlook.minutes)}  (most {max(outlook.minutes):.0f})")
    return lines


def _left_out(plan: Plan, keys: tuple[str, ...]) -> str:
    """What to leave out first, by the questions of the cards."""
    from mhaquiz.deck.examples import example_prompt
    from mhaquiz.quiz.report import in_short

    asked = [in_short(example_prompt(plan.cards.by_key[key])) for key in keys[:CUT_SHOWN]]
    more = f", and {len(keys) - CUT_SHOWN} more" if len(keys) > CUT_SHOWN else ""
    return f"Leave out first: {'; '.join(asked)}{more}."


def plot(values: tuple[float, ...]) -> str:
    """One block a day, as high as the day is long."""
    top = max(values) or 1.0
    return "".join(BLOCKS[max(1 if value > 0 else 0, round(value / top * 8))] for value in values)


def _others(profile: Profile, plan: Plan) -> list[str]:
    from mhaquiz.memory.interviews import interviews

    others = [
        each for each in interviews(profile) if each != plan.interview and each.day > plan.interview.day
    ]
    return [
        f"After it: {each.name} on {each.date.isoformat()}, {each.minutes:g} minutes a day."
        for each in others
    ]


def simulate(repeats: int, seed: int) -> int:
    """The table of every strategy in every scenario, row by row as they are done, then what it comes to."""
    from itertools import groupby

    from mhaquiz.memory.learners import LEARNERS
    from mhaquiz.memory.simulation import SCENARIOS, STRATEGIES, compare

    out = sys.stdout
    out.write(SIMULATION.format(repeats=repeats))
    out.write(f"{'':<19}" + "".join(f"{name:>12}" for name in (*STRATEGIES, *LEADS)) + "\n")
    for task, scenarios in groupby(SCENARIOS, key=lambda each: each.task):
        out.write(f"{task}\n")
        rows = []
        for scenario in scenarios:
            rows.append(compare(scenario, repeats, seed))
            out.write(f"  {scenario.learner:<17}" + _cells(rows[-1:]) + "\n")
            out.flush()
        if len(rows) > 1:
            out.write(f"  {'all of them':<17}" + _cells(rows) + "\n")
    out.write("\nWho learns, and how they differ from the scheduler's own model:\n")
    for name, (_, _noise, difference) in LEARNERS.items():
        out.write(f"  {name:<17}{difference}\n")
    return 0


def _cells(rows: list[Row]) -> str:
    """Recall by strategy and the leads of the plan over several scenarios' people."""
    from mhaquiz.memory.simulation import BASELINE, STRATEGIES, interval

    recalls = [interval(*(row.runs[name] for row in rows)) for name in STRATEGIES]
    best = interval(*(row.lead(row.best) for row in rows))
    leads = (best, interval(*(row.lead(BASELINE) for row in rows)))
    cells = [_percent(*each) for each in recalls] + [_percent(*each, sign=True) for each in leads]
    return "".join(f"{cell:>12}" for cell in cells)


def _percent(value: float, half: float, *, sign: bool = False) -> str:
    return f"{value * 100:{'+' if sign else ''}.1f} ± {half * 100:.1f}"
