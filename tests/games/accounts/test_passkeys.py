"""Passkeys: made, used to log in and as a second step, renamed and removed, by a device that Chromium plays."""

import json
import re
from typing import Any
from urllib.parse import parse_qs

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.accounts import second_factor
from games.accounts.models import User
from tests.cast import PASSWORD, make_user
from tests.euchre_site.second_factors import App, give_second_factor, with_password
from tests.euchre_site.test_settings import PRODUCTION, read_settings
from tests.flows.crawler import look_at
from tests.tournaments.pages.browsing import certain, log_in, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("counted_afresh")]

NAMES = ("mfa_list_webauthn", "mfa_add_webauthn", "mfa_reauthenticate_webauthn", "mfa_login_webauthn")
SECOND = "/accounts/2fa/authenticate/"
LOG_IN = "/accounts/2fa/webauthn/login/"
CREDENTIAL = {
    "type": "public-key",
    "id": "7DbUzWJIiz_E4nRzRdcvLbbnD6ewP38u7goe0jHactI",
    "rawId": "7DbUzWJIiz_E4nRzRdcvLbbnD6ewP38u7goe0jHactI",
    "response": {
        "clientDataJSON": (
            "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiREo5aWJSUHZra3IxazhDNVQ0dEVMTEpWZDhpQWkzajBienFJRXdkb0F1"
            "SSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzkxNjMiLCJjcm9zc09yaWdpbiI6ZmFsc2V9"
        ),
        "attestationObject": (
            "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAQECAwQFBgcIAQIDBAUG"
            "BwgAIOw21M1iSIs_xOJ0c0XXLy225w-nsD9_Lu4KHtIx2nLSpQECAyYgASFYIFoxi1vF7rGXm2O58Fyi-OxaKUCzW1KdJ00YdZUVzoYtIlgg"
            "HErdrLt2wvfUm84s6G4wH-IAEwQP5ZJZYisHlfV3DsI"
        ),
        "transports": ["internal"],
    },
    "clientExtensionResults": {"credProps": {"rk": True}},
}
"""What Chromium's authenticator once sent. Its key is lost."""


@pytest.fixture
def passkeys(settings: Any) -> None:
    """As with HTTPS=true, on a site without a certificate."""
    settings.MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
    settings.MFA_PASSKEY_LOGIN_ENABLED = True
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


class Device:
    """A phone of Olga's: a browser, and in it an authenticator that says yes, or no."""

    def __init__(self, page: Any, site: str) -> None:
        self.page = page
        # A passkey belongs to a name, so a number won't do.
        self.site = site.replace("127.0.0.1", "localhost")
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        made = self.devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.authenticator = made["authenticatorId"]

    def refuses(self) -> None:
        """From now on its owner doesn't unlock it."""
        about = {"authenticatorId": self.authenticator, "isUserVerified": False}
        self.devtools.send("WebAuthn.setUserVerified", about)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.site}{path}")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def sees(self, words: str) -> None:
        self.page.get_by_text(words).first.wait_for()

    def log_in(self, user: User) -> None:
        """By the password."""
        self.go("/accounts/login/")
        self.page.get_by_label("Email").fill(user.email)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Log in")

    def log_out(self) -> None:
        self.page.context.clear_cookies()

    def add_passkey(self, user: User, name: str = "My phone") -> None:
        self.log_in(user)
        self.page.get_by_text(user.get_short_name()).first.wait_for()
        self.go(reverse("mfa_add_webauthn"))
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Continue")
        self.page.get_by_label("Name").fill(name)
        self.press("Create passkey")
        self.sees("Passkey added.")


@pytest.fixture
def device(passkeys: None, site: str, page: Any) -> Device:
    return Device(page, site)


class TestOverPlainHttp:
    @pytest.mark.parametrize("name", NAMES)
    def test_there_is_no_address(self, olga: User, name: str) -> None:
        for browser in (Client(), certain(log_in(olga))):
            assert (browser.get(reverse(name)).status_code, browser.post(reverse(name)).status_code) == (404, 404)
        assert log_in(olga).get(reverse("mfa_edit_webauthn", args=[1])).status_code == 404
        assert log_in(olga).post(reverse("mfa_remove_webauthn", args=[1])).status_code == 404

    def test_there_is_no_button(self, olga: User) -> None:
        assert "passkey" not in Client().get("/accounts/login/").content.decode()
        assert "passkey" not in log_in(olga).get(reverse("mfa_index")).content.decode().lower()

    def test_one_made_before_is_asked_for_a_recovery_code(self, olga: User) -> None:
        """The account doesn't open by its password alone, though its passkey can't be used."""
        Authenticator.objects.create(user=olga, type="webauthn", data={"name": "Phone", "credential": {}})
        browser = log_in(olga)
        asked = browser.post(reverse("account_email"), {"action_add": "", "email": "thief@example.org"})
        assert asked.status_code == 302
        assert "reauthenticate/" not in asked["Location"]


@pytest.mark.slow
def test_https_turns_them_on(data_folder: Any) -> None:
    names = ("MFA_SUPPORTED_TYPES", "MFA_PASSKEY_LOGIN_ENABLED")
    https = read_settings(*names, **PRODUCTION)
    assert https == {"MFA_SUPPORTED_TYPES": ["totp", "recovery_codes", "webauthn"], "MFA_PASSKEY_LOGIN_ENABLED": True}
    plain = read_settings(*names, RIGHT_BOWER_HOME=str(data_folder))
    assert plain == {"MFA_SUPPORTED_TYPES": ["totp", "recovery_codes"], "MFA_PASSKEY_LOGIN_ENABLED": False}


@pytest.mark.usefixtures("passkeys")
class TestAsking:
    """What needs no device."""

    @pytest.mark.parametrize("path", ["add/", "keys/1/edit/", "keys/1/remove/"])
    def test_every_change_asks_who_is_there(self, olga: User, path: str) -> None:
        address = f"/accounts/2fa/webauthn/{path}"
        Authenticator.objects.create(pk=1, user=make_user("Sam"), type="webauthn", data={"name": "Phone"})
        for way in ("get", "post"):
            assert getattr(log_in(olga), way)(address)["Location"].startswith(reverse("account_reauthenticate"))
            assert getattr(Client(), way)(address)["Location"].startswith(reverse("account_login"))

    @pytest.mark.parametrize("name", ["mfa_edit_webauthn", "mfa_remove_webauthn"])
    def test_those_of_others_count_as_missing(self, olga: User, name: str) -> None:
        theirs = Authenticator.objects.create(user=make_user("Sam"), type="webauthn", data={"name": "Phone"})
        browser = certain(log_in(olga))
        for way in ("get", "post"):
            answer = getattr(browser, way)(reverse(name, args=[theirs.pk]), {"name": "Mine"})
            assert answer.status_code == 404
        assert Authenticator.objects.get().data == {"name": "Phone"}

    @pytest.mark.parametrize(
        "sent",
        [
            "",
            "x",
            "{}",
            "[]",
            "5",
            '"x"',
            '{"id": 5}',
            '{"response": []}',
            '{"rawId": "!", "response": {"userHandle": 1}}',
        ],
    )
    def test_nonsense_opens_nothing_and_is_answered_in_words(self, olga: User, sent: str) -> None:
        browser = Client()
        browser.get(LOG_IN, headers={"Accept": "application/json"})
        answer = browser.post(LOG_IN, {"credential": sent}, follow=True)
        assert "_auth_user_id" not in browser.session
        assert answer.status_code == 200
        assert "We couldn’t verify that passkey." in text_of(answer)
        own = certain(log_in(olga))
        own.get(reverse("mfa_add_webauthn"))
        answer = own.post(reverse("mfa_add_webauthn"), {"name": "x", "credential": sent})
        assert answer.status_code == 200
        assert "We couldn’t verify that passkey." in text_of(answer)
        assert not Authenticator.objects.exists()

    @pytest.mark.parametrize("sent", ["", "x", "[]", '{"id": 5}'])
    def test_nor_as_a_second_step_or_to_say_who_is_there(self, olga: User, sent: str) -> None:
        give_second_factor(olga)
        browser = Client()
        with_password(olga, browser)
        assert "Enter your login code" in text_of(browser.post(SECOND, {"credential": sent}))
        assert "_auth_user_id" not in browser.session
        own = log_in(olga)
        Authenticator.objects.create(user=olga, type="webauthn", data={"name": "Phone", "credential": CREDENTIAL})
        own = log_in(olga)
        answer = own.post(reverse("mfa_reauthenticate_webauthn"), {"credential": sent}, follow=True)
        assert "We couldn’t verify that passkey." in text_of(answer)

    def test_a_fresh_key_seals_what_is_sealed_and_leaves_passkeys(self, olga: User) -> None:
        give_second_factor(olga)
        Authenticator.objects.create(user=olga, type="webauthn", data={"name": "Phone", "credential": {"id": "x"}})
        assert second_factor.seal_anew() == 1
        assert Authenticator.objects.get(type="webauthn").data == {"name": "Phone", "credential": {"id": "x"}}

    def test_turning_the_apps_codes_off_says_that_passkeys_stay(self, olga: User, settings: Any) -> None:
        settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
        give_second_factor(olga)
        Authenticator.objects.create(user=olga, type="webauthn", data={"name": "Phone", "credential": CREDENTIAL})
        browser = certain(log_in(olga), "mfa")
        page = browser.get(reverse("mfa_deactivate_totp"))
        assert "You keep your passkeys and recovery codes." in text_of(page)
        answer = browser.post(reverse("mfa_deactivate_totp"), follow=True)
        assert "Codes from your app no longer work." in text_of(answer)
        assert "Your passkeys still do." in mail.outbox[-1].body
        assert sorted(kind for (kind,) in Authenticator.objects.values_list("type")) == ["recovery_codes", "webauthn"]

    def test_it_ends_all_other_sessions_of_the_account(self, olga: User) -> None:
        here, elsewhere = log_in(olga), log_in(make_user("Oscar"))
        Authenticator.objects.create(user=olga, type="webauthn", data={"name": "Phone"})
        assert "_auth_user_id" not in here.session
        assert "_auth_user_id" in elsewhere.session


@pytest.mark.browser
@pytest.mark.slow
class TestWithADevice:
    @pytest.mark.heavy
    def test_it_is_added_once_the_password_was_typed_and_then_logs_in_alone(
        self, device: Device, olga: User, settings: Any
    ) -> None:
        settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
        elsewhere = log_in(olga)
        device.add_passkey(olga)
        device.sees("Each code lets you log in once if you lose your phone.")
        assert str(Authenticator.objects.get(type="webauthn")) == "My phone"
        assert "_auth_user_id" not in elsewhere.session, "it ends all other sessions"
        assert "New passkey" in mail.outbox[0].subject
        device.log_out()
        device.go("/accounts/login/?next=/me/tokens/")
        device.press("Use a passkey")
        device.page.get_by_role("heading", name="API tokens").wait_for()

    @pytest.mark.heavy
    def test_it_counts_as_the_second_step_where_one_is_required(
        self, device: Device, olga: User, settings: Any
    ) -> None:
        device.add_passkey(olga)
        settings.REQUIRE_MFA = True
        User.objects.filter(pk=olga.pk).update(is_staff=True)
        device.go("/")
        device.page.get_by_role("link", name="Leaderboards").wait_for()
        assert "two-step" not in device.page.title().lower()
        device.log_out()
        device.go("/accounts/login/")
        device.press("Use a passkey")
        device.page.get_by_text("Olga").first.wait_for()
        device.go("/health/")
        device.page.get_by_role("heading", name="Site health").wait_for()

    @pytest.mark.heavy
    def test_after_the_password_it_is_the_second_step(self, device: Device, olga: User) -> None:
        device.add_passkey(olga)
        device.log_out()
        device.log_in(olga)
        device.page.wait_for_url(f"**{SECOND}")
        device.press("Use a passkey")
        device.page.wait_for_url(re.compile(r"/$"))
        device.page.get_by_text("Olga").first.wait_for()

    @pytest.mark.heavy
    def test_who_is_there_is_answered_by_it_or_by_a_recovery_code(self, device: Device, olga: User) -> None:
        device.add_passkey(olga)
        device.log_out()
        device.go("/accounts/login/")
        device.press("Use a passkey")
        device.page.get_by_text("Olga").first.wait_for()
        device.go(reverse("mfa_list_webauthn"))
        device.page.get_by_role("link", name="Rename").click()
        device.page.get_by_role("link", name="Enter a code instead").wait_for()
        device.press("Use a passkey")
        device.page.get_by_label("Name").fill("Old phone")
        device.press("Save name")
        device.sees("Old phone")
        assert Authenticator.objects.get(type="webauthn").data["name"] == "Old phone"
        device.page.get_by_role("link", name="Remove").click()
        device.press("Remove passkey")
        device.sees("Passkey removed.")
        assert not Authenticator.objects.exists(), "the recovery codes went with it"
        device.log_out()
        device.go("/accounts/login/")
        device.press("Use a passkey")
        device.sees("We couldn’t verify that passkey.")

    @pytest.mark.slow
    @pytest.mark.heavy
    def test_its_pages_fit_and_read_well(self, device: Device, olga: User) -> None:
        device.add_passkey(olga)
        look, complaints = look_at(device.page), []
        passkey = Authenticator.objects.get(type="webauthn").pk
        for path in (
            "",
            "webauthn/",
            "webauthn/add/",
            f"webauthn/keys/{passkey}/edit/",
            f"webauthn/keys/{passkey}/remove/",
        ):
            device.go(f"/accounts/2fa/{path}")
            complaints += look(device.page.url)
        device.log_out()
        device.go("/accounts/login/")
        complaints += look(device.page.url)
        device.log_in(olga)
        device.page.wait_for_url(f"**{SECOND}")
        complaints += look(device.page.url)
        assert complaints == []

    @pytest.mark.heavy
    def test_one_that_is_not_unlocked_does_nothing_and_says_so(self, device: Device, olga: User) -> None:
        device.add_passkey(olga)
        device.log_out()
        device.refuses()
        device.go("/accounts/login/")
        device.press("Use a passkey")
        device.sees("We didn’t get a passkey from your device. Try again.")

    @pytest.mark.heavy
    def test_a_device_has_one_of_each_account(self, device: Device, olga: User) -> None:
        device.add_passkey(olga)
        device.go(reverse("mfa_add_webauthn"))
        device.press("Create passkey")
        device.sees("This device already has a passkey for your account.")
        assert Authenticator.objects.filter(type="webauthn").count() == 1

    @pytest.mark.heavy
    def test_a_deactivated_account_is_refused(self, device: Device, olga: User) -> None:
        device.add_passkey(olga)
        device.log_out()
        User.objects.update(is_active=False)
        device.go("/accounts/login/")
        device.press("Use a passkey")
        device.page.get_by_role("heading", name="This account is turned off").wait_for()

    def test_an_answer_is_good_once_and_in_its_own_browser(self, device: Device, olga: User) -> None:
        device.add_passkey(olga)
        device.log_out()
        sent: list[str] = []
        device.page.on("request", lambda asked: sent.append(asked.post_data or "") if LOG_IN in asked.url else None)
        device.go("/accounts/login/")
        device.press("Use a passkey")
        device.page.get_by_text("Olga").first.wait_for()
        [credential] = parse_qs(sent[-1])["credential"]
        assert json.loads(credential)["response"]["userHandle"]
        thief = Client(headers={"host": "localhost"})
        for _ in range(2):
            thief.get(LOG_IN, headers={"Accept": "application/json"})
            thief.post(LOG_IN, {"credential": credential})
            assert "_auth_user_id" not in thief.session

    @pytest.mark.heavy
    def test_codes_of_the_app_stay_when_it_is_removed(
        self, device: Device, olga: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        device.add_passkey(olga)
        give_second_factor(olga)
        Authenticator.objects.filter(type="webauthn").delete()
        app = App(monkeypatch)
        device.log_out()
        device.log_in(olga)
        device.page.wait_for_url(f"**{SECOND}")
        assert device.page.get_by_role("button", name="Use a passkey").count() == 0
        device.page.get_by_label("Code").fill(app.code())
        device.press("Log in")
        device.page.get_by_text("Olga").first.wait_for()
