"""Jackpots for tests: a weekly one that began some weeks ago, and games that ended whenever the test says."""

import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.choices import Variant
from tests.cast import context_of, make_club, make_event, make_user
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.honours.facts import Contest, PlayedGame
from tournaments.honours.jackpots.rules import JackpotRules
from tournaments.jackpots.closing import close_due
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotPosting
from tournaments.jackpots.money import add_money
from tournaments.jackpots.terms import Terms, Turns, create_jackpot
from tournaments.results.models import ResultEntry
from tournaments.rewards import counting
from tournaments.rewards.models import GameFact, GameParticipation
from tournaments.rewards.placements import recount_places
from tournaments.rewards.queue import run_due, touch
from tournaments.rounds.models import Match, Round

WEEK = datetime.timedelta(days=7)
HOUR = datetime.timedelta(hours=1)


def weeks_ago(weeks: int, zone: str) -> datetime.datetime:
    """On the club's clock: 168 hours are no week where clocks change, nor on a Sunday night the same one."""
    return timezone.localtime(timezone.now(), ZoneInfo(zone)) - weeks * WEEK


class JackpotClub:
    """Olga's club with a jackpot; Ann, Bob, Cy and Dee play for it."""

    def __init__(self, weeks: int = 0, kind: str = "week", **rules: Any) -> None:
        self.olga: User = make_user("Olga")
        self.club: Club = make_club(self.olga)
        self.event: Event = make_event(self.club, self.olga)
        self.row = Round.objects.create(stage=self.event.stages.get(), number=1)
        self.people = [Player.objects.create(name=name) for name in ("Ann", "Bob", "Cy", "Dee")]
        terms = Terms("Loner pot", JackpotRules(**rules))
        begins = weeks_ago(weeks, self.club.zone)
        self.jackpot: Jackpot = create_jackpot(
            self.club, terms, Turns(kind), context=context_of(self.olga), begins_at=begins
        )
        self.tables = 0

    def period(self, number: int = 1) -> JackpotPeriod:
        return self.jackpot.periods.select_related("jackpot__club", "terms").get(number=number)

    def count(self, moment: datetime.datetime, points: tuple[int, int], players: tuple[int, ...] = (0, 2, 1, 3)) -> int:
        """A counted game that ended then: Ann and Cy against Bob and Dee, unless said."""
        self.tables += 1
        match = Match.objects.create(round=self.row, table=self.tables)
        self.recount(2 * match.pk, moment, points, players)
        return 2 * match.pk

    def recount(
        self,
        number: int,
        moment: datetime.datetime,
        points: tuple[int, int] | None,
        players: tuple[int, ...] = (0, 2, 1, 3),
    ) -> None:
        """Its result as it stands from now on; None: void."""
        row = GameFact.objects.filter(pk=number).first()
        before = counting.read(row) if row else None
        after = self.fact(number, moment, points, players) if points else None
        GameFact.objects.filter(pk=number).delete()
        if after:
            GameFact.objects.create(
                number=number, match_id=number // 2, club=self.club, event=self.event, **counting.stored(after)
            )
            GameParticipation.objects.bulk_create(
                GameParticipation(counted_id=number, player_id=player, side=side, ended_at=moment, club=self.club)
                for player, side, _ in counting.participations_of(after)
            )
        touch(before, after)

    def fact(
        self, number: int, moment: datetime.datetime, points: tuple[int, int], players: tuple[int, ...]
    ) -> PlayedGame:
        ids = [self.people[one].pk for one in players]
        winners = tuple(side for side in (0, 1) if points[side] == max(points))
        return PlayedGame(
            number,
            moment,
            self.club.zone,
            self.club.pk,
            (tuple(ids[:2]), tuple(ids[2:])),
            points,
            winners,
            Variant.CLASSIC,
            event=self.event.pk,
            round=1,
        )

    def inside(self, number: int = 1, hours: int = 1) -> datetime.datetime:
        """A moment of that period."""
        return self.period(number).start + hours * HOUR

    def settle(self) -> None:
        while run_due():
            pass


def won_jackpot(event: Event, olga: User, cents: int = 1000) -> Jackpot:
    """A weekly jackpot whose first week is closed: the event's games were played in it, and the leaders are paid."""
    entries = ResultEntry.objects.filter(match__round__stage__event=event)
    begins = weeks_ago(1, event.club.zone)
    entries.update(at=begins)
    for match in Match.objects.filter(round__stage__event=event):
        counting.recount_match(match.pk)
    recount_places(Contest.EVENT, event.pk)
    jackpot = create_jackpot(
        event.club, Terms("Week", JackpotRules()), Turns("week"), context=context_of(olga), begins_at=begins
    )
    posting = add_money(jackpot.pk, cents, context=context_of(olga))
    JackpotPosting.objects.filter(pk=posting.pk).update(period=jackpot.periods.get(number=1))
    run_due()
    assert close_due() == 1
    return jackpot
