"""Two-step log-in: switched on, asked for, guessed at in vain, and without it no way in where the site asks for it."""

import re
import uuid
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse

from games import second_factor, tokens
from games.models import User
from tests.cast import PASSWORD, make_club, make_event, make_user
from tests.cast import by as acting
from tests.second_factors import SECRET, App, give_second_factor, opened, stored_secret, with_password
from tests.tournaments.views.browsing import certain, log_in, text_of, with_link, world
from tournaments.models import Club, Membership, Role
from tournaments.services.attendance import entries
from tournaments.services.entrance.one_time_login import one_time_path

pytestmark = pytest.mark.django_db
SECOND = "/accounts/2fa/authenticate/"


@pytest.fixture(autouse=True)
def counted_afresh(settings: Any) -> None:
    """No other test's tries count here, in whichever cache."""
    settings.CACHES = {
        "default": settings.CACHES["default"] | {"KEY_PREFIX": f"{settings.REDIS_NAMESPACE}:{uuid.uuid4()}"}
    }


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> App:
    return App(monkeypatch)


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


@pytest.fixture
def club(olga: User) -> Club:
    return make_club(olga)


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def key_on(page: Any) -> str:
    found = re.search(r'<code class="token">([A-Z2-7]{32})</code>', page.content.decode())
    assert found
    return found[1]


class TestSwitchingOn:
    def test_by_scanning_a_code_and_typing_what_the_app_shows(self, olga: User, app: App) -> None:
        browser = certain(log_in(olga))
        page = browser.get(reverse("mfa_activate_totp"))
        assert "data:image/svg+xml;base64," in page.content.decode()
        key = key_on(page)
        done = browser.post(reverse("mfa_activate_totp"), {"code": app.code(key)}, follow=True)
        assert done.redirect_chain[-1][0] == reverse("mfa_view_recovery_codes")
        codes = re.findall(r'<code class="token">(\d{8})</code>', done.content.decode())
        assert len(set(codes)) == 10
        assert second_factor.has_one(olga)
        assert "on since" in text_of(browser.get(reverse("mfa_index")))

    def test_a_wrong_code_switches_nothing_on(self, olga: User, app: App) -> None:
        browser = certain(log_in(olga))
        key = key_on(browser.get(reverse("mfa_activate_totp")))
        answer = browser.post(reverse("mfa_activate_totp"), {"code": app.wrong(key)})
        assert "Incorrect code" in text_of(answer)
        assert key_on(answer) == key, "the app keeps its key"
        assert not second_factor.has_one(olga)

    @pytest.mark.parametrize("name", ["mfa_activate_totp", "mfa_deactivate_totp", "mfa_generate_recovery_codes"])
    def test_every_change_asks_for_the_password_once_more(self, olga: User, name: str) -> None:
        if name != "mfa_activate_totp":
            give_second_factor(olga)
        before = Authenticator.objects.count()
        answer = log_in(olga).post(reverse(name), {"code": "123456"})
        assert answer["Location"].startswith(reverse("account_reauthenticate"))
        assert Authenticator.objects.count() == before

    def test_the_codes_are_shown_to_who_has_just_typed_the_password(self, olga: User) -> None:
        codes = give_second_factor(olga)
        for name in ("mfa_view_recovery_codes", "mfa_download_recovery_codes"):
            assert log_in(olga).get(reverse(name))["Location"].startswith(reverse("account_reauthenticate"))
            assert codes[0] in certain(log_in(olga)).get(reverse(name)).content.decode()

    @pytest.mark.django_db(transaction=True)
    def test_it_is_told_by_mail_where_there_is_a_mail_server(self, olga: User, app: App, settings: Any) -> None:
        settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
        browser = certain(log_in(olga))
        key = key_on(browser.get(reverse("mfa_activate_totp")))
        browser.post(reverse("mfa_activate_totp"), {"code": app.code(key)})
        [told] = mail.outbox
        assert "Two-step log-in is on" in told.subject
        assert "was switched on" in told.body
        assert key not in told.body


class TestLoggingIn:
    def test_the_password_alone_does_not_open(self, olga: User, app: App) -> None:
        give_second_factor(olga)
        browser = Client()
        assert with_password(olga, browser)["Location"] == SECOND
        assert not is_in(browser)
        assert browser.get("/me/tokens/").status_code == 302
        assert browser.post(SECOND, {"code": app.code()}).status_code == 302
        assert is_in(browser)

    def test_a_code_works_once(self, olga: User, app: App) -> None:
        give_second_factor(olga)
        for works in (True, False):
            browser = Client()
            with_password(olga, browser)
            browser.post(SECOND, {"code": app.code()})
            assert is_in(browser) is works

    def test_so_does_a_recovery_code(self, olga: User) -> None:
        code = give_second_factor(olga)[3]
        for works in (True, False):
            browser = Client()
            with_password(olga, browser)
            browser.post(SECOND, {"code": code})
            assert is_in(browser) is works

    def test_the_sixth_guess_within_five_minutes_is_not_looked_at(self, olga: User, app: App) -> None:
        """Though every guess comes from another address, and the last one is right."""
        give_second_factor(olga)
        said = []
        for code in (*[app.wrong()] * 5, app.code()):
            browser = Client()
            with_password(olga, browser)
            said.append(text_of(browser.post(SECOND, {"code": code})))
            assert not is_in(browser)
        assert "Incorrect code" in said[4]
        assert "Too many failed login attempts" in said[5]

    def test_a_form_without_its_code_is_asked_for_it(self, olga: User) -> None:
        give_second_factor(olga)
        browser = Client()
        with_password(olga, browser)
        for body in ({}, {"credential": "{}"}, {"code": ""}, {"code": "\u0661" * 6}, {"code": "9" * 5000}):
            assert browser.post(SECOND, body).status_code in (200, 302)
            assert not is_in(browser)

    def test_a_one_time_link_is_no_way_round(self, olga: User, app: App) -> None:
        give_second_factor(olga)
        browser = Client()
        assert browser.post(one_time_path(olga))["Location"] == SECOND
        assert not is_in(browser)
        browser.post(SECOND, {"code": app.code()})
        assert is_in(browser)

    def test_nor_is_the_admin(self, app: App) -> None:
        ada = User.objects.create_superuser("ada@example.org", PASSWORD)
        give_second_factor(ada)
        browser = Client()
        to = browser.get("/admin/login/")["Location"]
        assert to.startswith(reverse("account_login"))
        with_password(ada, browser)
        assert browser.get("/admin/").status_code == 302
        browser.post(SECOND, {"code": app.code()})
        assert browser.get("/admin/").status_code == 200


class TestKeeping:
    def test_the_secret_is_sealed(self, olga: User) -> None:
        give_second_factor(olga)
        sealed = stored_secret(olga)
        assert opened(sealed) == SECRET
        assert SECRET not in str(world())

    def test_a_former_key_opens_it_and_sealing_anew_needs_it_no_more(self, olga: User, settings: Any, app: App) -> None:
        codes = give_second_factor(olga)
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another one", [settings.SECRET_KEY]
        assert opened(stored_secret(olga)) == SECRET
        assert second_factor.seal_anew() == 1
        settings.SECRET_KEY_FALLBACKS = []
        assert opened(stored_secret(olga)) == SECRET
        assert Authenticator.objects.get(user=olga, type="recovery_codes").wrap().get_unused_codes() == codes

    def test_a_lost_key_lets_nobody_in_and_says_what_to_do(self, olga: User, settings: Any, app: App) -> None:
        give_second_factor(olga)
        settings.SECRET_KEY = "another one, and the former is lost"
        browser = Client()
        with_password(olga, browser)
        assert "Ask an administrator" in text_of(browser.post(SECOND, {"code": app.code()}))
        assert not is_in(browser)


ROLES = {Role.OWNER: True, Role.ORGANIZER: True, Role.SCORER: True, Role.MEMBER: False, Role.GUEST: False}


class TestRequired:
    @pytest.fixture(autouse=True)
    def required(self, settings: Any) -> None:
        settings.REQUIRE_MFA = True

    def member(self, club: Club, role: Role) -> User:
        user = make_user(f"Otto {role}".replace(" ", "-"))
        Membership.objects.create(club=club, player=user.player, role=role)
        return user

    @pytest.mark.parametrize("role", ROLES)
    def test_whoever_acts_for_a_club_is_led_to_switch_it_on(self, club: Club, role: Role) -> None:
        user = self.member(club, role)
        browser = log_in(user)
        for path in ("/", "/clubs/", "/me/tokens/", "/tables/"):
            assert (browser.get(path).status_code == 302) is ROLES[role], path
        if ROLES[role]:
            page = browser.get("/", follow=True)
            assert page.redirect_chain == [(reverse("mfa_index"), 302)]
            assert "This site asks a second step" in text_of(page)
        give_second_factor(user)
        assert browser.get("/clubs/").status_code == 200

    @pytest.mark.parametrize("right", ["is_staff", "is_superuser", "manages_tables"])
    def test_so_is_whoever_looks_after_the_site(self, olga: User, right: str) -> None:
        User.objects.filter(pk=olga.pk).update(**{right: True})
        for path in ("/", "/admin/", "/health/"):
            assert log_in(olga).get(path)["Location"] == reverse("mfa_index")

    def test_what_is_needed_for_it_opens(self, club: Club, olga: User, app: App) -> None:
        browser = certain(log_in(olga))
        for name in ("mfa_index", "mfa_activate_totp", "account_logout", "account_email", "account_change_password"):
            assert browser.get(reverse(name)).status_code == 200, name
        key = key_on(browser.get(reverse("mfa_activate_totp")))
        browser.post(reverse("mfa_activate_totp"), {"code": app.code(key)})
        assert browser.get("/").status_code == 200

    def test_nothing_is_written_meanwhile(self, club: Club, olga: User) -> None:
        browser = log_in(olga)
        before = world()
        assert browser.post("/clubs/new/", {"name": "Second"}).status_code == 302
        assert world() == before

    def test_programs_are_told_in_words(self, club: Club, olga: User) -> None:
        token, _ = tokens.make_token(olga, "Scoreboard", ["organize"], key=uuid.uuid4())
        asked = {"headers": {"Authorization": f"Bearer {token}"}}
        refused: Any = Client().get("/api/v1/me/", **asked)
        assert (refused.status_code, refused["Content-Type"]) == (403, "application/problem+json")
        assert refused.json()["code"] == "second_factor_missing"
        assert "Two-step log-in" in refused.json()["detail"]
        give_second_factor(olga)
        assert Client().get("/api/v1/me/", **asked).status_code == 200  # type: ignore[arg-type]

    def test_so_are_pages_that_ask_by_themselves(self, club: Club, olga: User) -> None:
        answer = log_in(olga).get("/live/?topic=lobby:all&poll=1")
        assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_missing")

    def test_visitors_and_phones_with_a_link_are_not_concerned(self, club: Club, olga: User) -> None:
        event = make_event(club, olga)
        player = entries.walk_in(event.pk, ["Ann"], by=acting(olga)).players.get()
        phone = with_link(event, olga, player)
        assert phone.get(reverse("my_seat", args=[event.slug])).status_code == 200
        assert Client().get("/").status_code == 200


def test_where_it_is_not_required_nobody_is_asked(club: Club, olga: User) -> None:
    assert log_in(olga).get("/").status_code == 200
