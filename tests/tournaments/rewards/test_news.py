"""Trophies are told once: on the next page, in the feed, at the event, and by mail to those who asked for it."""

import datetime
from collections.abc import Callable

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.translation import get_language

from games.accounts.models import User
from tests.cast import Table, context_of, seat_table
from tests.kept import kept
from tests.tournaments.rewards.conftest import score
from tournaments.clubs.models import Club
from tournaments.errors import NotAllowed
from tournaments.feeds.selectors import feed_of
from tournaments.rewards import digest_mail, news
from tournaments.rewards.models import Award, DigestMail, DigestSubscription, Unlock
from tournaments.rewards.selectors import NAMELESS, news_of_event


def a_table() -> Table:
    """Where it is noon: no one earns the achievement for a late hour."""
    table = seat_table()
    Club.objects.update(zone=f"Etc/GMT{timezone.now().hour - 12:+d}")
    table.event.club.refresh_from_db()
    return table


table = kept(a_table)


@pytest.fixture
def wished(table: Table) -> Table:
    """Pam wants mail, and has won to nothing."""
    news.wish_for_mail(True, "https://bower.example/", context=context_of(table.pam.user))
    score(table, 10, 0)
    return table


def after_the_night() -> None:
    Unlock.objects.update(at=timezone.now() - digest_mail.QUIET - datetime.timedelta(minutes=1))
    DigestSubscription.objects.update(since=timezone.now() - datetime.timedelta(days=1))


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


@pytest.mark.slow
def test_one_mail_when_the_night_is_over_however_often_it_is_asked_for(wished: Table) -> None:
    assert digest_mail.write_and_send() == 0
    after_the_night()
    assert [digest_mail.write_and_send() for _ in range(3)] == [1, 0, 0]
    (message,) = mail.outbox
    assert message.to == [wished.pam.user.email]  # type: ignore[union-attr]
    assert "- First win: Win a game.\n- Shutout (bronze): Win 1 game without giving up a point." in message.body
    assert f"https://bower.example/players/{wished.pam.pk}/achievements/" in message.body


@pytest.mark.slow
def test_a_mail_about_one_achievement_says_an(wished: Table) -> None:
    after_the_night()
    mine = Unlock.objects.filter(player=wished.pam)
    mine.exclude(pk=mine[0].pk).update(at=timezone.now() - datetime.timedelta(days=2))
    assert digest_mail.write_and_send() == 1
    assert mail.outbox[0].subject.endswith("You earned an achievement")


@pytest.mark.slow
def test_a_mail_is_in_the_language_of_the_account(wished: Table) -> None:
    User.objects.filter(player=wished.pam).update(language="fr")
    after_the_night()
    assert digest_mail.write_and_send() == 1
    (message,) = mail.outbox
    assert message.subject.endswith("Vous avez gagné 3 trophées")
    assert "Bonjour Pam," in message.body
    assert "Tous vos trophées\u00a0: https://bower.example/" in message.body
    assert get_language() == "en"


@pytest.mark.slow
def test_a_kill_between_row_and_sending_costs_no_mail_and_makes_no_second_one(
    wished: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    after_the_night()
    digest_mail._write_ripe()
    assert (DigestMail.objects.count(), len(mail.outbox)) == (1, 0)
    monkeypatch.setattr(digest_mail.EmailMessage, "send", broken)
    with pytest.raises(MachineDied):
        digest_mail.write_and_send()
    assert DigestMail.objects.get().sent_at is None
    monkeypatch.undo()
    assert [digest_mail.write_and_send() for _ in range(2)] == [1, 0]
    assert len(mail.outbox) == 1


class MachineDied(Exception): ...


def broken(message: object) -> None:
    raise MachineDied


GONE: dict[str, Callable[[Table], object]] = {
    "wish withdrawn": lambda t: news.wish_for_mail(False, "", context=context_of(t.pam.user)),
    "all of it revoked": lambda t: Award.objects.filter(player=t.pam).delete(),
    "account closed": lambda t: type(t.sam).objects.filter(player=t.pam).update(is_active=False),
}


@pytest.mark.parametrize("gone", GONE)
def test_nothing_is_sent_without_a_subscription(wished: Table, gone: str) -> None:
    after_the_night()
    digest_mail._write_ripe()
    GONE[gone](wished)
    assert digest_mail.write_and_send() == 0
    assert mail.outbox == []


@pytest.mark.slow
def test_no_one_gets_mail_without_asking(table: Table) -> None:
    score(table, 10, 0)
    after_the_night()
    assert digest_mail.write_and_send() == 0


@pytest.mark.slow
def test_the_link_in_the_mail_ends_them(wished: Table) -> None:
    assert wished.pam.user
    token = news.stop_token(wished.pam.user.pk)
    assert (news.stop_mail(f"{token}x"), DigestSubscription.objects.count()) == (False, 1)
    assert (news.stop_mail(token), DigestSubscription.objects.count()) == (True, 0)
