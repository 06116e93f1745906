"""Other rules for a table between games: who may, what it does to seats, deals and chips, and what everyone reads."""

import datetime
import uuid
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone, translation

from games.accounts.models import Player
from games.engine.choices import Deck, Direction, Sides
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.engine.rules import HouseRules, options
from games.errors import Conflict, KeyReused, NotAllowed
from games.tables import mover, opening, play, prepared, seating, starting, watching
from games.tables.commands import TableCommand
from games.tables.lobby import lobby_version
from games.tables.models import Game, Table
from games.tables.options import TableOptions, options_from, table_options
from games.tables.presenter import TableView
from games.tables.rule_changes import change_rules
from games.tables.verify import games_online_add_up
from tests.games.tables.cast import SHORT, command_by, finish_hand, finished_game, player, table_for
from tests.games.tables.test_chips import lose_all_but
from tournaments.rewards.counting import friendly_games

pytestmark = pytest.mark.django_db

PLAIN = preset("plain")
SIX = replace(PLAIN, players=6, sides=Sides.THREE_PAIRS, deck=Deck.SEVEN)
THREE = replace(PLAIN, players=3, sides=Sides.SOLO, go_alone=False)


def change(table: Table, who: Player, rules: HouseRules | None = None, **conduct: object) -> Table:
    return change_rules(table.pk, rules or table.house_rules, options_from(conduct), command_by(who, table))


def lines(table: Table, who: Player | None = None) -> list[str]:
    table.refresh_from_db()
    return TableView(table, who).notice


def test_the_next_game_is_played_under_the_new_rules() -> None:
    table = finished_game().table
    first, olga = Game.objects.get(), player("Olga")
    change(table, olga, replace(SHORT, joker=True), bots="expert")
    table.refresh_from_db()
    assert table.conduct.bots == "expert"
    second = play.start_game(table.pk, command_by(olga, table))
    first.refresh_from_db()
    assert (first.house_rules.joker, second.house_rules.joker) == (False, True)
    finish_hand(table)
    assert list(games_online_add_up()) == []


def test_everyone_reads_what_changed_until_the_next_game() -> None:
    table, (olga, pam, *_) = table_for()
    change(table, olga, replace(PLAIN, joker=True, play_to=7), play_clock="15")
    told = ["Joker: yes (was no)", "Play to: 7 (was 10)", "Time limit for a card: 15 (was off)"]
    assert lines(table, pam) == ["Olga changed the rules:", *told]
    assert "<li>Joker: yes (was no)</li>" in Client().get(table.get_absolute_url()).content.decode()
    with translation.override("fr"):
        assert "oui" in lines(table)[1]
    play.start_game(table.pk, command_by(pam, table))
    assert lines(table) == []


def test_two_changes_are_told_as_one_and_what_was_changed_back_is_not_told() -> None:
    table, (olga, *_) = table_for()
    change(table, olga, replace(PLAIN, joker=True, play_to=7))
    change(table, olga, replace(PLAIN, play_to=11))
    assert lines(table) == ["Olga changed the rules:", "Play to: 11 (was 10)"]
    change(table, olga, PLAIN)
    assert lines(table) == []
    said = [line.words for line in table.lines.all()]
    assert said[1] == "Olga changed the rules: Joker: no (was yes), Play to: 11 (was 7)."


def test_a_long_list_folds_away() -> None:
    table, (olga, *_) = table_for()
    change(
        table,
        olga,
        replace(preset("web_classic"), call_for_best=True, play_to=7, win_by_two=True, loner_bonus=True),
        bots="expert",
    )
    page = Client().get(table.get_absolute_url()).content.decode()
    assert len(lines(table)) > 7
    assert "<summary>Olga changed the rules:</summary>" in page


def test_no_option_of_the_table_has_the_name_of_a_house_rule() -> None:
    assert not {one.name for one in options()} & {one.name for one in table_options()}


def test_who_may_and_when() -> None:
    table, (olga, pam, *_) = table_for()
    with pytest.raises(NotAllowed, match="Only Olga"):
        change(table, pam, SIX)
    old = command_by(olga, table)
    play.start_game(table.pk, command_by(pam, table))
    with pytest.raises(RuleError, match="Change the rules when it’s over"):
        change(table, olga, SIX)
    with pytest.raises(Conflict):
        change_rules(table.pk, SIX, TableOptions(), old)
    official, _ = table_for(1)
    Table.objects.filter(pk=official.pk).update(owner=None)
    with pytest.raises(NotAllowed, match="belongs to a match"):
        change(official, olga, SIX)
    closed, _ = table_for(1)
    opening.close_table(closed.pk, command_by(olga, closed))
    with pytest.raises(RuleError, match="closed"):
        change(closed, olga, SIX)


def test_the_same_request_again_does_nothing_and_another_with_its_key_is_refused() -> None:
    table, (olga, *_) = table_for()
    request = command_by(olga, table)
    for _ in range(2):
        change_rules(table.pk, replace(PLAIN, joker=True), TableOptions(), request)
    assert table.journal.filter(action="rules").count() == 1
    with pytest.raises(KeyReused):
        change_rules(table.pk, replace(PLAIN, play_to=7), TableOptions(), request)


def test_the_same_rules_again_change_nothing() -> None:
    table, (olga, *_) = table_for()
    before = table.version
    change(table, olga, PLAIN)
    table.refresh_from_db()
    assert (table.version, table.notice) == (before, None)


def test_seats_that_go_are_emptied_of_bots_and_never_of_people() -> None:
    table, people = table_for(5, SIX)
    seating.seat_bots(table.pk, command_by(people[0], table))
    with pytest.raises(RuleError, match="for 4 players, so Tom would have no seat"):
        change(table, people[0], PLAIN)
    with pytest.raises(RuleError, match="Rosa and Tom would have no seat"):
        change(table, people[0], THREE)
    assert table.seats.count() == 6
    seating.stand_up(table.pk, command_by(people[4], table))
    change(table, people[0], PLAIN)
    assert list(table.seats.values_list("number", flat=True)) == [0, 1, 2, 3]
    assert play.start_game(table.pk, command_by(people[0], table)).house_rules.players == 4


@pytest.mark.parametrize("rules", [SIX, THREE, replace(PLAIN, sides=Sides.SOLO, go_alone=False)])
def test_the_page_bears_a_table_of_another_shape_than_its_last_game(rules: HouseRules) -> None:
    table = (
        finished_game(3, replace(THREE, number_of_hands=1, stick_the_dealer=True)).table
        if rules == SIX
        else finished_game().table
    )
    if rules == THREE:
        seating.stand_up(table.pk, command_by(player("Rosa"), table))
    change(table, player("Olga"), rules)
    table.refresh_from_db()
    browser = Client()
    session = browser.session
    session["guest_player"] = player("Olga").pk
    session.save()
    for client in (browser, Client()):
        assert client.get(table.get_absolute_url()).status_code == 200
    assert len(TableView(table, player("Pam")).seats) == rules.players


def test_everyone_who_sits_can_pay_the_new_buy_in() -> None:
    table, (olga, pam, *_) = table_for()
    lose_all_but(pam, 20)
    with pytest.raises(RuleError, match="Pam has 20 chips, but the buy-in at this table is 110"):
        change(table, olga, buy_in="110")
    assert Table.objects.get().conduct.buy_in == "none"
    seating.stand_up(table.pk, command_by(pam, table))
    change(table, olga, buy_in="110")
    with pytest.raises(RuleError, match="Pam has 20 chips"):
        seating.sit(table.pk, 1, command_by(pam, table))


@pytest.mark.parametrize(
    ("rules", "conduct", "left"),
    [
        (replace(SHORT, play_to=7, stick_the_dealer=False), {"deck_upload": True}, 1),
        (replace(SHORT, joker=True), {"deck_upload": True}, 0),
        (replace(SHORT, deck=Deck.SEVEN), {"deck_upload": True}, 0),
        (replace(SHORT, direction=Direction.RIGHT), {"deck_upload": True}, 0),
        (replace(SHORT, cards_each=4), {"deck_upload": True}, 0),
        (SHORT, {}, 0),
        (SHORT, {"deck_upload": True, "buy_in": "30"}, 0),
    ],
)
def test_prepared_deals_stay_only_where_they_are_the_same(
    rules: HouseRules, conduct: dict[str, object], left: int
) -> None:
    table, (olga, *_) = table_for(4, SHORT, deck_upload=True)
    prepared.load_deals(table.pk, prepared.example(SHORT), command_by(olga, table))
    change(table, olga, rules, **conduct)
    assert prepared.waiting(table) == left
    assert ("We removed prepared deals that don’t fit these rules." in lines(table)) == (not left)


def test_a_planned_start_holds_and_the_list_of_changes_outlives_its_failing() -> None:
    table, (olga, *_) = table_for(3)
    starting.plan_start(table.pk, timezone.now() + datetime.timedelta(minutes=5), command_by(olga, table))
    change(table, olga, replace(PLAIN, joker=True))
    table.refresh_from_db()
    assert table.due_at == table.starts_at is not None
    starting.plan_start(table.pk, timezone.now() + datetime.timedelta(minutes=5), command_by(olga, table))
    assert lines(table) == ["Olga changed the rules:", "Joker: yes (was no)"]
    just_now = timezone.now() - datetime.timedelta(minutes=1)
    Table.objects.update(starts_at=just_now, due_at=just_now)
    assert mover.move_table(table.pk)
    assert lines(table)[0] == "The game didn’t start: 1 seat was empty."
    assert lines(table)[1:] == ["Olga changed the rules:", "Joker: yes (was no)"]


def test_the_lobby_hears_of_it() -> None:
    olga = player("Olga")
    table = opening.open_table(olga, PLAIN, TableOptions(), visibility="public")
    before = lobby_version()
    Table.objects.update(listed_at="2026-01-01T00:00Z")
    change(table, olga, SIX)
    assert lobby_version() >= before


def test_a_table_that_is_watched_no_more_has_no_watchers() -> None:
    table, (olga, *_) = table_for()
    watching.watch(table.pk, player("Wim"))
    change(table, olga, watchers="none")
    assert not table.watchers.exists()


def test_a_game_with_open_hands_stays_practice_and_another_does_not_become_it() -> None:
    practice = finished_game(open_hands=True)
    assert practice.is_practice
    change(practice.table, player("Olga"))
    counted = play.start_game(practice.table.pk, command_by(player("Olga"), practice.table))
    finish_hand(practice.table)
    change(practice.table, player("Olga"), open_hands=True)
    assert list(friendly_games()) == [counted]
    assert Game.objects.get(pk=practice.pk).is_practice
    assert not Game.objects.get(pk=counted.pk).is_practice


def test_a_request_of_a_stranger_writes_nothing() -> None:
    table, _ = table_for()
    with pytest.raises(NotAllowed):
        change_rules(table.pk, SIX, TableOptions(), TableCommand(player("Tom"), table.version, uuid.uuid4()))
    assert not table.journal.filter(action="rules").exists()
