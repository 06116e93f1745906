"""The topics of organized play that pages listen to."""

from typing import Any

from games.live import register_topic
from tournaments.models import Board, Event, Jackpot, Season, Stage
from tournaments.services.honours.feats import newest_of, newest_unseen
from tournaments.services.honours.scopes import is_scope


def event_version(user: Any, ident: str) -> int | None:
    return Event.objects.filter(pk=ident).values_list("version", flat=True).first() if ident.isdigit() else None


def standings_version(user: Any, ident: str) -> int | None:
    return Stage.objects.filter(pk=ident).values_list("settled_version", flat=True).first() if ident.isdigit() else None


def jackpot_version(user: Any, ident: str) -> int | None:
    return Jackpot.objects.filter(pk=ident).values_list("version", flat=True).first() if ident.isdigit() else None


def season_version(user: Any, ident: str) -> int | None:
    return Season.objects.filter(pk=ident).values_list("version", flat=True).first() if ident.isdigit() else None


def player_version(user: Any, ident: str) -> int | None:
    """Whoever knows a player's number may hear that there is something new about trophies."""
    return newest_unseen(int(ident)) if ident.isdigit() and len(ident) < 10 else None


def feats_version(user: Any, ident: str) -> int | None:
    return newest_of(int(ident)) if ident.isdigit() and len(ident) < 10 else None


def board_version(user: Any, ident: str) -> int | None:
    """0 for the leaderboards of games nobody has played yet."""
    if not is_scope(ident):
        return None
    return Board.objects.filter(pk=ident).values_list("version", flat=True).first() or 0


register_topic("event", event_version)
register_topic("stage", standings_version)
register_topic("jackpot", jackpot_version)
register_topic("player", player_version)
register_topic("feats", feats_version)
register_topic("board", board_version)
register_topic("season", season_version)
