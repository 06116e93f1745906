"""Who has seen the cards of a duplicate's round: written down before they are shown, and a bar to playing in it.

The audit log has it, by stage, round and dealing, so that it outlasts a draft that is thrown away. A round whose cards
were seen gets others when it is drawn again.
"""

from django.db.models import Q

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.identity import records_of
from tournaments.commands import command, lock_round
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Stage
from tournaments.permissions import Actor, Permission, require
from tournaments.rounds.models import Round, Seat

SEE = Action.SEE_DEALS


@command(SEE, lock=lock_round, permission=lambda round_, context: check_may_see(round_, context.actor))
def see_deals(round_: Round, *, context: Context, dealing: int) -> Round:
    """Write down that the actor sees the cards of a round: from now on they are shown, and bar from playing in it.

    dealing: whose cards the page offered. Conflict when others were dealt since.
    """
    if not round_.stage.play.has_same_deals:
        raise RuleError("Only duplicate events let you see the cards before play.")
    if dealing != round_.dealing:
        raise Conflict("{round} was drawn again and now has different cards.", round=round_)
    if not has_seen(round_, context.actor):
        detail = {"stage": round_.stage.number, "number": round_.number, "dealing": dealing}
        context.log(round=round_, detail=detail)
    return round_


def check_may_see(round_: Round, actor: Actor) -> None:
    """NotAllowed for anyone who may not run the event, or plays in the round and it is not closed."""
    require(actor, Permission.RUN_EVENT, round_)
    people = [player for player in (actor.player, getattr(actor.user, "player", None)) if player]
    if round_.status != Round.Status.CLOSED and Seat.objects.filter(round=round_, player__in=people).exists():
        raise NotAllowed(
            "You’re playing in {round}, so you can’t see its cards. Ask an organizer who isn’t playing.", round=round_
        )


def has_seen(round_: Round, actor: Actor) -> bool:
    """Whether it is written down that the actor has seen the cards that the round has now."""
    return any(actor.user == entry.user if entry.user else actor.player == entry.player for entry in _written(round_))


def check_unseen(round_: Round) -> None:
    """RuleError, at the end of a command that seats people, when one of them has seen the cards of the round."""
    if not round_.stage.play.has_same_deals or not (written := _written(round_)):
        return
    users = [entry.user_id for entry in written if entry.user_id]
    players = [entry.player_id for entry in written if entry.player_id]
    saw = Player.objects.filter(Q(user__in=users) | Q(pk__in=players))
    records = [record for player in saw for record in records_of(player)]
    seat = Seat.objects.filter(round=round_, player__in=records).select_related("player").first()
    if seat:
        raise RuleError(
            "{player} has seen the cards for {round} and can’t play in it. Choose another player, or draw "
            "the round again to get new cards.",
            player=seat.player,
            round=round_,
        )


def next_dealing(stage: Stage, number: int) -> int:
    """Which cards a round gets when it is drawn: those that it would have had, as long as they were not seen."""
    if not stage.play.has_same_deals:
        return 0
    return 1 + max((entry.detail["dealing"] for entry in _of_round(stage, number)), default=-1)


def _written(round_: Round) -> list[AuditLogEntry]:
    return [entry for entry in _of_round(round_.stage, round_.number) if entry.detail["dealing"] == round_.dealing]


def _of_round(stage: Stage, number: int) -> list[AuditLogEntry]:
    entries = AuditLogEntry.objects.filter(event=stage.event_id, action=SEE).select_related("user", "player")
    return [entry for entry in entries if (entry.detail["stage"], entry.detail["number"]) == (stage.number, number)]
