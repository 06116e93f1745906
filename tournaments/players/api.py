"""What someone played and how their rating went, of any player that the asker may know, and of the asker."""

from typing import Any, ClassVar

import django_filters
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from rest_framework import exceptions, serializers
from rest_framework.request import Request

from games.accounts.models import Player
from games.api.authentication import account_of, player_of
from games.api.filters import MomentFilter, WordFilter
from games.api.frame import DetailEndpoint, ListEndpoint
from games.api.serializers import StrictSerializer
from tournaments.api_requests import club_or_404, event_or_404, named_or_404
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.identity import records_of
from tournaments.events.boards import sitting_out
from tournaments.players.rating_curve import numbers_of
from tournaments.players.serializers import (
    EVENTS,
    PLAYERS,
    OwnMatchSerializer,
    PlayedMatchSerializer,
    RatingChangeSerializer,
)
from tournaments.rewards.models import RatingChange
from tournaments.rounds.api import shown_matches
from tournaments.rounds.models import Match, Round, Seat


class PlayedFilters(django_filters.FilterSet):
    event = WordFilter("round__stage__event__slug")
    state = django_filters.ChoiceFilter(choices=Match.State.choices)
    after = MomentFilter(
        "round__stage__event__starts_at", lookup_expr="gte", help_text="Of events that start then or later."
    )
    before = MomentFilter("round__stage__event__starts_at", lookup_expr="lt", help_text="Of events that start earlier.")
    decided_after = MomentFilter("standing__at", lookup_expr="gte", help_text="Whose score was given then or later.")


class PoolFilters(django_filters.FilterSet):
    pool = WordFilter("pool__key")
    after = MomentFilter("ended_at", lookup_expr="gte")
    before = MomentFilter("ended_at", lookup_expr="lt")


class PlayedMatches(ListEndpoint):
    """Matches of many events, the newest first. Those of drafts are not among them."""

    answer: Any = PlayedMatchSerializer
    filters = PlayedFilters
    expansions: ClassVar = {"players": PLAYERS, "events": EVENTS}

    def played(self) -> QuerySet[Match]:
        matches = shown_matches().select_related("round__stage__event__club", "standing")
        return matches.exclude(round__status=Round.Status.DRAFT)


class MatchesOfClub(PlayedMatches):
    """The matches of a club's events, the newest first."""

    summary = "List a club's matches"

    def rows(self, slug: str) -> QuerySet[Match]:
        return self.played().filter(round__stage__event__club=club_or_404(slug))


class OwnMatches(PlayedMatches):
    """Of one person."""

    answer = OwnMatchSerializer
    records: tuple[int, ...] = ()

    def of(self, player: Player) -> QuerySet[Match]:
        """Under all of the person's records."""
        self.records = tuple(records_of(player))
        return self.played().filter(Exists(Seat.objects.filter(match=OuterRef("pk"), player__in=self.records)))


class MatchesOfPlayer(OwnMatches):
    """The matches in which a player sat, the newest first."""

    summary = "List a player's matches"

    def rows(self, pk: int) -> QuerySet[Match]:
        named_or_404(self.request, pk)
        return self.of(Player.objects.get(pk=pk))


class MyMatches(OwnMatches):
    """The matches in which the asker sits or sat, the newest first."""

    summary = "List your matches"
    is_open = False

    def rows(self) -> QuerySet[Match]:
        player = asking(self.request)
        return self.of(player) if player else self.played().none()


class RatingsOfPlayer(ListEndpoint):
    """A player's rating after each game, the newest first."""

    summary = "List a player's ratings"
    answer = RatingChangeSerializer
    filters = PoolFilters
    ordering: ClassVar = ("-ended_at", "-counted")

    def rows(self, pk: int) -> QuerySet[RatingChange]:
        named_or_404(self.request, pk)
        return RatingChange.objects.filter(player=pk).select_related("pool", "counted__event")

    def show_rows(self, changes: list[Any]) -> list[Any]:
        for change in changes:
            change.rating, change.give_or_take = numbers_of(change.mu, change.sigma)
        return super().show_rows(changes)


class MySeatSerializer(StrictSerializer):
    """Where the asker plays now."""

    entry = serializers.IntegerField(help_text="The entry's number.")
    status = serializers.ChoiceField(Entry.Status.choices)
    is_sitting_out = serializers.BooleanField()
    matches = OwnMatchSerializer(
        many=True, help_text="Of the rounds that are out; one, except where matches open singly."
    )


class MySeat(DetailEndpoint):
    """The asker's seat at an event: table, side and match of the round that is being played."""

    summary = "Find your seat"
    answer = MySeatSerializer
    is_open = False
    records: tuple[int, ...] = ()

    def find(self, slug: str) -> dict[str, Any]:
        player, event = asking(self.request), event_or_404(slug)
        self.records = tuple(records_of(player)) if player else ()
        own = EntryPlayer.objects.filter(event=event, player__in=self.records, is_active=True)
        seat = own.select_related("entry", "player").first()
        if seat is None:
            raise Http404
        matches = shown_matches().select_related("round__stage__event__club", "standing")
        out = matches.filter(round__stage__event=event, round__status=Round.Status.PUBLISHED, seats__player=seat.player)
        return {
            "entry": seat.entry.number,
            "status": seat.entry.status,
            "is_sitting_out": sitting_out(event, seat.player) is not None,
            "matches": out.order_by("-pk"),
        }


def asking(request: Request) -> Player | None:
    """The asker's own player, whatever the token is for. NotAuthenticated for strangers."""
    if account_of(request) is None:
        raise exceptions.NotAuthenticated
    return player_of(request)
