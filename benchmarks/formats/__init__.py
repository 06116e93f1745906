"""Formats: how good their rounds are beside the naive ways and published schedules, and how long a draw takes.

    python -m benchmarks formats [--full] [--schedules FOLDER] [--only PART ...]

A repeat counts w(w - 1)/2 for two people who were partners, or opponents, w times. Seconds are CPU time.
"""

import argparse
import sys
from pathlib import Path

from benchmarks.formats import balanced_pairs, brackets, draws, rotation, seeding, swiss

PARTS = ("grid", "schedules", "swiss", "draws", "seeding", "brackets", "pairs")


def main() -> None:
    """All parts, or those named; the schedules only where a folder of them is named."""
    asked = parser().parse_args(sys.argv[1:])
    if "grid" in asked.only:
        rotation.print_grid(rotation.PLAYERS if asked.full else rotation.SOME)
    if "schedules" in asked.only:
        if asked.schedules and asked.schedules.is_dir():
            rotation.print_schedules(asked.schedules)
        else:
            print("No folder of schedules named, or it is not there: that part is left out.")
    if "swiss" in asked.only:
        swiss.print_rounds()
    if "draws" in asked.only:
        draws.print_seconds()
    if "brackets" in asked.only:
        brackets.print_minutes()
    if "seeding" in asked.only:
        seeding.print_meetings()
    if "pairs" in asked.only:
        balanced_pairs.print_spreads()


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m benchmarks formats")
    top.add_argument("--full", action="store_true", help="all sizes of the rotation grid")
    top.add_argument("--schedules", type=Path, help="a folder of schedules, named as rr-16-8.csv or seed-32-8.csv")
    top.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="some parts")
    return top
