"""The topics of organized play that pages listen to."""

from typing import Any

from games.live import register_topic
from tournaments.events.models import Event, Stage
from tournaments.jackpots.models import Jackpot
from tournaments.leagues.models import Season
from tournaments.rewards.models import Board
from tournaments.rewards.scopes import is_scope
from tournaments.rewards.unlocks import newest_of, newest_unseen, player_topic
from tournaments.seat_news import version_for, version_for_all


def event_version(user: Any, ident: str) -> int | None:
    return Event.objects.filter(pk=ident).values_list("version", flat=True).first() if ident.isdigit() else None


def standings_version(user: Any, ident: str) -> int | None:
    return Stage.objects.filter(pk=ident).values_list("settled_version", flat=True).first() if ident.isdigit() else None


def seats_version(user: Any, ident: str) -> int | None:
    return version_for_all(int(ident)) if _is_number(ident) and Event.objects.filter(pk=ident).exists() else None


def seat_version(user: Any, ident: str) -> int | None:
    event, _, player = ident.partition("-")
    return version_for(int(event), int(player)) if _is_number(event) and _is_number(player) else None


def _is_number(ident: str) -> bool:
    return ident.isdigit() and len(ident) < 10


def jackpot_version(user: Any, ident: str) -> int | None:
    return Jackpot.objects.filter(pk=ident).values_list("version", flat=True).first() if ident.isdigit() else None


def season_version(user: Any, ident: str) -> int | None:
    return Season.objects.filter(pk=ident).values_list("version", flat=True).first() if ident.isdigit() else None


def player_version(user: Any, ident: str) -> int | None:
    """Whether there is something new about achievements: for the player's own pages, which alone know the topic."""
    number = ident.partition("-")[0]
    is_own = number.isdigit() and len(number) < 10 and player_topic(int(number)) == f"player:{ident}"
    return newest_unseen(int(number)) if is_own else None


def unlocks_version(user: Any, ident: str) -> int | None:
    return newest_of(int(ident)) if ident.isdigit() and len(ident) < 10 else None


def board_version(user: Any, ident: str) -> int | None:
    """The version of a leaderboard; 0 before any of its games were played."""
    if not is_scope(ident):
        return None
    return Board.objects.filter(pk=ident).values_list("version", flat=True).first() or 0


register_topic("event", event_version)
register_topic("seats", seats_version)
register_topic("seat", seat_version)
register_topic("stage", standings_version)
register_topic("jackpot", jackpot_version)
register_topic("player", player_version)
register_topic("unlocks", unlocks_version)
register_topic("board", board_version)
register_topic("season", season_version)
