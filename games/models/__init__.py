"""People, the tables where they play online, who is invited there, and chips."""

from games.models.chips import ChipAccount, ChipEntry
from games.models.company import CardPicture, PlayerSettings, Silence, TableLine, Watcher
from games.models.invitations import Invitation, TableGuest
from games.models.mail import OutgoingMail
from games.models.people import FORMER, Player, User, UserManager
from games.models.presets import RulePreset
from games.models.programs import ApiAnswer, ApiToken, Scope
from games.models.tables import Game, GamePlayer, Hand, PreparedDeal, Seat, Table, TableEntry, Visibility

__all__ = [
    "FORMER", "ApiAnswer", "ApiToken", "CardPicture", "ChipAccount", "ChipEntry", "Game", "GamePlayer", "Hand",
    "Invitation", "OutgoingMail", "Player", "PlayerSettings", "PreparedDeal", "RulePreset", "Scope", "Seat", "Silence",
    "Table", "TableEntry", "TableGuest", "TableLine", "User", "UserManager", "Visibility", "Watcher",
]  # fmt: skip
