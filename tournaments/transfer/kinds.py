"""What a club's archive is made of: which rows of which tables, in an order in which each names only earlier ones."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q, QuerySet

from games.accounts.models import ApiAnswer, ApiToken, Player, User
from games.accounts.oauth.models import App, AuthorizationCode, Connection, DeviceRequest, RefreshToken
from games.tables.models import Game, GamePlayer, Hand, Table, TableEntry
from games.tables.models import Seat as TableSeat
from tournaments import models as rows
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Club
from tournaments.integrity.rebuild import DERIVED
from tournaments.results.models import MatchTable

EVENT = "event__club"
ROUND = "round__stage__event__club"
AT_TABLE = "table__in"


@dataclass(frozen=True)
class Kind:
    """The rows of one table. club: the way from a row to its club. left_out: fields that belong to one site, are secret
    or derived. later: fields that name rows of later kinds, with what they hold until these are there."""

    model: type[Model]
    club: str
    left_out: frozenset[str] = frozenset()
    later: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What archives call the table. They may be older than its name here."""
        return TABLE_NAMES.get(self.model, self.model._meta.label_lower)

    @property
    def fields(self) -> list[Any]:
        gone = self.left_out | {"id"}
        return [column for column in self.model._meta.concrete_fields if column.name not in gone]

    def called(self, field: Any) -> str:
        """What archives call a field. They may be older than its name here."""
        return CALLED.get((self.model, field.name), field.name)

    def of(self, club: Club) -> QuerySet[Any]:
        """The club's rows, the oldest first. Not for people, who are found through everything else."""
        if self.club.endswith("__in"):
            return self.model._default_manager.filter(**{self.club: tables_of(club)}).order_by("pk")
        instances = self.model._default_manager.filter(**{self.club: club.pk})
        if self.model in (MatchTable, rows.ClubTable):
            instances = instances.filter(table__in=tables_of(club))
        if self.model is rows.AuditLogEntry:
            instances = instances.exclude(action__in=OF_THE_SITE)
        return instances.order_by("pk")


RUNNING = Game.objects.filter(ended_at=None, broken_off_at=None)


def tables_of(club: Club) -> QuerySet[Any]:
    """Online tables whose match is over, and those opened for the club whose games count there.

    No others leave the site: no one may see hands that are being played. A table with prepared deals is for practice
    and stays.
    """
    over = MatchTable.objects.filter(match__round__stage__event__club=club).exclude(ended_at=None)
    of_matches = Q(pk__in=over.exclude(table__closed_at=None).values("table"))
    of_club = Q(for_club__club=club, for_club__counts=True, prepared=None)
    return Table.objects.filter(of_matches | of_club).exclude(pk__in=RUNNING.values("table")).values("pk")


def tables_at_play(club: Club) -> QuerySet[Table]:
    """Those of the club's own on which a game is being played, after others that count."""
    counted = Game.objects.filter(ended_at__isnull=False).values("table")
    own = Table.objects.filter(for_club__club=club, for_club__counts=True, pk__in=counted)
    return own.filter(pk__in=RUNNING.values("table"))


CALLED: Mapping[tuple[type[Model], str], str] = {
    (rows.AuditLogEntry, "action"): "verb",
    (rows.AchievementRule, "metric"): "deed",
    (TableSeat, "is_bot_controlled"): "is_minded",
}
"""Fields that were renamed since version 1 of the format, with the names that it knows."""

TABLE_NAMES: Mapping[type[Model], str] = {
    rows.AuditLogEntry: "tournaments.journalentry",
    rows.Unlock: "tournaments.feat",
}
"""Tables that were renamed since version 1 of the format, with the names that it knows."""

SINCE_1_1: frozenset[type[Model]] = frozenset(
    {
        rows.Attendance,
        rows.ClubTable,
        rows.RecurringEvent,
        rows.Occurrence,
        rows.Regular,
        rows.EventTemplate,
        rows.Call,
        rows.CardStep,
        rows.Withdrawal,
        rows.WithdrawnFixture,
        rows.WithdrawnLineUp,
        rows.PlaceDecision,
        rows.FixtureHandicap,
        rows.Exemption,
        rows.TransferRequest,
        rows.DateProposal,
        rows.ProposedDate,
        rows.SeasonFees,
        rows.SeasonPosting,
        rows.Cup,
        rows.CupEntrant,
        rows.CupPlayer,
        rows.CupRound,
        rows.CupMatch,
        rows.CupDecision,
        rows.DismissedCharge,
    }
)
"""Kinds that archives of older releases do not have. Without a row they are left out, as these have it."""

OF_THE_SITE = (Action.EXPORT_CLUB, Action.IMPORT_CLUB, Action.REMOVE_SECOND_FACTOR)
"""Actions that are about a site, or an account there, not about the club."""


def _kind(model: type[Model], club: str, *left_out: str, **later: Any) -> Kind:
    return Kind(model, club, frozenset(left_out), later)


KINDS: tuple[Kind, ...] = (
    _kind(Club, "pk"),
    _kind(Player, "", "user", "face"),
    _kind(rows.Membership, "club"),
    _kind(rows.Venue, "club"),
    _kind(rows.ClubRules, "club", "code"),
    _kind(rows.League, "club"),
    _kind(rows.Division, "league__club"),
    _kind(rows.Team, "league__club"),
    _kind(rows.Season, "league__club", "version"),
    _kind(rows.Section, "season__league__club"),
    _kind(rows.Squad, "season__league__club"),
    _kind(rows.SquadPlayer, "season__league__club"),
    _kind(rows.Event, "club"),
    _kind(rows.EventTemplate, "club"),
    _kind(rows.RecurringEvent, "club"),
    _kind(rows.Occurrence, "recurring__club"),
    _kind(rows.Regular, "recurring__club"),
    _kind(rows.Stage, EVENT, "settled_version"),
    _kind(rows.Entry, EVENT),
    _kind(rows.EntryPlayer, EVENT),
    _kind(rows.RegistrationTerms, EVENT),
    _kind(rows.Registration, EVENT),
    _kind(rows.RegisteredPlayer, EVENT),
    _kind(rows.StageEntry, "stage__event__club"),
    _kind(rows.Wish, EVENT),
    _kind(rows.Round, "stage__event__club"),
    _kind(rows.Clock, ROUND),
    _kind(rows.Match, ROUND, "unsettled_since", state="open", standing=None),
    _kind(rows.Bye, ROUND),
    _kind(rows.Seat, f"match__{ROUND}"),
    _kind(rows.ResultEntry, f"match__{ROUND}", "user", "phone", "arrival", "agreed_phone"),
    _kind(
        Table,
        "pk__in",
        "home",
        "topic_code",
        "due_at",
        "clock_ends_at",
        "turn_since",
        "turn_seat",
        "starts_at",
        "reset_at",
        "listed_at",
        "notice",
        "is_found",
    ),
    _kind(TableSeat, AT_TABLE, "key", "device", "last_action", "missed_since"),
    _kind(Game, AT_TABLE, "open_hands"),
    _kind(GamePlayer, f"game__{AT_TABLE}"),
    _kind(Hand, f"game__{AT_TABLE}", "prepared"),
    _kind(TableEntry, AT_TABLE),
    _kind(MatchTable, f"match__{ROUND}"),
    _kind(rows.ClubTable, "club"),
    _kind(rows.Cup, "season__league__club"),
    _kind(rows.CupEntrant, "cup__season__league__club"),
    _kind(rows.CupPlayer, "cup__season__league__club"),
    _kind(rows.Fixture, "season__league__club"),
    _kind(rows.FixtureHandicap, "fixture__season__league__club"),
    _kind(rows.AuditLogEntry, "club", "user", "key", "digest"),
    _kind(rows.Call, f"match__{ROUND}"),
    _kind(rows.Postponement, "fixture__season__league__club"),
    _kind(rows.DateProposal, "fixture__season__league__club"),
    _kind(rows.ProposedDate, "proposal__fixture__season__league__club"),
    _kind(rows.Exemption, "season__league__club"),
    _kind(rows.TransferRequest, "season__league__club"),
    _kind(rows.LineUpPlayer, "season__league__club"),
    _kind(rows.CardStep, "fixture__season__league__club", "phone"),
    _kind(rows.PlayerMerge, "club"),
    _kind(rows.PartnerAsk, EVENT),
    _kind(rows.Attendance, "club"),
    _kind(rows.PointsAdjustment, "season__league__club"),
    _kind(rows.Withdrawal, "season__league__club"),
    _kind(rows.WithdrawnFixture, "fixture__season__league__club"),
    _kind(rows.WithdrawnLineUp, "withdrawn__fixture__season__league__club"),
    _kind(rows.PlaceDecision, "section__season__league__club"),
    _kind(rows.CupRound, "cup__season__league__club"),
    _kind(rows.CupMatch, "round__cup__season__league__club"),
    _kind(rows.CupDecision, "match__round__cup__season__league__club"),
    _kind(rows.SeasonFees, "season__league__club"),
    _kind(rows.SeasonPosting, "season__league__club"),
    _kind(rows.DismissedCharge, "season__league__club"),
    _kind(rows.SeriesNight, "season__league__club", "seen"),
    _kind(rows.PlayOff, "section__season__league__club"),
    _kind(rows.PlayOffSeat, "play_off__section__season__league__club"),
    _kind(rows.FinalPlace, "season__league__club"),
    _kind(rows.Announcement, EVENT),
    _kind(rows.Notice, EVENT),
    _kind(rows.PotEntry, EVENT),
    _kind(rows.PrizeOffer, EVENT),
    _kind(rows.TieDecision, EVENT),
    _kind(rows.NamedWinner, EVENT),
    _kind(rows.ShownPrizes, EVENT),
    _kind(rows.PrizeChange, EVENT),
    _kind(rows.Payout, EVENT),
    _kind(rows.Jackpot, "club", "version"),
    _kind(rows.JackpotTerms, "jackpot__club"),
    _kind(rows.JackpotPeriod, "jackpot__club", "digest"),
    _kind(rows.JackpotPosting, "period__jackpot__club"),
    _kind(rows.AchievementRule, "club", "players"),
    _kind(rows.Unlock, "club", "seen_at", "is_notified"),
)

BY_MODEL: dict[type[Model], Kind] = {kind.model: kind for kind in KINDS}

STAYS: tuple[type[Model], ...] = (
    *DERIVED,
    User,
    ApiToken,
    ApiAnswer,
    *(model for model in vars(rows).values() if getattr(model, "stays_here", False)),
    App,
    Connection,
    AuthorizationCode,
    RefreshToken,
    DeviceRequest,
)
"""Tables that never travel: derived from the others, accounts, and those that say `stays_here` beside their definition:
secrets, and what is about one site, as friendly games are that count for no club."""


def people_in(kind: Kind) -> list[Any]:
    """The fields of a kind that name a player or an account."""
    return [column for column in kind.model._meta.concrete_fields if column.related_model in (Player, User)]
