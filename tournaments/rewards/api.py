"""Players, rankings, leaderboards, jackpots and achievements, with names as the asker may read them."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from games.accounts.models import Player
from games.api.frame import DetailEndpoint, ListEndpoint, TableEndpoint
from games.api.serializers import StrictSerializer
from games.engine.choices import Variant
from tournaments.api_requests import actor_of, club_or_404, whole_in
from tournaments.clubs import public_names
from tournaments.events.serializers import CURRENCY
from tournaments.honours.statistics.boards import Order
from tournaments.jackpots import selectors
from tournaments.jackpots.models import Jackpot
from tournaments.leaderboards import rankings
from tournaments.leaderboards import selectors as leaderboards
from tournaments.leaderboards.questions import Span, board_query
from tournaments.players import selectors as player_selectors
from tournaments.rewards import selectors as reward_selectors
from tournaments.rewards.models import COUNT_FIELDS
from tournaments.rewards.ratings import is_being_recomputed, key_of

PAGE = OpenApiParameter("page", {"type": "integer", "minimum": 1, "maximum": leaderboards.MAX_PAGES})
CLUB = OpenApiParameter("club", {"type": "string", "minLength": 1}, description="A club's slug.")
TOLD_APART = "Another number than the player's id where the name is hidden from the asker."


class RatingShape(StrictSerializer):
    pool = serializers.CharField()
    rating = serializers.IntegerField()
    give_or_take = serializers.IntegerField()
    is_provisional = serializers.BooleanField()
    games = serializers.IntegerField()
    last_at = serializers.DateTimeField()


class PlayerShape(StrictSerializer):
    """A player whose name the asker may read."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    is_bot = serializers.BooleanField()


TotalsShape = type(
    "TotalsShape",
    (StrictSerializer,),
    {name: serializers.IntegerField() for name in COUNT_FIELDS} | {"__doc__": "What was counted in all games."},
)


class OnePlayerShape(PlayerShape):
    ratings = RatingShape(many=True)
    totals = TotalsShape()
    page = serializers.CharField()


class TrophyShape(StrictSerializer):
    key = serializers.CharField()
    name = serializers.CharField()
    words = serializers.CharField()
    tier = serializers.IntegerField()
    tier_name = serializers.CharField()
    earned_at = serializers.DateTimeField()


class TrophiesShape(StrictSerializer):
    rows = TrophyShape(many=True)


class RankedShape(StrictSerializer):
    place = serializers.IntegerField(allow_null=True, help_text="None while it is provisional.")
    is_shared = serializers.BooleanField()
    player = serializers.IntegerField(help_text=TOLD_APART)
    name = serializers.CharField()
    rating = serializers.IntegerField()
    give_or_take = serializers.IntegerField()
    last_at = serializers.DateTimeField()


class RankingShape(StrictSerializer):
    page = serializers.IntegerField()
    has_next = serializers.BooleanField()
    is_being_recomputed = serializers.BooleanField()
    rows = RankedShape(many=True)
    provisional = RankedShape(many=True)


class BoardLineShape(StrictSerializer):
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    player = serializers.IntegerField(help_text=TOLD_APART)
    name = serializers.CharField()
    values = serializers.DictField(child=serializers.FloatField())


class BoardShape(StrictSerializer):
    page = serializers.IntegerField()
    has_next = serializers.BooleanField()
    rows = BoardLineShape(many=True)


class RaceLineShape(StrictSerializer):
    place = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(help_text=TOLD_APART)
    name = serializers.CharField()
    score = serializers.IntegerField()
    needs = serializers.CharField()


class JackpotShape(StrictSerializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    period = serializers.IntegerField()
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    cents = serializers.IntegerField(help_text="What is in the pot.")
    currency = serializers.CharField(help_text=CURRENCY)
    rows = RaceLineShape(many=True)


class JackpotsShape(StrictSerializer):
    results = JackpotShape(many=True)


class PlayerFilters(django_filters.FilterSet):
    name = django_filters.CharFilter(method="find", max_length=80, help_text="Part of the name.")

    def find(self, players: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        return players.filter(name__icontains=value)


class Players(ListEndpoint):
    """People who play, the newest first. Hidden names are listed for those only who may read them."""

    answer = PlayerShape
    filters = PlayerFilters

    def rows(self) -> QuerySet[Player]:
        people = Player.objects.filter(is_bot=False, alias=None, erased_at=None, is_guest=False).order_by()
        return public_names.known_to(actor_of(self.request), people)

    def show_rows(self, rows: list[Any]) -> list[Any]:
        actor = actor_of(self.request)
        return super().show_rows([public_names.named(row, actor) for row in rows])


class OnePlayer(DetailEndpoint):
    """A player with ratings and totals."""

    answer = OnePlayerShape

    def find(self, pk: int) -> dict[str, Any]:
        named = named_or_404(self.request, pk)
        totals = player_selectors.card_of(player_selectors.spans_of(pk)).totals
        return {
            "pk": pk,
            "name": named.name,
            "is_bot": named.is_bot,
            "page": f"/players/{pk}/",
            "totals": {name: getattr(totals, name) for name in COUNT_FIELDS},
            "ratings": [
                {
                    "pool": rated.row.pool.key,
                    "rating": rated.shown.number,
                    "give_or_take": rated.shown.give_or_take,
                    "is_provisional": rated.row.is_provisional,
                    "games": rated.row.games,
                    "last_at": rated.row.last_at,
                }
                for rated in player_selectors.ratings_of(pk, timezone.now())
            ],
        }


class Trophies(TableEndpoint):
    """A player's achievements, the newest first. Secret ones only for the player."""

    answer = TrophiesShape

    def find(self, pk: int) -> dict[str, Any]:
        named_or_404(self.request, pk)
        player = Player.objects.get(pk=pk)
        wall = reward_selectors.wall_of(player, is_own=actor_of(self.request).player == player)
        rows = [
            {
                "key": one.achievement.key,
                "name": one.achievement.name,
                "words": one.words,
                "tier": one.tier,
                "tier_name": one.tier_name,
                "earned_at": one.award.earned_at,
            }
            for one in wall.held
            if one.award
        ]
        return {"rows": rows}


class Ranking(TableEndpoint):
    """Who is rated how in a club."""

    answer = RankingShape
    asked = (OpenApiParameter("variant", str, enum=[variant.value for variant in Variant]), PAGE)

    def find(self, slug: str) -> dict[str, Any]:
        club = club_or_404(slug)
        variant = self.request.query_params.get("variant", Variant.CLASSIC.value)
        if variant not in list(Variant):
            raise Http404
        pool = rankings.pool_of_scope(str(club.pk), Variant(variant))
        assert pool, "a club has one"
        ranking_page = rankings.ranking_page(
            pool, timezone.now(), whole_in(self.request, "page", leaderboards.MAX_PAGES) or 1
        )
        lines = [*ranking_page.lines, *ranking_page.provisional]
        names = public_names.names_for(actor_of(self.request), {line.player for line in lines})
        rows = [
            {
                "place": line.place,
                "is_shared": line.is_shared,
                "player": names[line.player].number,
                "name": names[line.player].name,
                "rating": line.shown.number,
                "give_or_take": line.shown.give_or_take,
                "last_at": line.last_at,
            }
            for line in lines
        ]
        split = len(ranking_page.lines)
        return {
            "page": ranking_page.number,
            "has_next": ranking_page.has_next,
            "is_being_recomputed": is_being_recomputed(key_of(pool)),
            "rows": rows[:split],
            "provisional": rows[split:],
        }


class Leaderboard(TableEndpoint):
    """Who has won, scored, called most: in a club, or without one among all players."""

    answer = BoardShape
    asked = (
        CLUB,
        OpenApiParameter("by", str, enum=[order.value for order in Order]),
        OpenApiParameter("span", str, enum=[span.value for span in Span if span is not Span.CUSTOM]),
        PAGE,
    )

    def find(self) -> dict[str, Any]:
        given = self.request.query_params.dict()
        for name, known in (("by", list(Order)), ("span", list(Span))):
            if given.get(name, known[0]) not in known:
                raise Http404
        whole_in(self.request, "page", leaderboards.MAX_PAGES)
        club = club_or_404(given["club"]) if "club" in given else None
        asked = board_query(club, {"by": Order.WINNERS.value} | given, timezone.now())
        assert asked.question, "the rating has its own address"
        board_page = leaderboards.board_page(asked.question, asked.page)
        names = public_names.names_for(actor_of(self.request), {line.player for line in board_page.lines})
        called = [names[line.player] for line in board_page.lines]
        rows = [
            vars(line) | {"player": one.number, "name": one.name}
            for line, one in zip(board_page.lines, called, strict=True)
        ]
        return {"page": board_page.number, "has_next": board_page.has_next, "rows": rows}


class Jackpots(DetailEndpoint):
    """The periods of a club's jackpots that run now."""

    answer = JackpotsShape

    def find(self, slug: str) -> dict[str, Any]:
        return {"results": [_jackpot(board) for board in selectors.of_club(club_or_404(slug), actor_of(self.request))]}


class OneJackpot(DetailEndpoint):
    """The period of a jackpot that runs now."""

    answer = JackpotShape

    def find(self, slug: str, pk: int) -> dict[str, Any]:
        jackpot = Jackpot.objects.filter(Q(club__slug=slug), pk=pk).select_related("club").first()
        boards = selectors.running([jackpot], actor_of(self.request)) if jackpot else []
        if not boards:
            raise Http404
        return _jackpot(boards[0])


def _jackpot(shown: selectors.Board) -> dict[str, Any]:
    lines = (*shown.lines, *shown.waiting)
    return {
        "id": shown.jackpot.pk,
        "name": shown.jackpot.name,
        "period": shown.period.number,
        "begins_at": shown.period.start,
        "ends_at": shown.period.end,
        "cents": shown.pot.total,
        "currency": shown.jackpot.club.currency,
        "rows": [
            {
                "place": line.place or None,
                "player": line.number,
                "name": line.name,
                "score": line.score,
                "needs": line.needs,
            }
            for line in lines
        ],
    }


def named_or_404(request: Any, pk: int) -> public_names.Named:
    actor = actor_of(request)
    player = public_names.known_to(actor, Player.objects.filter(pk=pk, alias=None)).first()
    if player is None:
        raise Http404
    return public_names.named(player, actor)
