"""A night of four or more pairs with a pot: entry 1 beats all others, 2 all but that one, and so on."""

from dataclasses import dataclass
from typing import Any

from games.accounts.models import User
from tests.cast import context_of, make_club, make_event, make_user, on_grid, slip
from tests.tournaments.scenes.stages import Better, play_out, play_round, sides, smaller_wins
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Membership, Role
from tournaments.events.models import Event, Stage
from tournaments.formats.base import Slip
from tournaments.honours.prize_plan import PlaceTable, PrizePlan
from tournaments.integrity.verify import violations
from tournaments.prizes import commands as prizes
from tournaments.prizes import plans, second_official
from tournaments.prizes.models import PrizeChange, ShownPrizes
from tournaments.prizes.preview import Preview, preview_of
from tournaments.prizes.settlement import due_of, offer_of
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match


@dataclass(frozen=True)
class PrizeNight:
    """A round robin. olga owns the club, owen organizes, scott keeps scores."""

    olga: User
    owen: User
    scott: User
    event: Event

    @property
    def stage(self) -> Stage:
        return self.event.stages.get()

    def fresh(self) -> Event:
        return Event.objects.select_related("club").get(pk=self.event.pk)

    def entry(self, number: int) -> Entry:
        return self.event.entries.get(number=number)

    def match(self, one: int, other: int) -> Match:
        """Where these two entries met."""
        matches = Match.objects.filter(round__stage=self.stage).select_related("round__stage__event")
        return next(match for match in matches if set(sides(match)) == {one, other})

    def promise(self, plan: PrizePlan | None = None, **terms: Any) -> None:
        seen = offer.revision if (offer := offer_of(self.event)) else 0
        plans.set_prize_plan(
            self.event.pk,
            plan or shares(50, 30, 20),
            plans.Terms(**terms),
            context=context_of(self.olga),
            expected_version=seen,
        )

    def preview(self) -> Preview:
        offer = offer_of(self.event)
        assert offer
        return preview_of(self.fresh(), offer)

    def show(self, **more: Any) -> ShownPrizes:
        return prizes.show_prizes(
            self.event.pk, context=context_of(self.olga), expected_version=self.preview().digest, **more
        )

    def due(self) -> dict[int, int]:
        """Entry number → cents, both players together."""
        found: dict[int, int] = {}
        for (number, _, _), cents in due_of(self.event).items():
            found[number] = found.get(number, 0) + cents
        return found

    def swapped(self, one: int, other: int) -> tuple[Match, Slip]:
        """The match of these two, and the slip as it would be the other way round."""
        match = self.match(one, other)
        assert match.standing
        return match, slip(*reversed(match.standing.slip["points"]))

    def propose(self, one: int, other: int, user: User | None = None) -> PrizeChange:
        match, score = self.swapped(one, other)
        return second_official.propose_change(
            match.pk,
            score,
            reason="Sides mixed up",
            context=context_of(user or self.olga),
            expected_version=match.last_version,
        )

    def correct(self, one: int, other: int) -> None:
        match, score = self.swapped(one, other)
        results.correct_result(
            match.pk, score, reason="Sides mixed up", context=on_grid(self.olga), expected_version=match.last_version
        )


def shares(*percent: int, **more: Any) -> PrizePlan:
    return PrizePlan(tables=(PlaceTable(0, tuple(100 * one for one in percent)),), **more)


def prize_night(better: Better | None = smaller_wins, fee: int = 1000, pairs: int = 4, **more: Any) -> PrizeNight:
    """better: who wins each match; None: nothing is played. Everyone has paid."""
    olga, owen, scott = (make_user(name) for name in ("Olga", "Owen", "Scott"))
    club = make_club(olga)
    Membership.objects.create(club=club, player=owen.player, role=Role.ORGANIZER)
    Membership.objects.create(club=club, player=scott.player, role=Role.SCORER)
    event = make_event(club, olga, "round_robin", fee=fee, name="Prize night", **more)
    for number in range(1, pairs + 1):
        entry = entries.walk_in(event.pk, [f"Ann {number}", f"Bob {number}"], context=context_of(olga))
        if fee:
            entries.take_fee(entry.pk, context=context_of(olga))
    night = PrizeNight(olga, owen, scott, event)
    if better:
        play_out(night.stage, olga, better)
    return night


def three_level(one: int, other: int) -> bool:
    """1, 2 and 3 beat each other in a circle, all beat 4: level on everything but the lot."""
    return (one, other) in {(1, 2), (2, 3), (3, 1)} or (other == 4)


def clean() -> bool:
    settle_unsettled()
    return violations() == []


def one_round(night: PrizeNight) -> None:
    play_round(night.stage, night.olga)
    settle_unsettled()


def shown_night() -> PrizeNight:
    night = prize_night()
    night.promise()
    night.show()
    return night
