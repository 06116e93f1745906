"""What can be counted for an achievement: metrics, each a row with its words and a function from facts to marks.

What is not known is never counted: a slip that gives only the final score proves no loner.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from games.engine.language import mark, spoken
from games.engine.scoring import Result
from tournaments.honours.achievements.dossier import Dossier, Mark, Marks, Scope, game_mark, placing_mark
from tournaments.honours.facts import Contest, PlayedGame, PlayedHand
from tournaments.honours.statistics.totals import is_euchre_made, is_loner_made, is_sweep

PERFECT_GAMES, PODIUM, ANY, OWLS = 4, 3, 1_000_000, range(5)


class Fold(Enum):
    """How marks become one number: added up, different ones counted, the longest run of them, the largest."""

    SUM = "sum"
    DISTINCT = "distinct"
    RUN = "run"
    BEST = "best"


GAME_SCOPES = frozenset(Scope)
PLACING_SCOPES = frozenset({Scope.EVER, Scope.CLUB, Scope.SEASON})


@spoken("name")
@dataclass(frozen=True, eq=False)
class Metric:
    """name: as a list of statistics shows it. scopes: within what it can be counted."""

    name: str
    fold: Fold
    marks: Marks
    scopes: frozenset[Scope] = GAME_SCOPES

    @property
    def is_of_placings(self) -> bool:
        """Whether it is counted from placings; everything else is counted from games."""
        return self.scopes is PLACING_SCOPES


def per_game(amount: Callable[[PlayedGame, int], int]) -> Marks:
    """A mark for every game, with what it amounts to for the player."""

    def marks(facts: Dossier) -> Iterator[Mark]:
        for game in facts.games:
            yield game_mark(facts, game, amount(game, facts.player))

    return marks


def per_hand(is_one: Callable[[PlayedHand, int, int], bool]) -> Marks:
    """For every game, in how many hands it was so, for the player's side and the player."""

    def amount(game: PlayedGame, player: int) -> int:
        side = game.side_of(player)
        return sum(is_one(hand, side, player) for hand in game.hands or ())

    return per_game(amount)


def different(which: Callable[[PlayedGame, int], Iterable[Hashable]]) -> Marks:
    """A mark for everything that a game adds to a collection."""

    def marks(facts: Dossier) -> Iterator[Mark]:
        for game in facts.games:
            for what in which(game, facts.player):
                yield game_mark(facts, game, what=what)

    return marks


def one_of(value: Callable[[PlayedGame], Hashable]) -> Marks:
    """A collection to which every game adds one thing, or nothing where it is not known."""
    return different(lambda game, player: () if value(game) in (None, "") else (value(game),))


def place(contest: Contest, lowest: int) -> Marks:
    """A mark for every contest finished in that place or a better one."""

    def marks(facts: Dossier) -> Iterator[Mark]:
        for placing in facts.placings:
            if placing.contest is contest and placing.place <= lowest:
                yield placing_mark(placing)

    return marks


def margin(game: PlayedGame, player: int) -> int:
    """By how many points the player's side has won; 0 when it has not."""
    if not game.has_won(player):
        return 0
    own = game.side_of(player)
    return game.points[own] - max(points for side, points in enumerate(game.points) if side != own)


def is_shut_out(game: PlayedGame, player: int) -> bool:
    """Whether the player's side has won and no other has a point."""
    return 0 < margin(game, player) == game.points[game.side_of(player)]


def was_shut_out(game: PlayedGame, player: int) -> bool:
    """Whether the player's side has lost without a point."""
    side = game.side_of(player)
    return bool(game.winners) and side not in game.winners and not game.points[side]


def comeback(game: PlayedGame, player: int) -> int:
    """The most that another side had while the player's side, which then won, had nothing."""
    if not game.has_won(player):
        return 0
    side = game.side_of(player)
    return max((max(points) for points in game.scores() if not points[side]), default=0)


def calls(facts: Dossier) -> Iterator[Mark]:
    """A mark for each hand that the player is known to have called, of no amount when it was euchred."""
    for game in facts.games:
        side = game.side_of(facts.player)
        for hand in game.hands or ():
            if hand.maker == facts.player:
                yield game_mark(facts, game, int(hand.has_made(side)))


def edge_beaten(facts: Dossier) -> Iterator[Mark]:
    """For every game won, how much stronger the other side was rated."""
    for game in facts.games:
        if game.has_won(facts.player):
            yield game_mark(facts, game, max(0, facts.edges.get(game.id, 0)))


def perfect_nights(facts: Dossier) -> Iterator[Mark]:
    """A mark for every event that has ended in which the player won each of at least four games."""
    for placing in facts.placings:
        games, won = facts.records.get(placing.id, (0, 0)) if placing.contest is Contest.EVENT else (0, 0)
        if won == games >= PERFECT_GAMES:
            yield placing_mark(placing)


def _won_farmers(hand: PlayedHand, side: int, player: int) -> bool:
    return player in (hand.farmers or ()) and hand.points[side] > 0


def _stopped_loner(hand: PlayedHand, side: int, player: int) -> bool:
    return bool(hand.alone) and is_euchre_made(hand, side)


def _lost_loner(hand: PlayedHand, side: int, player: int) -> bool:
    return hand.loner_side == side and hand.result is Result.EUCHRE


def _defended_alone(hand: PlayedHand, side: int, player: int) -> bool:
    return hand.defender == player and is_euchre_made(hand, side)


def _partners_won_with(game: PlayedGame, player: int) -> tuple[int, ...]:
    return game.partners_of(player) if game.has_won(player) else ()


def _rivals_beaten(game: PlayedGame, player: int) -> tuple[int, ...]:
    return game.rivals_of(player) if game.has_won(player) else ()


def _loners(hand: PlayedHand, side: int, player: int) -> bool:
    return is_loner_made(hand, side)


WINS = per_game(PlayedGame.has_won)
POINTS = per_game(lambda game, player: game.points[game.side_of(player)])

METRICS: dict[str, Metric] = {
    "games": Metric(mark("Games"), Fold.SUM, per_game(lambda game, player: 1)),
    "wins": Metric(mark("Games won"), Fold.SUM, WINS),
    "win_streak": Metric(mark("Games won in a row"), Fold.RUN, WINS),
    "points": Metric(mark("Points"), Fold.SUM, POINTS),
    "best_score": Metric(mark("Points in one game"), Fold.BEST, POINTS),
    "margin": Metric(mark("Winning margin in a game"), Fold.BEST, per_game(margin)),
    "close_wins": Metric(
        mark("Games won by a point"), Fold.SUM, per_game(lambda game, player: margin(game, player) == 1)
    ),
    "shut_outs": Metric(mark("Games won without giving up a point"), Fold.SUM, per_game(is_shut_out)),
    "shut_outs_suffered": Metric(mark("Games lost without scoring"), Fold.SUM, per_game(was_shut_out)),
    "comeback": Metric(mark("Biggest comeback from zero"), Fold.BEST, per_game(comeback)),
    "edge_beaten": Metric(mark("Rating gap in an upset win"), Fold.BEST, edge_beaten),
    "hands": Metric(mark("Hands"), Fold.SUM, per_hand(lambda hand, side, player: True)),
    "calls_made": Metric(mark("Hands you called and made"), Fold.SUM, calls),
    "call_streak": Metric(mark("Hands you called and made in a row"), Fold.RUN, calls),
    "loners_made": Metric(mark("Loners your side made"), Fold.SUM, per_hand(_loners)),
    "loners_in_game": Metric(mark("Loners made in one game"), Fold.BEST, per_hand(_loners)),
    "loners_stopped": Metric(mark("Opponents’ loners you euchred"), Fold.SUM, per_hand(_stopped_loner)),
    "loners_lost": Metric(mark("Loners your side got euchred on"), Fold.SUM, per_hand(_lost_loner)),
    "marches": Metric(mark("Marches"), Fold.SUM, per_hand(lambda hand, side, player: hand.has_marched(side))),
    "sweeps": Metric(
        mark("Times you took every trick on an opponent’s call"),
        Fold.SUM,
        per_hand(lambda hand, side, _: is_sweep(hand, side)),
    ),
    "euchres_made": Metric(mark("Euchres"), Fold.SUM, per_hand(lambda hand, side, _: is_euchre_made(hand, side))),
    "euchres_suffered": Metric(mark("Times euchred"), Fold.SUM, per_hand(lambda hand, side, _: hand.was_euchred(side))),
    "defences": Metric(mark("Euchres while defending alone"), Fold.SUM, per_hand(_defended_alone)),
    "farmers_won": Metric(mark("Farmer’s hands you scored with"), Fold.SUM, per_hand(_won_farmers)),
    "partners": Metric(mark("Different partners"), Fold.DISTINCT, different(PlayedGame.partners_of)),
    "partners_won_with": Metric(mark("Partners you won with"), Fold.DISTINCT, different(_partners_won_with)),
    "rivals": Metric(mark("Different opponents"), Fold.DISTINCT, different(PlayedGame.rivals_of)),
    "rivals_beaten": Metric(mark("Opponents beaten"), Fold.DISTINCT, different(_rivals_beaten)),
    "clubs": Metric(mark("Clubs you played at"), Fold.DISTINCT, one_of(lambda game: game.club)),
    "venues": Metric(mark("Venues you played at"), Fold.DISTINCT, one_of(lambda game: game.venue)),
    "tables": Metric(mark("Tables you played at"), Fold.DISTINCT, one_of(lambda game: game.table)),
    "rules": Metric(mark("Sets of house rules you played under"), Fold.DISTINCT, one_of(lambda game: game.rules)),
    "places": Metric(mark("Played online and at a real table"), Fold.DISTINCT, one_of(lambda game: game.is_online)),
    "variants_won": Metric(
        mark("Kinds of euchre you’ve won at"),
        Fold.DISTINCT,
        different(lambda game, player: (game.variant,) * game.has_won(player)),
    ),
    "nights": Metric(mark("Nights played"), Fold.DISTINCT, one_of(lambda game: (game.club, game.night))),
    "months": Metric(
        mark("Months you played in"), Fold.DISTINCT, one_of(lambda game: (game.night.year, game.night.month))
    ),
    "late_games": Metric(
        mark("Games that ended after midnight"), Fold.SUM, per_game(lambda game, player: game.local.hour in OWLS)
    ),
    "event_wins": Metric(mark("Events won"), Fold.SUM, place(Contest.EVENT, 1), PLACING_SCOPES),
    "podiums": Metric(mark("Top-3 finishes"), Fold.SUM, place(Contest.EVENT, PODIUM), PLACING_SCOPES),
    "perfect_nights": Metric(mark("Events where you won every game"), Fold.SUM, perfect_nights, PLACING_SCOPES),
    "season_wins": Metric(mark("Seasons won"), Fold.SUM, place(Contest.SEASON, 1), PLACING_SCOPES),
    "jackpots": Metric(mark("Jackpots won"), Fold.SUM, place(Contest.JACKPOT, ANY), PLACING_SCOPES),
}
"""Every metric by its key. Keys are stored with definitions and stay as they are."""
