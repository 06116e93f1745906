"""Watchers: ten places, and never a card that belongs to a hand still being played."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.hand import Hand as EngineHand
from games.engine.view import view_for
from games.errors import NotAllowed
from games.tables import play, seating, watching
from games.tables.models import Hand, Table, TableLine, Watcher
from games.tables.presenter import TableView
from tests.games.tables.cast import command_by, player, table_for

pytestmark = pytest.mark.django_db


def begin(is_match: bool = False, **conduct: object) -> tuple[Table, list[Player], Player]:
    table, people = table_for(**conduct)
    play.start_game(table.pk, command_by(people[0], table))
    if is_match:
        Table.objects.update(owner=None)
    table.refresh_from_db()
    wim = player("Wim")
    watching.watch(table.pk, wim)
    return table, people, wim


def step(table: Table, people: list[Player]) -> EngineHand:
    row = play.running_hand(play.running_game(table))
    assert row
    state = play.state_of(row)
    orders = [one for one in state.legal_actions if str(one) == "order"]
    action = (orders or list(state.legal_actions))[0]
    play.act(table.pk, str(action), command_by(people[state.turn or 0], table))
    return state


def held_now(table: Table) -> set[str]:
    """Every card in a hand, face down or laid away: what nobody but its player may know."""
    row = play.running_hand(play.running_game(table))
    if row is None:
        return set()
    state = play.state_of(row)
    out = {str(card) for trick in state.tricks for _, card in trick.plays}
    return {str(card) for own in state.dealt for card in own} - out - {str(state.undealt[0])}


def seen(table: Table, who: Player) -> tuple[TableView, set[str]]:
    look = TableView(Table.objects.get(pk=table.pk), who)
    if look.view is None:
        return look, set()
    held = {str(card) for own in look.view.hands if own for card in own}
    out = {str(card) for trick in look.view.tricks for _, card in trick.plays}
    words = {str(card) for each in look.view.history for card in each.action.cards}
    return look, held | out | words


def test_there_are_ten_places_and_the_eleventh_is_told() -> None:
    table, _ = table_for()
    for number in range(10):
        watching.watch(table.pk, player(f"Guest {number}"))
    with pytest.raises(RuleError, match="10 people"):
        watching.watch(table.pk, player("Wim"))
    assert len(watching.watchers_of(table)) == 10
    Watcher.objects.filter(place=4).update(seen_at=timezone.now() - watching.WATCHER_SILENT)
    assert watching.watch(table.pk, player("Wim")).place == 4
    watching.stop_watching(table.pk, player("Wim"))
    assert watching.watch(table.pk, player("Vic")).place == 4
    with pytest.raises(IntegrityError), transaction.atomic():
        Watcher.objects.create(table=table, player=player("Sam"), place=11)


def test_a_place_is_held_as_long_as_the_page_is_heard_of() -> None:
    table, _ = table_for()
    wim = player("Wim")
    place = watching.watch(table.pk, wim)
    assert watching.watch(table.pk, wim) == place
    Watcher.objects.update(seen_at=timezone.now() - watching.WATCHER_SILENT / 2)
    watching.still_watches(table.pk, wim)
    assert Watcher.objects.get().seen_at > timezone.now() - watching.WATCHER_SILENT / 4
    Watcher.objects.update(seen_at=timezone.now() - watching.WATCHER_SILENT)
    watching.still_watches(table.pk, wim)
    assert watching.watchers_of(table) == []
    watching.watch(table.pk, wim)
    assert [line.words for line in TableLine.objects.all()] == ["Wim is watching."]


def test_who_may_not_watch() -> None:
    table, _ = table_for(watchers="none")
    with pytest.raises(NotAllowed):
        watching.watch(table.pk, player("Wim"))
    table, people = table_for(2)
    with pytest.raises(RuleError):
        watching.watch(table.pk, people[1])
    assert not Watcher.objects.exists()


def test_whoever_sits_down_watches_no_more() -> None:
    table, _ = table_for(3)
    wim = player("Wim")
    watching.watch(table.pk, wim)
    seating.sit(table.pk, 3, command_by(wim, table))
    assert not Watcher.objects.exists()


def test_without_a_place_nothing_is_seen() -> None:
    table, people, _ = begin()
    step(table, people)
    look, cards = seen(table, player("Sam"))
    assert (look.view, cards) == (None, set())
    assert "You can watch it" in look.prompt


def test_face_down_a_watcher_sees_what_lies_open_at_once() -> None:
    table, people, wim = begin()
    while play.running_hand(play.running_game(table)):
        step(table, people)
        look, cards = seen(table, wim)
        assert not cards & held_now(table)
        assert look.view
        assert not look.is_delayed
    assert look.view.result


def test_in_a_match_a_watcher_sees_finished_tricks_only() -> None:
    table, people, wim = begin(is_match=True)
    while row := play.running_hand(play.running_game(table)):
        state = play.state_of(row)
        look, cards = seen(table, wim)
        over = {str(card) for trick in state.tricks if trick.winner is not None for _, card in trick.plays}
        assert not cards & held_now(table)
        assert cards == over
        assert look.is_delayed
        assert look.view
        assert not look.view.history or (look.view.tricks and look.view.tricks[-1].winner is not None)
        step(table, people)


@pytest.mark.slow
@pytest.mark.parametrize("is_match", [False, True])
def test_face_up_only_hands_that_are_over_are_seen(is_match: bool) -> None:
    table, people, wim = begin(is_match, watchers="face_up")
    look, cards = seen(table, wim)
    assert (look.view, cards) == (None, set())
    assert "Once a hand is over" in look.prompt
    while play.running_hand(play.running_game(table)):
        step(table, people)
        assert seen(table, wim)[0].view is None or not play.running_hand(play.running_game(table))
    play.deal_next(table.pk, command_by(people[0], table))
    steps = 0
    while play.running_hand(play.running_game(table)):
        look, _ = seen(table, wim)
        assert look.hand == Hand.objects.get(number=1)
        assert look.is_delayed
        assert look.view is not None
        assert len(look.view.history) == min(steps, len(Hand.objects.get(number=1).actions.split("; ")))
        if steps == 0:
            assert sum(len(own or ()) for own in look.view.hands) == 20
        step(table, people)
        steps += 1
    assert seen(table, wim)[0].hand == Hand.objects.get(number=2)


@pytest.mark.slow
def test_what_a_watcher_sees_is_the_same_in_two_worlds() -> None:
    """Cards that a watcher cannot see are dealt anew: he sees what he saw."""
    table, people, wim = begin(watchers="face_up")
    while play.running_hand(play.running_game(table)):
        step(table, people)
    play.deal_next(table.pk, command_by(people[0], table))
    before = seen(table, wim)[0]
    Hand.objects.filter(number=2).update(seed="ab" * 32)
    after = seen(table, wim)[0]
    assert before.view == after.view
    assert before.prompt == after.prompt


def test_face_up_round_open_hands_is_seen_at_once() -> None:
    table, _, wim = begin(watchers="face_up", open_hands=True)
    look, cards = seen(table, wim)
    assert not look.is_delayed
    assert len(cards) == 20


def test_open_hands_show_every_player_all_cards_and_his_own_moves_only() -> None:
    table, people, _ = begin(open_hands=True)
    state = play.state_of(Hand.objects.get())
    for seat, who in enumerate(people):
        look, cards = seen(table, who)
        assert len(cards) == 20
        assert look.view
        assert look.view.legal == view_for(state, seat).legal
    Table.objects.update(owner=None)
    assert len(seen(table, people[0])[1]) == 5
