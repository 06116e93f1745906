"""What a match of a running bracket knows about itself: its name, its games, the tables at which it was played."""

from tests.tournaments.formats.nights import draw_request
from tournaments.formats.base import PlayedRound, PlayedTable, Slip
from tournaments.formats.elimination.config import Elimination
from tournaments.formats.elimination.draw import draw_round, match_states

CONFIG = Elimination(best_of_final=3)


def test_a_match_knows_its_name_its_games_and_where_each_was_played() -> None:
    history: list[PlayedRound] = []
    for _ in range(3):
        draw = draw_round(CONFIG, draw_request(len(history) + 1, range(1, 5), *history))
        tables = tuple(PlayedTable(table, Slip((10, 6))) for table in draw.tables)
        history.append(PlayedRound(draw.number, tables, draw.byes))
    states = match_states(CONFIG, draw_request(4, range(1, 5), *history))
    assert [(state.name, state.best_of) for state in states] == [("semifinal", 1), ("semifinal", 1), ("final", 3)]
    assert [{number: table.draw.table for number, table in state.seated.items()} for state in states] == [
        {1: 1},
        {1: 2},
        {2: 1, 3: 1},
    ]
    assert states[2].games == [2, 0]
