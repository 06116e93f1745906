"""Every table that points at a person, in one list: what the person's own file shows of it, and what erasing leaves.

Whoever adds a column that points at a player or an account adds a line here; a test asks for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet

from games import models as tables
from games.engine.language import mark, say
from games.models import User
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
    left: dict[str, Any] | None = None

    def of(self, records: Iterable[int], accounts: Iterable[int]) -> QuerySet[Any]:
        """The rows about these records of a person, or about their account."""
        is_account = self.model._meta.get_field(self.field).related_model is User
        about = list(accounts if is_account else records)
        return self.model._default_manager.filter(**{f"{self.field}__in": about}).order_by("pk")


IN_EVENT = ("match__round__stage__event__name", "match__round__number", "match__table")
LINES: tuple[Line, ...] = (
    Line(mark("E-mail addresses"), EmailAddress, "user", ("email", "verified")),
    Line(mark("Two-step log-in"), Authenticator, "user", ("type", "created_at", "last_used_at")),
    Line(mark("Mail about trophies"), rows.MailWish, "user", ("address", "since")),
    Line(mark("Mail about trophies"), rows.NewsMail, "player", ("day", "sent_at")),
    Line(mark("Programs that act for you"), tables.ApiToken, "user",
         ("name", "prefix", "scopes", "created_at", "used_on")),
    Line(mark("Programs that act for you"), tables.ApiAnswer, "user", ("key", "at")),
    Line(mark("Rights in the admin"), User.groups.through, "user", ("group__name",)),
    Line(mark("Rights in the admin"), User.user_permissions.through, "user", ("permission__codename",)),
    Line(mark("Changes in the admin"), LogEntry, "user", ("action_time", "object_repr"), KEEP),
    Line(mark("Clubs that know you"), rows.Membership, "player", ("club__name", "role", "number", "email"),
         {"number": "", "email": ""}),
    Line(mark("Events in your charge"), rows.Event, "in_charge", ("name", "starts_at"), {"in_charge": None}),
    Line(mark("Personal links"), rows.Pass, "player", ("event__name", "created_at", "expires_at")),
    Line(mark("Your calendar's secret address"), rows.CalendarKey, "player", ("since",)),
    Line(mark("Invitations you took up"), rows.InvitationUse, "player", ("invitation__club__name", "at"), KEEP),
    Line(mark("Records you said are yours"), rows.RecordClaim, "player", ("club__name", "words", "status", "at"),
         {"words": ""}),
    Line(mark("Records you said are yours"), rows.RecordClaim, "record", ("club__name", "status", "at"), {"words": ""}),
    Line(mark("Merged records"), rows.PlayerMerge, "kept", ("club__name", "gone__name", "email"),
         {"email": "", "handed": {}}),
    Line(mark("Merged records"), rows.PlayerMerge, "gone", ("club__name", "kept__name", "email"),
         {"email": "", "handed": {}}),
    Line(mark("Merged records"), rows.PlayerAlias, "player", (), KEEP),
    Line(mark("Merged records"), rows.PlayerAlias, "person", (), KEEP),
    Line(mark("Events you registered for"), rows.RegisteredPlayer, "player", ("event__name", "is_live", "since"), KEEP),
    Line(mark("Partners you asked"), rows.PartnerAsk, "asker", ("event__name", "asked__name", "state", "at"), KEEP),
    Line(mark("Partners who asked you"), rows.PartnerAsk, "asked", ("event__name", "asker__name", "state", "at"), KEEP),
    Line(mark("Events you played in"), rows.EntryPlayer, "player", ("event__name", "entry__number", "since"), KEEP),
    Line(mark("Seats"), rows.Seat, "player", (*IN_EVENT, "side", "position"), KEEP),
    Line(mark("Late or leaving"), rows.Notice, "player", ("event__name", "kind", "minutes", "at"), KEEP),
    Line(mark("Scores you reported"), rows.ResultEntry, "player", (*IN_EVENT, "kind", "slip", "reason", "at"), KEEP),
    Line(mark("Scores you reported"), rows.ResultEntry, "user", (*IN_EVENT, "kind", "slip", "reason", "at"), KEEP),
    Line(mark("What you did"), rows.JournalEntry, "player", ("club__name", "event__name", "verb", "at"), KEEP),
    Line(mark("What you did"), rows.JournalEntry, "user", ("club__name", "event__name", "verb", "at"), KEEP),
    Line(mark("Squads"), rows.SquadPlayer, "player", ("squad__team__name", "season__name", "since", "until"), KEEP),
    Line(mark("Squads"), rows.LineUpPlayer, "player", ("squad__team__name", "fixture__number", "pair", "chair"), KEEP),
    Line(mark("Squads"), rows.SeriesLine, "player", ("season__name", "place", "total"), KEEP),
    Line(mark("Prizes"), rows.Payout, "player", ("event__name", "prize", "cents", "paid"), KEEP),
    Line(mark("Jackpots"), rows.JackpotPosting, "player", ("period__jackpot__name", "kind", "cents", "at"), KEEP),
    Line(mark("Jackpots"), rows.JackpotScore, "player", ("period__jackpot__name", "score", "place"), KEEP),
    Line(mark("Trophies"), rows.Award, "player", ("achievement", "tier", "earned_at"), KEEP),
    Line(mark("Trophies"), rows.Feat, "player", ("achievement", "tier", "at", "seen_at"), KEEP),
    Line(mark("Trophies"), rows.AwardCounting, "player", (), KEEP),
    Line(mark("Games that count"), rows.Outing, "player", ("counted", "side", "ended_at"), KEEP),
    Line(mark("Places"), rows.CountedPlace, "player", ("contest", "place", "field", "ended_at"), KEEP),
    Line(mark("Ratings"), rows.PlayerRating, "player", ("pool__key", "mu", "sigma", "games", "last_at"), KEEP),
    Line(mark("Ratings"), rows.RatingChange, "player", ("pool__key", "ended_at", "mu", "sigma"), KEEP),
    Line(mark("Statistics"), rows.SpanTotals, "player", ("scope", "span", "games", "wins", "points", "hands"), KEEP),
    Line(mark("Statistics"), rows.DayCard, "player", (), KEEP),
    Line(mark("Tables you opened"), tables.Table, "owner", ("name", "created_at", "closed_at"), KEEP),
    Line(mark("Games online"), tables.GamePlayer, "player", ("game__table__name", "game__started_at", "seat"), KEEP),
    Line(mark("Seats online"), tables.Seat, "player", ("table__name", "number", "since", "seen_at"),
         {"device": "", "deed": ""}),
    Line(mark("What you did at tables online"), tables.TableEntry, "player", ("table__name", "verb", "at"), KEEP),
    Line(mark("What you said at tables online"), tables.TableLine, "player", ("table__name", "text", "at"),
         {"text": "", "player": None}),
    Line(mark("Tables you were invited to"), tables.TableGuest, "player", ("table__name", "at"), KEEP),
    Line(mark("Tables you watch"), tables.Watcher, "player", ("table__name", "seen_at")),
    Line(mark("Tables where you are muted"), tables.Silence, "player", ("table__name",)),
    Line(mark("Deals you prepared"), tables.PreparedDeal, "by", ("table__name", "deck", "at"), KEEP),
    Line(mark("Chips"), tables.ChipAccount, "player", ("kind", "balance"), KEEP),
    Line(mark("Chips"), tables.ChipEntry, "player", ("kind", "amount", "day", "at"), KEEP),
    Line(mark("How you like your tables"), tables.PlayerSettings, "player",
         ("cards", "four_colours", "felt", "turn", "autoplay", "suggestions", "shortcuts")),
    Line(mark("Your own cards"), tables.CardPicture, "player", ("kind", "layout", "made_at", "body")),
)  # fmt: skip


def what_is_kept() -> dict[str, list[str]]:
    """For the page about privacy: what erasing does → with what."""
    gone, partly, stays = [say("Your name"), say("Your account, but for what was done with it")], [], []
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
        say("Stays under a number, without what you or others wrote about you"): partly,
        say("Stays under a number"): stays,
    }
