"""Skipping, removing, suggestions, clocks that skip, forced cards, hidden points."""

import datetime
import uuid

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.engine.actions import Verb
from games.engine.errors import RuleError
from games.engine.view import view_for
from games.errors import Conflict, NotAllowed
from games.tables import hints, managing, mover, play, seating
from games.tables.commands import TableCommand
from games.tables.expiry import least_action
from games.tables.models import Hand, PlayerSettings, Table
from games.tables.pieces import MATES
from games.tables.preferences import save_settings, settings_of
from games.tables.presenter import TableView
from tests.cast import make_user
from tests.games.tables.cast import command_by, table_for

pytestmark = pytest.mark.django_db


def begin(**conduct: object) -> tuple[Table, list[Player]]:
    table, people = table_for(**conduct)
    play.start_game(table.pk, command_by(people[0], table))
    table.refresh_from_db()
    return table, people


def wait(table: Table, seconds: float) -> None:
    moment = timezone.now() - datetime.timedelta(seconds=seconds)
    Table.objects.filter(pk=table.pk).update(turn_since=moment)


def test_a_player_is_skipped_after_a_fair_time_and_not_before() -> None:
    table, people = begin()
    with pytest.raises(RuleError, match="Try again in"):
        managing.skip(table.pk, command_by(people[0], table))
    wait(table, 21)
    request = command_by(people[0], table)
    managing.skip(table.pk, request)
    hand = Hand.objects.get()
    assert (len(hand.actions.split("; ")), hand.stand_ins) == (1, [1])
    managing.skip(table.pk, request)
    assert Hand.objects.get().actions == hand.actions
    entry = table.journal.get(action="skip")
    assert (entry.player, entry.seat) == (people[0], (hand.dealer + 1) % 4)


def test_a_player_who_goes_away_and_comes_back_keeps_no_one_from_being_skipped() -> None:
    table, people = begin()
    turn = play.state_of(Hand.objects.get()).turn or 0
    wait(table, 21)
    for is_away in (True, False):
        seating.mind_seat(table.pk, command_by(people[turn - 1], table), is_away=is_away)
    managing.skip(table.pk, command_by(people[0], table))
    assert Hand.objects.get().stand_ins == [1]


def test_the_site_thinks_about_a_skip_before_the_table_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    table, people = begin()
    steps: list[str] = []

    def watch(name: str) -> None:
        real = getattr(managing, name)
        monkeypatch.setattr(managing, name, lambda *args: steps.append(name) or real(*args))

    watch("choose")
    watch("lock_table")
    with pytest.raises(RuleError, match="Try again in"):
        managing.skip(table.pk, command_by(people[0], table))
    assert steps == ["lock_table"]
    wait(table, 21)
    stale = command_by(people[0], table)
    managing.skip(table.pk, stale)
    assert steps[1:] == ["choose", "lock_table"]
    with pytest.raises(Conflict):
        managing.skip(table.pk, TableCommand(people[0], stale.expected_version, uuid.uuid4()))
    assert steps[3:] == ["lock_table"]


def test_only_the_owner_or_an_administrator_manages_others() -> None:
    table, people = begin()
    wait(table, 21)
    user = make_user("Sam")
    stranger = user.player
    for who in (people[1], stranger):
        with pytest.raises(NotAllowed):
            managing.skip(table.pk, command_by(who, table))
        with pytest.raises(NotAllowed):
            seating.evict(table.pk, 2, command_by(who, table))
    user.manages_tables = True
    user.save()
    managing.skip(table.pk, command_by(stranger, table))
    seating.evict(table.pk, 2, command_by(stranger, table))
    assert table.seats.get(number=2).player.is_bot
    user.is_active = False
    user.save()
    with pytest.raises(NotAllowed):
        seating.evict(table.pk, 1, command_by(stranger, table))


def test_skipping_a_stale_table_or_a_bot_changes_nothing() -> None:
    table, people = begin()
    old = command_by(people[0], table)
    state = play.state_of(Hand.objects.get())
    turn = people[state.turn or 0]
    seating.mind_seat(table.pk, command_by(turn, table), is_away=True)
    with pytest.raises(Conflict):
        managing.skip(table.pk, old)
    with pytest.raises(RuleError, match="bot"):
        managing.skip(table.pk, command_by(people[0], table))
    assert Hand.objects.get().actions == ""


def test_a_clock_that_skips_passes_and_plays_the_lowest_card() -> None:
    table, _ = begin(on_expiry="skip", bid_clock="7", play_clock="7")
    now = timezone.now()
    table.seats.update(seen_at=now)
    Table.objects.update(due_at=now, clock_ends_at=now)
    assert mover.move_table(table.pk)
    assert Hand.objects.get().actions == "pass"
    assert Hand.objects.get().stand_ins == [1]


def test_the_least_that_a_seat_may_do() -> None:
    table, people = begin()
    while row := play.running_hand(play.running_game(table)):
        state = play.state_of(row)
        assert state.turn is not None
        view = view_for(state, state.turn)
        least = least_action(view)
        if least is None:
            least = next(iter(view.legal))
        elif least.verb is Verb.PLAY:
            assert view.strain
            suit = view.strain.value
            trumps = [one for one in view.legal if str(one.card)[1] == suit or str(one.card) == f"J{MATES[suit]}"]
            assert least not in trumps or len(trumps) == len(view.legal)
        else:
            assert least.verb in (Verb.PASS, Verb.DISCARD)
        orders = [one for one in view.legal if str(one) == "order"]
        play.act(table.pk, str(orders[0] if orders else least), command_by(people[state.turn], table))


def test_a_suggestion_is_legal_has_a_reason_and_comes_from_the_seats_own_view() -> None:
    table, people = begin(bots="casual")
    state = play.state_of(Hand.objects.get())
    assert state.turn is not None
    found = hints.suggestion_for(table, people[state.turn])
    assert found.action in state.legal_actions
    assert found.why.sentence.endswith(".")
    with pytest.raises(RuleError):
        hints.suggestion_for(table, people[(state.turn + 1) % 4])
    Table.objects.update(owner=None)
    with pytest.raises(NotAllowed):
        hints.suggestion_for(Table.objects.get(), people[state.turn])


def test_a_suggestion_does_not_depend_on_what_others_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    table, people = begin()
    state = play.state_of(Hand.objects.get())
    real = hints.suggest
    monkeypatch.setattr(hints, "suggest", lambda view, *rest: given.append(view) or real(view, *rest))
    hints.suggestion_for(table, people[state.turn or 0])
    assert given == [view_for(state, state.turn or 0)]


def test_forced_cards_play_themselves_for_whoever_wishes_it() -> None:
    table, people = begin()
    forced = None
    while forced is None:
        row = play.running_hand(play.running_game(table))
        assert row, "a last trick is always forced"
        state = play.state_of(row)
        if len(state.legal_actions) == 1 and next(iter(state.legal_actions)).verb is Verb.PLAY:
            forced = state
            break
        orders = [one for one in state.legal_actions if str(one) == "order"]
        action = (orders or list(state.legal_actions))[0]
        play.act(table.pk, str(action), command_by(people[state.turn or 0], table))
    assert not play.is_forced(table, forced)
    save_settings(PlayerSettings(autoplay=True), people[forced.turn or 0])
    assert play.is_forced(table, forced)


def test_settings_are_the_players_own_and_kept_once() -> None:
    _, (olga, pam, *_) = table_for()
    assert settings_of(None).felt == "green"
    save_settings(PlayerSettings(felt="blue", cards="large"), olga)
    save_settings(PlayerSettings(felt="red"), olga)
    assert (settings_of(olga).felt, settings_of(olga).cards, settings_of(pam).felt) == ("red", "standard", "green")
    assert PlayerSettings.objects.count() == 1


def test_points_and_tricks_stay_hidden_where_the_table_says_so() -> None:
    shown, people = begin()
    assert TableView(shown, people[0]).scores
    Table.objects.update(options={"hide_trick_points": True, "show_scores": False})
    table = Table.objects.get()
    while not play.state_of(Hand.objects.get()).tricks:
        state = play.state_of(Hand.objects.get())
        orders = [one for one in state.legal_actions if str(one) == "order"]
        action = (orders or list(state.legal_actions))[0]
        play.act(table.pk, str(action), command_by(people[state.turn or 0], table))
    look = TableView(table, people[0])
    assert look.scores == []
    assert {chair.tricks for chair in look.seats} == {None}
    Table.objects.update(options={})
    assert {chair.tricks for chair in TableView(Table.objects.get(), people[0]).seats} == {0}
