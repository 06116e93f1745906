"""Who can be asked for a seat, in which order: members who substitute that evening and are free, the nearest in
strength first."""

import datetime
from collections.abc import Collection, Iterator
from itertools import islice

from django.db.models import Max, Q, QuerySet

from games.accounts.models import Player
from games.blocks.models import Block
from games.engine.choices import Variant
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.leagues.models import Fixture, LineUpPlayer
from tournaments.rewards.strengths import strengths
from tournaments.subs import seats
from tournaments.subs.models import SubAsk, SubEvening, SubRequest

CLASH = datetime.timedelta(hours=4)
"""Anyone who plays elsewhere this close to the start isn't free."""


def candidates_for(request: SubRequest, limit: int | None) -> list[Player]:
    """Up to `limit` members who weren't asked for this seat, None for all. Nearest in strength first, unknown strength
    last, then those who were asked least recently."""
    players = list(_free(request).annotate(last=Max("sub_asks__at")))
    strong = strengths([request.player_id, *(player.pk for player in players)], _variant(request))
    wanted = strong.get(request.player_id)

    def order(player: Player) -> tuple[bool, int, float, int]:
        own = strong.get(player.pk)
        distance = abs(own - wanted) if own is not None and wanted is not None else 0
        last = player.last.timestamp() if player.last else 0.0  # type: ignore[attr-defined]  # annotated above
        return own is None, distance, last, player.pk

    return list(islice(seats.eligible(request, sorted(players, key=order)), limit))


def _free(request: SubRequest) -> QuerySet[Player]:
    club, side = request.club, seats.side_player_ids(request)
    evenings = SubEvening.objects.filter(club=club, weekday=request.weekday)
    members = Player.objects.filter(
        pk__in=evenings.values("player"),
        memberships__club=club,
        user__is_active=True,
        is_bot=False,
        erased_at=None,
        alias=None,
    )
    asked = SubAsk.objects.filter(request=request).values("player")
    return members.exclude(pk__in=asked).exclude(pk__in={*side, *_blocked(side), *_busy(request)})


def _busy(request: SubRequest) -> Iterator[int]:
    """Everyone who is entered in the event itself, also if they left, or plays elsewhere in the club at that time."""
    near = (request.starts_at - CLASH, request.starts_at + CLASH)
    there = Q(event__starts_at__range=near, event__cancelled_at=None) & ~Q(entry__status=Entry.Status.DROPPED)
    entered = EntryPlayer.objects.filter(there | Q(event=request.event_id), event__club=request.club, is_active=True)
    yield from entered.values_list("player", flat=True)
    named = LineUpPlayer.objects.filter(
        fixture__season__league__club=request.club,
        fixture__starts_at__range=near,
        fixture__state=Fixture.State.PLANNED,
    )
    yield from named.values_list("player", flat=True)


def _blocked(side: Collection[int]) -> set[int]:
    """Who blocked one of that side, or was blocked by them."""
    blocks = Block.objects.filter(Q(player__in=side) | Q(other__in=side)).values_list("player", "other")
    return {player for pair in blocks for player in pair}


def _variant(request: SubRequest) -> Variant:
    if request.event:
        stage = request.event.stages.order_by("number")[0]
        return Variant(stage.rules["variant"])
    assert request.season, "a request is for one of them"
    rules = request.season.table_rules
    return rules.variant if rules else Variant.CLASSIC
