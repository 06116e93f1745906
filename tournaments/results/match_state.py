"""The state of a match: what its result entries come to, and how that is said."""

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.language import say
from games.engine.messages import and_list
from tournaments.formats.base import Slip
from tournaments.results.models import ResultEntry
from tournaments.results.slips import slip_from
from tournaments.rounds.models import Match

Kind = ResultEntry.Kind
State = Match.State


class MatchState(NamedTuple):
    """The state of a match after its result entries: the entry that counts, and the claims still to be agreed."""

    state: State
    standing: ResultEntry | None
    claims: tuple[ResultEntry, ...]


def replay(entries: Iterable[ResultEntry]) -> MatchState:
    """A match's state follows from its entries, oldest first, and from nothing else."""
    states = [MatchState(State.OPEN, None, ())]
    for entry in entries:
        # A reopening leads back to where the match was before the entry that it takes back.
        states.append(states[-2] if entry.kind == Kind.REOPEN else _advance(states[-1], entry))
    return states[-1]


def _advance(position: MatchState, entry: ResultEntry) -> MatchState:
    if entry.kind in (Kind.CONFIRM, Kind.RECORD, Kind.CORRECTION):
        return MatchState(State.STANDING, entry, ())
    if entry.kind == Kind.VOID:
        return MatchState(State.VOID, None, ())
    if entry.kind == Kind.DISPUTE:
        return MatchState(State.DISPUTED, None, position.claims)
    claims = (*(claim for claim in position.claims if claim.side != entry.side), entry)
    disputed = len(claims) > 1 or position.state == State.DISPUTED
    return MatchState(State.DISPUTED if disputed else State.WAITING, None, claims)


def agree(slip: Slip, other: Slip) -> bool:
    """Two slips say the same when points and winner agree; one may have the hands and the other only the score."""
    return (slip.points, slip.forfeited) == (other.points, other.forfeited) and slip.winner == other.winner


def reported_slip(match: Match) -> Slip | None:
    """The slip that counts, or None."""
    return slip_from(match.standing.slip) if match.standing else None


def describe(match: Match, present: MatchState, side: int | None = None) -> str:
    """The present state in a sentence, with who set it, for those who were slower. side: whose points come first."""
    if present.standing:
        entry = present.standing
        about = {"match": match, "score": entry.score_for(side), "kind": entry.get_kind_display(), "who": entry.who}
        return say("{match}: the result is {score}, {kind} by {who}.", **about)
    if present.claims:
        said = and_list(say("{score} by {who}", score=claim.score_for(side), who=claim.who) for claim in present.claims)
        return say(
            "{match} was reported as {scores}. Status: {state}.", match=match, scores=said, state=_state(present)
        )
    return say("{match}: {state}.", match=match, state=_state(present))


def _state(present: MatchState) -> str:
    return str(State(present.state).label).lower()
