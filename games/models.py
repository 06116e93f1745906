"""All models of the app, where Django looks for them. Code imports a model from its feature."""

from games.accounts.models import FORMER, ApiAnswer, ApiToken, Player, Scope, User, UserManager
from games.accounts.oauth.models import App, AuthorizationCode, Connection, DeviceRequest, RefreshToken
from games.blocks.models import Block
from games.daily.models import DailyDeal, DailyEntry, DailyHand
from games.finding.models import Search
from games.house_rules.models import RulePreset
from games.jobs.models import OutgoingMail
from games.notifications.models import (
    Notification,
    NotificationChoice,
    NotificationDelivery,
    NotificationSettings,
)
from games.notifications.push.models import PushSubscription
from games.puzzles.models import PuzzleAttempt
from games.reports.models import Report
from games.review.models import DealPar, HandReview
from games.tables.models import (
    CardPicture,
    ChipAccount,
    ChipEntry,
    CoOwner,
    DealShown,
    Game,
    GamePlayer,
    Hand,
    Invitation,
    PlayerSettings,
    PreparedDeal,
    Seat,
    Silence,
    Table,
    TableEntry,
    TableGuest,
    TableLine,
    Visibility,
    Watcher,
)

__all__ = [
    "FORMER",
    "ApiAnswer",
    "ApiToken",
    "App",
    "AuthorizationCode",
    "Block",
    "CardPicture",
    "ChipAccount",
    "ChipEntry",
    "CoOwner",
    "Connection",
    "DailyDeal",
    "DailyEntry",
    "DailyHand",
    "DealPar",
    "DealShown",
    "DeviceRequest",
    "Game",
    "GamePlayer",
    "Hand",
    "HandReview",
    "Invitation",
    "Notification",
    "NotificationChoice",
    "NotificationDelivery",
    "NotificationSettings",
    "OutgoingMail",
    "Player",
    "PlayerSettings",
    "PreparedDeal",
    "PushSubscription",
    "PuzzleAttempt",
    "RefreshToken",
    "Report",
    "RulePreset",
    "Scope",
    "Search",
    "Seat",
    "Silence",
    "Table",
    "TableEntry",
    "TableGuest",
    "TableLine",
    "User",
    "UserManager",
    "Visibility",
    "Watcher",
]
