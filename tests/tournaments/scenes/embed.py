"""What stands in frames: a night with a score, a knock-out in its second round, a jackpot, leaders, a league."""

from django.urls import reverse

from games.accounts.models import User
from tests.cast import Table, seat_table
from tests.tournaments.leagues.requests import two_seasons
from tests.tournaments.rewards.conftest import run, score
from tests.tournaments.scenes.jackpot import won_jackpot
from tests.tournaments.scenes.stages import pairs_event, play_round
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.jackpots.models import Jackpot
from tournaments.leagues.models import Season


class Shown:
    def __init__(self) -> None:
        self.table: Table = seat_table()
        score(self.table, 10, 0)
        self.olga: User = self.table.olga
        self.club: Club = self.table.event.club
        self.cup: Event = pairs_event(self.club, self.olga, 4, "elimination", name="Cup")
        play_round(self.cup.stages.get(), self.olga)
        self.jackpot: Jackpot = won_jackpot(self.table.event, self.olga)
        self.season: Season = two_seasons(self.club, self.olga)[0]
        run()

    @property
    def paths(self) -> dict[str, str]:
        return {
            "standings": reverse("embed_standings", args=[self.table.event.slug]),
            "bracket": reverse("embed_bracket", args=[self.cup.slug]),
            "jackpot": reverse("embed_jackpot", args=[self.club.slug, self.jackpot.pk]),
            "leaders": reverse("embed_leaders", args=[self.club.slug]),
            "league": reverse("embed_league", args=[self.season.slug]),
        }
