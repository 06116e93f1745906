"""Who sits where: taking and leaving a seat, bots in empty ones, and what the table's owner may do about others."""

from django.db import transaction

from games.accounts.models import Player
from games.blocks.commands import between
from games.engine.errors import RuleError
from games.engine.language import mark
from games.errors import Conflict, NotAllowed
from games.tables import chips, turn_news
from games.tables.bots import bots_for
from games.tables.commands import (
    TableCommand,
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
from games.tables.models import GamePlayer, Seat, Table, Visibility
from games.tables.play import begin_turn, hand_at, running_game, running_hand, set_due, take_up
from games.tables.shown import FROM_THE_NEXT_DEAL, show_seat
from games.tables.states import state_of
from games.tables.visibility import check_may_see

AS_DRAWN = mark("The draw decides who sits where in a match. If someone can’t play, ask an organizer for a substitute.")


@transaction.atomic
def sit(table_id: int, number: int, command: TableCommand) -> Seat:
    """Take a free seat, or one that a bot keeps warm. In a running game the newcomer plays on from here."""
    table = lock_table(table_id)
    own = table.seats.filter(player=command.player).first()
    if own and was_done(own, command, f"sit {number}"):
        return own
    check_may_see(table, command.player)
    if own:
        take_device(own, command)
    check_open(table, command.expected_version)
    refuse_official(table, AS_DRAWN)
    _check_company(table, command.player)
    chips.check_can_pay(table, command.player)
    if number not in range(table.house_rules.players):
        raise RuleError("This table has only {players} seats. Choose one of them.", players=table.house_rules.players)
    taken = table.seats.select_related("player").filter(number=number).first()
    if taken and not taken.player.is_bot:
        raise Conflict("{player} is already sitting in that seat.", player=taken.player)
    if own and running_game(table):
        raise RuleError("You can’t change seats during a game. Wait until it ends.")
    if taken:
        taken.delete()
    if own:
        own.delete()
    seat = Seat.objects.create(
        table=table,
        number=number,
        player=command.player,
        key=command.key,
        last_action=f"sit {number}",
        device=command.device,
    )
    table.watchers.filter(player=command.player).delete()
    comes_in(table, number, command.player)
    note(table, "sit", command.player, number)
    return seat


@transaction.atomic
def stand_up(table_id: int, command: TableCommand) -> Table:
    """Leave the seat. In a running game a bot takes it, so that the others can play on."""
    table = lock_table(table_id)
    if not table.seats.filter(player=command.player).exists():
        return table
    seat = seat_of(table, command.player)
    take_device(seat, command)
    check_open(table, command.expected_version)
    refuse_official(table, AS_DRAWN)
    _empty(table, seat)
    note(table, "stand up", command.player)
    return table


@transaction.atomic
def evict(table_id: int, number: int, command: TableCommand) -> Table:
    """Empties a seat for the owner, a co-owner or an administrator. RuleError for a player with chips in the game."""
    table = lock_table(table_id)
    require_manager(table, command.player)
    refuse_official(table, AS_DRAWN)
    check_open(table, command.expected_version)
    seat = table.seats.select_related("player").filter(number=number).first()
    if seat is None:
        raise RuleError("No one is sitting in that seat.")
    protect_owner(table, seat.player, command.player)
    if chips.has_stake(table, seat.player):
        raise RuleError(
            "{player} has chips in this game and keeps their seat until it ends. If they’re too slow, have a bot take "
            "one turn for them.",
            player=seat.player,
        )
    _empty(table, seat)
    note(table, "evict", command.player, number, of=seat.player_id)
    return table


@transaction.atomic
def seat_bots(table_id: int, command: TableCommand) -> Table:
    """The owner puts bots into all empty seats."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    check_open(table, command.expected_version)
    if fill_with_bots(table):
        note(table, "seat bots", command.player)
    return table


@transaction.atomic
def mind_seat(table_id: int, command: TableCommand, *, is_away: bool) -> Table:
    """A player goes away for a while and lets a bot play, or is back."""
    table = lock_table(table_id)
    seat = seat_of(table, command.player)
    if seat.is_bot_controlled == is_away:
        return table
    take_device(seat, command)
    check_open(table, command.expected_version)
    if is_away:
        own = mark("You can’t hand your seat to a bot in a match. If you’re away too long, a bot fills in.")
        refuse_official(table, own)
        _end_turn_of(table, seat)
        seat.is_bot_controlled = True
        seat.save(update_fields=["is_bot_controlled"])
    else:
        take_up(seat)
    set_due(table)
    note(table, "go away" if is_away else "come back", command.player, seat.number)
    return table


def fill_with_bots(table: Table) -> int:
    """Bots into every empty seat; how many. Needs the lock."""
    taken = set(table.seats.values_list("number", flat=True))
    here = set(table.seats.values_list("player_id", flat=True))
    empty = [number for number in range(table.house_rules.players) if number not in taken]
    for number in empty:
        bot = next(bot for bot in bots_for(table, number) if bot.pk not in here)
        here.add(bot.pk)
        Seat.objects.create(table=table, number=number, player=bot)
    return len(empty)


def _empty(table: Table, seat: Seat) -> None:
    """The seat is free; during a game a bot takes over."""
    _end_turn_of(table, seat)
    seat.delete()
    if running_game(table):
        fill_with_bots(table)
        comes_in(table, seat.number, table.seats.select_related("player").get(number=seat.number).player)


def _end_turn_of(table: Table, seat: Seat) -> None:
    """A player who was to act by the day gives the seat up."""
    if table.turn_seat == seat.number:
        turn_news.forget_turn(table, hand_at(table))


def comes_in(table: Table, number: int, player: Player, refusal: str = FROM_THE_NEXT_DEAL) -> None:
    """A player who sits down in a running game plays from the hand that is being played. One who is to act and sees it
    for the first time has the whole time.

    RuleError, in that sentence, for one who has seen another hand of the deal. Needs the lock."""
    if game := running_game(table):
        hand = running_hand(game)
        is_new = show_seat(hand, player, number, refusal) if hand else False
        GamePlayer.objects.update_or_create(
            game=game, seat=number, from_hand=max(1, game.hands.count()), defaults={"player": player}
        )
        if hand and is_new and state_of(hand).turn == number:
            begin_turn(table)
        else:
            set_due(table)


def _check_company(table: Table, player: Player) -> None:
    """Refuse a seat at a table whose owner has blocked the player, and at a public one where either of two has blocked
    the other. A blocked player isn't told so."""
    people = {table.owner_id} if table.owner_id else set()
    if table.visibility == Visibility.PUBLIC:
        people |= set(table.seats.filter(player__is_bot=False).values_list("player_id", flat=True))
    for block in between(player, people - {player.pk}):
        if block.player_id != player.pk:
            raise NotAllowed("You can’t take a seat at this table. Choose another one.")
        if table.visibility == Visibility.PUBLIC:
            raise RuleError("You blocked {player}, who is at this table. Choose another table.", player=block.other)
