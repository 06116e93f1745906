"""News as Atom (RFC 4287): what happened at a club, and what was announced at an event. As strangers may read it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Max
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

from games.engine.language import say, say_number
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.events.announcements import announcements_of
from tournaments.events.models import Event
from tournaments.feeds.characters import one_line, printable
from tournaments.feeds.selectors import Line, feed_of
from tournaments.rewards.models import Unlock

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""When nothing had happened yet."""
MINTED = "2026-01-01"
"""In every id: a day on which the host was ours."""


@dataclass(frozen=True)
class Entry:
    """key: names it for good. words: plain text. path: of the page that tells more."""

    key: str
    title: str
    words: str
    path: str
    at: datetime


@dataclass(frozen=True)
class News:
    """changed_at: when an entry last came or, of announcements, went; it never falls."""

    key: str
    title: str
    author: str
    path: str
    changed_at: datetime
    entries: tuple[Entry, ...]


def of_club(club: Club) -> News:
    """The newest page of its news. Who keeps the name from strangers is a hidden player here."""
    lines, _ = feed_of(club)
    entries = tuple(_entry(club, line) for line in lines)
    changed_at = Unlock.objects.filter(club=club).aggregate(last=Max("at"))["last"] or BEGINNING
    path = reverse("club_news", args=[club.slug])
    return News(f"club-{club.pk}/news", say("{club} news", club=club), club.name, path, changed_at, entries)


def of_event(event: Event) -> News:
    """What is announced now; what was withdrawn is gone."""
    path = event.get_absolute_url()
    entries = tuple(
        Entry(f"announcement-{announcement.pk}", announcement.text, announcement.text, path, announcement.at)
        for announcement in announcements_of(event)
    )
    actions = AuditLogEntry.objects.filter(event=event, action__in=[Action.ANNOUNCE, Action.WITHDRAW_ANNOUNCEMENT])
    changed_at = actions.aggregate(last=Max("at"))["last"] or event.created_at
    changed_at = max([changed_at, *(entry.at for entry in entries)])
    return News(
        f"event-{event.pk}/announcements",
        say("{event}: announcements", event=event),
        event.club.name,
        path,
        changed_at,
        entries,
    )


def written(news: News, site: str, path: str) -> bytes:
    """site: its address, without a slash at the end. path: of the feed itself."""
    feed = _Feed(
        title=one_line(news.title),
        link=site + news.path,
        description="",
        feed_url=site + path,
        author_name=one_line(news.author),
        feed_guid=_id(news.key),
        changed_at=news.changed_at,
    )
    for entry in news.entries:
        feed.add_item(
            title=one_line(entry.title),
            link=site + entry.path,
            description=escape(printable(entry.words)),
            pubdate=entry.at,
            updateddate=entry.at,
            unique_id=_id(entry.key),
            author_name=one_line(news.author),
        )
    return feed.writeString("utf-8").encode()


class _Feed(Atom1Feed):
    """Its time is that of its last change, also when that took an entry away; never the clock's."""

    def latest_post_date(self) -> Any:
        return self.feed["changed_at"]


def _entry(club: Club, line: Line) -> Entry:
    if line.news is None:
        day = line.at.astimezone(ZoneInfo(club.zone)).date()
        achievements = say_number("{number} achievement", "{number} achievements", line.trophies)
        players = say_number("{number} player", "{number} players", line.players)
        words = say("{trophies} for {players}", trophies=achievements, players=players)
        path = reverse("club_news", args=[club.slug])
        return Entry(f"club-{club.pk}/late-{day}", say("Achievements from earlier games"), words, path, line.at)
    news = line.news
    who, tier = news.player, f" ({news.tier_name})" if news.tier_name else ""
    path = (
        reverse("achievements", args=[news.unlock.player_id])
        if news.is_open
        else reverse("club_news", args=[club.slug])
    )
    return Entry(f"feat-{news.unlock.pk}", f"{who}: {news.name}{tier}", news.words or news.name, path, line.at)


def _id(key: str) -> str:
    return f"tag:{settings.FEEDS_HOST},{MINTED}:{key}"
