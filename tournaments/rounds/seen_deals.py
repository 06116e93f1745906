"""Who has seen the cards of a duplicate's round: written down before they are shown, and a bar to playing in it.

The audit log has it, by stage, round and dealing, so that it outlasts a draft that is thrown away. A round whose cards
were seen gets others when it is drawn again, unless they lie ready as boards: those are dealt for the whole stage
before the night, and stay until new ones are dealt.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.clubs.identity import records_of
from tournaments.commands import command, lock_round, lock_stage
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Stage
from tournaments.permissions import Actor, Permission, require
from tournaments.rounds.models import Round, Seat

SEE, BOARDS = Action.SEE_DEALS, Action.SHOW_BOARDS


@dataclass(frozen=True)
class Seen:
    """Someone saw the cards of a round: which of its dealings, and whether as boards."""

    entry: AuditLogEntry
    number: int
    dealing: int
    is_board: bool


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


@command(BOARDS, lock=lock_stage, permission=lambda stage, context: check_may_see_boards(stage, context.actor))
def show_boards(stage: Stage, *, context: Context, again: bool = False) -> Stage:
    """Write down that the actor sees the cards of every round that isn't over, so that they can be dealt beforehand.

    These are the cards of those rounds now, no matter who draws them. again: rounds that aren't published get other
    cards, because someone who has seen the present ones is to play.
    """
    if not stage.play.has_same_deals:
        raise RuleError("Only duplicate events have boards.")
    dealings = dealings_to_come(stage)
    if again:
        out = set(stage.rounds.filter(status=Round.Status.PUBLISHED).values_list("number", flat=True))
        dealings = {number: dealing + (number not in out) for number, dealing in dealings.items()}
        for draft in stage.rounds.filter(status=Round.Status.DRAFT):
            draft.dealing = dealings[draft.number]
            draft.save(update_fields=["dealing"])
    if again or not sees_boards(stage, context.actor):
        detail = {"stage": stage.number, "dealings": [[number, dealing] for number, dealing in dealings.items()]}
        context.log(detail=detail)
    return stage


def dealings_to_come(stage: Stage) -> dict[int, int]:
    """Round → which cards it has or will have, for all that are not over."""
    of_rounds = stage.rounds.values_list("number", "status", "dealing")
    drawn = {number: (status, dealing) for number, status, dealing in of_rounds}
    seen = _of_stage(stage)
    last = max([stage.settings.rounds, *drawn])
    return {
        number: drawn[number][1] if number in drawn else _next(seen, number)
        for number in range(1, last + 1)
        if number not in drawn or drawn[number][0] != Round.Status.CLOSED
    }


def sees_boards(stage: Stage, actor: Actor) -> bool:
    """Whether it is written down that the actor sees the boards as they are now."""
    own = {(seen.number, seen.dealing) for seen in _of_stage(stage) if seen.is_board and _is_by(seen.entry, actor)}
    return own.issuperset(dealings_to_come(stage).items())


def has_boards(round_: Round) -> bool:
    """Whether the cards of the round lie ready as boards."""
    return any(seen.is_board for seen in _written(round_))


def board_rounds(stage: Stage) -> set[int]:
    """The numbers of the rounds that were drawn with the cards of their boards."""
    boards = {(seen.number, seen.dealing) for seen in _of_stage(stage) if seen.is_board}
    return {number for number, dealing in stage.rounds.values_list("number", "dealing") if (number, dealing) in boards}


def check_may_see_boards(stage: Stage, actor: Actor) -> None:
    """NotAllowed for anyone who may not run the event, or plays in it."""
    require(actor, Permission.RUN_EVENT, stage)
    people = [record for player in _players(actor) for record in records_of(player)]
    entries = Entry.objects.filter(event=stage.event_id, lineup__player__in=people, lineup__is_active=True)
    seats = Seat.objects.filter(round__stage=stage, player__in=people).exclude(round__status=Round.Status.CLOSED)
    if entries.exclude(status=Entry.Status.DROPPED).exists() or seats.exists():
        raise NotAllowed("You’re playing in this event, so you can’t see its boards. Ask an organizer who isn’t.")


def check_may_see(round_: Round, actor: Actor) -> None:
    """NotAllowed for anyone who may not run the event, or plays in the round and it is not closed."""
    require(actor, Permission.RUN_EVENT, round_)
    people = _players(actor)
    if round_.status != Round.Status.CLOSED and Seat.objects.filter(round=round_, player__in=people).exists():
        raise NotAllowed(
            "You’re playing in {round}, so you can’t see its cards. Ask an organizer who isn’t playing.", round=round_
        )


def has_seen(round_: Round, actor: Actor) -> bool:
    """Whether it is written down that the actor has seen the cards that the round has now."""
    return any(_is_by(seen.entry, actor) for seen in _written(round_))


def check_unseen(round_: Round) -> None:
    """RuleError, at the end of a command that seats people, when one of them has seen the cards of the round."""
    if not round_.stage.play.has_same_deals or not (written := _written(round_)):
        return
    users = [seen.entry.user_id for seen in written if seen.entry.user_id]
    players = [seen.entry.player_id for seen in written if seen.entry.player_id]
    saw = Player.objects.filter(Q(user__in=users) | Q(pk__in=players))
    records = [record for player in saw for record in records_of(player)]
    seat = Seat.objects.filter(round=round_, player__in=records).select_related("player").first()
    if seat and any(seen.is_board for seen in written):
        raise RuleError(
            "{player} has seen the cards for {round} and can’t play in it. Choose another player, or deal new boards.",
            player=seat.player,
            round=round_,
        )
    if seat:
        raise RuleError(
            "{player} has seen the cards for {round} and can’t play in it. Choose another player, or draw "
            "the round again to get new cards.",
            player=seat.player,
            round=round_,
        )


def next_dealing(stage: Stage, number: int) -> int:
    """Which cards a round gets when it is drawn: those of its boards, or those that it would have had, as long as they
    were not seen."""
    return _next(_of_stage(stage), number) if stage.play.has_same_deals else 0


def _next(all_seen: list[Seen], number: int) -> int:
    seen = [seen for seen in all_seen if seen.number == number]
    newest = max((each.dealing for each in seen), default=-1)
    return newest if any(each.is_board and each.dealing == newest for each in seen) else newest + 1


def _written(round_: Round) -> list[Seen]:
    return [seen for seen in _of_stage(round_.stage) if (seen.number, seen.dealing) == (round_.number, round_.dealing)]


def _of_stage(stage: Stage) -> list[Seen]:
    entries = AuditLogEntry.objects.filter(event=stage.event_id, action__in=(SEE, BOARDS))
    return [
        seen
        for entry in entries.select_related("user", "player")
        if entry.detail["stage"] == stage.number
        for seen in _in_entry(entry)
    ]


def _in_entry(entry: AuditLogEntry) -> Iterator[Seen]:
    if entry.action == SEE:
        yield Seen(entry, entry.detail["number"], entry.detail["dealing"], is_board=False)
    else:
        for number, dealing in entry.detail["dealings"]:
            yield Seen(entry, number, dealing, is_board=True)


def _is_by(entry: AuditLogEntry, actor: Actor) -> bool:
    return actor.user == entry.user if entry.user else actor.player == entry.player


def _players(actor: Actor) -> list[Player]:
    return [player for player in (actor.player, getattr(actor.user, "player", None)) if player]
