"""Trophies are told once: on the next page, in the feed and at the event. How they go out is in test_honour_news."""

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.notifications.choices import chosen_by
from games.notifications.kinds import MailFrequency, NotificationKind
from tests.cast import Table, context_of, seat_table
from tests.kept import kept
from tests.tournaments.rewards.conftest import score
from tournaments.clubs.models import Club
from tournaments.errors import NotAllowed
from tournaments.feeds.selectors import feed_of
from tournaments.rewards import news
from tournaments.rewards.models import Unlock
from tournaments.rewards.selectors import NAMELESS, news_of_event


def a_table() -> Table:
    """Where it is noon: no one earns the achievement for a late hour."""
    table = seat_table()
    Club.objects.update(zone=f"Etc/GMT{timezone.now().hour - 12:+d}")
    table.event.club.refresh_from_db()
    return table


table = kept(a_table)


@pytest.mark.slow
def test_unseen_news_is_shown_until_it_is_seen(table: Table) -> None:
    score(table, 10, 0)
    found = news.unseen_of(table.pam)
    assert [one.name for one in found.news] == ["First win", "Shutout", "Runaway win"]
    with pytest.raises(NotAllowed):
        news.mark_seen(table.pam, found.newest, context=context_of(table.sam))
    assert news.mark_seen(table.pam, found.newest, context=context_of(table.pam.user)) == 3
    assert news.unseen_of(table.pam).news == []
    assert news.mark_seen(table.pam, found.newest, context=context_of(table.pam.user)) == 0


@pytest.mark.slow
def test_an_award_revoked_before_it_was_seen_is_not_announced(table: Table) -> None:
    score(table, 10, 0)
    score(table, 10, 6)
    assert [one.name for one in news.unseen_of(table.pam).news] == ["First win"]


@pytest.mark.slow
def test_to_others_a_secret_trophy_has_no_name(table: Table) -> None:
    score(table, 0, 10)
    assert [one.name for one in news.unseen_of(table.pam).news] == ["Skunked"]
    assert {one.name for one in news_of_event(table.event) if one.unlock.player == table.pam} == {NAMELESS}


@pytest.mark.slow
def test_a_hundred_found_late_are_one_line(table: Table) -> None:
    score(table, 10, 0)
    Unlock.objects.update(is_late=True)
    lines, has_more = feed_of(table.event.club)
    assert [(line.trophies, line.players, has_more) for line in lines] == [(8, 4, False)]
    assert news_of_event(table.event) == []
    assert (news.unseen_of(table.pam).news, news.unseen_of(table.pam).late) == ([], 3)


def test_the_link_of_an_earlier_email_leads_to_where_they_are_stopped(table: Table) -> None:
    assert table.pam.user
    token = signing.dumps(table.pam.user.pk, salt=news.STOP_SALT)
    assert Client().get(reverse("stop_mail", args=[f"{token}x"])).status_code == 404
    page = Client().get(reverse("stop_mail", args=[token]), follow=True)
    assert "You earn an achievement" in page.content.decode()
    Client().post(page.redirect_chain[-1][0])
    assert chosen_by(table.pam)[NotificationKind.ACHIEVEMENT].mail == MailFrequency.OFF
