"""Every table that points at a person, in one list: what the person's own file shows of it, and what erasing leaves.

When you add a column that points at a player or an account, add a line here; a test asks for it.
"""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet

from games import models as tables
from games.accounts.models import User
from games.engine.language import mark, say
from tournaments import models as rows

KEEP: dict[str, Any] = {}
"""It stays, with a number for a name: others' results depend on it."""
DELETE = None


@dataclass(frozen=True)
class Line:
    """title: what it is, in plain words; in the person's file in English. field: the column that points at the person.
    shown: the columns in the file; none for what is computed from the rest. left: what erasing writes, DELETE for rows
    that go."""

    title: str
    model: type[Model]
    field: str
    shown: tuple[str, ...] = ()
    _: KW_ONLY
    left: dict[str, Any] | None

    def of(self, records: Iterable[int], accounts: Iterable[int]) -> QuerySet[Any]:
        """The rows about these records of a person, or about their account."""
        is_account = self.model._meta.get_field(self.field).related_model is User
        about = list(accounts if is_account else records)
        return self.model._default_manager.filter(**{f"{self.field}__in": about}).order_by("pk")


IN_EVENT = ("match__round__stage__event__name", "match__round__number", "match__table")
LINES: tuple[Line, ...] = (
    Line(mark("Email addresses"), EmailAddress, "user", ("email", "verified"), left=DELETE),
    Line(mark("Two-step login"), Authenticator, "user", ("type", "created_at", "last_used_at"), left=DELETE),
    Line(
        mark("Linked accounts"),
        SocialAccount,
        "user",
        ("provider", "extra_data", "date_joined", "last_login"),
        left=DELETE,
    ),
    Line(
        mark("API tokens that act for you"),
        tables.ApiToken,
        "user",
        ("name", "prefix", "scopes", "created_at", "used_on"),
        left=DELETE,
    ),
    Line(
        mark("Apps that you connected or made"),
        tables.Connection,
        "user",
        ("app__name", "scopes", "created_at"),
        left=DELETE,
    ),
    Line(
        mark("Apps that you connected or made"),
        tables.App,
        "owner",
        ("name", "redirect_uris", "created_at"),
        left=DELETE,
    ),
    Line(mark("API tokens that act for you"), tables.ApiAnswer, "user", ("key", "at"), left=DELETE),
    Line(mark("Admin permissions"), User.groups.through, "user", ("group__name",), left=DELETE),
    Line(mark("Admin permissions"), User.user_permissions.through, "user", ("permission__codename",), left=DELETE),
    Line(mark("Changes on the admin site"), LogEntry, "user", ("action_time", "object_repr"), left=KEEP),
    Line(
        mark("Your clubs"),
        rows.Membership,
        "player",
        ("club__name", "role", "number", "email"),
        left={"number": "", "email": ""},
    ),
    Line(mark("Events you host"), rows.Event, "in_charge", ("name", "starts_at"), left={"in_charge": None}),
    Line(
        mark("Personal links"),
        rows.Pass,
        "player",
        ("event__name", "season__name", "created_at", "expires_at"),
        left=DELETE,
    ),
    Line(
        mark("Your check-ins with the check-in code"),
        rows.WallArrival,
        "player",
        ("event__name", "at", "ended_at", "trusted_at"),
        left=DELETE,
    ),
    Line(mark("Your calendar’s secret address"), rows.CalendarKey, "player", ("since",), left=DELETE),
    Line(mark("Invitations you accepted"), rows.InvitationUse, "player", ("invitation__club__name", "at"), left=KEEP),
    Line(
        mark("Claims on player records"),
        rows.RecordClaim,
        "player",
        ("club__name", "words", "status", "at"),
        left={"words": ""},
    ),
    Line(
        mark("Claims on player records"),
        rows.RecordClaim,
        "record",
        ("club__name", "status", "at"),
        left={"words": ""},
    ),
    Line(
        mark("Merged records"),
        rows.PlayerMerge,
        "kept",
        ("club__name", "gone__name", "email"),
        left={"email": "", "handed": {}},
    ),
    Line(
        mark("Merged records"),
        rows.PlayerMerge,
        "gone",
        ("club__name", "kept__name", "email"),
        left={"email": "", "handed": {}},
    ),
    Line(mark("Merged records"), rows.PlayerAlias, "player", (), left=KEEP),
    Line(mark("Merged records"), rows.PlayerAlias, "person", (), left=KEEP),
    Line(
        mark("Events you registered for"),
        rows.RegisteredPlayer,
        "player",
        ("event__name", "is_live", "since"),
        left=KEEP,
    ),
    Line(
        mark("Your answers to “Are you coming?”"),
        rows.Attendance,
        "player",
        ("club__name", "event__name", "fixture__number", "day", "answer"),
        left=KEEP,
    ),
    Line(
        mark("Players you asked to be your partner"),
        rows.PartnerAsk,
        "asker",
        ("event__name", "asked__name", "state", "at"),
        left=KEEP,
    ),
    Line(
        mark("Players who asked to be your partner"),
        rows.PartnerAsk,
        "asked",
        ("event__name", "asker__name", "state", "at"),
        left=KEEP,
    ),
    Line(
        mark("Events you played in"), rows.EntryPlayer, "player", ("event__name", "entry__number", "since"), left=KEEP
    ),
    Line(mark("Recurring events where you’re a regular"), rows.Regular, "player", ("recurring__name",), left=DELETE),
    Line(mark("Nights you can sub"), rows.SubEvening, "player", ("club__name", "weekday"), left=DELETE),
    Line(
        mark("Substitutes"),
        rows.SubRequest,
        "player",
        ("event__name", "fixture__number", "reason", "state", "at"),
        left={"reason": ""},
    ),
    Line(
        mark("Substitutes"),
        rows.SubRequest,
        "asked_by",
        ("event__name", "fixture__number", "reason", "state", "at"),
        left={"reason": "", "asked_by": None},
    ),
    Line(mark("Substitutes"), rows.SubRequest, "sub", ("event__name", "fixture__number", "at"), left=KEEP),
    Line(
        mark("Substitutes"),
        rows.SubAsk,
        "player",
        ("request__event__name", "request__fixture__number", "answer", "at"),
        left=DELETE,
    ),
    Line(mark("Seats"), rows.Seat, "player", (*IN_EVENT, "side", "position"), left=KEEP),
    Line(
        mark("Calls for an organizer"),
        rows.Call,
        "player",
        (*IN_EVENT, "reason", "words", "status", "at"),
        left={"words": ""},
    ),
    Line(mark("Calls for an organizer"), rows.Call, "coming", (*IN_EVENT, "at"), left=KEEP),
    Line(
        mark("Reports that you were late or had to leave"),
        rows.Notice,
        "player",
        ("event__name", "kind", "minutes", "at"),
        left=KEEP,
    ),
    Line(
        mark("Scores you reported"), rows.ResultEntry, "player", (*IN_EVENT, "kind", "slip", "reason", "at"), left=KEEP
    ),
    Line(mark("Scores you reported"), rows.ResultEntry, "user", (*IN_EVENT, "kind", "slip", "reason", "at"), left=KEEP),
    Line(mark("Your activity"), rows.AuditLogEntry, "player", ("club__name", "event__name", "action", "at"), left=KEEP),
    Line(mark("Your activity"), rows.AuditLogEntry, "user", ("club__name", "event__name", "action", "at"), left=KEEP),
    Line(mark("Teams"), rows.SquadPlayer, "player", ("squad__team__name", "season__name", "since", "until"), left=KEEP),
    Line(
        mark("Teams"),
        rows.LineUpPlayer,
        "player",
        ("squad__team__name", "fixture__number", "pair", "chair"),
        left=KEEP,
    ),
    Line(
        mark("Teams"),
        rows.Exemption,
        "player",
        ("squad__team__name", "season__name", "fixture__number", "reason", "at", "revoked_why"),
        left=KEEP,
    ),
    Line(
        mark("Teams"),
        rows.TransferRequest,
        "player",
        ("squad__team__name", "leaving__team__name", "season__name", "on", "answer", "at"),
        left=KEEP,
    ),
    Line(mark("Teams"), rows.CupPlayer, "player", ("cup__name", "cup__season__name"), left=KEEP),
    Line(
        mark("Teams"),
        rows.WithdrawnLineUp,
        "player",
        ("squad__team__name", "withdrawn__fixture__number", "pair", "chair"),
        left=KEEP,
    ),
    Line(mark("Teams"), rows.SeriesLine, "player", ("season__name", "place", "total"), left=KEEP),
    Line(
        mark("Teams"),
        rows.SeasonPosting,
        "player",
        ("season__name", "squad__team__name", "kind", "cents", "way", "at"),
        left=KEEP,
    ),
    Line(mark("Teams"), rows.DismissedCharge, "player", ("season__name", "squad__team__name", "kind", "at"), left=KEEP),
    Line(mark("Prizes"), rows.Payout, "player", ("event__name", "prize", "cents", "paid"), left=KEEP),
    Line(mark("Jackpots"), rows.JackpotPosting, "player", ("period__jackpot__name", "kind", "cents", "at"), left=KEEP),
    Line(mark("Jackpots"), rows.JackpotScore, "player", ("period__jackpot__name", "score", "place"), left=KEEP),
    Line(mark("Achievements"), rows.Award, "player", ("achievement", "tier", "earned_at"), left=KEEP),
    Line(mark("Achievements"), rows.Unlock, "player", ("achievement", "tier", "at", "seen_at"), left=KEEP),
    Line(mark("Achievements"), rows.AwardCounting, "player", (), left=KEEP),
    Line(
        mark("Games in your statistics"), rows.GameParticipation, "player", ("counted", "side", "ended_at"), left=KEEP
    ),
    Line(mark("Final ranks"), rows.PlacementFact, "player", ("contest", "place", "field", "ended_at"), left=KEEP),
    Line(mark("Ratings"), rows.PlayerRating, "player", ("pool__key", "mu", "sigma", "games", "last_at"), left=KEEP),
    Line(mark("Ratings"), rows.RatingChange, "player", ("pool__key", "ended_at", "mu", "sigma"), left=KEEP),
    Line(
        mark("Statistics"), rows.SpanTotals, "player", ("scope", "span", "games", "wins", "points", "hands"), left=KEEP
    ),
    Line(mark("Statistics"), rows.DayCard, "player", (), left=KEEP),
    Line(mark("Tables you opened"), tables.Table, "owner", ("name", "created_at", "closed_at"), left=KEEP),
    Line(
        mark("Online games"), tables.GamePlayer, "player", ("game__table__name", "game__started_at", "seat"), left=KEEP
    ),
    Line(mark("Online games"), tables.DealShown, "player", ("hand__game__table__name", "seat", "at"), left=KEEP),
    Line(
        mark("Your seats at online tables"),
        tables.Seat,
        "player",
        ("table__name", "number", "since", "seen_at"),
        left={"device": "", "last_action": ""},
    ),
    Line(
        mark("Your actions at online tables"), tables.TableEntry, "player", ("table__name", "action", "at"), left=KEEP
    ),
    Line(
        mark("Your chat at online tables"),
        tables.TableLine,
        "player",
        ("table__name", "text", "at"),
        left={"text": "", "player": None},
    ),
    Line(mark("Tables you were invited to"), tables.TableGuest, "player", ("table__name", "at"), left=KEEP),
    Line(mark("Tables you watch"), tables.Watcher, "player", ("table__name", "seen_at"), left=DELETE),
    Line(mark("Tables where you’re a co-owner"), tables.CoOwner, "player", ("table__name", "at"), left=DELETE),
    Line(mark("Tables where you’re muted"), tables.Silence, "player", ("table__name",), left=DELETE),
    Line(
        mark("Your “Find a game” searches"),
        tables.Search,
        "player",
        ("rules", "strength", "since", "outcome", "ended_at", "table__name"),
        left=DELETE,
    ),
    Line(
        mark("Your daily deals"),
        tables.DailyEntry,
        "player",
        ("deal__day", "begun_at", "finished_at", "points", "score"),
        left=KEEP,
    ),
    Line(
        mark("Your puzzle answers"),
        tables.PuzzleAttempt,
        "player",
        ("puzzle", "answer", "is_solved", "at"),
        left=DELETE,
    ),
    Line(mark("Players you blocked"), tables.Block, "player", ("other__name", "at"), left=DELETE),
    Line(mark("Players who blocked you"), tables.Block, "other", (), left=DELETE),
    Line(
        mark("Reports you sent"),
        tables.Report,
        "by",
        ("table__name", "reason", "words", "at", "closed_at"),
        left={"words": ""},
    ),
    Line(mark("Reports about you"), tables.Report, "about", (), left={"words": "", "answer": ""}),
    Line(mark("Reports you closed"), tables.Report, "closed_by", ("table__name", "reason", "closed_at"), left=KEEP),
    Line(mark("Deals you prepared"), tables.PreparedDeal, "by", ("table__name", "deck", "at"), left=KEEP),
    Line(mark("Chips"), tables.ChipAccount, "player", ("kind", "balance"), left=KEEP),
    Line(mark("Chips"), tables.ChipEntry, "player", ("kind", "amount", "day", "at"), left=KEEP),
    Line(
        mark("Your table preferences"),
        tables.PlayerSettings,
        "player",
        ("cards", "four_colours", "felt", "turn", "autoplay", "suggestions", "shortcuts"),
        left=DELETE,
    ),
    Line(mark("House rules you saved"), tables.RulePreset, "owner", ("name", "rules", "changed_at"), left=DELETE),
    Line(mark("Notifications"), tables.Notification, "player", ("kind", "link", "made_at", "seen_at"), left=DELETE),
    Line(
        mark("Your notification settings"),
        tables.NotificationChoice,
        "player",
        ("kind", "push", "mail"),
        left=DELETE,
    ),
    Line(
        mark("Your notification settings"),
        tables.NotificationSettings,
        "player",
        ("zone", "quiet_from", "quiet_until", "bounced_at", "bounced_address"),
        left=DELETE,
    ),
    Line(
        mark("Browsers where you get push notifications"),
        tables.PushSubscription,
        "player",
        ("label", "language", "made_at", "delivered_at"),
        left=DELETE,
    ),
    Line(
        mark("Your own card pictures"), tables.CardPicture, "player", ("kind", "layout", "made_at", "body"), left=DELETE
    ),
)


def what_is_kept() -> dict[str, list[str]]:
    """For the page about privacy: what erasing does → with what."""
    gone, partly, stays = [say("Your name"), say("Your account, but not your activity")], [], []
    for title in dict.fromkeys(line.title for line in LINES):
        ways = [line.left for line in LINES if line.title == title]
        if all(left is DELETE for left in ways):
            gone.append(say(title))
        elif any(left != KEEP for left in ways):
            partly.append(say(title))
        else:
            stays.append(say(title))
    return {
        say("Deleted"): gone,
        say("Kept without your name and without what you or others wrote about you"): partly,
        say("Kept without your name"): stays,
    }
