"""What happened at a club, the newest first: one line for each piece of news, one for what came late in a day."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Count, Max
from django.db.models.functions import TruncDate

from tournaments.clubs.models import Club
from tournaments.permissions import NOBODY, Actor
from tournaments.rewards.models import Unlock
from tournaments.rewards.selectors import News, tell_of

PAGE = 30


@dataclass(frozen=True)
class Line:
    """Either one piece of news, or the number of achievements and players from earlier games."""

    at: datetime.datetime
    news: News | None = None
    trophies: int = 0
    players: int = 0


def feed_of(club: Club, page: int = 1, viewer: Actor = NOBODY) -> tuple[Sequence[Line], bool]:
    """A page of lines, and whether there are more. Names as the viewer may read them."""
    in_club = Unlock.objects.filter(club=club, is_late=False, award__isnull=False).select_related("player", "event")
    unlocks = list(in_club.order_by("-at", "-pk")[: page * PAGE + 1])
    lines = [Line(news.at, news) for news in tell_of(unlocks, viewer)] + _late_ones(club)
    lines.sort(key=lambda line: line.at, reverse=True)
    return lines[(page - 1) * PAGE : page * PAGE], len(lines) > page * PAGE


def _late_ones(club: Club) -> list[Line]:
    """A line for each day of the club on which something was found in earlier games."""
    unlocks = Unlock.objects.filter(club=club, is_late=True, award__isnull=False).order_by()
    days = unlocks.annotate(day=TruncDate("at", tzinfo=ZoneInfo(club.zone))).values("day")
    counted = days.annotate(last=Max("at"), trophies=Count("pk"), players=Count("player", distinct=True))
    return [Line(late["last"], None, late["trophies"], late["players"]) for late in counted]
