"""Ends a game without a result: it is recorded as unfinished, and no one has won.

Chips that people have put in are theirs: such a game is called off by all of them together, or played to its end, by
bots if need be. A player's agreement holds until the next deal.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.card_names import listed
from games.engine.errors import RuleError
from games.engine.messages import message
from games.errors import NotAllowed
from games.tables import chips, talk, turn_news
from games.tables.commands import TableCommand, check_open, lock_table, note
from games.tables.models import Game, Table
from games.tables.play import running_game, running_hand


@dataclass(frozen=True)
class CallingOff:
    """What it takes to call a game off. amount: what each has put in. is_given_up: the pot then goes to the bots."""

    agreed: list[Player]
    missing: list[Player]
    amount: int
    is_given_up: bool

    @property
    def agreed_names(self) -> str:
        return listed([player.name for player in self.agreed])

    @property
    def missing_names(self) -> str:
        return listed([player.name for player in self.missing])


@transaction.atomic
def call_off(table_id: int, command: TableCommand) -> Table:
    """One of those who have chips in the game agrees to end it without a winner. With the last one it ends."""
    table = lock_table(table_id)
    if table.journal.filter(action="call off", detail__key=str(command.key)).exists():
        return table
    check_open(table, command.expected_version)
    game = running_game(table)
    call = calling_off(table, game) if game else None
    if game is None or call is None:
        raise RuleError("There’s no game for chips here right now. Reload the page.")
    if command.player in call.agreed:
        return table
    if command.player not in call.missing:
        raise NotAllowed("Only players with chips in this game can cancel it.")
    if call.missing == [command.player]:
        break_off(table, game)
    talk.site_says(table, message("{player} agrees to cancel this game.", player=command.player))
    note(table, "call off", command.player, None, game=game.number, hand=game.hands.count(), key=str(command.key))
    return table


def calling_off(table: Table, game: Game) -> CallingOff | None:
    """Who has agreed to call the game off in this deal, and who has not. None: no person has chips in it."""
    stakes = chips.stakes_of_people(game) if table.conduct.buy_in.chips else []
    if not stakes:
        return None
    now = table.journal.filter(action="call off", detail__game=game.number, detail__hand=game.hands.count())
    agreed = set(now.values_list("player", flat=True))
    return CallingOff(
        [stake.player for stake in stakes if stake.player_id in agreed],
        [stake.player for stake in stakes if stake.player_id not in agreed],
        stakes[0].amount,
        len(chips.sides_of(game, stakes)) == 1,
    )


def check_may_close(table: Table, game: Game, player: Player) -> None:
    """RuleError while others have chips in the game and have not agreed to call it off."""
    call = calling_off(table, game)
    if others := [missing.name for missing in call.missing if missing != player] if call else []:
        raise RuleError(
            "{players} must agree to cancel this game, because they have chips in it. Ask them to agree, "
            "or leave your seat and a bot will finish the game for you.",
            players=listed(others),
        )


def break_off(table: Table, game: Game) -> None:
    """The running game is over without an end. Needs the lock, and a log entry from the caller."""
    turn_news.forget_turn(table, running_hand(game))
    game.broken_off_at = timezone.now()
    game.save(update_fields=["broken_off_at"])
    chips.break_off(game)
    table.due_at = table.clock_ends_at = table.turn_seat = None
