"""A club with two records of one person, "Pat" and the walk-in "Patty", who never sit in the same event."""

import datetime
from random import Random
from uuid import uuid4

from django.utils import timezone

from games.accounts.models import Player, User
from tests.cast import context_of, make_club, make_event, make_user, on_grid
from tournaments.checkin import entries
from tournaments.clubs.models import Club, Membership, Role
from tournaments.demo import made_up_slip
from tournaments.events.models import Event
from tournaments.honours.jackpots.rules import JackpotRules
from tournaments.jackpots.closing import close_due
from tournaments.jackpots.terms import Terms, Turns, create_jackpot
from tournaments.leagues import schedule, series, setup, tables
from tournaments.leagues.models import Season
from tournaments.merging import commands as merging
from tournaments.merging.models import PlayerMerge
from tournaments.merging.preview import preview_of
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.queue import run_all
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event


class Town:
    """Olga's club with a series of nights and a weekly jackpot, seven others, and Pat under two records."""

    def __init__(self) -> None:
        self.olga: User = make_user("Olga")
        self.club: Club = make_club(self.olga)
        self.others = [self.known(f"Player {number}", Role.MEMBER) for number in range(1, 8)]
        self.pat, self.patty = self.known("Pat", Role.MEMBER), self.known("Patty", Role.GUEST)
        league = setup.create_league(self.club, "Elm League", ["First"], context=context_of(self.olga))
        self.season: Season = setup.create_season(
            league, "Fall", {"kind": "nights", "drop": 1}, context=context_of(self.olga)
        )
        schedule.open_season(self.season.pk, context=context_of(self.olga))
        begins = timezone.now() - datetime.timedelta(weeks=3)
        terms = Terms("Week", JackpotRules())
        self.jackpot = create_jackpot(self.club, terms, Turns("week"), context=context_of(self.olga), begins_at=begins)
        self.nights = 0

    def known(self, name: str, role: Role) -> Player:
        player = Player.objects.create(name=name)
        Membership.objects.create(club=self.club, player=player, role=role)
        return player

    def night(self, whom: Player, chance: Random, *, finished: bool = True) -> Event:
        """An event with one round played, ended at some time of the last weeks; often a night of the series."""
        self.nights += 1
        event = make_event(self.club, self.olga, name=f"Night {self.nights}")
        event.stages.update(seed=f"{self.nights:064x}")
        for player in (*self.others, whom):
            entries.register(event.pk, [player], check_in=True, context=context_of(self.olga))
        row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(self.olga))
        row = rounds.publish_round(row.pk, context=context_of(self.olga), expected_version=row.revision)
        ago = datetime.timedelta(hours=chance.randrange(1, 500), seconds=self.nights)
        for match in row.matches.order_by("pk"):
            entry = results.record_result(match.pk, made_up_slip(match, chance), context=on_grid(self.olga))
            ResultEntry.objects.filter(pk=entry.pk).update(at=timezone.now() - ago)
        if not finished:
            return event
        rounds.close_round(row.pk, context=context_of(self.olga), expected_version=row.revision)
        if chance.random() < 0.5:
            counted = series.add_night(self.season.pk, event, context=context_of(self.olga))
            series.count_night(counted.pk, context=context_of(self.olga))
        finish_event(event.pk, context=context_of(self.olga), override="Late")
        settle()
        return event

    def correct(self, event: Event, chance: Random) -> None:
        match = chance.choice(list(event.stages.get().rounds.get().matches.select_related("round__stage")))
        asked = {"reason": "Misread", "context": on_grid(self.olga), "expected_version": match.last_version}
        if match.is_terminal and chance.random() < 0.3:
            results.void_result(match.pk, **asked)
        else:
            results.correct_result(match.pk, made_up_slip(match, chance), **asked)
        settle()

    def close_weeks(self) -> None:
        close_due()
        settle()

    def merge(self, kept: Player | None = None, gone: Player | None = None) -> PlayerMerge:
        return merge_of(self.club, kept or self.pat, gone or self.patty, self.olga)

    def undo(self, merge: PlayerMerge) -> PlayerMerge:
        undone = merging.undo_merge(merge.pk, context=context_of(self.olga, key=uuid4()))
        settle()
        return undone


def merge_of(club: Club, kept: Player, gone: Player, olga: User) -> PlayerMerge:
    seen = preview_of(club, kept, gone).digest
    merge = merging.merge_players(
        club.pk, kept.pk, gone.pk, context=context_of(olga, key=uuid4()), expected_version=seen
    )
    settle()
    return merge


def settle() -> None:
    settle_unsettled()
    tables.settle_stale_seasons()
    run_all()
