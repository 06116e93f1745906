"""A lost second factor is removed: by an administrator, with a reason, and everyone concerned is notified."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import PASSWORD, context_of, make_club
from tests.euchre_site.second_factors import SECRET, give_second_factor
from tests.tournaments.pages.browsing import log_in, text_of
from tournaments.access.second_factor import remove_second_factor
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.context import SITE
from tournaments.errors import NotAllowed
from tournaments.privacy.erasing import erase_player
from tournaments.privacy.own_file import own_file


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_superuser("ada@example.org", PASSWORD)


def test_it_goes_with_its_codes_and_sessions_and_stands_in_the_journals(
    club: Club, olga: User, ada: User, django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture
) -> None:
    second = make_club(olga, "Oak Hill")
    give_second_factor(olga)
    browser = log_in(olga)
    with django_capture_on_commit_callbacks(execute=True):
        remove_second_factor(olga.pk, reason="Phone lost, seen in person", context=context_of(ada))
    assert not Authenticator.objects.filter(user=olga).exists()
    assert browser.get("/me/tokens/").status_code == 302
    entries = AuditLogEntry.objects.filter(action="remove_second_factor").order_by("pk")
    assert [(one.club, one.user, one.reason) for one in entries] == [
        (club, ada, "Phone lost, seen in person"),
        (second, ada, "Phone lost, seen in person"),
    ]
    assert [one.to for one in mail.outbox] == [[olga.email]]
    assert "turned off" in mail.outbox[0].subject
    assert f"second factor of account {olga.pk} taken away by {ada.pk}" in caplog.text


def test_no_one_else_may_and_not_without_a_reason(club: Club, olga: User, sam: User, ada: User) -> None:
    give_second_factor(sam)
    for actor in (olga, sam):
        with pytest.raises(NotAllowed):
            remove_second_factor(sam.pk, reason="Please", context=context_of(actor))
    with pytest.raises(RuleError, match="the reason"):
        remove_second_factor(sam.pk, reason=" ", context=context_of(ada))
    with pytest.raises(RuleError, match="doesn’t use two-step login"):
        remove_second_factor(olga.pk, reason="Please", context=context_of(ada))
    assert Authenticator.objects.filter(user=sam).count() == 2


def take_away(admin: User, user: User, reason: str) -> Any:
    body = {"action": "remove_second_factor", "_selected_action": [user.pk], "reason": reason}
    return log_in(admin).post("/admin/games/user/", body, follow=True)


def test_in_the_admin(olga: User, ada: User) -> None:
    give_second_factor(olga)
    assert "Enter the reason" in text_of(take_away(ada, olga, ""))
    assert Authenticator.objects.filter(user=olga).exists()
    assert f"Two-step login turned off for {olga}." in text_of(take_away(ada, olga, "Phone lost"))
    assert not Authenticator.objects.filter(user=olga).exists()
    assert LogEntry.objects.get(object_id=str(olga.pk)).user == ada


def test_the_admin_shows_no_secret_and_offers_it_to_administrators_alone(olga: User, ada: User) -> None:
    assert "/admin/mfa/" not in log_in(ada).get("/admin/").content.decode()
    assert "remove_second_factor" in log_in(ada).get("/admin/games/user/").content.decode()
    User.objects.filter(pk=olga.pk).update(is_staff=True)
    olga.user_permissions.set(_all_about_users())
    page = log_in(User.objects.get(pk=olga.pk)).get("/admin/games/user/")
    assert page.status_code == 200
    assert "remove_second_factor" not in page.content.decode()


def _all_about_users() -> Any:
    from django.contrib.auth.models import Permission

    return Permission.objects.filter(content_type__app_label="games", content_type__model="user")


def test_by_command(olga: User, capsys: pytest.CaptureFixture[str]) -> None:
    give_second_factor(olga)
    call_command("remove_second_factor", "Olga@example.org", "--reason", "Phone lost")
    assert "logged out everywhere" in capsys.readouterr().out
    for address in ("olga@example.org", "nobody@example.org"):
        with pytest.raises(CommandError):
            call_command("remove_second_factor", address, "--reason", "Phone lost")


def test_sealing_anew_by_command(olga: User, settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    give_second_factor(olga)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another one", [settings.SECRET_KEY]
    call_command("seal_second_factors")
    assert "Sealed anew: 1." in capsys.readouterr().out
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a third one", []
    with pytest.raises(CommandError, match="SECRET_KEY_FALLBACKS"):
        call_command("seal_second_factors")


def test_ones_own_file_says_that_it_is_on_and_erasing_takes_it_away(olga: User) -> None:
    codes = give_second_factor(olga)
    text = own_file(olga.player)
    assert '"totp"' in text
    sealed = [one.data for one in Authenticator.objects.all()]
    for secret in (SECRET, codes[0], sealed[0]["secret"], sealed[1]["seed"]):
        assert secret not in text
    erase_player(olga.player.pk, typed=olga.player.name, context=SITE)
    assert not Authenticator.objects.exists()
