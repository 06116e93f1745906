"""The demo club's league: four squads, two weeks played, the third to come, and a cup."""

import datetime
from random import Random
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.accounts.models import Player
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.cups import commands as cups
from tournaments.cups import draws
from tournaments.leagues import fixtures, line_ups, schedule, setup, squads
from tournaments.leagues.models import Fixture, Season
from tournaments.season_money import commands as money
from tournaments.season_money.commands import Fees

SQUADS = ("Grange Aces", "Mill Road Bowers", "Lakeside Loners", "Orchard Farmers")
RULES = {"pairs": 2, "games": 1, "play_offs": 0, "up": 0, "down": 0}
BEGAN = 11
"""Days ago: with weekly match days two are over."""


def make_league(club: Club, players: list[Player], chance: Random, context: Context) -> None:
    """players: five for each squad, who are members of the club."""
    first = timezone.localdate(timezone=ZoneInfo(club.zone)) - datetime.timedelta(days=BEGAN)
    league = setup.create_league(club, "Lakeside League", ["First Division"], context=context)
    season = setup.create_season(league, f"{first.year} Cup of the Lake", RULES, context=context)
    section = season.sections.get()
    for number, name in enumerate(SQUADS):
        squad = setup.add_squad(section.pk, name, context=context)
        for index, player in enumerate(players[5 * number : 5 * number + 5]):
            squads.join_squad(squad.pk, player, first, context=context, captain=index == 0)
    schedule.draft_fixtures(season.pk, schedule.Plan(first, datetime.time(19, 30)), context=context)
    schedule.open_season(season.pk, context=context)
    _take_money(season, context)
    _draw_cup(season, first, context)
    for fixture in season.fixtures.filter(starts_at__lt=timezone.now()).order_by("number"):
        _play(fixture, chance, context)


def _draw_cup(season: Season, first: datetime.date, context: Context) -> None:
    """A team cup whose semifinals are drawn, after the last match day."""
    cup = cups.create_cup(season.pk, "Lakeside Cup", "teams", "hat", context=context)
    cups.set_teams(cup.pk, [(squad.pk, "") for squad in season.squads.order_by("number")], context=context)
    day = first + datetime.timedelta(days=70)
    starts_at = datetime.datetime.combine(day, datetime.time(19, 30), season.zone)
    draws.draw_round(cup.pk, starts_at, day + datetime.timedelta(days=7), context=context)


def _take_money(season: Season, context: Context) -> None:
    """Two teams have paid, one only a part, and the fund bought a cup."""
    money.set_fees(season.pk, Fees(4000, 500, 250), context=context)
    money.charge_team_fees(season.pk, context=context)
    first, second, third, _ = season.squads.order_by("number")
    money.take_payment(first.pk, 4000, "bank", context=context)
    money.take_payment(second.pk, 4000, "cash", context=context)
    money.take_payment(third.pk, 1500, "cash", context=context)
    money.fine(third.pk, 500, "No score card at the first match", context=context)
    money.spend(season.pk, 3250, "Cup for the winners", context=context)


def _play(fixture: Fixture, chance: Random, context: Context) -> None:
    for squad in fixture.squads:
        there = [player.player for player in squad.players.select_related("player").order_by("pk")[:4]]
        line_ups.set_line_up(fixture.pk, squad.pk, [there[:2], there[2:]], context=context)
    fixtures.enter_card(fixture.pk, [[_game(chance), _game(chance)]], context=context)


def _game(chance: Random) -> tuple[int, int]:
    loser = chance.randrange(10)
    return (10, loser) if chance.random() < 0.5 else (loser, 10)
