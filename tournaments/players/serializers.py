"""What players, their ratings and matches look like to programs, and what comes along with rows that name them."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from games.accounts.models import Player
from games.api.frame import Expansion
from games.api.serializers import StrictSerializer
from tournaments.api_requests import actor_of
from tournaments.clubs import public_names
from tournaments.events.serializers import POSITIONS, EventSerializer, MatchRowSerializer, SeatSerializer
from tournaments.events.states import shown_events
from tournaments.players.selectors import ratings_by_player
from tournaments.rounds.models import Match, Seat


class RatingSerializer(StrictSerializer):
    pool = serializers.CharField(help_text="Ratings of one pool can be compared: of a club, or of friendly games.")
    rating = serializers.IntegerField()
    give_or_take = serializers.IntegerField()
    is_provisional = serializers.BooleanField()
    games = serializers.IntegerField()
    last_at = serializers.DateTimeField()


class PlayerSerializer(StrictSerializer):
    """A player whose name the asker may read."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    is_bot = serializers.BooleanField()


class RatedPlayerSerializer(PlayerSerializer):
    page = serializers.CharField()
    ratings = RatingSerializer(many=True)


class RatingChangeSerializer(StrictSerializer):
    """A rating right after a game."""

    pool = serializers.CharField(source="pool.key")
    at = serializers.DateTimeField(source="ended_at")
    rating = serializers.IntegerField()
    give_or_take = serializers.IntegerField()
    event = serializers.SlugField(source="counted.event.slug", allow_null=True, default=None)
    match = serializers.IntegerField(
        source="counted.match_id", allow_null=True, help_text="The match’s id; null for a friendly game."
    )


class PlayedMatchSerializer(MatchRowSerializer):
    """A match with the event that it belongs to."""

    event = serializers.SlugField(source="round.stage.event.slug")
    club = serializers.SlugField(source="round.stage.event.club.slug")
    starts_at = serializers.DateTimeField(source="round.stage.event.starts_at", help_text="When the event starts.")


class OwnMatchSerializer(PlayedMatchSerializer):
    side = serializers.SerializerMethodField()
    position = serializers.SerializerMethodField()
    position_label = serializers.SerializerMethodField()

    def own_seat(self, match: Match) -> Seat:
        """The player's own: the view has its records."""
        return next(seat for seat in match.seats.all() if seat.player_id in self.context["view"].records)

    def get_side(self, match: Match) -> int:
        """The side that the player sat on."""
        return self.own_seat(match).side

    @extend_schema_field(serializers.ChoiceField(POSITIONS))
    def get_position(self, match: Match) -> str:
        """The player's seat."""
        return SeatSerializer().get_position(self.own_seat(match))

    def get_position_label(self, match: Match) -> str:
        """The same in the language of the request."""
        return self.own_seat(match).compass


def rated(named: public_names.Named, ratings: Iterable[Any]) -> dict[str, Any]:
    """A player, for `RatedPlayerSerializer`. ratings: as `ratings_by_player` has them."""
    return {
        "pk": named.pk,
        "name": named.name,
        "is_bot": named.is_bot,
        "page": reverse("player", args=[named.pk]),
        "ratings": [
            {
                "pool": player_rating.pool.key,
                "rating": shown.number,
                "give_or_take": shown.give_or_take,
                "is_provisional": shown.is_provisional,
                "games": player_rating.games,
                "last_at": player_rating.last_at,
            }
            for player_rating, shown in ratings
        ],
    }


def players_in(request: Request, shown: list[Any]) -> list[dict[str, Any]]:
    """Those that rows name and the asker may read more about, by id. shown: the rows."""
    actor = actor_of(request)
    players = public_names.known_to(actor, Player.objects.filter(pk__in=_people(shown), alias=None)).order_by("pk")
    known = [public_names.named(player, actor) for player in players]
    ratings = ratings_by_player([named.pk for named in known], timezone.now())
    return [rated(named, ratings.get(named.pk, ())) for named in known]


def events_in(request: Request, shown: list[Any]) -> list[Any]:
    """Those that rows name. shown: the rows."""
    return list(shown_events().filter(slug__in={match["event"] for match in shown}).order_by("pk"))


def _people(shown: Any) -> set[int]:
    """The ids of players under `player` and `players`, however deep."""
    if isinstance(shown, list):
        return {pk for inner in shown for pk in _people(inner)}
    if not isinstance(shown, dict):
        return set()
    named = [shown.get("player"), *(shown.get("players") or ())]
    own = {person["id"] for person in named if isinstance(person, dict)}
    return own.union(*(_people(inner) for inner in shown.values()))


PLAYERS = Expansion(RatedPlayerSerializer, players_in)
EVENTS = Expansion(EventSerializer, events_in)
