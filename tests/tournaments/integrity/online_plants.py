"""What contradicts itself in games, chips and matches online, for the tests of `verify`."""

import datetime

from django.db.models import F, QuerySet
from django.utils import timezone

from games.tables.chips import take_stakes
from games.tables.models import ChipAccount, ChipEntry, Game
from games.tables.models import Table as OnlineTable
from tests.tournaments.constraints.online import online
from tests.tournaments.jackpots.plants import Plant
from tests.tournaments.online import Evening
from tournaments.events.models import Event
from tournaments.results.table_results import take_result
from tournaments.rounds.models import Round


def now_minus(minutes: int) -> datetime.datetime:
    return timezone.now() - datetime.timedelta(minutes=minutes)


def staked() -> QuerySet[ChipAccount]:
    """The pot of a game that is being played for chips."""
    game = online()
    OnlineTable.objects.filter(pk=game.table_id).update(options={"buy_in": "30"})
    take_stakes(OnlineTable.objects.get(pk=game.table_id), game)
    return ChipAccount.objects.filter(game=game)


def over(pot: QuerySet[ChipAccount]) -> None:
    Game.objects.filter(pot__in=pot).update(broken_off_at=timezone.now())


def paid_early(pot: QuerySet[ChipAccount]) -> int:
    return ChipEntry.objects.filter(game__pot__in=pot, kind="stake").latest("pk").pk


def move_balance(pot: QuerySet[ChipAccount], chips: int) -> None:
    """Chips change hands, and no entry says so."""
    pot.update(balance=F("balance") - chips)
    ChipAccount.objects.filter(player__name="Gus").update(balance=F("balance") + chips)


def stray(pot: QuerySet[ChipAccount]) -> None:
    """A bot's stake is booked to a player's own account."""
    ChipEntry.objects.filter(pk=paid_early(pot)).update(credit=ChipAccount.objects.get(player__name="Gus"))
    move_balance(pot, 30)


def match_online() -> Evening:
    """An event online whose first round is published."""
    return Evening(club=Event.objects.all()[0].club)


def taken() -> Evening:
    """The same, its game played and taken."""
    evening = match_online()
    evening.play_out()
    take_result(evening.table.pk)
    return evening


ONLINE_VIOLATIONS: dict[str, list[tuple[Plant, str]]] = {
    "games_online_add_up": [
        (lambda t: online().hands.update(seal="0" * 64), "seal does not fit"),
        (lambda t: online().hands.update(actions="play JH"), "does not replay"),
        (lambda t: online().hands.update(points=[4, 0]), "stored are [4, 0]"),
        (lambda t: Game.objects.filter(pk=online().pk).update(points=[9, 0]), "stored are [9, 0]"),
        (lambda t: Game.objects.filter(pk=online().pk).update(ended_at=now_minus(3)), "ended without being over"),
        (lambda t: online().table.journal.all()[0].delete(), "version 3 after 2 steps"),
        (lambda t: OnlineTable.objects.filter(pk=online().table_id).update(due_at=now_minus(3)), "has been due"),
    ],
    "chips_add_up": [
        (lambda t: staked().update(balance=29), "All chips together come to"),
        (lambda t: move_balance(staked(), 5), "the ledger comes to"),
        (lambda t: over(staked()), "are still in its pot"),
        (lambda t: ChipEntry.objects.filter(pk=paid_early(staked())).update(kind="prize"), "before its end"),
        (lambda t: stray(staked()), "went elsewhere"),
    ],
    "match_tables_follow_their_matches": [
        (lambda t: OnlineTable.objects.filter(pk=match_online().table.pk).update(closed_at=now_minus(1)),
         "do not agree on whether it is open"),
        (lambda t: Round.objects.filter(pk=match_online().row.pk).update(status="draft"), "is not being played"),
        (lambda t: match_online().table.seats.filter(number=2).delete(), "others sit there than were drawn"),
        (lambda t: taken().table.games.update(points=[9, 0]), "is not what was played"),
        (lambda t: match_online().table.games.create(number=1, rules={}, first_dealer=0, points=[2, 0], winners=[0],
                                                     ended_at=now_minus(3)), "is no result yet"),
    ],
}  # fmt: skip
