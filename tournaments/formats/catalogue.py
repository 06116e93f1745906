"""Every format the site can run, one row each. The only module that imports the formats."""

from collections.abc import Callable
from itertools import chain
from typing import Any

from games.engine.language import mark
from tournaments.formats.audit.round_audit import ChairRule, HardRules, KnockoutRule, MovementRule
from tournaments.formats.base import Format
from tournaments.formats.constraints import Wish
from tournaments.formats.duplicate import draw as duplicate
from tournaments.formats.duplicate import scores as duplicate_scores
from tournaments.formats.duplicate.config import Duplicate
from tournaments.formats.elimination import draw as elimination
from tournaments.formats.elimination.config import Elimination, Kind
from tournaments.formats.movement import draw as movement
from tournaments.formats.movement.draw import GrandPrix, SeatMovement
from tournaments.formats.progressive import draw as progressive
from tournaments.formats.progressive.config import HeadTable, Moves, Progressive, ShortTable
from tournaments.formats.progressive.tied_rounds import tie_label, tie_question
from tournaments.formats.rotation import draw as rotation
from tournaments.formats.rotation.draw import Rotation
from tournaments.formats.round_robin import draw as round_robin
from tournaments.formats.round_robin.draw import RoundRobin
from tournaments.formats.swiss import draw as swiss
from tournaments.formats.swiss.config import Swiss

FORMATS: dict[str, Format] = {
    format_.key: format_
    for format_ in (
        Format(
            key="progressive",
            name=mark("Progressive"),
            blurb=mark(
                "Players enter individually and get a new partner each round. After every round one side moves "
                "to the next table. The other stays and splits up. Any number of players from 4 up."
            ),
            entry_size=1,
            config=Progressive,
            draw=progressive.draw_round,
            rounds=progressive.rounds,
            rounds_left=progressive.rounds_left,
            outlook=progressive.outlook,
            tie_question=tie_question,
            tie_label=tie_label,
            criteria=("points", "four_point_hands", "rounds_won", "head_to_head", "lot"),
            grants=frozenset(Wish),
        ),
        Format(
            key="rotation",
            name=mark("Rotation"),
            blurb=mark(
                "Players enter individually. The whole night is planned so no one has the same partner twice. "
                "Everyone plays everyone about the same number of times. Results don’t affect seating. Any "
                "number of players from 4 up."
            ),
            entry_size=1,
            config=Rotation,
            draw=rotation.draw_round,
            rounds=rotation.rounds,
            rounds_left=rotation.rounds_left,
            outlook=rotation.outlook,
            tie_question=rotation.tie_question,
            hands=8,
            criteria=("points", "four_point_hands", "rounds_won", "head_to_head", "lot"),
            grants=frozenset(Wish),
        ),
        Format(
            key="seat_movement",
            name=mark("Fixed movement"),
            blurb=mark(
                "Players enter individually. After every round you move a set number of tables that depends on "
                "your seat, no matter who won. North stays, South goes down 1, East up 1, West up 2. All moves "
                "are known from the start."
            ),
            entry_size=1,
            config=SeatMovement,
            draw=movement.draw_round,
            rounds=movement.rounds,
            rounds_left=movement.rounds_left,
            outlook=movement.outlook,
            tie_question=movement.tie_question,
            hands=8,
            criteria=("points", "four_point_hands", "rounds_won", "head_to_head", "lot"),
            grants=frozenset(Wish),
        ),
        Format(
            key="grand_prix",
            name=mark("Grand Prix"),
            blurb=mark(
                "Fixed pairs. After every game the moving pairs go up one table and the others stay, no "
                "matter who won. No draw needed, and no waiting."
            ),
            entry_size=2,
            config=GrandPrix,
            draw=movement.draw_round,
            rounds=movement.rounds,
            rounds_left=movement.rounds_left,
            outlook=movement.outlook,
            tie_question=movement.tie_question,
            criteria=("games_won", "points", "head_to_head", "lot"),
        ),
        Format(
            key="round_robin",
            name=mark("Round robin"),
            blurb=mark(
                "Fixed pairs. Every pair meets every other pair, once or twice. Fairest for up to a "
                "dozen pairs, or for many more in pools or divisions."
            ),
            entry_size=2,
            config=RoundRobin,
            draw=round_robin.draw_round,
            rounds=round_robin.rounds,
            rounds_left=round_robin.rounds_left,
            outlook=round_robin.outlook,
            tie_question=round_robin.tie_question,
            is_seeded=round_robin.is_seeded,
            criteria=("games_won", "head_to_head", "points", "lot"),
            groups=round_robin.groups,
            group_name=round_robin.group_name,
        ),
        Format(
            key="swiss",
            name=mark("Swiss"),
            blurb=mark(
                "Fixed pairs. In every round, pairs with equal scores meet. No 2 pairs meet twice, and no one is "
                "knocked out. Finds a clear winner from a large field in a few rounds."
            ),
            entry_size=2,
            config=Swiss,
            draw=swiss.draw_round,
            rounds=swiss.rounds,
            rounds_left=swiss.rounds_left,
            outlook=swiss.outlook,
            tie_question=swiss.tie_question,
            is_seeded=swiss.is_seeded,
            criteria=("games_won", "points", "head_to_head", "lot"),
            missed=swiss.missed,
        ),
        Format(
            key="elimination",
            name=mark("Knockout"),
            blurb=mark(
                "Fixed pairs. Lose 1 match and you’re out, or 2 in double elimination. Optional: seeds, byes for "
                "the top seeds, a third-place match and a consolation bracket."
            ),
            entry_size=2,
            config=Elimination,
            draw=elimination.draw_round,
            rounds=elimination.rounds,
            rounds_left=elimination.rounds_left,
            outlook=elimination.outlook,
            tie_question=elimination.tie_question,
            is_seeded=elimination.is_seeded,
            tie_label=elimination.tie_label,
            criteria=("progress",),
            bracket=elimination.match_states,
            placing=elimination.placing,
            seed_order=elimination.seed_order,
            opens_singly=elimination.opens_singly,
            openings=elimination.openings,
        ),
        Format(
            key="duplicate",
            name=mark("Duplicate"),
            blurb=mark(
                "Fixed pairs. Every table plays the same sealed deals, and each pair is compared with the others who "
                "held its cards. Takes the luck out of the deal. Needs at least 4 pairs and works best with 8 or "
                "more."
            ),
            entry_size=2,
            config=Duplicate,
            draw=duplicate.draw_round,
            rounds=duplicate.rounds,
            rounds_left=duplicate.rounds_left,
            outlook=duplicate.outlook,
            tie_question=duplicate.tie_question,
            criteria=("matchpoints", "point_difference", "head_to_head", "lot"),
            compare=duplicate_scores.compare,
            ahead=duplicate.rounds_ahead,
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


def _swiss_rules(config: Swiss) -> HardRules:
    most_byes = None if config.second_bye else 1
    return HardRules(side_size=1, most_meetings=1, forfeits_meet=False, most_byes=most_byes)


def _elimination_rules(config: Elimination) -> HardRules:
    return HardRules(
        side_size=1,
        knockout=KnockoutRule(
            lives=2 if config.kind is Kind.DOUBLE else 1,
            best_of=(config.best_of, config.best_of_semis, config.best_of_final),
            plays_on=config.third_place or config.consolation,
            survivors=config.survivors,
            opens_singly=elimination.opens_singly(config),
        ),
    )


_RULES: dict[str, Callable[[Any], HardRules]] = {
    "progressive": _progressive_rules,
    "rotation": lambda config: HardRules(),
    "seat_movement": lambda config: HardRules(chairs=ChairRule(tuple(chain(*config.steps)))),
    "grand_prix": lambda config: HardRules(side_size=1, chairs=ChairRule(tuple(chain(*config.steps)), True)),
    "round_robin": _round_robin_rules,
    "swiss": _swiss_rules,
    "elimination": _elimination_rules,
    "duplicate": lambda config: HardRules(side_size=1),
}
