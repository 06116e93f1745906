"""What pages show of the search for substitutes. Reads, never writes."""

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from games.accounts.models import Player
from tournaments.attendance.models import Occasion
from tournaments.events.models import Event
from tournaments.subs.models import RELATED, SubAsk, SubRequest

SHOWN = (SubRequest.State.OPEN, SubRequest.State.FILLED, SubRequest.State.EXPIRED)


@dataclass(frozen=True)
class Search:
    """A player's search for a substitute, as their page shows it. request: the newest one that says anything."""

    request: SubRequest | None
    asks: list[SubAsk]

    @property
    def declined(self) -> int:
        return sum(ask.answer == SubAsk.Answer.NO for ask in self.asks)


def search_of(occasion: Occasion, player: Player) -> Search:
    """Two queries, one where nothing was asked."""
    which = {"event": occasion} if isinstance(occasion, Event) else {"fixture": occasion}
    asks = Prefetch("asks", SubAsk.objects.select_related("player"))
    requests = SubRequest.objects.filter(player=player, state__in=SHOWN, **which).select_related(*RELATED)
    request = requests.prefetch_related(asks).last()
    return Search(request, list(request.asks.all()) if request else [])


def open_requests(event: Event) -> QuerySet[SubRequest]:
    """The seats of an event that look for someone, with how many were asked and how many said no."""
    requests = event.sub_requests.filter(state=SubRequest.State.OPEN).select_related("event", "player")
    declined_count = Count("asks", filter=Q(asks__answer=SubAsk.Answer.NO))
    return requests.annotate(asked_count=Count("asks"), declined_count=declined_count).order_by("pk")
