"""The command line of the formats: draws a whole event from a seed, results made up. Reads no file and no database."""

import argparse
import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from games.engine.errors import RuleError
from tournaments.formats.audit.fairness import Fairness, Meetings, fairness
from tournaments.formats.base import RoundDraw, TableDraw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.config import config_from
from tournaments.formats.numbers import EntryRef
from tournaments.formats.simulation import Attendance, Event, play

ABSENT = "ROUND:ENTRY[,ENTRY...]"


def main(arguments: Sequence[str], out: TextIO) -> int:
    """Draws what is asked; answers the exit code: 0 fine, 2 no legal round or a mistake in the request."""
    asked = parser().parse_args(arguments)
    try:
        rounds = [simulated_round.draw for simulated_round in play(event_of(asked))]
    except RuleError as error:
        out.write(f"{error}\n")
        return 2
    judged = fairness(rounds)
    if asked.json:
        out.write(json.dumps({"rounds": [round_data(draw) for draw in rounds], "fairness": judged.as_data()}) + "\n")
    else:
        out.writelines(f"{line}\n" for line in [*describe(rounds), *fairness_lines(judged)])
    return 0


def parser() -> argparse.ArgumentParser:
    """The arguments."""
    top = argparse.ArgumentParser(
        prog="python -m tournaments.formats",
        description="Draw all rounds of an event. Entries are numbered from 1; results between rounds are made up from "
        "the seed. An event that ends earlier than asked has fewer rounds.",
    )
    top.add_argument("format", choices=FORMATS, metavar="FORMAT", help=", ".join(FORMATS))
    top.add_argument("--entries", type=int, required=True, help="players, or pairs in formats for fixed pairs")
    top.add_argument("--rounds", type=int, help="how many rounds; without it, as many as the format takes")
    top.add_argument("--seed", type=int, default=1, help="the same seed always gives the same event")
    top.add_argument(
        "--absent",
        nargs="+",
        action="extend",
        default=[],
        metavar=ABSENT,
        help="who is not there in a round, as in 3:5,7; may be given several times",
    )
    top.add_argument(
        "--config",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help="a setting of the format, as in kind=double best_of=3; numbers, true, false and null as in JSON",
    )
    top.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    return top


def event_of(asked: argparse.Namespace) -> Event:
    """The event that the arguments describe. RuleError: a setting or an absence that makes no sense."""
    cls = FORMATS[asked.format].config
    settings = dict(map(read_setting, asked.config))
    if asked.rounds is not None:
        if asked.rounds < 1:
            raise RuleError("An event needs at least 1 round. You asked for {rounds}.", rounds=asked.rounds)
        if any(field.name == "rounds" for field in dataclasses.fields(cls)):
            settings.setdefault("rounds", asked.rounds)
    absent: dict[int, set[int]] = {}
    for text in asked.absent:
        number, entries = read_absence(text)
        absent.setdefault(number, set()).update(entries)
    attendance = Attendance(asked.entries, absent)
    return Event(asked.format, config_from(cls, settings), attendance, asked.seed, asked.rounds)


def read_setting(text: str) -> tuple[str, Any]:
    """A name and a value of "name=value"."""
    name, equals, value = text.partition("=")
    if not equals:
        raise RuleError("“{text}” isn’t a setting. Use KEY=VALUE, e.g. best_of=3.", text=text)
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def read_absence(text: str) -> tuple[int, list[int]]:
    """A round and the entries that are not there."""
    number, _, entries = text.partition(":")
    try:
        return int(number), [int(entry) for entry in entries.split(",")]
    except ValueError as error:
        raise RuleError(
            "“{text}” isn’t a list of absences. Use the form {absent}, e.g. 3:5,7.", text=text, absent=ABSENT
        ) from error


def round_data(draw: RoundDraw) -> dict[str, Any]:
    """A round as plain JSON."""
    return {
        "tables": [{"table": table.table, "sides": [list(side) for side in table.sides]} for table in draw.tables],
        "byes": [bye.entry for bye in draw.byes],
        "reasons": list(map(str, draw.reasons)),
    }


def describe(rounds: Sequence[RoundDraw]) -> Iterable[str]:
    """The rounds, as they would be read out."""
    for draw in rounds:
        yield f"Round {draw.number}"
        for table in draw.tables:
            yield f"  table {table.table}: {table_line(table)}"
        for bye in draw.byes:
            yield f"  {EntryRef(bye.entry)} sits out: {bye.reason}"
        for reason in draw.reasons:
            yield f"  * {reason}"


def table_line(table: TableDraw) -> str:
    return " against ".join(" + ".join(map(str, side)) for side in table.sides)


def fairness_lines(judged: Fairness) -> Iterable[str]:
    """The numbers about all rounds, one kind a line."""
    yield "Fairness"
    if judged.partners:
        yield f"  partners: {meetings_line(judged.partners)}"
    yield f"  opponents: {meetings_line(judged.opponents)}"
    if judged.partners:
        yield f"  at one table: {meetings_line(judged.tables)}"
    spread = "nobody was there all along" if judged.sit_out_spread is None else f"{judged.sit_out_spread} apart at most"
    yield f"  sit-outs: {counts_line(judged.sit_outs)}; {spread}"
    yield f"  tables: {judged.visits.most} rounds at the same one at most"
    if judged.chairs:
        yield f"  chairs: {judged.chairs.most} rounds on the same one at most"


def meetings_line(meetings: Meetings) -> str:
    bound = "best possible" if meetings.is_optimal else f"{meetings.excess} above the bound of {meetings.bound}"
    often = ", ".join(f"{pairs} met {_often(times)}" for times, pairs in enumerate(meetings.histogram) if pairs)
    return f"{meetings.repeats} repeats, {bound}; of the pairs {often}"


def counts_line(counts: Mapping[int, int]) -> str:
    """How many entries for each number, as in "8 have 0, 2 have 1"."""
    steps = sorted(set(counts.values()))
    return ", ".join(f"{list(counts.values()).count(step)} have {step}" for step in steps)


def _often(times: int) -> str:
    return ("never", "once", "twice")[times] if times < 3 else f"{times} times"
