"""`mhaquiz doctor`: is the profile sound, do its sums agree with its log, is there a backup."""

from __future__ import annotations

import argparse
import sys

from mhaquiz.cli import printable
from mhaquiz.cli.context import open_profile


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rebuild", action="store_true", help="fold the whole log again and keep the result")


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory.doctor import examine

    with open_profile() as profile:
        findings = examine(profile, rebuild=options.rebuild)
        sys.stdout.write(printable(str(profile.path)) + "\n")
    for finding in findings:
        sys.stdout.write(f"{'ok ' if finding.fine else '!! '} {printable(finding.text)}\n")
    return 0 if all(finding.fine for finding in findings) else 1
