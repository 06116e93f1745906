"""Counted games for tests, written as facts: matches of one event whose results are made up."""

import datetime
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.accounts.models import Player
from tests.cast import make_club, make_event, make_user
from tournaments.clubs.models import Club
from tournaments.demo import made_up_hands
from tournaments.events.models import Event
from tournaments.honours.facts import PlayedGame
from tournaments.honours.readings import hands_of_slip
from tournaments.results.scoring import table_rules
from tournaments.rewards import counting
from tournaments.rewards.models import GameFact
from tournaments.rounds.models import Match, Round

START = datetime.datetime(2026, 11, 3, 0, tzinfo=datetime.UTC)


@dataclass
class Hall:
    """Eight people who play at the tables of one round; as many matches as there are games."""

    club: Club
    event: Event
    row: Round
    people: list[Player]
    start: datetime.datetime = START
    played: list[int] = field(default_factory=list)

    def play(
        self,
        chance: Random,
        *,
        ended_at: datetime.datetime | None = None,
        players: list[Player] | None = None,
        bots: int = 0,
        **facts: Any,
    ) -> PlayedGame:
        """One more game, of four of them unless others are named; so many of the four are bots."""
        seated = [player.pk for player in players or chance.sample(self.people, 4)]
        match = Match.objects.create(round=self.row, table=1000 + len(self.played), state=Match.State.OPEN)
        stage = self.event.stages.get()
        hands = made_up_hands(chance)
        points = tuple(sum(hand.points for hand in hands if hand.side == side) for side in range(2))
        moment = ended_at or self.start + datetime.timedelta(minutes=15 * len(self.played))
        fact = PlayedGame(
            2 * match.pk,
            moment,
            "America/Detroit",
            self.club.pk,
            (tuple(seated[:2]), tuple(seated[2:])),
            points,
            (int(points[1] > points[0]),),
            rules="progressive_night",
            table=1 + len(self.played) % 3,
            hands=hands_of_slip(table_rules(stage, 2), hands),
            event=self.event.pk,
            round=1,
            bots=frozenset(seated[:bots]),
        )
        return self.count(replace(fact, **facts))

    def count(self, fact: PlayedGame) -> PlayedGame:
        """As it stands now."""
        where = {"match_id": fact.id // 2, "club_id": fact.club, "venue_id": fact.venue, "event_id": fact.event}
        counting.count(fact.id, fact, where)
        self.played.append(fact.id)
        return fact

    def take_away(self, fact: PlayedGame) -> None:
        counting.count(fact.id, None, {})

    def strangers(self, number: int) -> list[Player]:
        return Player.objects.bulk_create(Player(name=f"Stranger {one}") for one in range(number))

    def games(self) -> list[PlayedGame]:
        return list(counting.read_games(GameFact.objects.all()))


def play_hall(games: int = 20, seed: int = 1, name: str = "Hall") -> Hall:
    number = Club.objects.count()
    olga = make_user(f"Olga{number}")
    club = make_club(olga, f"{name} {number}")
    event = make_event(club, olga)
    row = Round.objects.create(stage=event.stages.get(), number=1, status=Round.Status.PUBLISHED)
    people = Player.objects.bulk_create(Player(name=f"Player {one}") for one in range(1, 9))
    hall, chance = Hall(club, event, row, people), Random(seed)
    for _ in range(games):
        hall.play(chance)
    return hall
