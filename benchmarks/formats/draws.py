"""The slowest draws there are: what a web request has to wait for. None may take longer than a second."""

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tournaments.formats.base import DrawRequest
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.elimination.config import Elimination, Kind
from tournaments.formats.progressive.config import Colours, Progressive
from tournaments.formats.rotation import course as rotation_course
from tournaments.formats.rotation.draw import Rotation
from tournaments.formats.round_robin.draw import Cycles, RoundRobin
from tournaments.formats.simulation import Attendance, Event, play
from tournaments.formats.swiss.config import Swiss

LONGEST = 1.0


def seconds_of(key: str, config: Any, request: DrawRequest) -> float:
    """CPU time of one draw in a process that has drawn nothing before."""
    rotation_course._plan.cache_clear()
    start = time.process_time()
    FORMATS[key].draw(config, request)
    return time.process_time() - start


def request_of(key: str, config: Any, attendance: Attendance, number: int) -> DrawRequest:
    """What is asked for that round of an event, made-up results before it."""
    rounds = play(Event(key, config, attendance, rounds=number))
    return next(islice(rounds, number - 1, None)).request


def churned(players: int, number: int) -> Attendance:
    """Before that round four leave and two come in."""
    new = dict.fromkeys((players + 1, players + 2), number)
    return Attendance(players + 2, late=new, left=dict.fromkeys(range(1, 5), number))


def cases() -> Iterator[tuple[str, str, Any, Attendance, int]]:
    """In words, and the format, its settings, who is there, the round."""
    for players, rounds in ((12, 10), (24, 12), (40, 10), (200, 12), (200, 20), (1000, 8)):
        config, size = Rotation(rounds=rounds), f"rotation {players} x {rounds}"
        yield f"{size}, first round", "rotation", config, Attendance(players), 1
        yield f"{size}, four leave, two come", "rotation", config, churned(players, 5), 5
    yield "Swiss, 1,000 pairs, round 9", "swiss", Swiss(rounds=9), Attendance(1000), 9
    yield "round robin of 40, first round", "round_robin", RoundRobin(), Attendance(40), 1
    yield "round robin of 40, last round", "round_robin", RoundRobin(), Attendance(40), 39
    twice = RoundRobin(cycles=Cycles.DOUBLE)
    yield "round robin of 40, double, four leave, two come", "round_robin", twice, churned(40, 20), 20
    yield "elimination of 128, first round", "elimination", Elimination(), Attendance(128), 1
    yield "elimination of 128, double, round 12", "elimination", Elimination(kind=Kind.DOUBLE), Attendance(128), 12
    yield "progressive of 200, round 12", "progressive", Progressive(rounds=12), Attendance(200), 12
    coloured = Progressive(rounds=12, colours=Colours.HIGH_LOW)
    yield "progressive of 203, colours, round 12", "progressive", coloured, Attendance(203), 12


def print_seconds() -> None:
    slow = []
    for words, key, config, attendance, number in cases():
        seconds = seconds_of(key, config, request_of(key, config, attendance, number))
        print(f"{words:<50}{seconds:>8.3f} s")
        slow += [words] * (seconds > LONGEST)
    print(f"Longer than {LONGEST} s: {'; '.join(slow) or 'none'}.")
