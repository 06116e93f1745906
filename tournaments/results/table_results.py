"""A game that ended at a match's table online becomes the match's result. The row of the table is the queue."""

import logging
import uuid

from django.utils import translation

from games.engine.errors import RuleError
from games.engine.scoring import Loner, Result
from games.engine.slip import HandScore, ScoreCard, score_possible
from games.locks import locking
from games.tables.models import Game
from games.tables.states import state_of
from tournaments import audit_log
from tournaments.activity_log.models import Action
from tournaments.commands import lock_match
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.formats.base import Slip
from tournaments.permissions import SYSTEM
from tournaments.results import commands as results
from tournaments.results.models import Channel, MatchTable, ResultEntry

log = logging.getLogger(__name__)


@locking()
def take_result(table_id: int) -> ResultEntry | None:
    """The result of the finished game at that table; None where there is none to take. Once or five times: the same.

    Where the house rules ask the people at the table something, as who won a cut, it is left to an organizer.
    """
    match_id = MatchTable.objects.filter(table=table_id).values_list("match", flat=True).first()
    match = lock_match(match_id) if match_id else None
    link = MatchTable.objects.filter(table=table_id, ended_at=None, trouble__isnull=True).first()
    game = Game.objects.filter(table=table_id).exclude(ended_at=None).first()
    if match is None or link is None or game is None:
        return None
    context = Context(SYSTEM, Channel.TABLE, _key(game))
    try:
        # A refusal is stored, so it is in English, no matter who plays the last card.
        with translation.override("en"):
            entry = results.record_result(match.pk, slip_of(game), context=context)
    except (RuleError, CommandError) as refusal:
        MatchTable.objects.filter(pk=link.pk).update(trouble=refusal.words)
        event, why = match.round.stage.event, str(refusal)[:200]
        audit_log.write(
            event, Action.LEAVE_TO_ORGANIZER, context, key=context.key, round=match.round, match=match, reason=why
        )
        return None
    MatchTable.objects.filter(pk=link.pk).update(result=entry)
    return entry


def take_waiting() -> int:
    """The sweep: every finished game whose result was not taken; how many there were."""
    ended = Game.objects.exclude(ended_at=None).values("table")
    waiting = list(
        MatchTable.objects.filter(ended_at=None, trouble__isnull=True, table__in=ended).values_list("table", flat=True)
    )
    for table_id in waiting:
        try:
            take_result(table_id)
        except Exception:
            # One game that cannot be taken must not keep the others waiting; `verify` names it.
            log.exception("the result of table %s could not be taken", table_id)
    return len(waiting)


def slip_of(game: Game) -> Slip:
    """The game as its table would have written it; with its hands, where a slip can hold them."""
    points, hands = tuple(game.points), _hands(game)
    if score_possible(game.house_rules, ScoreCard(points, hands)):
        return Slip(points, hands)
    return Slip(points)


def _hands(game: Game) -> tuple[HandScore, ...]:
    """A thrown-in hand is none, one that all passed has no points. Nothing where one hand scored for several sides."""
    hand_scores = []
    for hand in game.hands.select_related("game").order_by("number"):
        result = state_of(hand).result
        if result is None or result.result is Result.MISDEAL:
            continue
        sides = [side for side, points in enumerate(result.points) if points] or [0]
        if len(sides) > 1:
            return ()
        hand_scores.append(HandScore(sides[0], result.points[sides[0]], result.loner is not Loner.NO))
    return tuple(hand_scores)


def _key(game: Game) -> uuid.UUID:
    """The same for the same game, however often it is reported."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"game {game.number} at {game.table.code}")
