"""Games of an EGN or EMN file kept as a replay. No one sits at such a table, and its games count for nothing.

It is a table that was closed before it was opened: the replay pages and files know it as any other. Names in the file
stay plain text and belong to no player's record.
"""

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.engine.cards import CARDS
from games.engine.egn_file import FileGame, GamesFile
from games.engine.errors import RuleError
from games.engine.hand import Hand as EngineHand
from games.engine.notation import cards_text
from games.engine.rules import rules_data
from games.errors import KeyReused, NotAllowed
from games.locks import locked
from games.tables.commands import is_manager, lock_table, note
from games.tables.models import Game, GamePlayer, Hand, PreparedDeal, Table, TableEntry
from games.tables.options import TableOptions, options_data

MAX_KEPT = 100
"""Imported replays of one account at the same time, without those of daily deals, which are one a day at most."""
REPLAY, RESULT = "import", "import_result"
"""Actions in the table's log: kept to be looked at, or entered by an organizer as a game that counts."""


@transaction.atomic
def keep_replay(owner: Player, file: GamesFile, key: uuid.UUID, *, is_daily: bool = False) -> Table:
    """Keep the games as a replay of that player's; the same file, or the same key, gives the replay that is there.

    is_daily: of a daily deal. KeyReused for a key of another file, RuleError when too many are kept.
    """
    locked(Player.objects).get(pk=owner.pk)
    mine = TableEntry.objects.filter(action=REPLAY, player=owner, table__owner=owner).select_related("table")
    if done := mine.filter(detail__key=str(key)).first():
        if done.detail["digest"] != file.digest:
            raise KeyReused("This form was already used for another file. Reload the page and try again.")
        return done.table
    if there := mine.filter(detail__digest=file.digest).first():
        return there.table
    if not is_daily and replays_of(owner).exclude(journal__detail__is_daily=True).count() >= MAX_KEPT:
        raise RuleError(
            "You already have {most_kept} imported replays, which is the limit. Remove one you don’t need.",
            most_kept=MAX_KEPT,
        )
    return write_table(owner, file, REPLAY, key=str(key), digest=file.digest, is_daily=is_daily)


@transaction.atomic
def remove_replay(table_id: int, player: Player | None) -> None:
    """Take an imported replay away, with everything that belongs to it: its owner, or an administrator of tables."""
    table = lock_table(table_id)
    if not is_manager(table, player):
        raise NotAllowed("Only the person who imported these games can remove them.")
    if not table.journal.filter(action=REPLAY).exists():
        raise RuleError("An organizer added this replay for a club. Only a club organizer can remove it.")
    table.games.all().delete()
    table.delete()


def replays_of(player: Player) -> QuerySet[Table]:
    """The player's imported replays, newest first."""
    return Table.objects.filter(owner=player, is_imported=True, journal__action=REPLAY)


def write_table(
    owner: Player,
    file: GamesFile,
    action: str,
    *,
    seated: Sequence[Player] = (),
    played_at: datetime.datetime | None = None,
    **detail: Any,
) -> Table:
    """A closed table with these games. seated: the player of each seat; None where only the file's name is known."""
    now = timezone.now()
    hands = [hand for game in file.games for hand in game.game.hands]
    table = Table.objects.create(
        name=file.title[:60] or f"Imported by {owner}"[:60],
        owner=owner,
        is_imported=True,
        closed_at=now,
        rules=rules_data(file.games[0].game.rules),
        options=options_data(TableOptions()),
        version=len(hands) + sum(len(hand.history) for hand in hands),
    )
    for number, file_game in enumerate(file.games, 1):
        _write_game(table, number, file_game, seated, played_at or now)
    note(table, action, owner, None, **detail)
    return table


def _write_game(
    table: Table, number: int, file_game: FileGame, seated: Sequence[Player], at: datetime.datetime
) -> None:
    played, outcome = file_game.game, file_game.game.outcome
    game = Game.objects.create(
        table=table,
        number=number,
        rules=rules_data(played.rules),
        first_dealer=played.first_dealer,
        start=list(played.start) if any(played.start) else [],
        names=[] if seated else list(file_game.players),
        points=list(played.points),
        winners=list(outcome.winners) if outcome else [],
        started_at=at,
        ended_at=at if outcome else None,
        broken_off_at=None if outcome else at,
    )
    GamePlayer.objects.bulk_create(
        GamePlayer(game=game, seat=seat, player=player) for seat, player in enumerate(seated)
    )
    deals = PreparedDeal.objects.bulk_create(
        PreparedDeal(table=table, by=table.owner, dealer=hand.dealer, deck=_deck(hand)) for hand in played.hands
    )
    Hand.objects.bulk_create(
        Hand(
            game=game,
            number=place,
            dealer=hand.dealer,
            prepared=deal,
            actions=actions_of(hand),
            points=list(result.points),
            ended_at=at,
        )
        for place, (hand, result, deal) in enumerate(zip(played.hands, played.results, deals, strict=True), 1)
    )


def actions_of(hand: EngineHand) -> str:
    """As a hand's row keeps them."""
    return "; ".join(str(action) for _, action in hand.history)


def _deck(hand: EngineHand) -> str:
    return cards_text([CARDS[kind] for kind in hand.position.deck])
