"""Chips: what a game is played for, and where they come from. The only writer of the ledger.

Every movement goes from one account to another. The player who put in a seat's stake gets what the seat wins, no matter
who plays it to the end; bots play with the bank's chips. The bank's row is the one lock of the ledger; a table's lock
comes first.
"""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.seating import side_of_seats
from games.locks import locked
from games.tables.models import ChipAccount, ChipEntry, Game, Table

START = 1000
"""What every account starts with, and is filled up to once a day."""
Kind = ChipEntry.Kind


def balance_of(player: Player) -> int:
    """A player's chips; who has not played for any yet has those to begin with."""
    account = ChipAccount.objects.filter(player=player).first()
    return account.balance if account else START


def was_refilled_today(player: Player) -> bool:
    return ChipEntry.objects.filter(player=player, kind=Kind.REFILL, day=timezone.now().date()).exists()


def check_can_pay(table: Table, player: Player) -> None:
    """Raises RuleError for a player with too few chips for this table. Who is in the game that is played has paid."""
    amount = table.conduct.buy_in.chips
    if amount and not has_stake(table, player):
        _check(player, amount, balance_of(player))


def has_stake(table: Table, player: Player) -> bool:
    """Whether the player has chips in the game that is being played. Bots have the bank's."""
    has_paid = Q(game__table=table, game__ended_at=None, game__broken_off_at=None, kind=Kind.STAKE)
    return not player.is_bot and player.chip_entries.filter(has_paid).exists()


@transaction.atomic
def refill(player: Player) -> None:
    """Fills the account up to the starting amount, once a day."""
    bank, account = _lock_bank(), _account_of(player)
    if account.balance >= START:
        raise RuleError(
            "You have {balance} chips. You can refill them only when you have fewer than {start}.",
            balance=account.balance,
            start=START,
        )
    if was_refilled_today(player):
        raise RuleError("You already refilled your chips today. You can do it again tomorrow.")
    _move(Kind.REFILL, bank, account, START - account.balance, player, day=timezone.now().date())


def take_stakes(table: Table, game: Game) -> None:
    """Puts everyone's buy-in into the pot. RuleError, and nothing is taken, when someone can't pay it."""
    amount = table.conduct.buy_in.chips
    if not amount:
        return
    bank = _lock_bank()
    pot = ChipAccount.objects.create(kind=ChipAccount.Kind.POT, game=game)
    for seat in table.seats.select_related("player"):
        account = bank if seat.player.is_bot else _account_of(seat.player)
        if account != bank:
            _check(seat.player, amount, account.balance)
        _move(Kind.STAKE, account, pot, amount, seat.player, game=game, seat=seat.number)


def pay_out(game: Game) -> None:
    """The winners share the pot, to the chip: what does not divide goes to the first seats, one each."""
    _pay(game, game.winners)


def break_off(game: Game) -> None:
    """Each has the stake again. Where only one side has people, it gives the pot up: bots do not agree to that."""
    stakes = _stakes(game)
    people = sides_of(game, [stake for stake in stakes if not stake.player.is_bot])
    if len(people) == 1:
        _pay(game, set(side_of_seats(game.house_rules)) - people)
        return
    for stake in stakes:
        _from_pot(Kind.BACK, stake, stake.amount)


def stakes_of_people(game: Game) -> list[ChipEntry]:
    """What people, and no bots, have put in, by seat."""
    stakes = game.chip_entries.filter(kind=Kind.STAKE, player__is_bot=False)
    return list(stakes.select_related("player").order_by("seat"))


def sides_of(game: Game, stakes: Iterable[ChipEntry]) -> set[int]:
    """The sides for which those stakes are."""
    sides = side_of_seats(game.house_rules)
    return {sides[stake.seat or 0] for stake in stakes}


def shares(total: int, count: int) -> list[int]:
    """Equal parts of a total by largest remainder; among equals the first."""
    return [total // count + (place < total % count) for place in range(count)]


def entries_of(player: Player) -> Iterable[ChipEntry]:
    """The player's own part of the ledger, newest first."""
    return player.chip_entries.select_related("game__table", "credit").order_by("-pk")[:50]


def _check(player: Player, amount: int, balance: int) -> None:
    if balance < amount:
        raise RuleError(
            "{player} has {balance} chips, but the buy-in at this table is {amount}. Players can refill their "
            "chips once a day on the “Your chips” page.",
            player=player,
            balance=balance,
            amount=amount,
        )


def _stakes(game: Game) -> list[ChipEntry]:
    if not ChipAccount.objects.filter(game=game).exists():
        return []
    _lock_bank()
    return list(game.chip_entries.filter(kind=Kind.STAKE).select_related("player").order_by("seat"))


def _pay(game: Game, winners: Collection[int]) -> None:
    sides, stakes = side_of_seats(game.house_rules), _stakes(game)
    won = [stake for stake in stakes if sides[stake.seat or 0] in winners]
    for stake, share in zip(won, shares(sum(stake.amount for stake in stakes), len(won)), strict=True):
        _from_pot(Kind.PRIZE, stake, share)


def _from_pot(kind: str, stake: ChipEntry, amount: int) -> None:
    """To the account from which the stake came."""
    _move(kind, stake.credit, stake.debit, amount, stake.player, game=stake.game, seat=stake.seat)


def _move(kind: str, debit: ChipAccount, credit: ChipAccount, amount: int, player: Player, **more: object) -> None:
    """One entry, and both balances with it. Needs the bank's lock."""
    ChipEntry.objects.create(kind=kind, debit=debit, credit=credit, amount=amount, player=player, **more)
    ChipAccount.objects.filter(pk=debit.pk).update(balance=F("balance") - amount)
    ChipAccount.objects.filter(pk=credit.pk).update(balance=F("balance") + amount)


def _account_of(player: Player) -> ChipAccount:
    """The player's account, opened with the starting amount if there is none. Needs the bank's lock."""
    account, is_new = ChipAccount.objects.get_or_create(kind=ChipAccount.Kind.PLAYER, player=player)
    if is_new:
        _move(Kind.GRANT, _lock_bank(), account, START, player)
        account.refresh_from_db()
    return account


def _lock_bank() -> ChipAccount:
    ChipAccount.objects.get_or_create(kind=ChipAccount.Kind.BANK)
    return locked(ChipAccount.objects).get(kind=ChipAccount.Kind.BANK)
