"""A player's metrics counted game by game, so that one more game costs one game, and placings afresh: they are few."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.dossier import Dossier
from tournaments.honours.achievements.tally import Count, count_from
from tournaments.honours.facts import Placing, PlayedGame


@dataclass
class Counting:
    """How far a player's games are counted. counts: by achievement, those of games only. records: event -> games and
    how many of them were won. clubs: where the games were. Games with a bot are in neither."""

    player: int
    counts: dict[str, Count] = field(default_factory=dict)
    records: dict[int, tuple[int, int]] = field(default_factory=dict)
    clubs: set[int] = field(default_factory=set)

    def begin(self, achievements: Iterable[Achievement]) -> None:
        """Count these too from here on. Those of a club before its first game, all others before any."""
        for achievement in achievements:
            if not achievement.counted.is_of_placings:
                self.counts.setdefault(achievement.key, Count(achievement))

    def add(self, games: Sequence[PlayedGame], edges: Mapping[int, int]) -> None:
        """The next games, in their order. Forfeits are none."""
        played = tuple(game for game in games if game.was_played)
        facts = Dossier(self.player, played, edges=edges)
        by_metric: dict[str, list[Count]] = {}
        for count in self.counts.values():
            by_metric.setdefault(count.row.metric, []).append(count)
        for counts in by_metric.values():
            for mark in counts[0].row.counted.marks(facts):
                for count in counts:
                    count.add(mark)
        self._record(played)

    def _record(self, played: Iterable[PlayedGame]) -> None:
        for game in played:
            if game.bots:
                continue
            self.clubs.add(game.club)
            if game.event is not None:
                games, won = self.records.get(game.event, (0, 0))
                self.records[game.event] = games + 1, won + game.has_won(self.player)

    def count_of(self, achievement: Achievement, placings: tuple[Placing, ...]) -> Count:
        """How far an achievement is; where it is about placings, by these."""
        if not achievement.counted.is_of_placings:
            return self.counts[achievement.key]
        count = Count(achievement)
        for mark in achievement.counted.marks(Dossier(self.player, (), placings, records=self.records)):
            count.add(mark)
        return count

    def data(self) -> dict[str, Any]:
        """As JSON keeps it; `counting_from` is the inverse."""
        return {
            "clubs": sorted(self.clubs),
            "records": [[event, *record] for event, record in sorted(self.records.items())],
            "counts": {key: count.data() for key, count in sorted(self.counts.items())},
        }


def counting_from(player: int, data: Mapping[str, Any], achievements: Collection[Achievement]) -> Counting | None:
    """What was counted before, to go on with; None when other achievements, or other recipes, were counted then."""
    wanted = {achievement.key: achievement for achievement in achievements if not achievement.counted.is_of_placings}
    stored = data["counts"]
    if {key: achievement.recipe for key, achievement in wanted.items()} != {
        key: stored_counting["recipe"] for key, stored_counting in stored.items()
    }:
        return None
    return Counting(
        player,
        {key: count_from(achievement, stored[key]) for key, achievement in wanted.items()},
        {event: (games, won) for event, games, won in data["records"]},
        set(data["clubs"]),
    )
