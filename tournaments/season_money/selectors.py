"""What the pages about a season's money show. Reads only."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.utils import timezone

from tournaments.audit_log import actor_name
from tournaments.leagues.models import PointsAdjustment, Season, SquadPlayer
from tournaments.season_money.models import CHARGES, SETTLING, DismissedCharge, SeasonFees, SeasonPosting
from tournaments.season_money.postings import SquadAccount, accounts_of, charges_in, postings_of

Kind = SeasonPosting.Kind


@dataclass(frozen=True)
class Booked:
    """Postings that were written at once, as one line. by: who wrote them. can_undo: nothing was built on it yet."""

    rows: tuple[SeasonPosting, ...]
    by: str
    can_undo: bool

    @property
    def first(self) -> SeasonPosting:
        return self.rows[0]

    @property
    def cents(self) -> int:
        return sum(posting.cents for posting in self.rows)


@dataclass(frozen=True)
class MoneyDesk:
    """uncharged: how many squads the entry fee isn't charged to yet. late: rulings on late cards that are no fine yet.
    new: who came after the season's first day and isn't charged. dismissed: what isn't proposed any longer. fund: what
    is there."""

    fees: SeasonFees
    accounts: list[SquadAccount]
    uncharged: int
    late: list[PointsAdjustment]
    new: list[SquadPlayer]
    dismissed: list[DismissedCharge]
    booked: list[Booked]
    fund: int

    @property
    def charged(self) -> int:
        return sum(account.charged for account in self.accounts)

    @property
    def paid(self) -> int:
        return sum(account.paid for account in self.accounts)

    @property
    def waived(self) -> int:
        return sum(account.waived for account in self.accounts)

    @property
    def owed(self) -> int:
        return sum(account.owed for account in self.accounts)

    @property
    def has_proposals(self) -> bool:
        return bool(self.uncharged or self.late or self.new)


def money_of(season: Season) -> MoneyDesk:
    postings = postings_of(season)
    squads = list(season.squads.select_related("team").order_by("team__name"))
    fees = SeasonFees.objects.filter(season=season).first() or SeasonFees(season=season, revision=0)
    charges = [charge.posting for charge in charges_in(postings) if not charge.is_reversed]
    dismissed = _dismissed(season)
    settled: list[SeasonPosting | DismissedCharge] = [*charges, *dismissed]
    with_fee = {posting.squad_id for posting in settled if posting.kind == Kind.TEAM_FEE}
    people = _people(season)
    for squad in squads:
        squad.season = season
    return MoneyDesk(
        fees,
        accounts_of(squads, postings, [person for person in people if person.until is None]),
        sum(squad.pk not in with_fee for squad in squads) if fees.team else 0,
        _late(season, settled) if fees.late_card else [],
        _new(season, people, settled) if fees.player else [],
        dismissed,
        list(reversed(_booked(postings))),
        postings[-1].fund if postings else 0,
    )


def _people(season: Season) -> list[SquadPlayer]:
    squad_players = SquadPlayer.objects.filter(season=season).select_related("player", "squad__team")
    return list(squad_players.order_by("since", "pk"))


def _dismissed(season: Season) -> list[DismissedCharge]:
    dismissed_charges = DismissedCharge.objects.filter(season=season, undone=None)
    return list(dismissed_charges.select_related("squad__team", "player", "fixture__home__team", "fixture__away__team"))


def _late(season: Season, charges: Iterable[SeasonPosting | DismissedCharge]) -> list[PointsAdjustment]:
    fined = {(charge.squad_id, charge.fixture_id) for charge in charges if charge.kind == Kind.FINE}
    points_adjustments = season.adjustments.filter(kind=PointsAdjustment.Kind.LATE_CARD, reversal=None)
    points_adjustments = points_adjustments.select_related(
        "squad__team", "fixture__home__team", "fixture__away__team", "season"
    )
    return [
        points_adjustment
        for points_adjustment in points_adjustments
        if (points_adjustment.squad_id, points_adjustment.fixture_id) not in fined
    ]


def _new(
    season: Season, people: Iterable[SquadPlayer], charges: Iterable[SeasonPosting | DismissedCharge]
) -> list[SquadPlayer]:
    """Players who came to a first squad after the day of the first fixture, except with a team that joined late."""
    begins = season.fixtures.order_by("starts_at").values_list("starts_at", flat=True).first()
    if begins is None:
        return []
    day = begins.astimezone(season.zone).date()
    charged = {charge.player_id for charge in charges if charge.kind == Kind.PLAYER_FEE}
    first: dict[int, SquadPlayer] = {}
    founded: dict[int, date] = {}
    for person in people:
        first.setdefault(person.player_id, person)
        if person.squad.joined_week:
            founded.setdefault(person.squad_id, person.since)
    return [
        squad_player
        for squad_player in first.values()
        if squad_player.since > max(day, founded.get(squad_player.squad_id, day))
        and squad_player.player_id not in charged
    ]


def _booked(postings: list[SeasonPosting]) -> list[Booked]:
    """The same, those that were written at once as a payment together."""
    settled = {
        posting.charge_id
        for posting in postings
        if posting.kind in SETTLING and not posting.reverses_id and not _undone(posting)
    }
    bookings = []
    for _, part in groupby(
        postings, key=lambda posting: (posting.journal_id, posting.pk if posting.kind not in SETTLING else 0)
    ):
        together = tuple(part)
        first = together[0]
        is_settled = first.kind in CHARGES and first.pk in settled
        can_undo = not (first.reverses_id or _undone(first) or is_settled)
        bookings.append(Booked(together, actor_name(first.journal), can_undo))
    return bookings


def _undone(posting: SeasonPosting) -> bool:
    return getattr(posting, "reversal", None) is not None


def file_rows(season: Season) -> list[list[str]]:
    """Every posting as a row of a table: amounts as numbers, days where the club is."""
    return [
        [
            str(posting.number),
            timezone.localtime(posting.at, season.zone).strftime("%Y-%m-%d"),
            str(posting.get_kind_display()),
            str(posting.squad or ""),
            posting.player.called if posting.player else "",
            str(posting.fixture or ""),
            posting.debit,
            posting.credit,
            _number(posting.cents),
            str(posting.get_way_display() if posting.way else ""),
            posting.note,
            str(posting.reverses.number) if posting.reverses else "",
            _number(posting.fund),
            actor_name(posting.journal),
        ]
        for posting in postings_of(season)
    ]


COLUMNS = (
    "number",
    "date",
    "kind",
    "team",
    "player",
    "fixture",
    "debit",
    "credit",
    "amount",
    "way",
    "note",
    "takes_back",
    "fund",
    "by",
)
"""Of the file. They are the same in every language, so that programs can read it."""


def _number(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
