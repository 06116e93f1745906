"""Whose leaderboards a game counts on, and telling them that something changed."""

from collections.abc import Iterable

from games.accounts.models import Player
from games.live import publish
from games.locks import locked
from tournaments.clubs.models import Club
from tournaments.honours.facts import PlayedGame
from tournaments.honours.ratings.pools import Pool
from tournaments.rewards.models import Board, SpanTotals, milliseconds

ALL, FRIENDLY, BOTS = "all", "friendly", "bots"


def scope_of_club(club: int) -> str:
    """0: no club."""
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
    wanted = sorted(set(scopes))
    known = list(locked(Board.objects.filter(pk__in=wanted)).order_by("pk"))
    if missing := sorted(set(wanted) - {known_board.pk for known_board in known}):
        Board.objects.bulk_create([Board(scope=scope) for scope in missing], ignore_conflicts=True)
        known = list(locked(Board.objects.filter(pk__in=wanted)).order_by("pk"))
    for board in known:
        board.version = max(board.version + 1, milliseconds())
    Board.objects.bulk_update(known, ["version"])
    for board in known:
        publish(board.topic, board.version)


def tell_boards_of(player: Player) -> None:
    """Notifies every board that the player is on."""
    tell_boards(SpanTotals.objects.filter(player=player, span="all").values_list("scope", flat=True))
