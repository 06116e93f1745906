"""What a replay of ratings means for awards: who has beaten a stronger side by more or less than was known."""

from collections.abc import Iterable, Mapping

from tournaments.honours.facts import PlayedGame, Position
from tournaments.honours.ratings.replay import Change
from tournaments.rewards.custom_achievements import EDGES, KIND
from tournaments.rewards.queue import enqueue
from tournaments.rewards.sources import edges_in

Upsets = dict[tuple[int, int], int]
"""Game and player → how much stronger the side was that the player has beaten; no row for a weaker one."""


def upsets_in(changes: Iterable[Change], games: Mapping[int, PlayedGame]) -> Upsets:
    by_game: dict[int, list[Change]] = {}
    for change in changes:
        if change.game in games:
            by_game.setdefault(change.game, []).append(change)
    return {
        (number, player): edge
        for number, own in by_game.items()
        for player, edge in edges_in(own, games[number].sides).items()
        if edge > 0 and games[number].has_won(player) and player not in games[number].bots
    }


def note_moved(moved: dict[int, Position], before: Upsets, after: Upsets, games: Mapping[int, PlayedGame]) -> None:
    """Player → the first game whose edge is another one now."""
    for number, player in before.keys() | after.keys():
        where = games[number].position
        if before.get((number, player)) != after.get((number, player)):
            moved[player] = min(where, moved.get(player, where))


def make_awards_due(moved: Mapping[int, Position]) -> None:
    """Makes awards due, under keys of their own, so a fact that comes in never waits for the replay."""
    for key, since in sorted((f"{player}/{EDGES}", since) for player, since in moved.items()):
        enqueue(KIND, [key], since)
