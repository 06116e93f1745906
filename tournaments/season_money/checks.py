"""Does the money of seasons agree with itself? Yields sentences, mends nothing."""

from collections import defaultdict
from collections.abc import Iterator

from tournaments.leagues.models import Season
from tournaments.season_money.models import SETTLING, SeasonPosting


def season_money_adds_up() -> Iterator[str]:
    """Numbers are dense, and what each posting says of the fund and of its charge follows from those before."""
    rows: dict[int, list[SeasonPosting]] = defaultdict(list)
    for row in SeasonPosting.objects.order_by("season", "number"):
        rows[row.season_id].append(row)
    for season in Season.objects.filter(pk__in=rows):
        found, fund = rows[season.pk], 0
        if [row.number for row in found] != list(range(1, len(found) + 1)):
            yield f"{season}: its postings are not numbered from 1."
        left: dict[int, tuple[int, int]] = {row.pk: (0, row.cents) for row in found if row.is_charge}
        for row in found:
            fund += row.into_fund
            if row.fund != fund:
                yield f"{season}: after posting {row.number} the fund is {fund}, not {row.fund}."
            if row.kind in SETTLING and row.charge_id:
                turn, open_before = left.get(row.charge_id, (0, 0))
                left[row.charge_id] = turn + 1, open_before + (row.cents if row.reverses_id else -row.cents)
                if (row.turn, row.left) != left[row.charge_id]:
                    yield f"{season}: posting {row.number} settles something else than is open of its charge."


def season_postings_are_taken_back_as_they_were() -> Iterator[str]:
    rows = SeasonPosting.objects.filter(reverses__isnull=False).select_related("reverses", "season__league")
    for row in rows:
        first = row.reverses
        assert first
        mirrored = (
            first.credit,
            first.debit,
            first.cents,
            first.kind,
            first.squad_id,
            first.charge_id,
            first.season_id,
        )
        if (row.debit, row.credit, row.cents, row.kind, row.squad_id, row.charge_id, row.season_id) != mirrored:
            yield f"{row.season}: posting {row.number} takes back something else than posting {first.number} was."
        if first.is_charge and first.settled_by.filter(reverses=None, reversal=None).exists():
            yield f"{row.season}: posting {first.number} was taken back, though something was paid for it."


def season_postings_are_of_their_season() -> Iterator[str]:
    for row in SeasonPosting.objects.select_related("season__league", "squad", "charge", "fixture"):
        others = {one.season_id for one in (row.squad, row.charge, row.fixture) if one}
        if others - {row.season_id} or (row.charge and row.charge.squad_id != row.squad_id):
            yield f"{row.season}: posting {row.number} is about another season or team."


CHECKS = (
    season_money_adds_up,
    season_postings_are_taken_back_as_they_were,
    season_postings_are_of_their_season,
)
