"""What the postings of a season come to. Reads only: every sum is derived from the rows."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournaments.leagues.models import Season, Squad, SquadPlayer
from tournaments.season_money.models import CHARGES, SETTLING, SeasonPosting

Kind = SeasonPosting.Kind


@dataclass
class Charge:
    """A fee or a fine of a squad, with what is open of it, in cents. is_reversed: taken back, so that nothing is."""

    posting: SeasonPosting
    left: int
    paid: int = 0
    waived: int = 0
    is_reversed: bool = False


@dataclass
class Account:
    """What a squad was charged and paid, in cents; what was taken back is left out. members: who could hand it over."""

    squad: Squad
    charges: list[Charge] = field(default_factory=list)
    members: list[SquadPlayer] = field(default_factory=list)

    @property
    def charged(self) -> int:
        return sum(one.posting.cents for one in self.standing)

    @property
    def paid(self) -> int:
        return sum(one.paid for one in self.standing)

    @property
    def waived(self) -> int:
        return sum(one.waived for one in self.standing)

    @property
    def owed(self) -> int:
        return sum(one.left for one in self.standing)

    @property
    def standing(self) -> list[Charge]:
        return [one for one in self.charges if not one.is_reversed]

    @property
    def open(self) -> list[Charge]:
        """Of which something is open, the oldest first."""
        return [one for one in self.standing if one.left]


def postings_of(season: Season) -> list[SeasonPosting]:
    """All of the season, in order, with what pages say of them."""
    rows = season.postings.select_related(
        "squad__team", "player", "fixture__home__team", "fixture__away__team", "reversal", "reverses"
    )
    return list(rows.select_related("journal__user__player", "journal__player").order_by("number"))


def charges_in(rows: Iterable[SeasonPosting]) -> list[Charge]:
    """The charges among the postings of a season, which come in order."""
    found: dict[int, Charge] = {}
    for row in rows:
        if row.kind in CHARGES and row.reverses_id is None:
            found[row.pk] = Charge(row, row.cents)
        elif row.kind in CHARGES and row.reverses_id:
            charge = found[row.reverses_id]
            charge.left, charge.is_reversed = 0, True
        elif row.kind in SETTLING and row.charge_id:
            charge, sign = found[row.charge_id], -1 if row.reverses_id else 1
            charge.left -= sign * row.cents
            if row.kind == Kind.PAYMENT:
                charge.paid += sign * row.cents
            else:
                charge.waived += sign * row.cents
    return list(found.values())


def accounts_of(squads: Iterable[Squad], rows: Iterable[SeasonPosting]) -> list[Account]:
    """For every squad what it owes."""
    found = {squad.pk: Account(squad) for squad in squads}
    for charge in charges_in(rows):
        if charge.posting.squad_id in found:
            found[charge.posting.squad_id].charges.append(charge)
    return list(found.values())


def account_of(squad: Squad) -> Account:
    """What one squad owes, with its charges in order."""
    rows = squad.postings.select_related("player", "fixture__home__team", "fixture__away__team").order_by("number")
    return accounts_of([squad], rows)[0]
