"""What achievements take from other honours: places in what has ended, and how strong the others were rated."""

from collections.abc import Collection, Iterable, Mapping

from tournaments.honours.facts import Placing, PlayedGame
from tournaments.honours.ratings.replay import Change
from tournaments.honours.ratings.shown import edges
from tournaments.honours.ratings.stored import rating_from
from tournaments.rewards.models import PlacementFact, RatingChange
from tournaments.rewards.placements import read_place

Sides = tuple[tuple[int, ...], ...]


def placings_of(players: Collection[int]) -> Mapping[int, tuple[Placing, ...]]:
    """Each player's places in events, seasons and jackpot periods that have ended, in the order of time."""
    placement_facts = PlacementFact.objects.filter(player__in=players).order_by("ended_at", "contest", "number")
    placings: dict[int, list[Placing]] = {player: [] for player in players}
    for placement_fact in placement_facts:
        placings[placement_fact.player_id].append(read_place(placement_fact))
    return {player: tuple(places) for player, places in placings.items()}


def edges_of(games: Iterable[PlayedGame]) -> Mapping[int, Mapping[int, int]]:
    """For each of these games, by number, how much stronger the other side of each player was rated before it; none
    where it wasn't rated."""
    sides = {game.id: tuple(tuple(sorted(side)) for side in game.sides if side) for game in games}
    by_game: dict[int, list[Change]] = {}
    rating_changes = RatingChange.objects.filter(counted__in=sides).order_by()
    for game, player, before, after in rating_changes.values_list("counted_id", "player_id", "before", "after"):
        by_game.setdefault(game, []).append(Change(game, player, rating_from(before), rating_from(after)))
    return {game: edges_in(changes, sides[game]) for game, changes in by_game.items()}


def own_edges(edges: Mapping[int, Mapping[int, int]], player: int) -> dict[int, int]:
    """One player's, by game."""
    return {game: own[player] for game, own in edges.items() if player in own}


def edges_in(changes: Collection[Change], sides: Sides) -> dict[int, int]:
    """Player → edge in one game; empty unless everyone in it was rated."""
    rated = {change.player for change in changes}
    return edges(changes, sides) if rated == {player for side in sides for player in side} else {}
