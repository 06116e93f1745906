"""House rules and settings of a table through the API: when it is opened, and between games."""

from typing import Any

import pytest

from games.engine.choices import Deck
from games.engine.presets import preset
from games.tables import play
from games.tables.models import Table
from tests.games.tables.cast import command_by
from tests.tournaments.api.cast import Cast

pytestmark = pytest.mark.django_db


def opened(cast: Cast, **body: Any) -> Any:
    return cast.programs["member"].post("/tables/", body)


def changed(cast: Cast, **body: Any) -> Any:
    program, path = cast.programs["member"], f"/tables/{cast.waiting.code}/"
    return program.post(f"{path}rules/", body, seen=program.version(path))


def test_a_table_with_a_preset_with_options_and_with_neither(cast: Cast) -> None:
    made = opened(cast, rules={"deck": "7-A", "play_to": 7.0, "number_of_hands": None}, settings={"bid_clock": "15"})
    assert made.status_code == 201
    assert made.json()["settings"]["bid_clock"] == "15"
    table = Table.objects.get(code=made.json()["code"])
    assert (table.house_rules.deck, table.house_rules.play_to) == (Deck.SEVEN, 7)
    assert table.conduct.bid_clock.seconds == 15
    for rules, wanted in (({}, "trickster"), ("hoyle", "hoyle")):
        code = opened(cast, rules=rules).json()["code"]
        assert Table.objects.get(code=code).house_rules == preset(wanted)


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"rules": {"players": 5}}, 422, "“Players: 5” and “Sides: 2v2” don’t go together"),
        ({"rules": {"praise": 1}}, 422, "There’s no house rule called 'praise'."),
        ({"rules": {"deck": "3-A"}}, 422, "deck=3-A isn’t possible"),
        ({"rules": {"joker": 1}}, 422, "joker=1 isn’t possible"),
        ({"rules": "praise"}, 422, "There’s no preset called 'praise'"),
        ({"rules": " "}, 422, "The text is blank."),
        ({"settings": {"bots": "clever"}}, 422, "bots=clever isn’t possible"),
        ({"settings": {"praise": True}}, 422, "There’s no table option called 'praise'."),
        ({"rules": 5}, 400, "Send a preset’s name, or an object with options and their values."),
        ({"rules": {"deck": ["9-A"]}}, 400, "Send a preset’s name, or an object with options and their values."),
        ({"settings": "plain"}, 400, "Send an object with options and their values."),
        ({"settings": {"bots": "x" * 61}}, 400, "Send an object with options and their values."),
    ],
)
def test_what_cannot_be_played_is_refused_in_the_engines_words(
    cast: Cast, body: dict[str, Any], status: int, says: str
) -> None:
    for answer in (opened(cast, **body), changed(cast, **body)):
        assert answer.status_code == status
        assert says in answer.content.decode()


def test_what_is_left_out_of_a_change_stays(cast: Cast) -> None:
    assert changed(cast, rules={"joker": True}, settings={"bots": "expert"}).status_code == 200
    assert changed(cast, rules={"play_to": 7}, settings={"chat": "text"}).status_code == 200
    table = Table.objects.get(pk=cast.waiting.pk)
    assert (table.house_rules.joker, table.house_rules.play_to) == (True, 7)
    assert (table.conduct.bots, table.conduct.chat) == ("expert", "text")
    assert changed(cast, rules="plain").status_code == 200
    assert Table.objects.get(pk=cast.waiting.pk).house_rules == preset("plain")


def test_a_game_that_is_played_keeps_its_rules(cast: Cast) -> None:
    program, table = cast.programs["member"], cast.full
    play.start_game(table.pk, command_by(cast.scene.mia.player, table))
    path = f"/tables/{table.code}/"
    answer = program.post(f"{path}rules/", {"rules": {"joker": True}}, seen=program.version(path))
    assert answer.status_code == 422
    assert answer.json()["detail"] == "A game is being played. Change the rules when it’s over."


def new_event(cast: Cast, **body: Any) -> Any:
    night = {"name": "Night", "starts_at": "2026-12-04T00:00:00Z", "format": "round_robin"}
    return cast.programs["organizer"].post(f"/clubs/{cast.scene.club.slug}/events/", night | body)


def test_an_event_is_set_up_with_rules_and_shows_them(cast: Cast) -> None:
    made = new_event(cast, rules={"win_by_two": True, "play_to": 15})
    assert made.status_code == 201, made.content
    rules = made.json()["stages"][0]["rules"]
    assert (rules["win_by_two"], rules["play_to"], rules["number_of_hands"]) == (True, 15, None)
    by_name = new_event(cast, rules="trickster_bid", play_to=50).json()["stages"][0]["rules"]
    assert (by_name["variant"], by_name["play_to"]) == ("bid", 50)


def test_an_event_of_rules_that_cannot_be_played_is_refused(cast: Cast) -> None:
    refused = new_event(cast, rules={"win_by_two": True}, hands=8)
    assert refused.status_code == 422
    assert "“Number of hands: 8” and “Win by 2: yes” don’t go together" in refused.json()["detail"]
