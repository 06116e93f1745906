"""What the postings of a season come to. Reads only: every sum is derived from the rows."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.leagues.models import Season, Squad, SquadPlayer
from tournaments.season_money.models import CHARGES, SETTLING, SeasonPosting

Kind = SeasonPosting.Kind


@dataclass(frozen=True)
class Charge:
    """A fee or a fine of a squad, with what was paid and waived of it, in cents. is_reversed: taken back, so that
    nothing is open."""

    posting: SeasonPosting
    paid: int
    waived: int
    is_reversed: bool

    @property
    def left(self) -> int:
        """What is open of it."""
        return 0 if self.is_reversed else self.posting.cents - self.paid - self.waived


@dataclass(frozen=True)
class SquadAccount:
    """What a squad was charged and paid, in cents; what was taken back is left out. members: who could hand it over."""

    squad: Squad
    charges: tuple[Charge, ...]
    members: tuple[SquadPlayer, ...] = ()

    @property
    def charged(self) -> int:
        return sum(charge.posting.cents for charge in self.standing)

    @property
    def paid(self) -> int:
        return sum(charge.paid for charge in self.standing)

    @property
    def waived(self) -> int:
        return sum(charge.waived for charge in self.standing)

    @property
    def owed(self) -> int:
        return sum(charge.left for charge in self.standing)

    @property
    def standing(self) -> list[Charge]:
        return [charge for charge in self.charges if not charge.is_reversed]

    @property
    def open(self) -> list[Charge]:
        """Of which something is open, the oldest first."""
        return [charge for charge in self.standing if charge.left]


def postings_of(season: Season) -> list[SeasonPosting]:
    """All of the season, in order, with what pages say of them."""
    postings = season.postings.select_related(
        "squad__team", "player", "fixture__home__team", "fixture__away__team", "reversal", "reverses"
    )
    return list(postings.select_related("journal__user__player", "journal__player").order_by("number"))


def charges_in(postings: Iterable[SeasonPosting]) -> list[Charge]:
    """The charges among the postings of a season, which come in order."""
    charged: list[SeasonPosting] = []
    reversed_rows: set[int] = set()
    settled: dict[tuple[int, str], int] = defaultdict(int)
    for posting in postings:
        if posting.kind in SETTLING and posting.charge_id:
            settled[posting.charge_id, posting.kind] += -posting.cents if posting.reverses_id else posting.cents
        elif posting.kind in CHARGES and posting.reverses_id:
            reversed_rows.add(posting.reverses_id)
        elif posting.kind in CHARGES:
            charged.append(posting)
    return [
        Charge(charge, settled[charge.pk, Kind.PAYMENT], settled[charge.pk, Kind.WAIVER], charge.pk in reversed_rows)
        for charge in charged
    ]


def accounts_of(
    squads: Iterable[Squad], postings: Iterable[SeasonPosting], people: Iterable[SquadPlayer] = ()
) -> list[SquadAccount]:
    """For every squad what it owes. people: who are in the squads."""
    charges: dict[int | None, list[Charge]] = defaultdict(list)
    members: dict[int, list[SquadPlayer]] = defaultdict(list)
    for charge in charges_in(postings):
        charges[charge.posting.squad_id].append(charge)
    for person in people:
        members[person.squad_id].append(person)
    return [SquadAccount(squad, tuple(charges[squad.pk]), tuple(members[squad.pk])) for squad in squads]


def account_of(squad: Squad) -> SquadAccount:
    """What one squad owes, with its charges in order."""
    postings = squad.postings.select_related("player", "fixture__home__team", "fixture__away__team").order_by("number")
    return accounts_of([squad], postings)[0]
