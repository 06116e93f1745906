"""Whose leaderboards a game counts on, and telling them that something changed."""

from collections.abc import Iterable

from django.db.models import F, Value
from django.db.models.functions import Greatest

from games.accounts.models import Player
from games.live import publish
from tournaments.clubs.models import Club
from tournaments.honours.facts import PlayedGame
from tournaments.honours.ratings.pools import Pool
from tournaments.rewards.models import Board, SpanTotals, milliseconds

ALL, FRIENDLY, BOTS = "all", "friendly", "bots"


def scope_of_club(club: int) -> str:
    """0: nobody's club."""
    return str(club) if club else FRIENDLY


def is_scope(text: str) -> bool:
    if text in (ALL, FRIENDLY, BOTS):
        return True
    return text.isdigit() and len(text) < 10 and Club.objects.filter(pk=text).exists()


def scopes_of(game: PlayedGame) -> tuple[str, ...]:
    """Games in which a bot sat count by themselves."""
    return (BOTS,) if game.bots else (ALL, scope_of_club(game.club))


def scopes_of_pool(pool: Pool) -> tuple[str, ...]:
    return (BOTS,) if pool.has_bots else (scope_of_club(pool.club),)


def tell_boards(scopes: Iterable[str]) -> None:
    """The pages that show them fetch themselves again. In one order, as these rows are locked until the commit."""
    for scope in sorted(set(scopes)):
        row, is_new = Board.objects.get_or_create(scope=scope)
        if not is_new:
            Board.objects.filter(pk=scope).update(version=Greatest(F("version") + 1, Value(milliseconds())))
            row.refresh_from_db()
        publish(row.topic, row.version)


def tell_boards_of(player: Player) -> None:
    """Every board on which the player stands."""
    tell_boards(SpanTotals.objects.filter(player=player, span="all").values_list("scope", flat=True))
