"""Who met whom: the numbers, the line of each person, and the picture they are drawn in."""

import pytest

from games.accounts.models import User
from tests.cast import context_of, enter, enter_pairs, make_event, publish
from tests.tournaments.pages.browsing import finish_round
from tournaments.clubs.models import Club
from tournaments.draws import meetings
from tournaments.draws.meetings import meeting_board_of
from tournaments.rounds import commands as rounds


@pytest.mark.slow
def test_a_night_of_five_counts_partners_opponents_and_sit_outs(club: Club, olga: User) -> None:
    event = make_event(club, olga, "rotation")
    enter(event, olga, [f"Guest {number}" for number in range(1, 6)])
    stage = event.stages.get()
    for number in (1, 2):
        publish(event, olga, number)
        finish_round(stage, olga)
    board = meeting_board_of(stage)
    assert board.found.rounds == 2
    assert sum(times * pairings for times, pairings in board.partners.items()) == 4
    assert sum(times * pairings for times, pairings in board.opponents.items()) == 8
    assert board.sit_outs == {0: 3, 1: 2}
    assert [person.number for person in board.people] == [1, 2, 3, 4, 5]
    assert all(person.partners == 2 - person.sit_outs for person in board.people)
    assert board.found.partners
    assert board.found.partners.is_optimal
    assert board.found.opponents.excess >= 0


@pytest.mark.slow
def test_repeated_opponents_are_named_most_frequent_first(club: Club, olga: User) -> None:
    event = make_event(club, olga, "round_robin", config={"cycles": "double"})
    enter_pairs(event, olga, 2)
    stage = event.stages.get()
    for number in (1, 2):
        publish(event, olga, number)
        finish_round(stage, olga)
    board = meeting_board_of(stage)
    assert (board.partners, board.opponents, board.most_opponents, board.most_partners) == ({}, {2: 1}, 2, 0)
    assert board.people[0].opponents_again == (("Ann 2 & Bob 2", 2),)


def test_the_picture_has_opponents_above_the_diagonal_and_partners_below(club: Club, olga: User) -> None:
    event = make_event(club, olga, "rotation")
    enter(event, olga, [f"Guest {number}" for number in range(1, 5)])
    publish(event, olga)
    picture = meeting_board_of(event.stages.get()).picture
    assert picture
    assert [shade.words for shade in picture.shades] == [
        "Opponents once: 4 pairs of players",
        "Partners once: 2 pairs of players",
    ]
    spots = [[part.split("h")[0].split() for part in shade.path.split("M")[1:]] for shade in picture.shades]
    assert all(int(x) > int(y) for x, y in spots[0])
    assert all(int(x) < int(y) for x, y in spots[1])
    assert (len(picture.axis), picture.diagonal.count("M"), picture.marks) == (4, 4, ())


@pytest.mark.slow
def test_meetings_again_are_marked_with_their_number_and_many_share_a_shade(club: Club, olga: User) -> None:
    shades = meetings._shades("opponents", {frozenset({1, 2}): 5, frozenset({1, 3}): 4}, {1: 0, 2: 1, 3: 2})
    assert [shade.words for shade in shades] == ["Opponents 4 times or more: 2 pairs of players"]
    event = make_event(club, olga, "round_robin", config={"cycles": "double"})
    enter_pairs(event, olga, 2)
    for number in (1, 2):
        publish(event, olga, number)
        finish_round(event.stages.get(), olga)
    picture = meeting_board_of(event.stages.get()).picture
    assert picture
    assert [times for _, _, times in picture.marks] == [2]


@pytest.mark.parametrize(("limit", "is_drawn"), [(4, True), (3, False)])
def test_too_many_people_have_numbers_only(
    club: Club, olga: User, monkeypatch: pytest.MonkeyPatch, limit: int, is_drawn: bool
) -> None:
    monkeypatch.setattr(meetings, "MAX_DRAWN", limit)
    event = make_event(club, olga, "rotation")
    enter(event, olga, [f"Guest {number}" for number in range(1, 5)])
    publish(event, olga)
    board = meeting_board_of(event.stages.get())
    assert (bool(board.picture), len(board.people)) == (is_drawn, 4)


def test_a_draft_is_not_counted(club: Club, olga: User) -> None:
    event = make_event(club, olga, "rotation")
    enter(event, olga, [f"Guest {number}" for number in range(1, 5)])
    rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
    board = meeting_board_of(event.stages.get())
    assert (board.found.rounds, board.people, board.picture) == (0, (), None)
