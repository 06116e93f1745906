"""All models of the app, where Django looks for them. Code imports a model from its feature."""

from games.accounts.models import FORMER, ApiAnswer, ApiToken, Player, Scope, User, UserManager
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
    "Block",
    "CardPicture",
    "ChipAccount",
    "ChipEntry",
    "CoOwner",
    "DailyDeal",
    "DailyEntry",
    "DailyHand",
    "DealPar",
    "DealShown",
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
