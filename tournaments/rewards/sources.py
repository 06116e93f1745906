"""What achievements take from other honours: places in what has ended, and how strong the others were rated."""

from collections.abc import Collection, Iterable, Mapping

from tournaments.honours.facts import Placing
from tournaments.honours.ratings.replay import Change
from tournaments.honours.ratings.shown import edges
from tournaments.honours.ratings.stored import rating_from
from tournaments.rewards.models import CountedPlace, GameParticipation, RatingChange
from tournaments.rewards.placements import read_place

Sides = tuple[tuple[int, ...], ...]


def placings_of(player_id: int) -> tuple[Placing, ...]:
    """A player's places in events, seasons and jackpot periods that have ended, in the order of time."""
    rows = CountedPlace.objects.filter(player=player_id).order_by("ended_at", "contest", "number")
    return tuple(read_place(row) for row in rows)


def edges_of(player_id: int, numbers: Collection[int]) -> Mapping[int, int]:
    """For these games, by number, how much stronger the other side was rated before it; missing where it was not."""
    found: dict[int, list[Change]] = {}
    rows = RatingChange.objects.filter(counted__in=numbers).order_by()
    for game, player, before, after in rows.values_list("counted_id", "player_id", "before", "after"):
        found.setdefault(game, []).append(Change(game, player, rating_from(before), rating_from(after)))
    sides = _sides_of(found)
    per_game = {game: edges_in(changes, sides[game]) for game, changes in found.items()}
    return {game: own[player_id] for game, own in per_game.items() if player_id in own}


def edges_in(changes: Collection[Change], sides: Sides) -> dict[int, int]:
    """Player → edge in one game; nothing unless everybody in it was rated."""
    rated = {change.player for change in changes}
    return edges(changes, sides) if rated == {player for side in sides for player in side} else {}


def _sides_of(games: Iterable[int]) -> dict[int, Sides]:
    found: dict[int, dict[int, list[int]]] = {}
    rows = GameParticipation.objects.filter(counted__in=list(games)).order_by("counted", "side", "player")
    for game, side, player in rows.values_list("counted_id", "side", "player_id"):
        found.setdefault(game, {}).setdefault(side, []).append(player)
    return {game: tuple(map(tuple, sides.values())) for game, sides in found.items()}
