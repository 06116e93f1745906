"""The state of a period: scores from its games alone, who may win, who still lacks what. Knows no money."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tournaments.honours.facts import Contest, Placing, PlayedGame, in_order
from tournaments.honours.jackpots.periods import Period
from tournaments.honours.jackpots.rules import JackpotRules, Metric
from tournaments.honours.places import Placed, placed
from tournaments.honours.statistics.totals import totals_of


@dataclass(frozen=True)
class Waiting:
    """A player who could not win now. score: so far. games_short: how many are still to be played; is_guest: whether
    only members win; score_short: how far below the score to reach."""

    player: int
    score: int
    games_short: int = 0
    score_short: int = 0
    is_guest: bool = False


@dataclass(frozen=True)
class Race:
    """The period's own leaderboard. rows: those who may win, from the top. waiting: the others, by number."""

    rows: tuple[Placed, ...]
    waiting: tuple[Waiting, ...] = ()

    def score(self, player: int) -> int:
        """The score of a player in the race, otherwise 0."""
        scores = {placing.player: int(placing.value[0]) for placing in self.rows} | {
            waiting.player: waiting.score for waiting in self.waiting
        }
        return scores.get(player, 0)


def race(
    rules: JackpotRules,
    period: Period,
    games: Iterable[PlayedGame],
    placings: Iterable[Placing] = (),
    members: Collection[int] = (),
) -> Race:
    """The standings of one period. games, placings: the club's; what lies outside the period is left out here."""
    counted = in_order(game for game in games if counts(rules, period, game))
    bots = {bot for game in counted for bot in game.bots}
    played = Counter(player for game in counted for player in game.players if player not in bots)
    scores = _scores(rules, counted, (placing for placing in placings if placing.ended_at in period))
    waits = {player: _waiting(rules, player, scores[player], played[player], player in members) for player in played}
    ready = {player: (scores[player],) for player, waiting in waits.items() if waiting is None}
    return Race(placed(ready), tuple(waiting for _, waiting in sorted(waits.items()) if waiting is not None))


def seniority(earlier: Iterable[Race]) -> Counter[int]:
    """In how many earlier periods of the jackpot each player could have won, had the score been high enough."""
    seen: Counter[int] = Counter()
    for past in earlier:
        seen.update(placing.player for placing in past.rows)
        seen.update(waiting.player for waiting in past.waiting if not waiting.games_short and not waiting.is_guest)
    return seen


def counts(rules: JackpotRules, period: Period, game: PlayedGame) -> bool:
    """Whether a game counts in the period; it belongs to the one in which it ended."""
    return game.ended_at in period and game.was_played and (game.is_official or not rules.official_only)


def _scores(rules: JackpotRules, games: Iterable[PlayedGame], placings: Iterable[Placing]) -> Mapping[int, int]:
    scores: Counter[int] = Counter()
    if rules.metric is Metric.RANK:
        for placing in placings:
            if placing.contest is Contest.EVENT and placing.place <= len(rules.rank_points):
                scores[placing.player] += rules.rank_points[placing.place - 1]
        return scores
    for game in games:
        for player in game.players:
            own = totals_of(game, player)
            scores[player] += {Metric.POINTS: own.points, Metric.WINS: own.wins}.get(rules.metric, own.loners_made)
    return scores


def _waiting(rules: JackpotRules, player: int, score: int, games: int, is_member: bool) -> Waiting | None:
    """What the player still lacks; None when it is nothing."""
    waiting = Waiting(
        player,
        score,
        games_short=max(0, rules.fewest_games - games),
        score_short=max(0, rules.least - score),
        is_guest=rules.members_only and not is_member,
    )
    return waiting if waiting.games_short or waiting.score_short or waiting.is_guest else None
