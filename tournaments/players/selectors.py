"""A player's page: ratings, form, statistics, games, and whom the player has sat with and against. Reads only."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.events.models import Event
from tournaments.honours.facts import Contest, PlayedGame
from tournaments.honours.ratings.shown import GRACE, SCALE, Shown
from tournaments.honours.statistics.cards import EMPTY, Card, Together
from tournaments.honours.wording import ordinal
from tournaments.leaderboards.rankings import shown_now
from tournaments.players.rating_curve import Moment, moments_of
from tournaments.rewards.counting import read
from tournaments.rewards.models import (
    GameFact,
    GameParticipation,
    PlacementFact,
    PlayerRating,
    RatingChange,
    SpanTotals,
)
from tournaments.rewards.ratings import is_being_recomputed
from tournaments.rewards.scopes import ALL, BOTS
from tournaments.rewards.statistics import card_from

FORM, PAGE, COMPANY = 10, 20, 12
NIGHTS, RECENT, CLOSE = 12, 5, 5
ENOUGH = 3
"""Games with a partner that say something about the two."""


@dataclass(frozen=True)
class Rated:
    """A rating in one pool. is_resting: no game for sixty days, and off the ranking until the next one."""

    row: PlayerRating
    shown: Shown
    is_resting: bool
    is_being_recomputed: bool
    moments: tuple[Moment, ...]


@dataclass(frozen=True)
class PlayedLine:
    """A game from the player's side.

    points: of the sides, the player's own first. gain: what it did to the rating as shown, without caution; None: not
    rated.
    """

    row: GameFact
    game: PlayedGame
    outcome: str
    points: tuple[int, ...]
    gain: int | None


@dataclass(frozen=True)
class Companion:
    player: int
    together: Together
    against: Together


@dataclass(frozen=True)
class Night:
    """An event that has ended, with the player's place and how many played."""

    name: str
    slug: str
    place: int
    field: int
    ended_at: datetime

    @property
    def rank(self) -> str:
        return ordinal(self.place)


def nights_of(player: int) -> list[Night]:
    """Oldest first, in one question."""
    event = Event.objects.filter(pk=OuterRef("number"))
    places = (
        PlacementFact.objects.filter(player=player, contest=Contest.EVENT)
        .annotate(name=Subquery(event.values("name")[:1]), slug=Subquery(event.values("slug")[:1]))
        .order_by("ended_at", "number")
    )
    return [Night(*place) for place in places.values_list("name", "slug", "place", "field", "ended_at")]


def ratings_of(player: int, now: datetime) -> list[Rated]:
    """In every pool, the one with the most games first."""
    player_ratings = PlayerRating.objects.filter(player=player).select_related("pool__club").order_by("-games", "pool")
    return [
        Rated(
            player_rating,
            shown_now(player_rating, now),
            player_rating.last_at <= now - GRACE,
            is_being_recomputed(player_rating.pool.key),
            moments_of(player_rating.pool, player),
        )
        for player_rating in player_ratings[:4]
    ]


def ratings_by_player(players: Collection[int], now: datetime) -> dict[int, list[tuple[PlayerRating, Shown]]]:
    """Player → their ratings with what is shown of them now, the one with the most games first."""
    ratings: dict[int, list[tuple[PlayerRating, Shown]]] = {}
    stored = PlayerRating.objects.filter(player__in=players).select_related("pool").order_by("-games", "pool")
    for player_rating in stored:
        ratings.setdefault(player_rating.player_id, []).append((player_rating, shown_now(player_rating, now)))
    return ratings


def games_of(player: int) -> QuerySet[GameParticipation]:
    """Newest first."""
    participations = GameParticipation.objects.filter(player=player).select_related(
        "counted__event__club", "counted__club", "counted__game__table"
    )
    return participations.order_by("-ended_at", "-counted")


def history(player: int, page: int) -> tuple[Page[GameParticipation], list[PlayedLine]]:
    """A page of the games, and its lines."""
    shown = Paginator(games_of(player), PAGE).get_page(page)
    return shown, lines_of(player, [participation.counted for participation in shown])


def lines_of(player: int, game_facts: Sequence[GameFact]) -> list[PlayedLine]:
    gains = _gains(player, [game_fact.pk for game_fact in game_facts])
    return [_line(player, game_fact, gains.get(game_fact.pk)) for game_fact in game_facts]


def _line(player: int, game_fact: GameFact, gain: int | None) -> PlayedLine:
    game = read(game_fact)
    side = game.side_of(player)
    others = (points for number, points in enumerate(game.points) if number != side)
    return PlayedLine(game_fact, game, outcome_of(game, player), (game.points[side], *others), gain)


def outcome_of(game: PlayedGame, player: int) -> str:
    if not game.was_played:
        return "forfeit"
    return "won" if game.has_won(player) else "shared" if game.has_shared(player) else "lost"


def _gains(player: int, games: Collection[int]) -> dict[int, int]:
    changes = RatingChange.objects.filter(player=player, counted__in=games).values_list("counted_id", "mu", "before")
    return {game: round(SCALE * (mu - float(before.split(" ")[0]))) for game, mu, before in changes}


def spans_of(player: int) -> list[SpanTotals]:
    """All times first, then each club, friendly games and those with bots."""
    totals = SpanTotals.objects.filter(player=player, span="all")
    return sorted(totals, key=lambda total: (total.scope == BOTS, total.scope != ALL, -total.games))


def months_of(player: int, most: int = 12) -> list[SpanTotals]:
    """The latest ones with a game, of everything."""
    totals = SpanTotals.objects.filter(player=player, scope=ALL, span__contains="-")
    return list(totals.order_by("-span")[:most])


def card_of(spans: Sequence[SpanTotals]) -> Card:
    """Everything among people."""
    return next((card_from(span) for span in spans if span.scope == ALL), EMPTY)


def companions(card: Card, most: int = COMPANY) -> list[Companion]:
    """With whom and against whom the player has sat most often."""
    met = [
        Companion(other, card.partners.get(other, Together()), card.rivals.get(other, Together()))
        for other in card.partners.keys() | card.rivals.keys()
    ]
    met.sort(key=lambda companion: (-companion.together.games - companion.against.games, companion.player))
    return met[:most]


def best_partners(card: Card) -> list[Companion]:
    """Partners with the best win rate; fewer than three games are too few to tell."""
    partners = [
        Companion(other, together, Together()) for other, together in card.partners.items() if together.games >= ENOUGH
    ]
    partners.sort(key=lambda companion: (-companion.together.rate, -companion.together.games, companion.player))
    return partners[:CLOSE]


def rivals(card: Card) -> list[Companion]:
    """Against whom the player sat most often."""
    others = [Companion(other, Together(), against) for other, against in card.rivals.items()]
    others.sort(key=lambda companion: (-companion.against.games, companion.player))
    return others[:CLOSE]


def form_of(lines: Sequence[PlayedLine]) -> list[PlayedLine]:
    """The last ten, oldest first."""
    return list(reversed(lines[:FORM]))
