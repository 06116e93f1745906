"""Players, rankings, leaderboards, jackpots and achievements, with names as the asker may read them."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.accounts.models import Player
from games.api.frame import DetailEndpoint, ListEndpoint, TableEndpoint
from games.api.serializers import StrictSerializer
from games.engine.choices import Variant
from tournaments.api_requests import actor_of, club_or_404, moment_in, named_or_404, whole_in, word_in
from tournaments.clubs import public_names
from tournaments.events.serializers import CURRENCY
from tournaments.honours.statistics.boards import Order
from tournaments.jackpots import selectors
from tournaments.jackpots.models import Jackpot
from tournaments.leaderboards import past_rankings, rankings
from tournaments.leaderboards import selectors as leaderboards
from tournaments.leaderboards.questions import Span, board_query
from tournaments.players import selectors as player_selectors
from tournaments.players.serializers import PlayerSerializer, RatedPlayerSerializer, rated
from tournaments.rewards import selectors as reward_selectors
from tournaments.rewards.models import COUNT_FIELDS
from tournaments.rewards.ratings import is_being_recomputed, key_of

PAGE = OpenApiParameter("page", {"type": "integer", "minimum": 1, "maximum": leaderboards.MAX_PAGES})
CLUB = OpenApiParameter("club", {"type": "string", "minLength": 1}, description="A club's slug.")
AT = OpenApiParameter("at", OpenApiTypes.DATETIME, description="The ranking as it was then; without it that of now.")
SPANS = [span for span in Span if span is not Span.CUSTOM]
TOLD_APART = "Another number than the player's id where the name is hidden from the asker."


TotalsSerializer = type(
    "TotalsSerializer",
    (StrictSerializer,),
    {name: serializers.IntegerField() for name in COUNT_FIELDS} | {"__doc__": "What was counted in all games."},
)


class OnePlayerSerializer(RatedPlayerSerializer):
    totals = TotalsSerializer()


# Programs are made from the schema, so its components keep the names that they had.
@extend_schema_serializer(component_name="TrophyShape")
class AchievementSerializer(StrictSerializer):
    key = serializers.CharField()
    name = serializers.CharField()
    words = serializers.CharField()
    tier = serializers.IntegerField()
    tier_name = serializers.CharField()
    earned_at = serializers.DateTimeField()


@extend_schema_serializer(component_name="TrophiesShape")
class AchievementsSerializer(StrictSerializer):
    results = AchievementSerializer(many=True)


class BoardPageSerializer(StrictSerializer):
    """A page of a board, like those of other lists."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class RankedSerializer(StrictSerializer):
    place = serializers.IntegerField(allow_null=True, help_text="Null while it is provisional.")
    is_shared = serializers.BooleanField()
    player = serializers.IntegerField(help_text=TOLD_APART)
    name = serializers.CharField()
    rating = serializers.IntegerField()
    give_or_take = serializers.IntegerField()
    last_at = serializers.DateTimeField()


class RankingSerializer(BoardPageSerializer):
    is_being_recomputed = serializers.BooleanField(help_text="Whether a game is still being counted.")
    results = RankedSerializer(many=True, help_text="Those who are provisional follow on the first page.")


class BoardLineSerializer(StrictSerializer):
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    player = serializers.IntegerField(help_text=TOLD_APART)
    name = serializers.CharField()
    values = serializers.DictField(child=serializers.FloatField())


class BoardSerializer(BoardPageSerializer):
    results = BoardLineSerializer(many=True)


class RaceLineSerializer(StrictSerializer):
    place = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(help_text=TOLD_APART)
    name = serializers.CharField()
    score = serializers.IntegerField()
    needs = serializers.CharField()


class JackpotSerializer(StrictSerializer):
    """A jackpot; `results` has who is ahead."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    period = serializers.IntegerField()
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    cents = serializers.IntegerField(help_text="What is in the pot.")
    currency = serializers.CharField(help_text=CURRENCY)
    results = RaceLineSerializer(many=True)


class JackpotsSerializer(StrictSerializer):
    results = JackpotSerializer(many=True)


class PlayerFilters(django_filters.FilterSet):
    name = django_filters.CharFilter(method="find", max_length=80, help_text="Part of the name.")

    def find(self, players: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        return players.filter(name__icontains=value)


class Players(ListEndpoint):
    """People who play, the newest first. Hidden names are listed for those only who may read them."""

    summary = "List players"
    answer = PlayerSerializer
    filters = PlayerFilters

    def rows(self) -> QuerySet[Player]:
        people = Player.objects.filter(is_bot=False, alias=None, erased_at=None, is_guest=False).order_by()
        return public_names.known_to(actor_of(self.request), people)

    def show_rows(self, rows: list[Any]) -> list[Any]:
        actor = actor_of(self.request)
        return super().show_rows([public_names.named(player, actor) for player in rows])


class PlayerDetail(DetailEndpoint):
    """A player with ratings and totals."""

    summary = "Show a player"
    answer = OnePlayerSerializer

    def find(self, pk: int) -> dict[str, Any]:
        named = named_or_404(self.request, pk)
        totals = player_selectors.card_of(player_selectors.spans_of(pk)).totals
        ratings = player_selectors.ratings_by_player([pk], timezone.now())
        counted = {name: getattr(totals, name) for name in COUNT_FIELDS}
        return rated(named, ratings.get(pk, ())) | {"totals": counted}


class Achievements(TableEndpoint):
    """A player's achievements, the newest first. Secret ones only for the player."""

    summary = "List a player's achievements"
    answer = AchievementsSerializer

    def find(self, pk: int) -> dict[str, Any]:
        named_or_404(self.request, pk)
        player = Player.objects.get(pk=pk)
        wall = reward_selectors.wall_of(player, is_own=actor_of(self.request).player == player)
        results = [
            {
                "key": held.achievement.key,
                "name": held.achievement.name,
                "words": held.words,
                "tier": held.tier,
                "tier_name": held.tier_name,
                "earned_at": held.award.earned_at,
            }
            for held in wall.held
            if held.award
        ]
        return {"results": results}


class Ranking(TableEndpoint):
    """Who is rated how in a club."""

    summary = "Show a club's ranking"
    answer = RankingSerializer
    asked = (OpenApiParameter("variant", str, enum=[variant.value for variant in Variant]), AT, PAGE)

    def find(self, slug: str) -> dict[str, Any]:
        club, page = club_or_404(slug), whole_in(self.request, "page", leaderboards.MAX_PAGES) or 1
        pool = rankings.pool_of_scope(str(club.pk), word_in(self.request, "variant", list(Variant)))
        assert pool, "a club has one"
        at = moment_in(self.request, "at")
        if at:
            ranking_page = past_rankings.ranking_page(pool, at, page)
        else:
            ranking_page = rankings.ranking_page(pool, timezone.now(), page)
        lines = [*ranking_page.lines, *ranking_page.provisional]
        names = public_names.names_for(actor_of(self.request), {line.player for line in lines})
        results = [
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
        beside = {"is_being_recomputed": is_being_recomputed(key_of(pool)), "results": results}
        return beside_pages(self.request, ranking_page) | beside


class Leaderboard(TableEndpoint):
    """Who has won, scored, called most: in a club, or without one among all players."""

    summary = "Show a leaderboard"
    answer = BoardSerializer
    asked = (
        CLUB,
        OpenApiParameter("by", str, enum=[order.value for order in Order]),
        OpenApiParameter("span", str, enum=[span.value for span in SPANS]),
        PAGE,
    )

    def find(self) -> dict[str, Any]:
        given = self.request.query_params.dict()
        word_in(self.request, "by", list(Order))
        word_in(self.request, "span", SPANS)
        whole_in(self.request, "page", leaderboards.MAX_PAGES)
        club = club_or_404(given["club"]) if "club" in given else None
        asked = board_query(club, {"by": Order.WINNERS.value} | given, timezone.now())
        assert asked.question, "the rating has its own address"
        board_page = leaderboards.board_page(asked.question, asked.page)
        names = public_names.names_for(actor_of(self.request), {line.player for line in board_page.lines})
        called = [names[line.player] for line in board_page.lines]
        results = [
            vars(line) | {"player": named.number, "name": named.name}
            for line, named in zip(board_page.lines, called, strict=True)
        ]
        return beside_pages(self.request, board_page) | {"results": results}


class Jackpots(DetailEndpoint):
    """The periods of a club's jackpots that run now."""

    summary = "List a club's jackpots"
    answer = JackpotsSerializer

    def find(self, slug: str) -> dict[str, Any]:
        return {"results": [_jackpot(board) for board in selectors.of_club(club_or_404(slug), actor_of(self.request))]}


class JackpotDetail(DetailEndpoint):
    """The period of a jackpot that runs now."""

    summary = "Show a jackpot"
    answer = JackpotSerializer

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
        "results": [
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


def beside_pages(request: Request, page: rankings.RankingPage | leaderboards.BoardPage) -> dict[str, str | None]:
    """The addresses of the pages beside one of a board."""

    def address(number: int) -> str:
        return str(replace_query_param(request.build_absolute_uri(), "page", number))

    return {
        "next": address(page.number + 1) if page.has_next else None,
        "previous": address(page.number - 1) if page.number > 1 else None,
    }
