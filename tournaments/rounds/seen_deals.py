"""Who has seen the cards of a duplicate's round: written down before they are shown, and a bar to playing in it.

The journal has it, by stage, round and dealing, so that it outlasts a draft that is thrown away. A round whose cards
were seen gets others when it is drawn again.
"""

from django.db.models import Q

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, JournalEntry
from tournaments.clubs.identity import records_of
from tournaments.commands import command, lock_round
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Stage
from tournaments.permissions import Actor, Permission, require
from tournaments.rounds.models import Round, Seat

SEE = Action.SEE_DEALS


@command(SEE, lock=lock_round, permission=lambda row, context: check_may_see(row, context.actor))
def see_deals(row: Round, *, context: Context, dealing: int) -> Round:
    """Write down that the actor sees the cards of a round: from now on they are shown, and bar from playing in it.

    dealing: whose cards the page offered. Conflict when others were dealt since.
    """
    if not row.stage.play.has_same_deals:
        raise RuleError("Only duplicate events let you see the cards before play.")
    if dealing != row.dealing:
        raise Conflict("{round} was drawn again and now has different cards.", round=row)
    if not has_seen(row, context.actor):
        detail = {"stage": row.stage.number, "number": row.number, "dealing": dealing}
        context.log(round=row, detail=detail)
    return row


def check_may_see(row: Round, actor: Actor) -> None:
    """NotAllowed for anyone who may not run the event, or plays in the round and it is not closed."""
    require(actor, Permission.RUN_EVENT, row)
    people = [player for player in (actor.player, getattr(actor.user, "player", None)) if player]
    if row.status != Round.Status.CLOSED and Seat.objects.filter(round=row, player__in=people).exists():
        raise NotAllowed(
            "You’re playing in {round}, so you can’t see its cards. Ask an organizer who isn’t playing.", round=row
        )


def has_seen(row: Round, actor: Actor) -> bool:
    """Whether it is written down that the actor has seen the cards that the round has now."""
    return any(actor.user == one.user if one.user else actor.player == one.player for one in _written(row))


def check_unseen(row: Round) -> None:
    """RuleError, at the end of a command that seats people, when one of them has seen the cards of the round."""
    if not row.stage.play.has_same_deals or not (written := _written(row)):
        return
    users = [one.user_id for one in written if one.user_id]
    players = [one.player_id for one in written if one.player_id]
    saw = Player.objects.filter(Q(user__in=users) | Q(pk__in=players))
    records = [record for player in saw for record in records_of(player)]
    seat = Seat.objects.filter(round=row, player__in=records).select_related("player").first()
    if seat:
        raise RuleError(
            "{player} has seen the cards for {round} and can’t play in it. Choose another player, or draw "
            "the round again to get new cards.",
            player=seat.player,
            round=row,
        )


def next_dealing(stage: Stage, number: int) -> int:
    """Which cards a round gets when it is drawn: those that it would have had, as long as they were not seen."""
    if not stage.play.has_same_deals:
        return 0
    return 1 + max((one.detail["dealing"] for one in _of_round(stage, number)), default=-1)


def _written(row: Round) -> list[JournalEntry]:
    return [one for one in _of_round(row.stage, row.number) if one.detail["dealing"] == row.dealing]


def _of_round(stage: Stage, number: int) -> list[JournalEntry]:
    rows = JournalEntry.objects.filter(event=stage.event_id, action=SEE).select_related("user", "player")
    return [one for one in rows if (one.detail["stage"], one.detail["number"]) == (stage.number, number)]
