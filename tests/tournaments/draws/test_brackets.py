"""A knock-out on its page: who plays whom where, what is over, what only the organizers may know."""

from collections.abc import Callable
from typing import Any

import pytest

from games.accounts.models import User
from tests.cast import context_of, enter_pairs, make_event, on_grid, publish, slip
from tests.tournaments.pages.browsing import finish_round
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.draws.brackets import LOOSE, WIDTH, BracketBoard, BracketMatch, Side, bracket_of
from tournaments.events.models import Event, Stage
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds

Cup = Callable[..., Event]


@pytest.fixture
def cup(club: Club, olga: User) -> Cup:
    """A knock-out of so many pairs, with these settings."""

    def enter(pairs: int, **config: Any) -> Event:
        event = make_event(club, olga, "elimination", config=config)
        enter_pairs(event, olga, pairs)
        return event

    return enter


def stage_of(event: Event) -> Stage:
    stage = event.stages.get()
    stage.event = event
    return stage


def board_of(event: Event) -> BracketBoard:
    board = bracket_of(stage_of(event))
    assert board
    return board


def match_of(event: Event, number: int) -> BracketMatch:
    return next(
        match
        for drawn in board_of(event).bands
        for column in drawn.columns
        for _, match in column.boxes
        if match.number == number
    )


def play(event: Event, owner: User, number: int, points: tuple[int, int] = (10, 6)) -> None:
    """The side that is written first, the better seed, wins every table unless points say otherwise."""
    publish(event, owner, number)
    finish_round(event.stages.get(), owner, points)


def test_there_is_none_before_the_first_round_is_published(cup: Cup, olga: User) -> None:
    event = cup(4)
    assert bracket_of(stage_of(event)) is None
    rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
    assert bracket_of(stage_of(event)) is None


def test_a_match_says_where_it_is_played_and_where_its_winner_goes(cup: Cup, olga: User) -> None:
    event = cup(8)
    publish(event, olga)
    match = match_of(event, 2)
    assert (match.status, match.table, match.winner_to, match.loser_to, match.sources) == ("playing", 2, 5, None, ())
    assert match.label == (
        "Quarterfinal, match 2: Ann 4 & Bob 4, Ann 5 & Bob 5, being played at table 2. The winner goes to match 5."
    )
    assert [side.seed for side in match.sides] == [4, 5]
    final = match_of(event, 7)
    assert (final.status, final.sources) == ("waiting", (5, 6))
    assert [side.short for side in final.sides] == ["Winner of #5", "Winner of #6"]
    assert final.label == "Final, match 7: Winner of match 5, Winner of match 6, waiting for earlier results"


def test_a_result_moves_the_winner_on_at_once(cup: Cup, olga: User) -> None:
    event = cup(4)
    row = publish(event, olga)
    results.record_result(row.matches.get(table=1).pk, slip(6, 10), context=on_grid(olga))
    over, final = match_of(event, 1), match_of(event, 3)
    assert [(side.score, side.is_winner) for side in over.sides] == [("6", False), ("10", True)]
    assert (over.status, over.said, over.games) == ("over", "won by Ann 4 & Bob 4", ("6–10",))
    assert [side.name for side in final.sides] == ["Ann 4 & Bob 4", "Winner of match 2"]
    board = board_of(event)
    assert (board.over, board.of, board.winner) == (1, 3, "")
    assert [len(board.bands[0].decided), len(board.bands[0].open)] == [1, 1]


def test_the_next_draft_changes_nothing(cup: Cup, olga: User) -> None:
    event = cup(4)
    play(event, olga, 1)
    before = board_of(event)
    rounds.draw_round(event.stages.get().pk, 2, context=context_of(olga))
    assert board_of(event) == before
    assert match_of(event, 3).status == "ready"
    assert match_of(event, 3).said == "up next"


@pytest.mark.slow
def test_the_winner_of_the_last_match_is_named(cup: Cup, olga: User) -> None:
    event = cup(4, third_place=True)
    play(event, olga, 1)
    play(event, olga, 2)
    board = board_of(event)
    assert (board.winner, board.over, board.of) == ("Ann 1 & Bob 1", 4, 4)
    assert [match.is_third for _, match in board.bands[0].columns[-1].boxes] == [False, True]
    assert [column.name for column in board.bands[0].columns] == ["Semifinals", "Final"]


def test_games_are_counted_where_a_match_has_several(cup: Cup, olga: User) -> None:
    event = cup(2, best_of_final=3)
    play(event, olga, 1)
    publish(event, olga, 2)
    match = match_of(event, 1)
    assert ([side.score for side in match.sides], match.games, match.said) == (
        ["1", "0"],
        ("10–6",),
        "being played at table 1",
    )
    finish_round(event.stages.get(), olga, (10, 9))
    assert ([side.score for side in match_of(event, 1).sides], match_of(event, 1).games) == (
        ["2", "0"],
        ("10–6", "10–9"),
    )


@pytest.mark.slow
def test_a_double_elimination_has_two_bands_and_may_spare_its_last_match(cup: Cup, olga: User) -> None:
    event = cup(4, kind="double")
    for number in range(1, 5):
        play(event, olga, number)
    board = board_of(event)
    assert [drawn.name for drawn in board.bands] == ["Winners’ bracket", "Losers’ bracket"]
    assert [[column.name for column in drawn.columns] for drawn in board.bands] == [
        ["Round 1", "Final", "Grand final"],
        ["Losers’ round 1", "Losers’ final"],
    ]
    assert [(way.name, way.number) for way in board.ways] == [
        ("Winners’ bracket", 1),
        ("Losers’ bracket", 4),
        ("Grand final", 6),
    ]
    assert [match.caption for _, match in board.bands[0].columns[-1].boxes] == ["", "Second grand final"]
    assert (match_of(event, 7).said, board.winner) == ("not needed", "Ann 1 & Bob 1")
    assert match_of(event, 1).loser_to == 4


@pytest.mark.parametrize("pairs", [3, 5, 6, 11, 13])
def test_the_losers_bracket_counts_its_own_rounds(cup: Cup, olga: User, pairs: int) -> None:
    """From 1, though where only some were beaten in round 1 no one meets in what would be its first."""
    event = cup(pairs, kind="double")
    publish(event, olga)
    names = [column.name for column in board_of(event).bands[1].columns]
    assert names == [f"Losers’ round {number}" for number in range(1, len(names))] + ["Losers’ final"]
    losers = [match.name for column in board_of(event).bands[1].columns for _, match in column.boxes]
    assert losers[0] == ("Losers’ bracket round 1" if len(names) > 1 else "Losers’ bracket final")


def test_who_leaves_has_lost_the_next_match_when_no_round_is_open(cup: Cup, olga: User) -> None:
    event = cup(4)
    play(event, olga, 1)
    entries.drop_out(event.entries.get(number=1).pk, context=context_of(olga))
    assert match_of(event, 3).said == "won by Ann 2 & Bob 2 without playing"
    assert [side.score for side in match_of(event, 3).sides] == ["", ""]
    entries.drop_out(event.entries.get(number=2).pk, context=context_of(olga))
    assert match_of(event, 3).said == "no winner"


def test_who_leaves_while_a_round_is_open_is_still_playing(cup: Cup, olga: User) -> None:
    event = cup(4)
    publish(event, olga)
    entries.drop_out(event.entries.get(number=1).pk, context=context_of(olga))
    assert match_of(event, 1).said == "being played at table 1"


def test_no_one_comes_from_a_match_without_a_winner(cup: Cup, olga: User) -> None:
    event = cup(4)
    row = publish(event, olga)
    results.record_result(row.matches.get(table=1).pk, slip(0, 0, forfeited=(0, 1)), context=on_grid(olga))
    assert match_of(event, 1).said == "no winner"
    assert match_of(event, 3).sides[0].name == "No one"


def test_long_names_are_shortened_in_the_box_only(cup: Cup, olga: User) -> None:
    event = cup(2)
    event.entries.get(number=1).players.filter(name="Ann 1").update(name="Anna-Magdalena von der Heide")
    publish(event, olga)
    side = match_of(event, 1).sides[0]
    assert (side.name, side.short) == ("Anna-Magdalena von der Heide & Bob 1", "Anna-Magdalena H. & Bob 1")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Ann & Bob", ["Ann & Bob"]),
        ("Ann Weber & Bob Castellan", ["Ann Weber &", "Bob Castellan"]),
        ("Ann Weber & Bob Castellan & Cy Okafor", ["Ann Weber & Bob Castellan &", "Cy Okafor"]),
        ("The Lakeside Early Birds", ["The Lakeside", "Early Birds"]),
        ("Konstantinopolsky-Abernathy & Bob", ["Konstantinopolsky-Abernathy &", "Bob"]),
        ("N" * 80, ["N" * 39 + "…"]),
    ],
)
def test_a_name_has_two_lines_where_one_is_too_short(name: str, lines: list[str]) -> None:
    """And a line that some font could make longer than its box is set to a width."""
    shown = Side(name, name, is_known=True, seed=None, score="", is_winner=False).lines
    assert [line.text for line in shown] == lines
    assert all((line.length is None) == (len(line.text) < LOOSE) and (line.length or 0) <= WIDTH for line in shown)
