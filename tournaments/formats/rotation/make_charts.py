"""Looks for better charts than those stored, for as long as asked. Run by hand; nothing else uses it.

python -m tournaments.formats.rotation.make_charts [SIZE ...] [--tries 10] [--effort 20] [--seed 1]
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TextIO

from games.engine.errors import RuleError
from tournaments.formats.pairing.bounds import least_repeats
from tournaments.formats.pairing.meetings import Repeats, Seating, Tally
from tournaments.formats.rotation.charts import CHARTS, LETTERS, read_chart, write_chart
from tournaments.formats.rotation.plan import Night, plan_night

Chart = tuple[Seating, ...]


def main(arguments: Sequence[str], out: TextIO) -> int:
    """Improves the charts that are asked for; answers the exit code: 0 fine, 2 a size that no chart can have."""
    asked = parser().parse_args(arguments)
    texts: dict[str, str] = json.loads(asked.file.read_text())
    try:
        for size in asked.size or list(texts):
            improve(size, texts, asked, out)
    except RuleError as error:
        out.write(f"{error}\n")
        return 2
    return 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m tournaments.formats.rotation.make_charts")
    top.add_argument("size", nargs="*", help="people x rounds, as in 16x8; without any, all that are stored")
    top.add_argument("--tries", type=int, default=10, help="how often to begin, every other time from scratch")
    top.add_argument("--effort", type=float, default=20, help="times the moves that a draw looks at")
    top.add_argument("--seed", type=int, default=1)
    top.add_argument("--file", type=Path, default=CHARTS, help="where the charts are stored")
    return top


def improve(size: str, texts: dict[str, str], asked: argparse.Namespace, out: TextIO) -> None:
    """Tries one size, stores what is better at once and says so."""
    people, rounds = people_and_rounds(size)
    best = read_chart(texts[size], people) if size in texts else None
    for attempt in range(asked.tries):
        if best and is_optimal(best, people):
            break
        chance = Random(f"{size}/{asked.seed}/{attempt}")  # noqa: S311  # the same search again, nothing secret
        draft = first_draft(people, rounds, chance) if attempt % 2 or best is None else best
        chart = search(people, draft, asked.effort, chance)
        if best is None or worth(chart, people) < worth(best, people):
            before = f", before {describe(best, people)}" if best else ""
            out.write(f"{size}: {describe(chart, people)}{before}\n")
            best = chart
            texts[size] = write_chart(best)
            store(texts, asked.file)
    end = "no chart can have fewer" if best and is_optimal(best, people) else "nothing better found"
    out.write(f"{size}: {end}\n")


def people_and_rounds(size: str) -> tuple[int, int]:
    """The two numbers of "16x8"."""
    match = re.fullmatch(r"(\d+)x(\d+)", size)
    people, rounds = map(int, match.groups()) if match else (0, 0)
    if not (4 <= people <= len(LETTERS) and rounds):
        raise RuleError(
            "“{size}” isn’t a chart size. Enter people x rounds, e.g. 16x8, from 4 to 62 people.", size=size
        )
    return people, rounds


def first_draft(people: int, rounds: int, chance: Random) -> Chart:
    """Any seating in which everyone sits out in turn."""
    times, last = [0] * people, [0] * people
    drafts: list[Seating] = []
    for number in range(1, rounds + 1):
        draws = [chance.random() for _ in range(people)]
        turn = [person for *_, person in sorted(zip(times, last, draws, range(people), strict=True))]
        for person in turn[: people % 4]:
            times[person] += 1
            last[person] = number
        drafts.append(tuple(chance.sample(turn[people % 4 :], people // 4 * 4)))
    return tuple(drafts)


def search(people: int, draft: Chart, effort: float, chance: Random) -> Chart:
    """A better chart than the draft, or the draft; the same people sit out."""
    rounds = tuple(tuple(seating) for seating in draft)
    plan = plan_night(Night(tuple(range(people)), len(rounds), people // 4, draft=rounds, effort=effort), chance)
    assert plan is not None
    return plan.rounds


def worth(chart: Chart, people: int) -> tuple[int, int, int]:
    """The less the better: repeats as partners, as opponents, at one table."""
    tally = Tally(people).with_rounds(chart)
    return tally.repeats.partners, tally.repeats.opponents, tally.table_repeats


def is_optimal(chart: Chart, people: int) -> bool:
    """Whether neither partners nor opponents can repeat less, going by arithmetic."""
    return Repeats(*worth(chart, people)[:2]) == least_repeats(Tally(people), chart)


def describe(chart: Chart, people: int) -> str:
    partners, opponents, tables = worth(chart, people)
    return f"{partners} repeats of partners, {opponents} of opponents, {tables} at one table"


def store(texts: dict[str, str], file: Path) -> None:
    """By people, then by rounds."""
    ordered = {size: texts[size] for size in sorted(texts, key=people_and_rounds)}
    file.write_text(json.dumps(ordered, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
