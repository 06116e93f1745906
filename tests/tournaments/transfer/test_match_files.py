"""The games of a match that was played online, as one EMN file that others read."""

import importlib
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.egn_file import games_from
from games.engine.errors import RuleError
from games.tables import records
from games.tables.models import Game
from tests.cast import context_of, make_club, make_user, on_grid, slip
from tests.games.engine.game_files import SAMPLES
from tests.tournaments.online import Evening, play_on
from tests.tournaments.pages.browsing import log_in, text_of
from tournaments.results import commands as results
from tournaments.results.models import MatchTable
from tournaments.results.standings_update import settle_unsettled
from tournaments.results.table_results import take_result
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round

pytestmark = pytest.mark.django_db
jsonschema = importlib.import_module("jsonschema")  # it has no types
referencing = importlib.import_module("referencing")


def is_valid(data: Any) -> None:
    """By the published schemas of both formats, of which one points into the other."""
    egn, emn = (json.loads((SAMPLES / f"{name}-schema-v1.json").read_text()) for name in ("egn", "emn"))
    drafted = referencing.jsonschema.DRAFT7.create_resource(egn)
    registry = referencing.Registry().with_resource("../egn-schema-v1.json", drafted)
    jsonschema.Draft7Validator(emn, registry=registry).validate(data)
    for game in data["games"]:
        jsonschema.Draft7Validator(egn).validate(game["gameData"])


def carried(game: Any) -> list[Any]:
    """All that the format says of the hands: everything but the order of the cards that were not dealt."""
    return [(hand.dealer, hand.dealt, hand.undealt[0], hand.history, hand.result) for hand in game.hands]


def fetch(match: Match, client: Client | None = None) -> Any:
    event = match.round.stage.event
    return (client or Client()).get(reverse("match_emn", args=[event.slug, match.pk]))


def played(**more: Any) -> Evening:
    evening = Evening(**more)
    evening.play_out()
    take_result(evening.table.pk)
    settle_unsettled()
    return evening


@pytest.mark.slow
def test_a_match_of_one_game() -> None:
    evening = played(is_watchable=True)
    answer = fetch(evening.match)
    assert answer["Content-Disposition"] == f'attachment; filename="{evening.event.slug}-round-1-table-1.emn"'
    data = json.loads(answer.content)
    is_valid(data)
    assert data["metadata"]["matchFormat"] == {"type": "SINGLE_GAME"}
    (one,) = games_from(answer.content).games
    game = Game.objects.get()
    assert carried(one.game) == carried(records.engine_game(game))
    assert list(one.players) == [player.name for player in evening.people]
    page = Client().get(reverse("seating", args=[evening.event.slug])).content.decode()
    assert reverse("match_emn", args=[evening.event.slug, evening.match.pk]) in page


@pytest.mark.slow
@pytest.mark.heavy
def test_the_best_of_three_is_one_file_of_its_games() -> None:
    evening = Evening(format_key="elimination", config={"best_of_final": 3}, hands=None, play_to=5, is_watchable=True)
    seen: list[Game] = []
    for number in (1, 2, 3):
        row = Round.objects.filter(number=number, stage__event=evening.event).first() or following(evening, number)
        if row is None:
            break
        link = MatchTable.objects.select_related("table").get(match__round=row)
        evening.row = row
        evening.arrive()
        seen.append(play_on(link.table))
        take_result(link.table_id)
        settle_unsettled()
    assert len(seen) in (2, 3)
    for match in Match.objects.select_related("round__stage__event"):
        answer = fetch(match)
        data = json.loads(answer.content)
        is_valid(data)
        assert data["metadata"]["matchFormat"] == {"type": "BEST_OF_N", "target": 3}
        assert [one.game.points for one in games_from(answer.content).games] == [tuple(game.points) for game in seen]


def following(evening: Evening, number: int) -> Round | None:
    stage = evening.event.stages.get()
    last = stage.rounds.get(number=number - 1)
    rounds.close_round(last.pk, context=context_of(evening.olga), expected_version=last.revision)
    try:
        row = rounds.draw_round(stage.pk, number, context=context_of(evening.olga))
    except RuleError:
        return None
    return rounds.publish_round(row.pk, context=context_of(evening.olga), expected_version=row.revision)


def test_a_score_that_was_written_down_has_no_cards() -> None:
    evening = Evening(is_watchable=True, where="mixed", hands=None, play_to=10)
    results.record_result(evening.match.pk, slip(10, 6), context=on_grid(evening.olga))
    answer = fetch(evening.match)
    assert answer.status_code == 422
    assert "This match has no online games, so we don’t know the cards" in text_of(answer)


@pytest.mark.slow
def test_house_rules_that_the_format_cannot_carry_are_named() -> None:
    evening = played(is_watchable=True)
    game = Game.objects.get()
    Game.objects.update(rules={**game.rules, "number_of_hands": None, "win_by_two": True})
    answer = fetch(evening.match)
    assert answer.status_code == 422
    assert "EGN can’t record" in text_of(answer)
    assert "Win by 2: yes" in text_of(answer)


@pytest.mark.slow
def test_of_an_event_closed_to_watchers_it_is_for_its_players_and_organizers() -> None:
    evening = played()
    sam, otis = make_user("Sam"), make_user("Otis")
    make_club(otis, "Oak Hill")
    player = evening.people[0]
    player.user = make_user("Pam2")
    type(player).objects.filter(user=player.user).update(user=None)
    player.save()
    asked = [
        fetch(evening.match, client).status_code
        for client in (Client(), log_in(sam), log_in(otis), log_in(player.user), log_in(evening.olga))
    ]
    assert asked == [404, 404, 404, 200, 200]
    path = reverse("match_emn", args=[evening.event.slug, evening.match.pk])
    assert path not in Client().get(reverse("seating", args=[evening.event.slug])).content.decode()
