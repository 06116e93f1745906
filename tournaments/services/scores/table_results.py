"""A game that ended at a match's table online becomes the match's result. The row of the table is the queue."""

import logging
import uuid

from django.db import transaction
from django.utils import translation

from games.engine.errors import RuleError
from games.engine.scoring import Loner, Result
from games.engine.slip import HandScore, ScoreCard, score_possible
from games.models import Game
from games.tables.states import state_of
from tournaments.errors import Refused
from tournaments.formats.base import Slip
from tournaments.models import MatchTable, ResultEntry, Source
from tournaments.permissions import SYSTEM
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.scores import results

log = logging.getLogger(__name__)


@transaction.atomic
def take_result(table_id: int) -> ResultEntry | None:
    """The result of the finished game at that table; None where there is none to take. Once or five times: the same.

    Where the house rules ask the people at the table something, as who won a cut, it is left to an organizer.
    """
    match_id = MatchTable.objects.filter(table=table_id).values_list("match", flat=True).first()
    match = journal.lock_match(match_id) if match_id else None
    link = MatchTable.objects.filter(table=table_id, ended_at=None, trouble="").first()
    game = Game.objects.filter(table=table_id).exclude(ended_at=None).first()
    if match is None or link is None or game is None:
        return None
    by = By(SYSTEM, Source.TABLE, _key(game))
    try:
        # What is refused is written down, so it is said in English whoever plays the last card.
        with transaction.atomic(), translation.override("en"):
            entry = results.record_result(match.pk, slip_of(game), by=by)
    except (RuleError, Refused) as refusal:
        MatchTable.objects.filter(pk=link.pk).update(trouble=str(refusal)[:200])
        about = {"round": match.round, "match": match, "reason": str(refusal)[:200]}
        journal.write(match.round.stage.event, "leave_to_organizer", by, {"match": match.pk}, **about)
        return None
    MatchTable.objects.filter(pk=link.pk).update(result=entry)
    return entry


def take_waiting() -> int:
    """The sweep: every finished game whose result was not taken; how many there were."""
    ended = Game.objects.exclude(ended_at=None).values("table")
    waiting = list(
        MatchTable.objects.filter(ended_at=None, trouble="", table__in=ended).values_list("table", flat=True)
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
    found = []
    for row in game.hands.select_related("game").order_by("number"):
        result = state_of(row).result
        if result is None or result.result is Result.MISDEAL:
            continue
        sides = [side for side, points in enumerate(result.points) if points] or [0]
        if len(sides) > 1:
            return ()
        found.append(HandScore(sides[0], result.points[sides[0]], result.loner is not Loner.NO))
    return tuple(found)


def _key(game: Game) -> uuid.UUID:
    """The same for the same game, however often it is told."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"game {game.number} at {game.table.code}")
