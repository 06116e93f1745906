"""Every format the site can run, one row each. The only module that imports the formats."""

from collections.abc import Callable
from typing import Any

from tournaments.formats import progressive, round_robin
from tournaments.formats.audit import HardRules, MovementRule
from tournaments.formats.base import Format
from tournaments.formats.progressive_config import HeadTable, Moves, Progressive, ShortTable
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.tied_rounds import tie_question

FORMATS: dict[str, Format] = {
    row.key: row
    for row in (
        Format(
            key="progressive",
            name="Progressive",
            blurb="Everybody plays for themselves, with a new partner each round: after every round one side moves on "
            "to the next table, the other stays and splits up. Any number of players from four up.",
            entry_size=1,
            config=Progressive,
            draw=progressive.draw_round,
            rounds=progressive.rounds,
            rounds_left=progressive.rounds_left,
            tie_question=tie_question,
            criteria=("points", "four_point_hands", "rounds_won", "head_to_head", "lot"),
        ),
        Format(
            key="round_robin",
            name="Round robin",
            blurb="Fixed pairs; every pair meets every other, once or twice. The fairest way for up to a dozen pairs, "
            "or for a league over several weeks.",
            entry_size=2,
            config=RoundRobin,
            draw=round_robin.draw_round,
            rounds=round_robin.rounds,
            rounds_left=round_robin.rounds_left,
            tie_question=round_robin.tie_question,
            criteria=("games_won", "head_to_head", "points", "lot"),
        ),
    )
}


def hard_rules(key: str, config: Any) -> HardRules:
    """What `audit` checks a round of this format against, for this config."""
    return _RULES[key](config)


def _progressive_rules(config: Progressive) -> HardRules:
    winners_move = config.moves is Moves.WINNERS
    together = -1 if winners_move else 1
    head = {HeadTable.LIKE_OTHERS: winners_move, HeadTable.WINNERS_STAY: False, HeadTable.WINNERS_MOVE: True}
    return HardRules(
        allows_threes=config.short_table is ShortTable.THREE_HANDED,
        house_players=3 if config.short_table is ShortTable.HOUSE_PLAYER else 0,
        is_coloured=config.is_coloured,
        movement=MovementRule(
            winners_move=winners_move,
            head_winners_move=head[config.head_table],
            steps=(-1, 1) if config.is_opposite else (together, together),
            wrap=config.wrap,
        ),
    )


def _round_robin_rules(config: RoundRobin) -> HardRules:
    return HardRules(side_size=1, most_meetings=config.cycles.times)


_RULES: dict[str, Callable[[Any], HardRules]] = {"progressive": _progressive_rules, "round_robin": _round_robin_rules}
