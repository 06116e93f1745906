"""The start asks: with empty seats, or where sides could be others, the owner chooses how those who are here play."""

import uuid
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.engine.choices import Sides
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.errors import Conflict, KeyReused, NotAllowed
from games.tables import managing, opening, play, seating, ways
from games.tables.commands import TableCommand
from games.tables.models import Game, Table
from games.tables.presenter import TableView
from games.tables.rule_changes import change_rules
from games.tables.verify import chips_add_up, games_online_add_up
from tests.games.tables.cast import SHORT, command_by, finish_hand, player, table_for
from tests.games.tables.test_chips import chips_of, lose_all_but, page_of
from tests.games.tables.test_rule_changes import SIX

pytestmark = pytest.mark.django_db


def way_of(table: Table, sides: Sides) -> HouseRules:
    table.refresh_from_db()
    return next(way.rules for way in ways.ways_at(table, table.seats.count()) if way.rules.sides is sides)


def start(table: Table, who: Player, sides: Sides = Sides.SOLO) -> Game:
    return ways.start_as(table.pk, way_of(table, sides), command_by(who, table))


def offered(table: Table, who: Player) -> list[str]:
    table.refresh_from_db()
    return [way.label for way in TableView(table, who).ways]


def seated(table: Table) -> list[str]:
    return list(table.seats.values_list("player__name", flat=True))


def test_three_at_a_table_of_four_play_alone() -> None:
    table, (olga, pam, quinn) = table_for(3, SHORT)
    assert offered(table, olga) == ["Everyone plays for themselves"]
    game = start(table, olga)
    assert (game.house_rules.players, game.house_rules.sides, game.house_rules.go_alone) == (3, Sides.SOLO, False)
    finish_hand(table)
    assert list(games_online_add_up()) == []
    (line,) = (one.words for one in table.lines.all())
    assert line == "Olga changed the rules: Sides: solo (was 2v2), Players: 3 (was 4), Go alone: no (was yes)."
    assert offered(table, olga) == []
    assert play.start_game(table.pk, command_by(pam, table)).house_rules.players == 3
    assert quinn in [row.player for row in Game.objects.last().players.all()]


def test_the_seats_close_up_in_their_order() -> None:
    table, (olga, *_) = table_for(1, SIX)
    for number, name in ((5, "Pam"), (2, "Quinn"), (4, "Rosa")):
        seating.sit(table.pk, number, command_by(player(name), table))
    assert offered(table, olga) == ["2 teams of 2", "Everyone plays for themselves"]
    start(table, olga, Sides.TWO_V_TWO)
    assert seated(table) == ["Olga", "Quinn", "Rosa", "Pam"]
    assert list(table.seats.values_list("number", flat=True)) == [0, 1, 2, 3]
    for who in ("Pam", "Rosa"):
        assert TableView(Table.objects.get(), player(who)).view


def test_six_choose_their_teams_and_the_present_ones_are_marked() -> None:
    table, (olga, *_) = table_for(6, SIX)
    found = TableView(table, olga).ways
    assert [(way.label, way.is_present) for way in found] == [
        ("3 teams of 2", True),
        ("2 teams of 3", False),
        ("Everyone plays for themselves", False),
    ]
    page = page_of(table, olga)
    assert "Choose teams" in page
    assert f"/{table.code}/start/" in page
    assert start(table, olga, Sides.THREE_V_THREE).house_rules.sides is Sides.THREE_V_THREE


def test_the_present_way_is_started_without_a_change() -> None:
    table, (olga, *_) = table_for(4, SHORT)
    assert start(table, olga, Sides.TWO_V_TWO).house_rules == SHORT
    assert not table.journal.filter(action="rules").exists()


@pytest.mark.slow
def test_ways_follow_from_the_rules_that_the_table_was_given() -> None:
    table, (olga, *_) = table_for(3, SHORT)
    start(table, olga)
    finish_hand(table)
    assert TableView(Table.objects.get(), olga).own_seats == 4
    assert "Change back to 4 seats" in page_of(table, olga)
    for _ in range(2):
        ways.restore_rules(table.pk, command_by(olga, table))
    table.refresh_from_db()
    assert (table.house_rules, table.seats.count()) == (SHORT, 3)
    assert TableView(table, olga).own_seats is None
    seating.sit(table.pk, 3, command_by(player("Rosa"), table))
    start(table, olga, Sides.SOLO)
    finish_hand(table)
    assert way_of(table, Sides.TWO_V_TWO) == SHORT
    change_rules(table.pk, replace(table.house_rules, play_to=7), table.conduct, command_by(olga, table))
    table.refresh_from_db()
    assert ways.own_rules(table) == table.house_rules


def test_only_who_runs_the_table_chooses_and_others_are_told_so() -> None:
    table, (olga, pam, quinn) = table_for(3, SHORT)
    for who in (pam, player("Tom")):
        with pytest.raises(NotAllowed, match="Only Olga or a co-owner"):
            start(table, who)
        assert offered(table, who) == []
    assert "This table has 1 of 4 seats open. Olga can start without filling them." in page_of(table, pam)
    assert f"/{table.code}/start-as/" not in page_of(table, pam)
    managing.share_table(table.pk, quinn.pk, command_by(olga, table), is_shared=True)
    assert start(table, quinn)


def test_one_alone_is_offered_bots_only() -> None:
    table, (olga,) = table_for(1)
    page = page_of(table, olga)
    assert f"/{table.code}/bots/" in page
    assert f"/{table.code}/start-as/" not in page


def test_the_page_asks_and_its_answer_begins_the_game() -> None:
    table, (olga, *_) = table_for(3, SHORT)
    page = page_of(table, olga)
    assert "There are 3 players at a table for 4. Play now, or wait for more players?" in page
    assert page.count(f"/{table.code}/bots/") == 1
    client = Client()
    session = client.session
    session["guest_player"] = olga.pk
    session.save()
    form = {"key": str(uuid.uuid4()), "seen": table.version, "sides": "2v2v2"}
    refused = client.post(reverse("start_as", args=[table.code]), form)
    assert refused.status_code == 422
    for _ in range(2):
        assert client.post(reverse("start_as", args=[table.code]), form | {"sides": "solo"}).status_code == 302
    assert Game.objects.get().house_rules.players == 3


def test_what_cannot_be_started_so() -> None:
    table, (olga, pam, _) = table_for(3, SHORT)
    solo = way_of(table, Sides.SOLO)
    old = command_by(olga, table)
    for rules in (SHORT, replace(solo, play_to=7), preset("hoyle")):
        with pytest.raises(RuleError, match="Choose one of the options"):
            ways.start_as(table.pk, rules, command_by(olga, table))
    seating.stand_up(table.pk, command_by(pam, table))
    with pytest.raises(Conflict):
        ways.start_as(table.pk, solo, old)
    assert table.seats.count() == 2
    start(table, olga)
    with pytest.raises(RuleError, match="A game is already being played"):
        start(table, olga)
    with pytest.raises(RuleError, match="A game is being played"):
        ways.restore_rules(table.pk, command_by(olga, table))
    closed, _ = table_for(2)
    opening.close_table(closed.pk, command_by(olga, closed))
    assert offered(closed, olga) == []


def test_the_same_answer_again_begins_no_second_game() -> None:
    table, (olga, *_) = table_for(4, SHORT)
    request = TableCommand(olga, table.version, uuid.uuid4())
    games = {ways.start_as(table.pk, way_of(table, Sides.SOLO), request) for _ in range(2)}
    assert len(games) == Game.objects.count() == 1
    with pytest.raises(KeyReused):
        ways.start_as(table.pk, SHORT, request)


def test_a_start_that_fails_changes_nothing() -> None:
    table, (olga, pam, _) = table_for(3, SHORT, buy_in="110")
    lose_all_but(pam, 20)
    with pytest.raises(RuleError, match="Pam has 20 chips"):
        start(table, olga)
    table.refresh_from_db()
    assert table.house_rules == SHORT
    assert not table.journal.filter(action="rules").exists()
    assert chips_of("Olga", "Quinn") == [1000, 1000]
    assert list(chips_add_up()) == []


def test_a_match_asks_nothing() -> None:
    table, (olga, *_) = table_for(3)
    Table.objects.update(owner=None)
    assert offered(table, olga) == []
    with pytest.raises(NotAllowed, match="belongs to a match"):
        start(table, olga)
