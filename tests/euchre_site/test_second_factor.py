"""Two-step log-in: switched on, asked for, guessed at in vain, and without it no way in where the site asks for it."""

import re
import uuid
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.accounts import second_factor, tokens
from games.accounts.models import ApiToken, User
from tests.cast import PASSWORD, make_club, make_event, make_user
from tests.cast import context_of as acting
from tests.euchre_site.second_factors import SECRET, App, give_second_factor, opened, stored_secret, with_password
from tests.tournaments.pages.browsing import certain, form, log_in, text_of, with_link, world
from tournaments.access.one_time_login import one_time_path
from tournaments.checkin import entries
from tournaments.clubs.models import Club, Membership, Role

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
        assert "On since" in text_of(browser.get(reverse("mfa_index")))

    def test_a_wrong_code_switches_nothing_on(self, olga: User, app: App) -> None:
        browser = certain(log_in(olga))
        key = key_on(browser.get(reverse("mfa_activate_totp")))
        answer = browser.post(reverse("mfa_activate_totp"), {"code": app.wrong(key)})
        assert "That code isn’t right" in text_of(answer)
        assert key_on(answer) == key, "the app keeps its key"
        assert not second_factor.has_one(olga)

    @pytest.mark.parametrize("name", ["mfa_activate_totp", "mfa_deactivate_totp", "mfa_generate_recovery_codes"])
    def test_every_change_asks_for_the_password_once_more(self, olga: User, name: str) -> None:
        if name != "mfa_activate_totp":
            give_second_factor(olga)
        before = Authenticator.objects.count()
        answer = log_in(olga).post(reverse(name), {"code": "123456"})
        asks = "account_reauthenticate" if name == "mfa_activate_totp" else "mfa_reauthenticate"
        assert answer["Location"].startswith(reverse(asks))
        assert Authenticator.objects.count() == before

    @pytest.mark.parametrize("by_hand", [False, True])
    def test_it_ends_all_other_sessions_of_the_account(self, olga: User, app: App, by_hand: bool) -> None:
        here, there, oscar = certain(log_in(olga)), log_in(olga), log_in(make_user("Oscar"))
        if by_hand:
            give_second_factor(olga)
        else:
            key = key_on(here.get(reverse("mfa_activate_totp")))
            here.post(reverse("mfa_activate_totp"), {"code": app.code(key)})
        assert [is_in(one) for one in (here, there, oscar)] == [not by_hand, False, True]

    @pytest.mark.django_db(transaction=True)
    def test_a_mail_reports_it_where_there_is_a_mail_server(self, olga: User, app: App, settings: Any) -> None:
        settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
        browser = certain(log_in(olga))
        key = key_on(browser.get(reverse("mfa_activate_totp")))
        browser.post(reverse("mfa_activate_totp"), {"code": app.code(key)})
        [received] = mail.outbox
        assert "Two-step login is on" in received.subject
        assert "Two-step login is now on for your account." in received.body
        assert key not in received.body


class TestTypingACode:
    """Where an account has a second factor, the password is no answer to “Confirm it’s you”."""

    ACTIONS = (
        ("get", "mfa_view_recovery_codes", {}),
        ("get", "mfa_download_recovery_codes", {}),
        ("post", "mfa_generate_recovery_codes", {}),
        ("post", "mfa_deactivate_totp", {}),
        ("post", "my_tokens", form(name="Board", scopes=["organize"], days=90)),
        ("post", "account_email", {"action_add": "", "email": "thief@example.org"}),
    )

    @pytest.mark.parametrize(("way", "name", "body"), ACTIONS, ids=[name for _, name, _ in ACTIONS])
    def test_the_password_does_not_do(self, olga: User, app: App, way: str, name: str, body: dict[str, Any]) -> None:
        codes = give_second_factor(olga)
        browser = Client()
        with_password(olga, browser)
        browser.post(SECOND, {"code": codes[0]})
        asked = getattr(browser, way)(reverse(name), body)
        to = reverse("mfa_reauthenticate")
        assert asked["Location"].startswith(to), "the code of the log-in was for the log-in"
        kept = kept_safe()
        for path in (reverse("account_reauthenticate"), asked["Location"]):
            answer = browser.post(path, {"password": PASSWORD, "code": ""}, follow=True)
            assert codes[1] not in answer.content.decode()
            assert kept_safe() == kept
        done = browser.post(asked["Location"], {"code": app.code()}, follow=True)
        if way == "get":
            assert codes[1] in done.content.decode()
        else:
            assert kept_safe() != kept

    def test_a_recovery_code_does_when_the_phone_is_lost(self, olga: User) -> None:
        codes = give_second_factor(olga)
        browser = log_in(olga)
        asked = browser.post(reverse("mfa_deactivate_totp"))
        browser.post(asked["Location"], {"code": codes[0]})
        assert not second_factor.has_one(olga)

    def test_a_code_of_some_minutes_ago_does_not(self, olga: User, settings: Any) -> None:
        give_second_factor(olga)
        browser = certain(log_in(olga), "mfa")
        session = browser.session
        session["account_authentication_methods"][-1]["at"] -= 301
        session.save()
        assert browser.post(reverse("mfa_deactivate_totp")).status_code == 302
        assert second_factor.has_one(olga)


def kept_safe() -> Any:
    """What a thief would like to change, or be given."""
    return (
        sorted(Authenticator.objects.values_list("pk")),
        ApiToken.objects.count(),
        sorted(EmailAddress.objects.values_list("email")),
    )


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
        assert "That code isn’t right" in said[4]
        assert "Too many failed attempts" in said[5]

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

    def test_a_lost_key_lets_no_one_in_and_says_what_to_do(self, olga: User, settings: Any, app: App) -> None:
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
    def test_anyone_who_acts_for_a_club_is_led_to_switch_it_on(self, club: Club, role: Role) -> None:
        user = self.member(club, role)
        browser = log_in(user)
        for path in ("/", "/clubs/", "/me/tokens/", "/tables/"):
            assert (browser.get(path).status_code == 302) is ROLES[role], path
        if ROLES[role]:
            page = browser.get("/", follow=True)
            assert page.redirect_chain == [(reverse("mfa_index"), 302)]
            assert "This site requires two-step login" in text_of(page)
        give_second_factor(user)
        assert certain(log_in(user), "mfa").get("/clubs/").status_code == 200

    @pytest.mark.parametrize("right", ["is_staff", "is_superuser", "manages_tables"])
    def test_so_is_anyone_who_looks_after_the_site(self, olga: User, right: str) -> None:
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

    def test_who_knows_the_password_only_gains_nothing_when_the_owner_switches_it_on(
        self, club: Club, olga: User, app: App
    ) -> None:
        """The thief is in first and held; the owner enrols elsewhere. What either does goes over the log-in page."""
        thief, owner = Client(), Client()
        with_password(olga, thief)
        assert thief.get("/clubs/")["Location"] == reverse("mfa_index")
        with_password(olga, owner)
        asked = owner.get(reverse("mfa_activate_totp"))
        owner.post(asked["Location"], {"password": PASSWORD})
        key = key_on(owner.get(reverse("mfa_activate_totp")))
        owner.post(reverse("mfa_activate_totp"), {"code": app.code(key)})
        assert owner.get("/clubs/").status_code == 200
        assert not is_in(thief)
        for path in ("/me/tokens/", reverse("mfa_view_recovery_codes"), reverse("mfa_deactivate_totp")):
            assert thief.get(path).get("Location", "").startswith(reverse("account_login")), path
        assert with_password(olga, thief)["Location"] == SECOND
        assert thief.get("/me/tokens/")["Location"].startswith(reverse("account_login"))

    def test_a_session_without_the_step_is_asked_for_a_code(self, club: Club, olga: User, app: App) -> None:
        """Though the account has its second factor: begun before this was asked, or in the same moment."""
        codes = give_second_factor(olga)
        browser = log_in(olga)
        for path in ("/", "/clubs/", "/me/tokens/", "/admin/"):
            assert browser.get(path).get("Location", "").startswith(f"{reverse('mfa_reauthenticate')}?next="), path
        received = browser.get("/live/?topic=lobby:all&poll=1")
        assert (received.status_code, received.json()["code"]) == (403, "second_factor_missing")
        assert "enter a code" in received.json()["detail"]
        assert browser.get("/api/v1/me/").status_code == 403
        before = world()
        assert browser.post("/clubs/new/", {"name": "Second"}).status_code == 302
        assert world() == before
        for name in ("mfa_view_recovery_codes", "mfa_download_recovery_codes"):
            page = browser.get(reverse(name), follow=True)
            assert page.redirect_chain[-1][0].startswith(reverse("mfa_reauthenticate"))
            assert codes[0] not in page.content.decode()
        browser.post(f"{reverse('account_reauthenticate')}?next=/clubs/", {"password": PASSWORD})
        assert browser.get("/clubs/").status_code == 302
        asked = browser.get("/clubs/")["Location"]
        assert browser.post(asked, {"code": app.code(), "next": "/clubs/"})["Location"] == "/clubs/"
        assert browser.get("/clubs/").status_code == 200

    def test_nothing_is_written_meanwhile(self, club: Club, olga: User) -> None:
        browser = log_in(olga)
        before = world()
        assert browser.post("/clubs/new/", {"name": "Second"}).status_code == 302
        assert world() == before

    def test_programs_are_answered_in_words(self, club: Club, olga: User) -> None:
        token, _ = tokens.make_token(olga, "Scoreboard", ["organize"], key=uuid.uuid4())
        asked = {"headers": {"Authorization": f"Bearer {token}"}}
        refused: Any = Client().get("/api/v1/me/", **asked)
        assert (refused.status_code, refused["Content-Type"]) == (403, "application/problem+json")
        assert refused.json()["code"] == "second_factor_missing"
        assert "two-step login" in refused.json()["detail"]
        give_second_factor(olga)
        refused = Client().get("/api/v1/me/", **asked)
        assert (refused.status_code, refused.json()["code"]) == (403, "second_factor_missing")
        assert "Create a new token" in refused.json()["detail"], "the password alone could make this one"
        later = certain(log_in(olga), "mfa").post("/me/tokens/", form(name="Board", scopes=["organize"], days=90))
        [made] = re.findall(r'<code class="token">(rb_[^<]+)</code>', later.content.decode())
        asked = {"headers": {"Authorization": f"Bearer {made}"}}
        assert Client().get("/api/v1/me/", **asked).status_code == 200  # type: ignore[arg-type]

    def test_so_are_pages_that_ask_by_themselves(self, club: Club, olga: User) -> None:
        answer = log_in(olga).get("/live/?topic=lobby:all&poll=1")
        assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_missing")

    def test_visitors_and_phones_with_a_link_are_not_concerned(self, club: Club, olga: User) -> None:
        event = make_event(club, olga)
        player = entries.walk_in(event.pk, ["Ann"], context=acting(olga)).players.get()
        phone = with_link(event, olga, player)
        assert phone.get(reverse("my_seat", args=[event.slug])).status_code == 200
        assert Client().get("/").status_code == 200


def test_where_it_is_not_required_no_one_is_asked(club: Club, olga: User) -> None:
    assert log_in(olga).get("/").status_code == 200
