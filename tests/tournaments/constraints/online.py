"""Rows that break each constraint about tables online, their games and their chips."""

from collections.abc import Callable

from django.db.models import F
from django.utils import timezone

from games.accounts.models import Player
from games.tables.chips import take_stakes
from games.tables.models import ChipAccount, ChipEntry, Game, Invitation, TableGuest
from games.tables.models import Table as Online
from games.tables.opening import play_bots
from tests.cast import Table
from tests.tournaments.jackpots.plants import again


def online() -> Game:
    """A game against bots, just begun."""
    return play_bots(Player.objects.create(name="Gus")).games.get()


def stake() -> ChipEntry:
    """What a bot has put in, with the bank's chips."""
    row = ChipEntry.objects.filter(kind="stake", seat=3).first()
    if row is None:
        Online.objects.filter(pk=online().table_id).update(options={"buy_in": "30"})
        game = Game.objects.latest("pk")
        take_stakes(game.table, game)
        row = ChipEntry.objects.get(kind="stake", seat=3)
    return row


def grant() -> ChipEntry:
    stake()
    return ChipEntry.objects.get(kind="grant")


def guest_twice(table: Table) -> object:
    at = online().table
    link = Invitation.objects.create(table=at, token_hash="0" * 64, expires_at=timezone.now())
    return again(TableGuest.objects.create(table=at, player=table.pam, invitation=link))


PLANTED: dict[str, Callable[[Table], object]] = {
    "table_has_a_name": lambda t: Online.objects.filter(pk=online().table_id).update(name=""),
    "table_visibility_known": lambda t: Online.objects.filter(pk=online().table_id).update(visibility="secret"),
    "game_ends_or_is_broken_off": lambda t: Game.objects.filter(pk=online().pk).update(
        ended_at=timezone.now(), broken_off_at=timezone.now()
    ),
    "forfeited_game_is_broken_off": lambda t: Game.objects.filter(pk=online().pk).update(forfeited_by=1),
    "a_turn_by_the_day_has_an_end": lambda t: Online.objects.filter(pk=online().table_id).update(
        turn_seat=1, clock_ends_at=None
    ),
    "one_invited_guest_per_player_and_table": guest_twice,
    "one_chip_bank": lambda t: again(ChipAccount.objects.get(pk=stake().debit_id)),
    "chip_account_belongs_to_somebody": lambda t: ChipAccount.objects.filter(pk=stake().debit_id).update(player=t.pam),
    "chips_are_never_owed": lambda t: ChipAccount.objects.filter(pk=stake().credit_id).update(balance=-1),
    "chip_entry_moves_chips": lambda t: again(stake(), player=t.pam, amount=0),
    "chip_entry_between_two_accounts": lambda t: ChipEntry.objects.filter(pk=stake().pk).update(debit=F("credit")),
    "chip_entry_says_what_for": lambda t: again(stake(), player=t.pam, kind="grant"),
    "chips_granted_once": lambda t: again(grant()),
    "chips_refilled_once_a_day": lambda t: [again(grant(), kind="refill", day="2026-01-01") for _ in range(2)],
    "one_stake_per_player_and_game": lambda t: again(stake()),
    "one_payout_per_player_and_game": lambda t: [again(stake(), kind=kind) for kind in ("prize", "back")],
    "one_player_per_seat": lambda t: again(online().table.seats.all()[0], player=t.pam),
    "one_seat_per_player_and_table": lambda t: again(online().table.seats.all()[0], number=9),
    "one_game_per_number_and_table": lambda t: again(online(), ended_at=timezone.now()),
    "one_running_game_per_table": lambda t: again(online(), number=2),
    "one_player_per_seat_and_hand": lambda t: again(online().players.all()[0]),
    "one_hand_per_number_and_game": lambda t: again(online().hands.get(), ended_at=timezone.now()),
    "one_running_hand_per_game": lambda t: again(online().hands.get(), number=2),
    "one_hand_of_a_deal_per_player": lambda t: again(online().hands.get().shown.get(), seat=3),
    "one_table_entry_per_version": lambda t: again(online().table.journal.all()[0]),
}
