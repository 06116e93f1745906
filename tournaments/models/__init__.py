"""The facts of organized play, and the few tables derived from them. Rules that matter are constraints here."""

from tournaments.models.awards import (
    AchievementRule,
    Award,
    AwardCounting,
    Feat,
    Heartbeat,
    Icon,
    MailWish,
    NewsMail,
)
from tournaments.models.calendars import CalendarKey
from tournaments.models.clubs import Club, Membership, Role, Venue
from tournaments.models.door import Notice, WallCode
from tournaments.models.entries import Entry, EntryPlayer, Pass, StageEntry, Wish
from tournaments.models.events import Confirmation, Event, Stage, Where
from tournaments.models.fixtures import (
    Fixture,
    LineUpPlayer,
    PlayOff,
    PlayOffSeat,
    PointsAdjustment,
    Postponement,
    SeriesNight,
)
from tournaments.models.honours import CountedGame, CountedPlace, Due, Outing
from tournaments.models.imports import ImportedGame
from tournaments.models.jackpots import Jackpot, JackpotPeriod, JackpotPosting, JackpotScore, JackpotTerms
from tournaments.models.ladders import PlayerRating, RatingChange, RatingPool
from tournaments.models.leagues import Division, FinalPlace, League, Season, Section, Squad, SquadPlayer, Team
from tournaments.models.ledgers import Announcement, JournalEntry, PotEntry
from tournaments.models.money import NamedWinner, Payout, PrizeChange, PrizeOffer, ShownPrizes, TieDecision
from tournaments.models.online import MatchTable
from tournaments.models.people import ClubInvitation, InvitationUse, PlayerAlias, PlayerMerge, RecordClaim
from tournaments.models.registrations import PartnerAsk, RegisteredPlayer, Registration, RegistrationTerms
from tournaments.models.results import ResultEntry, Source, Standing
from tournaments.models.rounds import Bye, Clock, Match, Round, Seat
from tournaments.models.season_tables import FixtureScore, SectionLine, SeriesLine
from tournaments.models.totals import COUNT_FIELDS, Board, Counts, DayCard, SpanTotals
from tournaments.models.webhooks import Happening, Webhook, WebhookAttempt, WebhookDelivery, WebhookKind

__all__ = [
    "COUNT_FIELDS",
    "AchievementRule",
    "Announcement",
    "Award",
    "AwardCounting",
    "Board",
    "Bye",
    "CalendarKey",
    "Clock",
    "Club",
    "ClubInvitation",
    "Confirmation",
    "CountedGame",
    "CountedPlace",
    "Counts",
    "DayCard",
    "Division",
    "Due",
    "Entry",
    "EntryPlayer",
    "Event",
    "Feat",
    "FinalPlace",
    "Fixture",
    "FixtureScore",
    "Happening",
    "Heartbeat",
    "Icon",
    "ImportedGame",
    "InvitationUse",
    "Jackpot",
    "JackpotPeriod",
    "JackpotPosting",
    "JackpotScore",
    "JackpotTerms",
    "JournalEntry",
    "League",
    "LineUpPlayer",
    "MailWish",
    "Match",
    "MatchTable",
    "Membership",
    "NamedWinner",
    "NewsMail",
    "Notice",
    "Outing",
    "PartnerAsk",
    "Pass",
    "Payout",
    "PlayOff",
    "PlayOffSeat",
    "PlayerAlias",
    "PlayerMerge",
    "PlayerRating",
    "PointsAdjustment",
    "Postponement",
    "PotEntry",
    "PrizeChange",
    "PrizeOffer",
    "RatingChange",
    "RatingPool",
    "RecordClaim",
    "RegisteredPlayer",
    "Registration",
    "RegistrationTerms",
    "ResultEntry",
    "Role",
    "Round",
    "Season",
    "Seat",
    "Section",
    "SectionLine",
    "SeriesLine",
    "SeriesNight",
    "ShownPrizes",
    "Source",
    "SpanTotals",
    "Squad",
    "SquadPlayer",
    "Stage",
    "StageEntry",
    "Standing",
    "Team",
    "TieDecision",
    "Venue",
    "WallCode",
    "Webhook",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookKind",
    "Where",
    "Wish",
]
