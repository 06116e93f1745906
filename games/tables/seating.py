"""Who sits where: taking and leaving a seat, bots in empty ones, and what the table's owner may do about others."""

from itertools import islice

from django.db import transaction

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark
from games.errors import Conflict
from games.tables import chips
from games.tables.commands import (
    Asked,
    check_open,
    lock_table,
    note,
    protect_owner,
    refuse_official,
    require_manager,
    require_owner,
    seat_of,
    take_device,
    was_done,
)
from games.tables.models import GamePlayer, Seat, Table
from games.tables.play import running_game, running_hand, set_due, take_up
from games.tables.shown import FROM_THE_NEXT_DEAL, show_seat
from games.tables.visibility import check_may_see

AS_DRAWN = mark("The seats of a match are as drawn. Ask an organizer for a substitute.")
BOT_NAMES = ("Benny", "Bower", "Clover", "Kitty", "Loner", "March", "Trump", "Widow")
"""One for each seat of the largest table: when the last person leaves in a game, bots have all of them."""


@transaction.atomic
def sit(table_id: int, number: int, asked: Asked) -> Seat:
    """Take a free seat, or one that a bot keeps warm. In a running game the newcomer plays on from here."""
    table = lock_table(table_id)
    own = table.seats.filter(player=asked.player).first()
    if own and was_done(own, asked, f"sit {number}"):
        return own
    check_may_see(table, asked.player)
    if own:
        take_device(own, asked)
    check_open(table, asked.seen)
    refuse_official(table, AS_DRAWN)
    chips.check_can_pay(table, asked.player)
    if number not in range(table.house_rules.players):
        raise RuleError("This table has {players} seats.", players=table.house_rules.players)
    taken = table.seats.select_related("player").filter(number=number).first()
    if taken and not taken.player.is_bot:
        raise Conflict("{player} sits there already.", player=taken.player)
    if own and running_game(table):
        raise RuleError("Seats do not change during a game. Wait for its end.")
    if taken:
        taken.delete()
    if own:
        own.delete()
    seat = Seat.objects.create(
        table=table, number=number, player=asked.player, key=asked.key, deed=f"sit {number}", device=asked.device
    )
    table.watchers.filter(player=asked.player).delete()
    comes_in(table, number, asked.player)
    note(table, "sit", asked.player, number)
    return seat


@transaction.atomic
def stand_up(table_id: int, asked: Asked) -> Table:
    """Leave the seat. In a running game a bot takes it, so that the others can play on."""
    table = lock_table(table_id)
    if not table.seats.filter(player=asked.player).exists():
        return table
    seat = seat_of(table, asked.player)
    take_device(seat, asked)
    check_open(table, asked.seen)
    refuse_official(table, AS_DRAWN)
    _empty(table, seat)
    note(table, "stand up", asked.player)
    return table


@transaction.atomic
def evict(table_id: int, number: int, asked: Asked) -> Table:
    """The owner, a co-owner or an administrator empties somebody's seat. RuleError for one with chips in the game."""
    table = lock_table(table_id)
    require_manager(table, asked.player)
    refuse_official(table, AS_DRAWN)
    check_open(table, asked.seen)
    seat = table.seats.select_related("player").filter(number=number).first()
    if seat is None:
        raise RuleError("Nobody sits there.")
    protect_owner(table, seat.player, asked.player)
    if chips.has_stake(table, seat.player):
        raise RuleError(
            "{player} has chips in this game and keeps the seat until it ends. If they are too slow, let a bot act "
            "for them once.",
            player=seat.player,
        )
    _empty(table, seat)
    note(table, "evict", asked.player, number, of=seat.player_id)
    return table


@transaction.atomic
def seat_bots(table_id: int, asked: Asked) -> Table:
    """The owner puts bots into all empty seats."""
    table = lock_table(table_id)
    require_owner(table, asked.player)
    check_open(table, asked.seen)
    if fill_with_bots(table):
        note(table, "seat bots", asked.player)
    return table


@transaction.atomic
def mind_seat(table_id: int, asked: Asked, *, is_away: bool) -> Table:
    """A player goes away for a while and lets a bot play, or is back."""
    table = lock_table(table_id)
    seat = seat_of(table, asked.player)
    if seat.is_minded == is_away:
        return table
    take_device(seat, asked)
    check_open(table, asked.seen)
    if is_away:
        own = mark("In a match you play yourself. Whoever is away is minded by a bot after a while.")
        refuse_official(table, own)
        seat.is_minded = True
        seat.save(update_fields=["is_minded"])
    else:
        take_up(seat)
    set_due(table)
    note(table, "go away" if is_away else "come back", asked.player, seat.number)
    return table


def fill_with_bots(table: Table) -> int:
    """Bots into every empty seat; how many. Needs the lock."""
    taken = set(table.seats.values_list("number", flat=True))
    here = set(table.seats.values_list("player_id", flat=True))
    empty = [number for number in range(table.house_rules.players) if number not in taken]
    bots = (bot for name in BOT_NAMES if (bot := _bot(name)).pk not in here)
    for number, bot in zip(empty, islice(bots, len(empty)), strict=True):
        Seat.objects.create(table=table, number=number, player=bot)
    return len(empty)


def _empty(table: Table, seat: Seat) -> None:
    """The seat is free; during a game a bot takes over."""
    seat.delete()
    if running_game(table):
        fill_with_bots(table)
        comes_in(table, seat.number, table.seats.select_related("player").get(number=seat.number).player)


def comes_in(table: Table, number: int, player: Player, refusal: str = FROM_THE_NEXT_DEAL) -> None:
    """A player who sits down in a running game plays from the hand that is being played.

    RuleError, in that sentence, for one who has seen another hand of the deal. Needs the lock."""
    if game := running_game(table):
        if row := running_hand(game):
            show_seat(row, player, number, refusal)
        GamePlayer.objects.update_or_create(
            game=game, seat=number, from_hand=max(1, game.hands.count()), defaults={"player": player}
        )
        set_due(table)


def _bot(name: str) -> Player:
    bot, _ = Player.objects.get_or_create(name=name, is_bot=True, defaults={"user": None})
    return bot
