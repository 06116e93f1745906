"""What a player has to do to win something: whom to beat and by how much, and what else is lacking."""

from dataclasses import dataclass
from itertools import groupby

from tournaments.honours.jackpots.race import Race, Waiting
from tournaments.honours.jackpots.rules import JackpotRules


@dataclass(frozen=True)
class Rival:
    """Players who are tied on a paid place above. more: how much more to score than now to rank above them."""

    place: int
    players: tuple[int, ...]
    more: int


@dataclass(frozen=True)
class Chase:
    """score: so far. place: among those who may win; None: not yet one of them. rivals: to be beaten, nearest first.

    ahead: how far the next player below trails, for players who would be paid now. lacks: what keeps the player from
    winning. free_places: paid places that no one holds.
    """

    player: int
    score: int
    place: int | None
    rivals: tuple[Rival, ...]
    free_places: int
    ahead: int | None = None
    lacks: Waiting | None = None


def chase(rules: JackpotRules, race: Race, player: int) -> Chase:
    """How things stand for one player; who has not played yet lacks the games and the score."""
    own = next((placing for placing in race.rows if placing.player == player), None)
    score, paid = race.score(player), len(rules.shares)
    levels = [(place, list(group)) for place, group in groupby(race.rows, key=lambda placing: placing.place)]
    rivals = [
        Rival(place, tuple(placing.player for placing in level), int(level[0].value[0]) - score + 1)
        for place, level in levels
        if place <= paid and level[0].value[0] >= score and level != [own]
    ]
    return Chase(
        player,
        score,
        own.place if own else None,
        tuple(_without(rival, player) for rival in reversed(rivals)),
        max(0, paid - len(race.rows)),
        _ahead(race, score) if own and own.place <= paid else None,
        None if own else _lacking(rules, race, player),
    )


def _without(rival: Rival, player: int) -> Rival:
    """The rival place without the player, who need not beat himself."""
    return Rival(rival.place, tuple(other for other in rival.players if other != player), rival.more)


def _ahead(race: Race, score: int) -> int | None:
    below = [int(placing.value[0]) for placing in race.rows if placing.value[0] < score]
    return score - below[0] if below else None


def _lacking(rules: JackpotRules, race: Race, player: int) -> Waiting:
    own = (waiting for waiting in race.waiting if waiting.player == player)
    return next(own, Waiting(player, 0, games_short=rules.fewest_games, score_short=rules.least))
