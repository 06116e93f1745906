"""Forecasts for a number of players: for a format with its settings, its neighbours, and the other formats."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.rules import rules_from
from tournaments.events.models import Stage
from tournaments.formats.base import Format
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.outlook import MAX_ENTRIES, Outlook
from tournaments.formats.progressive.config import Length
from tournaments.results.scoring import night_rules

AROUND = 3
MINUTES_A_HAND = 2
MINUTES_BETWEEN = 4
"""Finding the next table, shuffling, cutting for the deal."""
HANDS_A_POINT = 1.25
"""A game to 10 takes a dozen hands."""


@dataclass(frozen=True)
class Answer:
    """What one format makes of one number. outlook None: it cannot be played, and why says the reason."""

    play: Format
    entries: int
    outlook: Outlook | None
    why: str
    minutes: int

    @property
    def people(self) -> int:
        return self.entries * self.play.entry_size

    @property
    def duration(self) -> str:
        hours, minutes = divmod(5 * round(self.minutes / 5), 60)
        return " ".join([f"{hours} h"] * bool(hours) + [f"{minutes} min"] * bool(minutes or not hours))


@dataclass(frozen=True)
class Sheet:
    """asked: for the number itself. around: for its neighbours and itself, ascending. others: the other formats."""

    asked: Answer
    around: tuple[Answer, ...]
    others: tuple[Answer, ...]


def check_number(text: str) -> int:
    """The number that was typed. RuleError when it is none that can be asked about."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 1 <= number <= MAX_ENTRIES:
        raise RuleError("Enter a whole number from 1 to {most}.", most=MAX_ENTRIES)
    return number


def sheet(play: Format, config: Any, entries: int, *, hands: int | None, play_to: int = 10) -> Sheet:
    """hands, or else play_to: as for `create_event`. Other formats are asked with their own defaults."""
    numbers = range(max(1, entries - AROUND), entries + AROUND + 1)
    around = {number: answer(play, config, number, hands=hands, play_to=play_to) for number in numbers}
    return Sheet(around[entries], tuple(around.values()), tuple(_others(play, entries * play.entry_size)))


def answer(play: Format, config: Any, entries: int, *, hands: int | None, play_to: int = 10) -> Answer:
    try:
        outlook = play.outlook(config, entries)
    except RuleError as error:
        return Answer(play, entries, None, str(error), 0)
    minutes = outlook.rounds * (_minutes_of_a_round(config, hands, play_to) + MINUTES_BETWEEN)
    return Answer(play, entries, outlook, "", minutes)


def outlook_of(stage: Stage, entries: int) -> Answer:
    """For a stage as it is set up."""
    rules = rules_from(stage.rules)
    return answer(stage.play, stage.settings, entries, hands=rules.number_of_hands, play_to=rules.play_to)


def sheet_of(stage: Stage, entries: int) -> Sheet:
    """For a stage as it is set up."""
    rules = rules_from(stage.rules)
    return sheet(stage.play, stage.settings, entries, hands=rules.number_of_hands, play_to=rules.play_to)


def by_default(play: Format, people: int) -> Answer:
    """A format as its card has it, when this many people come."""
    entries, alone = divmod(people, play.entry_size)
    if alone:
        why = say("{people} players make {number} pairs, with one player left over.", people=people, number=entries)
        return Answer(play, entries, None, why, 0)
    return answer(play, play.config(), entries, hands=play.hands)


def _others(play: Format, people: int) -> Iterator[Answer]:
    return (by_default(other, people) for other in FORMATS.values() if other.key != play.key)


def _minutes_of_a_round(config: Any, hands: int | None, play_to: int) -> int:
    if getattr(config, "length", None) is Length.CLOCK:
        return int(config.minutes)
    rules, _ = night_rules(config, play_to, hands)
    return MINUTES_A_HAND * (rules.number_of_hands or int(HANDS_A_POINT * rules.play_to))
