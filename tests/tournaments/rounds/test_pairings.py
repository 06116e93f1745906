"""How a round was paired: scores before it, floats, byes, repeats, and that later corrections change no story."""

import pytest

from games.accounts.models import User
from tests.cast import context_of, enter, enter_pairs, make_event, on_grid, publish, slip
from tests.said import said
from tests.tournaments.pages.browsing import finish_round
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.formats.base import TableDraw
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairings import PairingStory, story_of
from tournaments.rounds.seat_rows import write_seats


def swiss(club: Club, olga: User, pairs: int) -> Event:
    event = make_event(club, olga, "swiss")
    enter_pairs(event, olga, pairs)
    return event


def story(row: Round) -> PairingStory:
    return story_of(Round.objects.select_related("stage__event").get(pk=row.pk))


def test_the_first_round_has_one_score_and_the_bye_its_reason(club: Club, olga: User) -> None:
    found = story(publish(swiss(club, olga, 5), olga))
    [group] = found.groups
    assert (found.before, group.score, len(group.entries), group.floated) == ("Games won before this round", "0", 5, ())
    assert [said(pairing.why) for pairing in found.pairings] == [("Everyone at this table has the same score.",)] * 2
    assert found.pairings[0].sides == ("Ann 1 & Bob 1", "Ann 3 & Bob 3")
    [(name, reason)] = found.byes
    assert (name, str(reason).startswith("There’s an odd number of pairs (5).")) == ("Ann 5 & Bob 5", True)
    assert said(found.reasons) == (
        "Pairs with equal scores meet, top half against bottom half. No 2 pairs meet twice.",
    )


@pytest.mark.slow
def test_who_floats_is_named_with_the_table_and_the_cause(club: Club, olga: User) -> None:
    event = swiss(club, olga, 6)
    publish(event, olga)
    finish_round(event.stages.get(), olga)
    found = story(publish(event, olga, 2))
    assert [(group.score, len(group.entries), len(group.floated)) for group in found.groups] == [
        ("1", 3, 1),
        ("0", 3, 1),
    ]
    [uneven] = [pairing for pairing in found.pairings if len(set(pairing.scores)) > 1]
    assert "moves up to play" in str(uneven.why[0])
    assert "moves up" not in " ".join(said(found.reasons))


@pytest.mark.slow
def test_a_correction_after_the_draw_does_not_change_the_story(club: Club, olga: User) -> None:
    event = swiss(club, olga, 4)
    publish(event, olga)
    finish_round(event.stages.get(), olga)
    row = publish(event, olga, 2)
    before = story(row)
    match = Match.objects.get(round__number=1, table=1)
    results.correct_result(
        match.pk, slip(2, 10), reason="Misread", context=on_grid(olga), expected_version=match.last_version
    )
    assert story(row) == before


def test_points_are_named_where_pairs_meet_by_points(club: Club, olga: User) -> None:
    event = make_event(club, olga, "swiss", config={"score": "points"})
    enter_pairs(event, olga, 4)
    publish(event, olga)
    finish_round(event.stages.get(), olga)
    found = story(publish(event, olga, 2))
    assert (found.before, [group.score for group in found.groups]) == ("Points before this round", ["10", "6"])


def test_a_pair_seated_by_hand_is_not_explained_away(club: Club, olga: User) -> None:
    event = swiss(club, olga, 4)
    publish(event, olga)
    finish_round(event.stages.get(), olga)
    row = rounds.draw_round(event.stages.get().pk, 2, context=context_of(olga))
    entries = {entry.number: entry for entry in event.entries.prefetch_related("lineup__player")}
    Seat.objects.filter(round=row).delete()
    for match, sides in zip(row.matches.order_by("table"), (((1,), (4,)), ((2,), (3,))), strict=True):
        write_seats(match, TableDraw(match.table, sides), entries)
    assert {said(pairing.why) for pairing in story(row).pairings} == {("The scores at this table differ.",)}


def test_other_formats_give_their_reasons(club: Club, olga: User) -> None:
    event = make_event(club, olga, "rotation")
    enter(event, olga, [f"Guest {number}" for number in range(1, 10)])
    row = publish(event, olga)
    found = story(row)
    assert found.groups == ()
    assert list(found.reasons) == row.reasons
    assert [(len(pairing.sides), pairing.scores, pairing.why) for pairing in found.pairings] == [(2, (), ())] * 2
    assert len(found.byes) == 1
