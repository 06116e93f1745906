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
        return sum(row.cents for row in self.rows)


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
        return sum(one.charged for one in self.accounts)

    @property
    def paid(self) -> int:
        return sum(one.paid for one in self.accounts)

    @property
    def waived(self) -> int:
        return sum(one.waived for one in self.accounts)

    @property
    def owed(self) -> int:
        return sum(one.owed for one in self.accounts)

    @property
    def has_proposals(self) -> bool:
        return bool(self.uncharged or self.late or self.new)


def money_of(season: Season) -> MoneyDesk:
    rows = postings_of(season)
    squads = list(season.squads.select_related("team").order_by("team__name"))
    fees = SeasonFees.objects.filter(season=season).first() or SeasonFees(season=season, revision=0)
    charges = [one.posting for one in charges_in(rows) if not one.is_reversed]
    dismissed = _dismissed(season)
    settled: list[SeasonPosting | DismissedCharge] = [*charges, *dismissed]
    with_fee = {row.squad_id for row in settled if row.kind == Kind.TEAM_FEE}
    people = _people(season)
    for squad in squads:
        squad.season = season
    return MoneyDesk(
        fees,
        accounts_of(squads, rows, [row for row in people if row.until is None]),
        sum(squad.pk not in with_fee for squad in squads) if fees.team else 0,
        _late(season, settled) if fees.late_card else [],
        _new(season, people, settled) if fees.player else [],
        dismissed,
        list(reversed(_booked(rows))),
        rows[-1].fund if rows else 0,
    )


def _people(season: Season) -> list[SquadPlayer]:
    rows = SquadPlayer.objects.filter(season=season).select_related("player", "squad__team")
    return list(rows.order_by("since", "pk"))


def _dismissed(season: Season) -> list[DismissedCharge]:
    rows = DismissedCharge.objects.filter(season=season, undone=None)
    return list(rows.select_related("squad__team", "player", "fixture__home__team", "fixture__away__team"))


def _late(season: Season, charges: Iterable[SeasonPosting | DismissedCharge]) -> list[PointsAdjustment]:
    fined = {(row.squad_id, row.fixture_id) for row in charges if row.kind == Kind.FINE}
    rows = season.adjustments.filter(kind=PointsAdjustment.Kind.LATE_CARD, reversal=None)
    rows = rows.select_related("squad__team", "fixture__home__team", "fixture__away__team", "season")
    return [row for row in rows if (row.squad_id, row.fixture_id) not in fined]


def _new(
    season: Season, people: Iterable[SquadPlayer], charges: Iterable[SeasonPosting | DismissedCharge]
) -> list[SquadPlayer]:
    """Players who came to a first squad after the day of the first fixture, except with a team that joined late."""
    begins = season.fixtures.order_by("starts_at").values_list("starts_at", flat=True).first()
    if begins is None:
        return []
    day = begins.astimezone(season.zone).date()
    charged = {one.player_id for one in charges if one.kind == Kind.PLAYER_FEE}
    first: dict[int, SquadPlayer] = {}
    founded: dict[int, date] = {}
    for row in people:
        first.setdefault(row.player_id, row)
        if row.squad.joined_week:
            founded.setdefault(row.squad_id, row.since)
    return [
        row
        for row in first.values()
        if row.since > max(day, founded.get(row.squad_id, day)) and row.player_id not in charged
    ]


def _booked(rows: list[SeasonPosting]) -> list[Booked]:
    """The same, those that were written at once as a payment together."""
    settled = {row.charge_id for row in rows if row.kind in SETTLING and not row.reverses_id and not _undone(row)}
    found = []
    for _, part in groupby(rows, key=lambda row: (row.journal_id, row.pk if row.kind not in SETTLING else 0)):
        together = tuple(part)
        first = together[0]
        is_settled = first.kind in CHARGES and first.pk in settled
        can_undo = not (first.reverses_id or _undone(first) or is_settled)
        found.append(Booked(together, actor_name(first.journal), can_undo))
    return found


def _undone(row: SeasonPosting) -> bool:
    return getattr(row, "reversal", None) is not None


def file_rows(season: Season) -> list[list[str]]:
    """Every posting as a row of a table: amounts as numbers, days where the club is."""
    return [
        [
            str(row.number),
            timezone.localtime(row.at, season.zone).strftime("%Y-%m-%d"),
            str(row.get_kind_display()),
            str(row.squad or ""),
            row.player.called if row.player else "",
            str(row.fixture or ""),
            row.debit,
            row.credit,
            _number(row.cents),
            str(row.get_way_display() if row.way else ""),
            row.note,
            str(row.reverses.number) if row.reverses else "",
            _number(row.fund),
            actor_name(row.journal),
        ]
        for row in postings_of(season)
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
