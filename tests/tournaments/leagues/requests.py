"""Two seasons for the scene of the permissions, and a valid request for every address of a league."""

import datetime
from collections.abc import Callable
from typing import Any

from django.urls import reverse

from games.accounts.models import User
from tests.cast import context_of
from tests.tournaments.pages.browsing import form
from tests.tournaments.scenes.league import FIRST_DAY, SMALL
from tournaments.clubs.models import Club
from tournaments.leagues import line_ups, schedule, setup, squads
from tournaments.leagues.models import Fixture, Season, Squad
from tournaments.leagues.schedule import Plan

DAY = FIRST_DAY.isoformat()
AT = f"{FIRST_DAY + datetime.timedelta(days=3)}T19:00"
Request = Callable[[Any], tuple[str, dict[str, Any]]]


def two_seasons(club: Club, olga: User) -> tuple[Season, Season]:
    """One that runs, of two squads whose line-ups for the first fixture are named, and one that is being set up."""
    league = setup.create_league(club, "Elm League", ["First"], context=context_of(olga))
    found = [setup.create_season(league, name, SMALL, context=context_of(olga)) for name in ("Fall", "Winter")]
    for season in found:
        for name in ("Wrens", "Larks"):
            names = [f"{name} {season.name} {number}" for number in (1, 2, 3)]
            squads.enter_squad(season.sections.get().pk, name, names, FIRST_DAY, context=context_of(olga))
    running = found[0]
    schedule.draft_fixtures(running.pk, Plan(FIRST_DAY, datetime.time(19)), context=context_of(olga))
    schedule.open_season(running.pk, context=context_of(olga))
    first = Fixture.objects.get(season=running, number=1)
    for squad in first.squads:
        pair = [row.player for row in squad.players.all()[:2]]
        line_ups.set_line_up(first.pk, squad.pk, [pair], context=context_of(olga))
    for season in found:
        season.refresh_from_db()
    return found[0], found[1]


def home(scene: Any) -> Squad:
    return scene.running.fixtures.get(number=1).home


def of_fixture(verb: str, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        first = scene.running.fixtures.get(number=1)
        body = {name: value(first) if callable(value) else value for name, value in fields.items()}
        return reverse("move_fixture", args=[scene.running.slug, 1, verb]), form(seen=first.revision, **body)

    return request


def of_season(which: str, verb: str, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        season = getattr(scene, which)
        body = {name: value(scene) if callable(value) else value for name, value in fields.items()}
        return reverse("move_season", args=[season.slug, verb]), form(seen=season.version, **body)

    return request


def at(route: str, /, *args: Any, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        return reverse(route, args=[one(scene) if callable(one) else one for one in args]), form(**fields)

    return request


def running(scene: Any) -> str:
    return str(scene.running.slug)


def chair(index: int) -> Callable[[Fixture], int]:
    return lambda fixture: int(fixture.home.players.all()[index].player_id)


RULES = {
    "kind": "fixtures",
    "meetings": "single",
    "pairs": 3,
    "games": 3,
    "play_to": 10,
    "where": "physical",
    "for_game": 1,
    "for_win": 0,
    "for_draw": 0,
    "unplayed": 5,
    "late_card": 1,
    "card_days": 2,
    "borrowings": 2,
    "up": 0,
    "down": 0,
    "play_offs": 0,
    "points": "5-4-3-2-1",
    "ties": "full",
    "drop": 0,
    "credit": "regular",
}
PLAN = {"days-first": DAY, "days-at": "19:00", "days-every": 7, "days-blackouts": ""}

OF_LEAGUES: dict[str, Request] = {
    "new_league": at("new_league", lambda s: s.club.slug, name="Oak League", divisions="First\nSecond"),
    "league": at("league", "elm-league"),
    "new_season": at("new_season", "elm-league", name="Spring", **RULES),
    "season": at("season", running),
    "season/planned": at("season", lambda s: s.planned.slug),
    "fixtures": at("fixtures", running),
    "calendar": at("calendar", running),
    "squad": at("squad", running, 1),
    "fixture": at("fixture", running, 1),
    "my_fixtures": at("my_fixtures"),
    "season_setup": at("season_setup", running),
    "move_fixture/line-up": of_fixture("line-up", side=0, p1_0=chair(0), p1_1=chair(2)),
    "move_fixture/postpone": of_fixture("postpone", to=AT, reason="Snow"),
    "move_fixture/rule": of_fixture("rule", state="walkover", side=1, reason="Ill"),
    "move_fixture/begin": of_fixture("begin"),
    "move_fixture/card": of_fixture("card", h1_1=10, a1_1=4),
    "move_fixture/late": of_fixture("late", side=0),
    "move_fixture/praise": of_fixture("praise"),
    "move_season/squad": of_season(
        "planned",
        "squad",
        **{
            "squad-section": lambda s: s.planned.sections.get().pk,
            "squad-team": "Finches",
            "squad-players": "Fay\nFred",
            "squad-since": DAY,
        },
    ),
    "move_season/draft": of_season("planned", "draft", **PLAN),
    "move_season/weeks": of_season("running", "weeks", reason="Hall painted", **PLAN),
    "move_season/join": of_season("running", "join", name="Zoe", on=DAY, to=lambda s: home(s).pk),
    "move_season/adjust": of_season("running", "adjust", points="-1", reason="x", to=lambda s: home(s).pk),
    "move_season/praise": of_season("running", "praise"),
}
