"""Does the money of seasons agree with itself? Yields sentences, mends nothing."""

from collections import defaultdict
from collections.abc import Iterator

from tournaments.leagues.models import Season
from tournaments.season_money.models import SETTLING, SeasonPosting


def season_money_adds_up() -> Iterator[str]:
    """Numbers are dense, and what each posting says of the fund and of its charge follows from those before."""
    by_season: dict[int, list[SeasonPosting]] = defaultdict(list)
    for posting in SeasonPosting.objects.order_by("season", "number"):
        by_season[posting.season_id].append(posting)
    for season in Season.objects.filter(pk__in=by_season):
        postings, fund = by_season[season.pk], 0
        if [booked.number for booked in postings] != list(range(1, len(postings) + 1)):
            yield f"{season}: its postings are not numbered from 1."
        left: dict[int, tuple[int, int]] = {charge.pk: (0, charge.cents) for charge in postings if charge.is_charge}
        for posting in postings:
            fund += posting.into_fund
            if posting.fund != fund:
                yield f"{season}: after posting {posting.number} the fund is {fund}, not {posting.fund}."
            if posting.kind in SETTLING and posting.charge_id:
                turn, open_before = left.get(posting.charge_id, (0, 0))
                left[posting.charge_id] = (
                    turn + 1,
                    open_before + (posting.cents if posting.reverses_id else -posting.cents),
                )
                if (posting.turn, posting.left) != left[posting.charge_id]:
                    yield f"{season}: posting {posting.number} settles something else than is open of its charge."


def season_postings_are_taken_back_as_they_were() -> Iterator[str]:
    postings = SeasonPosting.objects.filter(reverses__isnull=False).select_related("reverses", "season__league")
    for posting in postings:
        first = posting.reverses
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
        if (
            posting.debit,
            posting.credit,
            posting.cents,
            posting.kind,
            posting.squad_id,
            posting.charge_id,
            posting.season_id,
        ) != mirrored:
            yield (
                f"{posting.season}: posting {posting.number} takes back something else than posting {first.number} was."
            )
        if first.is_charge and first.settled_by.filter(reverses=None, reversal=None).exists():
            yield f"{posting.season}: posting {first.number} was taken back, though something was paid for it."


def season_postings_are_of_their_season() -> Iterator[str]:
    for posting in SeasonPosting.objects.select_related("season__league", "squad", "charge", "fixture"):
        others = {related.season_id for related in (posting.squad, posting.charge, posting.fixture) if related}
        if others - {posting.season_id} or (posting.charge and posting.charge.squad_id != posting.squad_id):
            yield f"{posting.season}: posting {posting.number} is about another season or team."


CHECKS = (
    season_money_adds_up,
    season_postings_are_taken_back_as_they_were,
    season_postings_are_of_their_season,
)
