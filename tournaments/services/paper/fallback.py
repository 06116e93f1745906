"""One page to go on with when the site cannot be reached: the next round, empty boxes, and what to do."""

from dataclasses import dataclass
from typing import Any

from games.engine.language import mark, say
from tournaments.formats.progressive.config import Moves, Progressive
from tournaments.models import Round, Stage
from tournaments.services.paper.sheets import names_by_side

BY_HAND = {
    "rotation": mark(
        "seat everybody with a partner they have not had yet, and against people they have not met often."
    ),
    "seat_movement": mark(
        "North stays, South goes down one table, East up one, West up two; past the last table comes the first."
    ),
    "grand_prix": mark(
        "the pairs that moved before go up one table, the others stay; past the first table comes the last."
    ),
    "round_robin": mark("let pairs meet that have not met yet."),
    "swiss": mark(
        "seat pairs with equal scores together, the best at table 1, and nobody against a pair they have met."
    ),
    "elimination": mark("whoever lost is out; the winners of neighbouring matches of the bracket meet."),
    "duplicate": mark("wait: the next deals are sealed on the site, and nobody can know them before."),
}
"""How the next round comes about without the site, by format; the progressive's own settings say it below."""


@dataclass(frozen=True)
class FallbackTable:
    table: int
    sides: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class FallbackSheet:
    round: str
    is_draft: bool
    tables: tuple[FallbackTable, ...]
    out: tuple[str, ...]
    steps: tuple[str, ...]


def fallback_sheet(row: Round) -> FallbackSheet:
    tables = tuple(FallbackTable(match.table, names_by_side(match)) for match in row.matches.all())
    out = tuple(bye.entry.name for bye in row.byes.all())
    return FallbackSheet(str(row), row.status == Round.Status.DRAFT, tables, out, steps_of(row.stage))


def steps_of(stage: Stage) -> tuple[str, ...]:
    return (
        say("Hang this page up or read it out: this is the seating, and it stays the seating when the site is back."),
        say("Every table tells its score; write it into the boxes and let one of each side sign. Keep every slip."),
        say("Is the site back before the round is over? Publish this round and type the scores on the page Scores."),
        say(
            "Is it not? For the next round, {rest} Write the seating down.",
            rest=next_by_hand(stage.play.key, stage.settings),
        ),
        say(
            "Afterwards, make every round that was played without the site by hand on the console, as it was played, "
            "and type its scores: the standings are then the same as if the site had never been away."
        ),
    )


def next_by_hand(key: str, config: Any) -> str:
    """The rest of the sentence "For the next round, …"."""
    if not isinstance(config, Progressive):
        return say(BY_HAND[key])
    if config.moves is Moves.LOSERS:
        return say(
            "the winners of each table stay and become opponents; the losers go one table down, away from table 1."
        )
    return say("the losers of each table stay and become opponents; the winners go one table up, towards table 1.")
