"""`mhaquiz log`: the review log as files, and the union with another machine's."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.cli import json_text, printable
from mhaquiz.cli.context import open_profile
from mhaquiz.deck.display import counted

if TYPE_CHECKING:
    from mhaquiz.memory.exchange import Merged
    from mhaquiz.memory.profile import Profile
    from mhaquiz.memory.states import CardState

SHOWN = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="export|merge")
    export = actions.add_parser(
        "export", help="write the log as DIR/<device>/<yyyy-mm>.jsonl, adding to what is there"
    )
    export.add_argument("dir", type=Path, metavar="DIR")
    merge = actions.add_parser("merge", help="take in every review that DIR has and this machine has not")
    merge.add_argument(
        "dir", type=Path, metavar="DIR", help="a folder that `log export` wrote, or one file of it"
    )
    merge.add_argument(
        "--dry-run", action="store_true", help="show the effect card by card and change nothing"
    )
    merge.add_argument("--json", action="store_true", help="the effect for scripts")


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory import exchange

    with open_profile() as profile:
        if options.action == "export":
            changed = exchange.export(profile, options.dir)
            written = f"{options.dir}: {counted(changed, 'file')} written"
            sys.stdout.write(printable(written) + "\n")
            return 0
        if not options.dry_run:
            back_up(profile)
        merged = exchange.merge(profile, options.dir, dry_run=options.dry_run)
        for line in merged.refused[:SHOWN]:
            sys.stderr.write(printable(f"left out: {line}") + "\n")
        if merged.refusals > SHOWN:
            sys.stderr.write(f"{merged.refusals:,} left out in all\n")
        sys.stdout.write(as_json(merged) if options.json else as_text(merged, profile, options.dry_run))
    return 1 if merged.refusals else 0


def back_up(profile: Profile) -> None:
    """A snapshot before the log grows by another machine's events."""
    from mhaquiz.memory import backups

    if profile.last_arrival():
        backups.take(profile.connection, profile.path, profile.clock().ms, "merge")


def as_json(merged: Merged) -> str:
    cards = {
        key: {"before": before and before._asdict(), "after": after and after._asdict()}
        for key, (before, after) in merged.cards.items()
    }
    report = {
        "read": merged.read,
        "added": merged.added,
        "set_aside": merged.held,
        "collisions": merged.collisions,
        "refused": list(merged.refused),
        "refusals": merged.refusals,
        "cards": cards,
    }
    return json_text(report, indent=1)


def as_text(merged: Merged, profile: Profile, dry_run: bool) -> str:
    would = "would be " if dry_run else ""
    cards = f"{counted(len(merged.cards), 'card')} {would}changed"
    lines = [f"{counted(merged.read, 'event')} read, {merged.added:,} {would}added, {cards}"]
    if merged.held:
        lines.append(f"{merged.held:,} dated in the future {would}set aside until then")
    if merged.collisions:
        lines.append(f"{merged.collisions:,} had an id that another event has; both {would}kept")
    today = profile.study_day()
    shown = list(merged.cards.items()) if dry_run else list(merged.cards.items())[:SHOWN]
    lines += [f"  {key}: {_state(before, today)} → {_state(after, today)}" for key, (before, after) in shown]
    if len(shown) < len(merged.cards):
        lines.append(f"  and {len(merged.cards) - len(shown):,} more")
    return "".join(printable(line) + "\n" if line[0] != " " else f"  {printable(line)}\n" for line in lines)


def _state(state: CardState | None, today: int) -> str:
    if state is None or state.due_day is None:
        return "new"
    lapses = f", {counted(state.lapses, 'lapse')}" if state.lapses else ""
    days = state.due_day - today
    return (f"due in {days} d" if days > 0 else "due") + lapses
