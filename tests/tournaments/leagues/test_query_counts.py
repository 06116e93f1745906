"""Pages of a league ask the database the same number of questions, however many squads and fixtures there are."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.pages.browsing import log_in
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage
from tournaments.cups import commands as cups
from tournaments.cups import draws, matches
from tournaments.cups.models import Cup, CupMatch
from tournaments.season_money import commands
from tournaments.season_money.commands import Fees

COUNTS = {
    "league": 7,
    "season": 21,
    "season_averages": 9,
    "fixtures": 6,
    "calendar": 6,
    "squad": 14,
    "fixture": 18,
    "season_setup": 29,
    "season_cards": 9,
    "season_money": 12,
    "cups": 13,
    "cup": 13,
    "cup of pairs": 13,
    "card": 15,
    "my_fixtures": 4,
}


def cups_of(stage: Stage) -> tuple[Cup, Cup]:
    """One of all teams, of which a round was played and the next one drawn, and one of pairs of every team."""
    by, day = stage.context_of(), timezone.now() + datetime.timedelta(days=300)
    teams = cups.create_cup(stage.season.pk, "Elm Cup", "teams", "hat", context=by)
    cups.set_teams(teams.pk, [(squad.pk, "") for squad in stage.season.squads.all()], context=by)
    draws.draw_round(teams.pk, day, day.date(), context=by)
    for row in stage.season.fixtures.filter(cup=teams):
        stage.play(row, [[(10, 4)]])
    day += datetime.timedelta(days=7)
    draws.draw_round(teams.pk, day, day.date(), context=by)
    pairs = cups.create_cup(stage.season.pk, "Pairs Cup", "pairs", "seeded", context=by, best_of=1)
    chosen = [stage.players(str(squad)) for squad in stage.season.squads.all()]
    cups.set_pairs(pairs.pk, [(one.name, other.name, "") for one, other, *_ in chosen], context=by)
    draws.draw_round(pairs.pk, day, day.date(), context=by)
    matches.play_match(CupMatch.objects.filter(round__cup=pairs, away__isnull=False)[0].pk, [(10, 4)], context=by)
    return teams, pairs


@pytest.mark.slow
@pytest.mark.parametrize("squads", [3, 6])
@pytest.mark.heavy
def test_pages_of_a_league(db: None, squads: int) -> None:
    stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:squads], TREES[:squads]))
    stage.open()
    for row in stage.season.fixtures.order_by("number")[: squads - 1]:
        stage.play(row, [[(10, 4)]])
    slug, browser = stage.season.slug, log_in(stage.olga)
    commands.set_fees(stage.season.pk, Fees(2000, 500, 250), context=stage.context_of(), expected_version=0)
    commands.charge_team_fees(stage.season.pk, context=stage.context_of())
    for squad in stage.season.squads.all():
        commands.take_payment(squad.pk, 500, "cash", context=stage.context_of())
    teams, pairs = cups_of(stage)
    found = {
        "cup": teams.get_absolute_url(),
        "cup of pairs": pairs.get_absolute_url(),
        "league": reverse("league", args=[stage.league.slug]),
        "squad": reverse("squad", args=[slug, 1]),
        "fixture": reverse("fixture", args=[slug, 1]),
        "card": reverse("card", args=[slug, 1]),
        "my_fixtures": reverse("my_fixtures"),
        **{
            name: reverse(name, args=[slug])
            for name in (
                "season",
                "season_averages",
                "fixtures",
                "calendar",
                "season_setup",
                "season_cards",
                "season_money",
                "cups",
            )
        },
    }
    counts = {}
    for name, path in found.items():
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(path).status_code == 200
        counts[name] = len(asked)
    assert counts == COUNTS
