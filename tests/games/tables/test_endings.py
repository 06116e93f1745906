"""How a hand ended, told with the side that gets the points."""

from dataclasses import replace

import pytest

from games.engine.choices import Sides, Variant
from games.engine.messages import message_from
from games.engine.presets import preset
from games.engine.result import HandResult
from games.engine.scoring import Loner, Result
from games.tables import play, watching, words
from games.tables.presenter import TableView
from tests.games.tables.cast import SHORT, command_by, finish_hand, player, table_for

NAMES = ["Olga", "Bower", "Quinn", "Kitty"]
PLAIN = preset("plain")
SOLO = replace(PLAIN, sides=Sides.SOLO, go_alone=False)


def result(how: Result, points: tuple[int, ...], maker: int, loner: Loner = Loner.NO) -> HandResult:
    return HandResult(how, points, (), (), maker, loner)


@pytest.mark.parametrize(
    ("how", "maker", "points", "loner", "said"),
    [
        (Result.MADE, 1, (0, 1), Loner.NO, "Bower & Kitty: made it, 1 point."),
        (Result.MARCH, 2, (2, 0), Loner.NO, "Olga & Quinn: march, 2 points."),
        (Result.EUCHRE, 2, (0, 2), Loner.NO, "Bower & Kitty: euchred the other side, 2 points."),
        (Result.MADE, 0, (1, 0), Loner.ALONE, "Olga & Quinn: made it alone, 1 point."),
        (Result.MARCH, 3, (0, 4), Loner.ALONE, "Bower & Kitty: lone march, 4 points."),
        (Result.EUCHRE, 3, (2, 0), Loner.ALONE, "Olga & Quinn: euchred the loner, 2 points."),
    ],
)
def test_it_names_the_side_that_gets_the_points(
    how: Result, maker: int, points: tuple[int, ...], loner: Loner, said: str
) -> None:
    ending = words.ending(result(how, points, maker, loner), NAMES, PLAIN)
    assert str(ending) == said
    assert str(message_from(ending.as_data())) == said


def test_the_reader_is_you_and_comes_last() -> None:
    march = result(Result.MARCH, (2, 0), 0)
    assert str(words.ending(march, NAMES, PLAIN, mine=0)) == "Quinn & you: march, 2 points."
    assert str(words.ending(march, NAMES, PLAIN, mine=1)) == "Olga & Quinn: march, 2 points."
    assert str(words.ending(result(Result.MADE, (1, 0, 0, 0), 0), NAMES, SOLO, mine=0)) == "You: made it, 1 point."


def test_where_several_sides_get_points_each_is_named() -> None:
    euchre = result(Result.EUCHRE, (0, 2, 2, 2), 0)
    assert str(words.ending(euchre, NAMES, SOLO)) == "Bower, Quinn, Kitty: euchred the other side, 2 each."
    defended = result(Result.EUCHRE, (0, 4, 2, 2), 0)
    assert str(words.ending(defended, NAMES, SOLO)).endswith("euchred the other side, Bower 4, Quinn 2, Kitty 2.")
    bid = replace(PLAIN, variant=Variant.BID)
    made = result(Result.MADE, (4, 1), 0)
    assert str(words.ending(made, NAMES, bid)) == "Olga & Quinn: made it, Olga & Quinn 4, Bower & Kitty 1."
    lost = result(Result.EUCHRE, (-4, 3), 0)
    assert (
        str(words.ending(lost, NAMES, bid))
        == "Bower & Kitty: euchred the other side, Olga & Quinn −4, Bower & Kitty 3."
    )


@pytest.mark.django_db
def test_at_the_table_players_are_told_of_you_and_watchers_by_name() -> None:
    table, people = table_for(4, SHORT, announcements="chatty")
    rules = replace(SHORT, number_of_hands=2)
    table.rules["number_of_hands"] = rules.number_of_hands
    table.save()
    play.start_game(table.pk, command_by(people[0], table))
    row = finish_hand(table)
    watching.watch(table.pk, player("Tom"))
    side = next(number for number, points in enumerate(row.points) if points)
    pair = [people[side], people[side + 2]]
    assert TableView(table, pair[0]).prompt.startswith(f"{pair[1]} & you: ")
    named = f"{pair[0]} & {pair[1]}: "
    for other in (people[1 - side], player("Tom")):
        assert TableView(table, other).prompt.startswith(named)
    assert table.lines.filter(kind="site").exclude(said__icontains="watching").last().words.startswith(named)
