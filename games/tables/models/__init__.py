"""Tables online: who sits where, the games played there, and every hand as its seed and its actions.

A hand is never stored as cards in seats: its deck follows from the seed, its state from the actions."""

from games.tables.models.chips import ChipAccount, ChipEntry
from games.tables.models.game import DealShown, Game, GamePlayer, Hand, PreparedDeal, TableEntry
from games.tables.models.preferences import CardPicture, PlayerSettings
from games.tables.models.table import (
    MAX_WATCHERS,
    OWNERS,
    CoOwner,
    Invitation,
    Seat,
    Silence,
    Table,
    TableGuest,
    Visibility,
    Watcher,
    conduct_in,
    new_code,
)
from games.tables.models.talk import MAX_LINE, TableLine

__all__ = [
    "MAX_LINE",
    "MAX_WATCHERS",
    "OWNERS",
    "CardPicture",
    "ChipAccount",
    "ChipEntry",
    "CoOwner",
    "DealShown",
    "Game",
    "GamePlayer",
    "Hand",
    "Invitation",
    "PlayerSettings",
    "PreparedDeal",
    "Seat",
    "Silence",
    "Table",
    "TableEntry",
    "TableGuest",
    "TableLine",
    "Visibility",
    "Watcher",
    "conduct_in",
    "new_code",
]
