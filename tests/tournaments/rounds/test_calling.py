"""Each match of a bracket opens as soon as its sides are known: played so through the commands, to the end."""

from random import Random

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, enter_pairs, make_club, make_event, on_grid, on_phone, slip
from tests.sizes import sample, size
from tests.tournaments.rounds.singly import (
    DOUBLE,
    Evening,
    better_wins,
    bracket,
    called,
    entry,
    match_of,
    placed,
    problems_now,
    score,
    sides,
    start,
)
from tests.tournaments.scenes.webhook import webhook
from tournaments.checkin.entries import drop_out
from tournaments.checkin.substitutes import sit_in
from tournaments.events.models import Event, Stage
from tournaments.formats.standings.consequences import Kind
from tournaments.integrity.verify import violations
from tournaments.prizes.correction_preview import consequences_of
from tournaments.results import commands as results
from tournaments.results.history import table_draw
from tournaments.results.standings_update import settle_stage
from tournaments.rounds import calling, wishes
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event, reopen_event
from tournaments.rounds.models import Match, Round
from tournaments.webhooks.models import Happening

Winners = dict[tuple[frozenset[int], int], int]
"""Who won when these two met for the nth time."""


def winners_of(event: Event) -> Winners:
    found: Winners = {}
    matches = Match.objects.filter(round__stage__event=event).exclude(standing=None).select_related("standing")
    for match in matches.order_by("round__number").prefetch_related("seats__entry"):
        assert match.standing
        entries, winner = table_draw(match).entries, match.standing.reported.winner
        assert winner is not None
        nth = sum(pair == frozenset(entries) for pair, _ in found) + 1
        found[frozenset(entries), nth] = entries[winner]
    return found


def play_by_rounds(event: Event, olga: User, winners: Winners) -> None:
    """The same results, round by round."""
    stage, met = event.stages.get(), dict[frozenset[int], int]()
    for number in range(1, 40):
        if rounds.planned_rounds(stage, number) < number:
            return
        row = rounds.draw_round(stage.pk, number, context=context_of(olga))
        rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)
        for match in row.matches.prefetch_related("seats__entry"):
            pair = frozenset(sides(match))
            met[pair] = met.get(pair, 0) + 1
            points = (10, 6) if winners[pair, met[pair]] == sides(match)[0] else (6, 10)
            results.record_result(match.pk, slip(*points), context=on_grid(olga))
        row.refresh_from_db()
        rounds.close_round(row.pk, context=context_of(olga), expected_version=row.revision)


@pytest.mark.parametrize(("pairs", "tables"), sample(of=[(7, 2), (11, 3), *size([], [(32, 8)])]))
@pytest.mark.heavy
def test_a_double_elimination_plays_several_rounds_at_once(olga: User, pairs: int, tables: int) -> None:
    event = bracket(olga, pairs, tables, **DOUBLE)
    start(event, olga)
    evening, steps = Evening(event, olga, Random(pairs)), 0
    assert len(called(event)) == min(tables, pairs // 2)
    while evening.step():
        assert problems_now(event) == []
        steps += 1
        if steps % (pairs // 2) == 0:
            assert violations() == []
    assert violations() == []
    assert steps in (2 * pairs - 2, 2 * pairs - 1)
    assert evening.overlaps > pairs // 4
    assert set(Round.objects.values_list("status", flat=True)) == {Round.Status.CLOSED}

    lockstep = make_event(make_club(olga, "In step"), olga, "elimination", config={"kind": "double"})
    enter_pairs(lockstep, olga, pairs)
    play_by_rounds(lockstep, olga, winners_of(event))
    settle_stage(lockstep.stages.get().pk)
    assert placed(event) == placed(lockstep)


def test_it_begins_by_hand_and_nothing_is_called_twice(olga: User) -> None:
    event = bracket(olga, 6, 2)
    stage = start(event, olga)
    assert [(match.table, sides(match)) for match in called(event)] == [(1, (4, 5)), (2, (3, 6))]
    version = event.audit_log.count()
    start(event, olga)
    settle_stage(stage.pk)
    assert event.audit_log.count() == version
    row = stage.rounds.get()
    assert (row.status, row.opens_singly, row.byes.count()) == (Round.Status.PUBLISHED, True, 2)
    assert violations() == []


def test_the_next_match_waits_for_its_sides_alone(olga: User) -> None:
    """Pairs 1 and 2 have byes. When 4 has beaten 5, pair 1 plays at once, though 3 and 6 still do."""
    event = bracket(olga, 6)
    start(event, olga)
    better_wins(match_of(event, 4, 5), olga)
    assert [sides(match) for match in called(event)] == [(1, 4), (3, 6)]
    assert [row.status for row in event.stages.get().rounds.all()] == [Round.Status.PUBLISHED] * 2
    assert violations() == []


def test_matches_wait_for_tables_and_closed_ones_stay_empty(olga: User) -> None:
    event = bracket(olga, 16, 3)
    wishes.close_table(event.pk, 2, context=context_of(olga))
    start(event, olga)
    assert [match.table for match in called(event)] == [1, 3]
    assert len(calling.openings_now(Stage.objects.get(event=event)).waiting) == 6
    wishes.open_table(event.pk, 2, context=context_of(olga))
    assert [match.table for match in called(event)] == [1, 2, 3]
    assert violations() == []


def test_without_a_free_table_nothing_starts(olga: User) -> None:
    event = bracket(olga, 4, 1)
    wishes.close_table(event.pk, 1, context=context_of(olga))
    with pytest.raises(RuleError, match="No table is free"):
        start(event, olga)
    assert not event.stages.get().rounds.exists()


def test_games_of_a_match_follow_each_other_at_its_table(olga: User) -> None:
    event = bracket(olga, 4, 2, best_of=3, best_of_final=3, best_of_semis=3)
    start(event, olga)
    table = match_of(event, 1, 4).table
    better_wins(match_of(event, 1, 4), olga)
    score(match_of(event, 1, 4), olga, 6, 10)
    assert match_of(event, 1, 4).table == table
    better_wins(match_of(event, 1, 4), olga)
    assert [sides(match) for match in called(event)] == [(2, 3)]
    assert violations() == []


@pytest.mark.slow
def test_who_leaves_forfeits_what_comes_up(olga: User) -> None:
    """In a double elimination pair 4 would play twice more; it leaves while its match is on."""
    event = bracket(olga, 4, **DOUBLE)
    start(event, olga)
    drop_out(entry(event, 4).pk, context=context_of(olga))
    assert {sides(match) for match in called(event)} == {(1, 4), (2, 3)}
    better_wins(match_of(event, 1, 4), olga)
    better_wins(match_of(event, 2, 3), olga)
    forfeit = Match.objects.get(round__stage__event=event, standing__slip__forfeited=[0])
    assert (sides(forfeit), forfeit.called_in_id) == ((4, 3), None)
    while called(event):
        better_wins(called(event)[0], olga)
        assert violations() == []
    assert {number: place for number, (place, _) in placed(event).items()} == {1: 1, 2: 2, 3: 3, 4: 4}


def test_when_both_have_left_no_one_goes_on(olga: User) -> None:
    event = bracket(olga, 4)
    start(event, olga)
    better_wins(match_of(event, 1, 4), olga)
    for number in (2, 3):
        drop_out(entry(event, number).pk, context=context_of(olga))
    score(match_of(event, 2, 3), olga, 10, 6)
    assert called(event) == []
    assert placed(event)[1] == (1, False)
    assert violations() == []


@pytest.mark.slow
@pytest.mark.parametrize("upsets", [True, False])
def test_the_grand_final_is_played_again_only_when_it_has_to_be(olga: User, upsets: bool) -> None:
    event = bracket(olga, 3, **DOUBLE)
    start(event, olga)
    for _ in range(4):
        [match] = called(event)
        is_final = match.round.number == 4
        score(match, olga, *((10, 6) if (sides(match)[0] == 1) != (is_final and upsets) else (6, 10)))
    assert [1 in sides(match) for match in called(event)] == [True] * upsets
    if upsets:
        better_wins(called(event)[0], olga)
    assert placed(event)[1] == (1, False)
    assert not Round.objects.exclude(status=Round.Status.CLOSED).exists()
    assert violations() == []


class TestACorrectionOfAFeeder:
    """Of four pairs 1 and 4 meet, and 2 and 3; the winners play the final."""

    @pytest.fixture
    def event(self, olga: User) -> Event:
        event = bracket(olga, 5)
        start(event, olga)
        better_wins(match_of(event, 4, 5), olga)
        assert {sides(match) for match in called(event)} == {(1, 4), (2, 3)}
        return event

    def correct(self, event: Event, olga: User) -> Match:
        match = Match.objects.get(round__stage__event=event, round__number=1, standing__isnull=False)
        asked = {"reason": "Misread", "expected_version": match.last_version}
        results.correct_result(match.pk, slip(6, 10), context=context_of(olga), **asked)
        settle_stage(event.stages.get().pk)
        return match

    def said(self, event: Event) -> list[str]:
        match = Match.objects.select_related("round__stage__event", "standing").get(
            round__stage__event=event, round__number=1, standing__isnull=False
        )
        return [str(one.text) for one in consequences_of(match, slip(6, 10)) if one.kind is Kind.ROUND]

    def test_a_match_without_a_score_is_called_off_and_the_right_one_called(self, event: Event, olga: User) -> None:
        table = match_of(event, 1, 4).table
        assert self.said(event) == [
            f"Table {table}: No. 1 against No. 4 is canceled, because the table has no score yet."
        ]
        self.correct(event, olga)
        assert {sides(match): match.table for match in called(event)} == {(1, 5): table, (2, 3): 3 - table}
        assert violations() == []

    def test_a_match_with_a_score_stays_and_is_played_again_by_the_right_ones(self, event: Event, olga: User) -> None:
        better_wins(match_of(event, 1, 4), olga)
        assert "stays as played" in self.said(event)[0]
        self.correct(event, olga)
        assert {sides(match) for match in called(event)} == {(1, 5), (2, 3)}
        assert Match.objects.filter(round__stage__event=event, state="standing").count() == 2
        assert violations() == []

    def test_while_a_score_waits_to_be_agreed_its_people_are_not_called_elsewhere(
        self, event: Event, olga: User
    ) -> None:
        match = match_of(event, 1, 4)
        player = match.seats.get(position=0).player
        assert player
        results.record_result(match.pk, slip(10, 6), context=on_phone(player))
        self.correct(event, olga)
        assert {sides(match) for match in called(event)} == {(1, 4), (2, 3)}
        assert problems_now(event) == []
        score(match, olga, 10, 6)
        assert {sides(match) for match in called(event)} == {(1, 5), (2, 3)}
        assert violations() == []

    def test_a_void_feeder_is_played_again(self, event: Event, olga: User) -> None:
        match = Match.objects.get(round__stage__event=event, round__number=1, standing__isnull=False)
        results.void_result(match.pk, reason="Wrong cards", context=context_of(olga), expected_version=1)
        settle_stage(event.stages.get().pk)
        assert {sides(match) for match in called(event)} == {(4, 5), (2, 3)}
        assert violations() == []

    def test_a_decision_that_was_followed_is_not_taken_back(self, event: Event, olga: User) -> None:
        match = Match.objects.get(round__stage__event=event, round__number=1, standing__isnull=False)
        with pytest.raises(RuleError, match="already has another match"):
            results.reopen_result(match.pk, context=context_of(olga), expected_version=1)


def test_a_decision_that_nothing_followed_is_taken_back(olga: User) -> None:
    event = bracket(olga, 8)
    start(event, olga)
    match = match_of(event, 1, 8)
    better_wins(match, olga)
    assert len(called(event)) == 3
    results.reopen_result(match.pk, context=context_of(olga), expected_version=1)
    settle_stage(event.stages.get().pk)
    assert match_of(event, 1, 8).table == match.table
    assert len(called(event)) == 4
    assert violations() == []


def test_the_start_is_undone_while_nothing_was_reported(olga: User) -> None:
    event = bracket(olga, 4)
    stage = start(event, olga)
    calling.take_back_start(stage.pk, context=context_of(olga))
    assert not stage.rounds.exists()
    assert violations() == []
    start(event, olga)
    score(match_of(event, 1, 4), olga, 10, 6)
    with pytest.raises(RuleError, match="Scores have already come in"):
        calling.take_back_start(stage.pk, context=context_of(olga))


def test_its_rounds_are_not_drawn_nor_taken_back(olga: User) -> None:
    event = bracket(olga, 4)
    stage = event.stages.get()
    with pytest.raises(RuleError, match="called one by one"):
        rounds.draw_round(stage.pk, 1, context=context_of(olga))
    start(event, olga)
    row = stage.rounds.get()
    with pytest.raises(RuleError, match="called one by one"):
        rounds.unpublish_round(row.pk, context=context_of(olga), expected_version=row.revision)


def test_a_bracket_round_by_round_calls_nothing(olga: User) -> None:
    event = bracket(olga, 4, opens="rounds")
    with pytest.raises(RuleError, match="played round by round"):
        start(event, olga)


def test_who_sits_in_elsewhere_is_not_called_meanwhile(olga: User) -> None:
    """Ann 1 waits for her match and sits in for Ann 4."""
    event = bracket(olga, 5)
    start(event, olga)
    row, match = event.stages.get().rounds.get(), match_of(event, 2, 3)
    leaving = match.seats.get(position=0).player
    coming = entry(event, 1).players.first()
    assert leaving
    assert coming
    asked = {"context": context_of(olga), "expected_version": row.revision}
    sit_in(row.pk, entry(event, sides(match)[0]).pk, leaving, coming, **asked)
    better_wins(match_of(event, 4, 5), olga)
    assert {sides(match) for match in called(event)} == {(2, 3)}
    better_wins(match_of(event, 2, 3), olga)
    assert {sides(match) for match in called(event)} == {(1, 4)}
    assert violations() == []


def test_no_one_is_called_once_the_event_is_over(olga: User) -> None:
    event = bracket(olga, 4)
    stage = start(event, olga)
    while called(event):
        better_wins(called(event)[0], olga)
    finish_event(event.pk, context=context_of(olga))
    before = event.audit_log.count()
    settle_stage(stage.pk)
    assert event.audit_log.count() == before
    with pytest.raises(RuleError, match="The event is finished"):
        start(event, olga)


def test_a_play_in_stops_when_enough_are_through(olga: User) -> None:
    event = bracket(olga, 6, survivors=4)
    start(event, olga)
    while called(event):
        better_wins(called(event)[0], olga)
    assert {number for number, (place, _) in placed(event).items() if place == 1} == {1, 2, 3, 4}
    assert violations() == []


@pytest.mark.slow
def test_an_event_that_ends_early_calls_off_what_has_no_score(olga: User) -> None:
    event = bracket(olga, 8, 3)
    stage = start(event, olga)
    better_wins(match_of(event, 1, 8), olga)
    with pytest.raises(RuleError, match="is still open"):
        finish_event(event.pk, context=context_of(olga))
    finish_event(event.pk, context=context_of(olga), override="The hall closes")
    assert called(event) == []
    assert [row.status for row in stage.rounds.all()] == [Round.Status.CLOSED]
    assert Match.objects.filter(round__stage=stage).count() == 1
    assert violations() == []
    reopen_event(event.pk, context=context_of(olga))
    start(event, olga)
    assert len(called(event)) == 3
    assert violations() == []


def test_webhooks_are_notified_of_a_round_whenever_it_has_more_tables(olga: User) -> None:
    event = bracket(olga, 6)
    hook = webhook(event.club, olga, kinds=[Happening.ROUND])
    start(event, olga)
    better_wins(match_of(event, 4, 5), olga)
    better_wins(match_of(event, 3, 6), olga)
    sent = [row.body["data"] for row in hook.deliveries.order_by("pk")]
    assert [(data["round"]["number"], len(data["tables"])) for data in sent] == [(1, 2), (2, 1), (2, 2)]


def test_who_sat_in_elsewhere_plays_in_a_later_round(olga: User) -> None:
    """Ann 2 sits in for Ann 4 in round 2; so her own match, which could be in that round, is in the next one."""
    event = bracket(olga, 6)
    start(event, olga)
    better_wins(match_of(event, 4, 5), olga)
    match = match_of(event, 1, 4)
    leaving, coming = entry(event, 4).players.first(), entry(event, 2).players.first()
    assert leaving
    assert coming
    asked = {"context": context_of(olga), "expected_version": match.round.revision}
    sit_in(match.round_id, entry(event, 4).pk, leaving, coming, **asked)
    better_wins(match, olga)
    better_wins(match_of(event, 3, 6), olga)
    assert match_of(event, 2, 3).round.number == 3
    assert violations() == []
