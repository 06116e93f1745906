"""Where matches open singly: what is being played, what waits for a table, what comes next, who waits for what."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.language import say
from tournaments.draws.brackets import BracketBoard, BracketMatch, bracket_of
from tournaments.events.models import Stage
from tournaments.rounds.calling import openings_now


@dataclass(frozen=True)
class NextMatches:
    """playing: by table. waiting: for a free table, the next one first. coming: one side is known."""

    playing: tuple[BracketMatch, ...]
    waiting: tuple[BracketMatch, ...]
    coming: tuple[BracketMatch, ...]

    def __bool__(self) -> bool:
        return bool(self.playing or self.waiting or self.coming)


@dataclass(frozen=True)
class Wait:
    """What a pair waits for. match: its name; empty: there is none. text: the other side, and what is in the way."""

    match: str
    text: str


def next_matches_of(stage: Stage, board: BracketBoard | None) -> NextMatches | None:
    """None where a round begins when the one before it is over, and before the start. board: the stage's bracket."""
    if board is None or not stage.opens_singly:
        return None
    bracket_matches = _matches(board)
    ready = [match for match in bracket_matches if match.status == "ready"]
    turn = {number: place for place, number in enumerate(openings_now(stage).waiting)} if ready else {}
    return NextMatches(
        tuple(
            sorted(
                (match for match in bracket_matches if match.status == "playing"), key=lambda match: match.table or 0
            )
        ),
        tuple(sorted(ready, key=lambda match: (turn.get(match.number, len(turn)), match.number))),
        tuple(match for match in bracket_matches if match.status == "waiting" and any(match.entries)),
    )


def wait_of(stage: Stage, entry: int) -> Wait | None:
    """What an entry without a table waits for, or that it is out; None where rounds are drawn, and for entries that are
    not in the bracket."""
    board = bracket_of(stage) if stage.opens_singly else None
    next_matches = next_matches_of(stage, board)
    if board is None or next_matches is None:
        return None
    for place, match in enumerate(next_matches.waiting):
        if entry in match.entries:
            return Wait(match.name, _for_a_table(match, entry, place))
    for match in next_matches.coming:
        if entry in match.entries:
            return Wait(match.name, _for_a_side(match, entry, _matches(board)))
    if not any(entry in match.entries for match in _matches(board)) or _plays(entry, next_matches):
        return None
    return Wait("", say("You’ve played all your matches."))


def _plays(entry: int, next_matches: NextMatches) -> bool:
    return any(entry in match.entries for match in next_matches.playing)


def _for_a_table(match: BracketMatch, entry: int, before: int) -> str:
    other = match.sides[1 - match.entries.index(entry)].name
    if before:
        return say(
            "Your match against {other} is waiting for a free table, with {number} ahead of it.",
            other=other,
            number=before,
        )
    return say("Your match against {other} gets the next free table.", other=other)


def _for_a_side(match: BracketMatch, entry: int, everything: Sequence[BracketMatch]) -> str:
    """The match that decides who comes, where it is known who plays it."""
    feeders = [
        bracket_match
        for bracket_match in everything
        if bracket_match.number in match.sources and bracket_match.status != "over"
    ]
    feeder = feeders[0] if feeders else None
    if feeder is None or not all(feeder.entries):
        return say(
            "You’re waiting for your next opponent: {other}.", other=match.sides[1 - match.entries.index(entry)].said
        )
    about = {"match": feeder.number, "pairing": feeder.pairing, "table": feeder.table}
    if feeder.table:
        return say("You’re waiting for match {match} at table {table} to finish: {pairing}.", **about)
    return say("You’re waiting for match {match} to finish: {pairing}.", **about)


def _matches(board: BracketBoard) -> list[BracketMatch]:
    drawn = (match for band in board.bands for column in band.columns for _, match in column.boxes)
    return sorted(drawn, key=lambda match: match.number)
