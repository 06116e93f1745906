"""A club's five years as facts in the database, honoured week by week as they came in, and all computed again.

250 nights of 40 players and 50,000 online games; `--share 0.1` plays a tenth of the weeks. Goals: what is computed
again equals what came about, the last weeks cost what the first did, and memory does not grow with the years.
"""

import argparse
import datetime
import os
import resource
import sys
import time
from random import Random
from typing import Any

from benchmarks.settling import database

NIGHTS, PLAYERS, ROUNDS, ONLINE = 250, 40, 8, 50_000
START = datetime.datetime(2021, 1, 7, 19, tzinfo=datetime.UTC)


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--share", type=float, default=1.0)
    weeks = round(NIGHTS * asked.parse_args(sys.argv[1:]).share)
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    with database():
        _measure(weeks)


def _measure(weeks: int) -> None:
    from tournaments.integrity.rebuild import rebuild
    from tournaments.rewards.models import GameFact

    club = _Years()
    taken = []
    for week in range(weeks):
        club.play(week)
        taken.append(_timed(club.honour))
        if not (week + 1) % 10:
            print(f"{week + 1} weeks: {sum(taken[-10:]) / 10:.2f} s a week", file=sys.stderr, flush=True)
    print(f"{GameFact.objects.count()} games of {weeks} weeks, honoured as they came in: {sum(taken):.0f} s")
    part = max(1, weeks // 5)
    parts = [taken[first : first + part] for first in range(0, weeks, part)]
    shown = ", ".join(f"{sum(some) / len(some):.2f}" for some in parts)
    print(f"seconds a week ({club.games_a_week()} games), in fifths of the time: {shown}")
    before: list[str] = []
    seconds = _timed(lambda: before.extend(rebuild()))
    print(f"computed again: {seconds:.0f} s; {'equal' if before[0] == before[1] else 'DIFFERENT'}")
    print(f"most memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def _timed(act: Any) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


class _Years:
    """One club, its people, and the table online at which they meet between the nights."""

    def __init__(self) -> None:
        from games.accounts.models import Player, User
        from games.engine.presets import preset
        from games.tables.opening import open_table
        from games.tables.options import TableOptions
        from tournaments.context import SITE
        from tournaments.events.commands import create_club

        self.chance = Random(5)
        User.objects.create_user("olga@example.org")
        self.club = create_club("Five Years", context=SITE)
        self.people = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(PLAYERS))
        self.rules = preset("plain")
        self.table = open_table(self.people[0], self.rules, TableOptions())
        self.played = 0

    def games_a_week(self) -> int:
        return ROUNDS * PLAYERS // 4 + ONLINE // NIGHTS

    def play(self, week: int) -> None:
        """The facts of a week: a night in the hall, and the games online until the next."""
        start = START + datetime.timedelta(days=7 * week)
        self.night(week, start)
        for number in range(ONLINE // NIGHTS):
            self._online(start + datetime.timedelta(days=1, minutes=30 * number))

    def honour(self) -> None:
        """What workers and the sweep do. No one listens at this process's own broker: its calls are thrown away."""
        from euchre_site.celery import app
        from tournaments.results.standings_update import settle_unsettled
        from tournaments.rewards.counting import count_games
        from tournaments.rewards.queue import run_all

        settle_unsettled()
        while count_games():
            pass
        run_all()
        app.control.purge()

    def night(self, week: int, start: datetime.datetime) -> None:
        from tournaments.checkin.models import Entry, EntryPlayer
        from tournaments.context import SITE
        from tournaments.events.commands import create_event
        from tournaments.results.models import Channel, ResultEntry
        from tournaments.rounds.models import Match, Round, Seat

        event = create_event(self.club, f"Night {week}", start, "rotation", {"rounds": ROUNDS}, context=SITE)
        stage = event.stages.get()
        entries = Entry.objects.bulk_create(
            Entry(event=event, number=number, status=Entry.Status.CHECKED_IN) for number in range(1, PLAYERS + 1)
        )
        EntryPlayer.objects.bulk_create(
            EntryPlayer(event=event, entry=entry, player=player)
            for entry, player in zip(entries, self.people, strict=True)
        )
        for number in range(1, ROUNDS + 1):
            row = Round.objects.create(stage=stage, number=number, status=Round.Status.CLOSED, version=1)
            matches = Match.objects.bulk_create(Match(round=row, table=one + 1) for one in range(PLAYERS // 4))
            order = self.chance.sample(range(PLAYERS), PLAYERS)
            Seat.objects.bulk_create(
                Seat(
                    match=matches[place // 4],
                    round=row,
                    side=place % 2,
                    position=place % 4,
                    entry=entries[who],
                    player=self.people[who],
                )
                for place, who in enumerate(order)
            )
            at = start + datetime.timedelta(minutes=20 * number)
            found = ResultEntry.objects.bulk_create(
                ResultEntry(
                    match=match,
                    version=1,
                    kind=ResultEntry.Kind.RECORD,
                    slip=self._slip(),
                    source=Channel.COMMAND,
                    at=at,
                )
                for match in matches
            )
            for match, entry in zip(matches, found, strict=True):
                match.state, match.standing, match.last_version = Match.State.STANDING, entry, 1
                match.unsettled_since = at
            Match.objects.bulk_update(matches, ["state", "standing", "last_version", "unsettled_since"])

    def _slip(self) -> dict[str, Any]:
        from tournaments.demo import made_up_hands
        from tournaments.formats.base import Slip
        from tournaments.results.slips import slip_data

        hands = made_up_hands(self.chance)
        points = [sum(hand.points for hand in hands if hand.side == side) for side in range(2)]
        return slip_data(Slip(tuple(points), hands))

    def _online(self, at: datetime.datetime) -> None:
        from games.engine.game import Game as EngineGame
        from games.engine.rules import rules_data
        from games.engine.shuffle import deck_of
        from games.tables.models import Game, GamePlayer, Hand

        self.played += 1
        seeds, play = [], EngineGame.new(self.rules)
        while play.outcome is None:
            seeds.append(self.chance.randbytes(32))
            play = play.deal(deck_of(self.rules, seeds[-1]))
            while hand := play.hand:
                play = play.apply(self.chance.choice(list(hand.legal_actions)))
        game = Game.objects.create(
            table=self.table,
            number=self.played,
            rules=rules_data(self.rules),
            first_dealer=0,
            points=list(play.points),
            winners=list(play.outcome.winners),
            started_at=at,
            ended_at=at,
        )
        sat = self.chance.sample(self.people, 4)
        GamePlayer.objects.bulk_create(GamePlayer(game=game, seat=seat, player=who) for seat, who in enumerate(sat))
        Hand.objects.bulk_create(
            Hand(
                game=game,
                number=number,
                dealer=hand.dealer,
                seed=seed.hex(),
                seal=seed.hex()[::-1],
                actions="; ".join(str(action) for _, action in hand.history),
                points=list(hand.result.points) if hand.result else [],
                ended_at=at,
            )
            for number, (seed, hand) in enumerate(zip(seeds, play.hands, strict=True), start=1)
        )
