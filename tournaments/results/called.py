"""Which matches are called, where they open singly: the rows of the match and of its chairs record it during play.

Two constraints of the database depend on it: no table has two called matches, and no one sits at two.
"""

from django.db.models import Q

from games.engine.errors import RuleError
from tournaments.rounds.models import Match, Seat


def follow_state(match: Match) -> None:
    """Let the match go with its decision, or call it again where that was taken back. The match itself is not saved."""
    if match.round.opens_singly:
        match.called_in_id = None if match.is_terminal else match.round.stage_id
        match.seats.update(called_in=match.called_in_id)


def check_nothing_followed(match: Match) -> None:
    """RuleError where its table, or a player at it, has gone on to another match since it was decided."""
    if not match.round.opens_singly:
        return
    entries = match.seats.values("entry")
    is_later = Q(round__stage=match.round.stage_id, round__number__gt=match.round.number, entry__in=entries)
    is_on = Q(called_in=match.round.stage_id, match__table=match.table)
    if Seat.objects.filter(is_later | is_on).exclude(match=match).exists():
        raise RuleError(
            "You can’t reopen {match}: its table or one of its pairs already has another match. Correct "
            "the score instead.",
            match=match,
        )
