"""Transfers that two captains agree on: the new one asks, or the old one offers. The other one agrees, and either can
still say no."""

from datetime import date

from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.commands import command
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.leagues.commands import check_not_closed, lock_part, lock_squad, write
from tournaments.leagues.models import Season, Squad, SquadPlayer, TransferRequest
from tournaments.leagues.squads import check_may_move, move_over, present
from tournaments.permissions import Permission, require

Answer = TransferRequest.Answer


def _allow(squad: Squad, context: Context) -> None:
    """For the squad's captain and organizers, while the season runs."""
    require(context.actor, Permission.AGREE_TRANSFER, squad)
    check_not_closed(squad.season)
    if squad.season.state != Season.State.OPEN:
        raise RuleError("{season} isn’t open yet. Captains can transfer players once it opens.", season=squad.season)


@command(
    Action.ASK_TRANSFER,
    lock=lock_squad,
    permission=_allow,
    replay=lambda done: TransferRequest.objects.get(asked=done),
)
def ask_transfer(squad: Squad, player: Player, on: date, *, context: Context) -> TransferRequest:
    """Ask the captain of the player's squad to let the player go to this one, from that day on."""
    squad_player = _movable(squad, player, on)
    return _propose(squad, squad_player.squad, player, on, context)


@command(
    Action.OFFER_TRANSFER,
    lock=lock_squad,
    permission=_allow,
    replay=lambda done: TransferRequest.objects.get(asked=done),
)
def offer_transfer(squad: Squad, player: Player, to: Squad, on: date, *, context: Context) -> TransferRequest:
    """Offer a player of this squad to the captain of another one of the season, from that day on."""
    if to.season_id != squad.season_id:
        raise RuleError("{squad} isn’t in this season.", squad=to)
    to.season = squad.season
    squad_player = _movable(to, player, on)
    if squad_player.squad_id != squad.pk:
        raise RuleError("{player} isn’t on {squad}.", player=player, squad=squad)
    return _propose(to, squad, player, on, context, is_offer=True)


def _movable(squad: Squad, player: Player, on: date) -> SquadPlayer:
    """What the player belongs to. RuleError when captains can't let the player come to the squad on that day."""
    season = squad.season
    if not season.settings.both_captains:
        raise RuleError("Only organizers can transfer players this season. Ask one of them.")
    if on < _today(squad):
        raise RuleError("That date has passed. Choose today or a later date.")
    squad_player = present(season, player)
    if squad_player.squad_id == squad.pk:
        raise RuleError("{player} is already on {squad}.", player=player, squad=squad)
    check_may_move(squad, player, on)
    return squad_player


def _propose(
    squad: Squad, leaving: Squad, player: Player, on: date, context: Context, *, is_offer: bool = False
) -> TransferRequest:
    season = squad.season
    waiting = season.transfer_requests.filter(player=player, answer=Answer.PENDING)
    if before := waiting.select_related("squad__team", "leaving__team").first():
        if before.is_offer:
            raise Conflict(
                "{player} was already offered to {squad}. Wait for an answer.", squad=before.squad, player=player
            )
        raise Conflict("{squad} already asked for {player}. Wait for an answer.", squad=before.squad, player=player)
    written = write(season, context, detail={"squad": squad.pk})
    return TransferRequest.objects.create(
        season=season, squad=squad, leaving=leaving, player=player, on=on, is_offer=is_offer, asked=written
    )


def _lock(request_id: int) -> TransferRequest:
    request = lock_part(TransferRequest.objects.select_related("squad__team", "leaving__team", "player"), request_id)
    request.squad.season = request.leaving.season = request.season
    return request


def _allow_answering(request: TransferRequest, context: Context) -> None:
    _allow(request.answering, context)


def _allow_asking(request: TransferRequest, context: Context) -> None:
    _allow(request.asking, context)


@command(Action.AGREE_TRANSFER, lock=_lock, permission=_allow_answering)
def agree_transfer(request: TransferRequest, *, context: Context) -> TransferRequest:
    """Let the player go, or take the one who was offered, from the day that was asked for, or today if that is over."""
    _check_waits(request)
    squad_player = present(request.season, request.player)
    if squad_player.squad_id != request.leaving_id:
        raise Conflict(
            "{player} is now on {squad}. Decline this transfer.", player=squad_player.player, squad=squad_player.squad
        )
    new, _ = move_over(request.squad, request.player, max(request.on, _today(request.squad)))
    return _answer(request, Answer.AGREED, context, row=new.pk, before=squad_player.squad_id)


@command(Action.DECLINE_TRANSFER, lock=_lock, permission=_allow_answering)
def decline_transfer(request: TransferRequest, *, context: Context) -> TransferRequest:
    """Keep the player, or don't take the one who was offered."""
    _check_waits(request)
    return _answer(request, Answer.DECLINED, context)


@command(Action.CANCEL_TRANSFER, lock=_lock, permission=_allow_asking)
def cancel_transfer(request: TransferRequest, *, context: Context) -> TransferRequest:
    """Cancels asking for the player, or offering the player."""
    _check_waits(request)
    return _answer(request, Answer.CANCELLED, context)


def _answer(request: TransferRequest, answer: Answer, context: Context, **detail: int) -> TransferRequest:
    written = write(request.season, context, detail={"squad": request.squad_id, **detail})
    request.answer, request.answered, request.membership_id = answer, written, detail.get("row")
    request.save(update_fields=["answer", "answered", "membership"])
    return request


def _check_waits(request: TransferRequest) -> None:
    if request.answer != Answer.PENDING:
        raise Conflict(
            "{player}’s transfer was already {answer}. Reload the page.",
            player=request.player,
            answer=request.get_answer_display(),
        )


def _today(squad: Squad) -> date:
    return timezone.now().astimezone(squad.season.zone).date()
