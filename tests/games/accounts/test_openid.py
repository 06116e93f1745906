"""Logging in with an account of a provider: signing up, linking, unlinking, and who is asked who they are."""

import json
import re
import time
import uuid
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.accounts.openid.configured import read_providers
from tests.cast import PASSWORD, make_user
from tests.cast import context_of as acting
from tests.euchre_site.second_factors import App, give_second_factor
from tests.flows.crawler import LOOKS, look_at
from tests.games.accounts.openid_flow import (
    BACK,
    CONFIRM,
    GO,
    LINKED,
    SIGN_UP,
    at_provider,
    is_in,
    kept,
    leave,
    link,
    through,
)
from tests.games.accounts.openid_provider import ADA, CLIENT, SECRET, TestProvider, asked_for, running_provider
from tests.tournaments.pages.browsing import certain, log_in, text_of
from tournaments.privacy.erasing import erase_player
from tournaments.privacy.own_file import own_file

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counted_afresh")]


class TestWithoutAProvider:
    @pytest.mark.parametrize("path", [GO, BACK, LINKED, SIGN_UP, CONFIRM])
    def test_there_is_no_address(self, path: str) -> None:
        for browser in (Client(), log_in(make_user("Sam"))):
            assert (browser.get(path).status_code, browser.post(path).status_code) == (404, 404)

    def test_there_is_no_button(self) -> None:
        assert "another account" not in text_of(Client().get("/accounts/login/"))
        assert "Linked accounts" not in text_of(log_in(make_user("Sam")).get("/"))

    def test_another_one_has_no_address_either(self, lodge: TestProvider) -> None:
        assert Client().get(GO.replace("lodge", "google")).status_code == 404
        assert Client().post(GO.replace("lodge", "google")).status_code == 404


class TestSigningUp:
    def test_it_asks_for_the_name_and_makes_an_account_with_a_confirmed_address(
        self, lodge: TestProvider, mailoutbox: Any, settings: Any
    ) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        browser = Client()
        assert through(browser)["Location"] == SIGN_UP
        assert User.objects.count() == 0
        page = browser.get(SIGN_UP)
        assert ADA["name"] in page.content.decode()
        assert browser.post(SIGN_UP, {"name": " Ada  L. ", "email": "ada@example.org"})["Location"] == "/"
        user = User.objects.get()
        assert (user.player.name, user.email, user.has_usable_password()) == ("Ada L.", "ada@example.org", False)
        assert EmailAddress.objects.get().verified
        assert mailoutbox == []
        assert user.language == "en"
        assert is_in(browser)
        browser.logout()
        assert through(browser)["Location"] == "/"
        assert is_in(browser)

    def test_no_token_of_the_provider_is_kept_and_little_about_the_person(self, lodge: TestProvider) -> None:
        browser = Client()
        through(browser)
        sessions = [str(session.get_decoded()) for session in Session.objects.all()]
        assert sessions
        assert not any("an-access-token" in session or "eyJ" in session for session in sessions)
        browser.post(SIGN_UP, {"name": "Ada", "email": "ada@example.org"})
        link = SocialAccount.objects.get()
        assert link.extra_data == {"email": "ada@example.org"}
        assert ADA["sub"] not in link.uid
        assert not SocialToken.objects.exists()

    @pytest.mark.parametrize("says", [False, "false", None, 1, "yes"])
    def test_an_address_that_it_does_not_call_confirmed_has_to_be_confirmed(
        self, lodge: TestProvider, settings: Any, mailoutbox: Any, says: Any
    ) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        lodge.person = ADA | {"email_verified": says}
        browser = Client()
        through(browser)
        answer = browser.post(SIGN_UP, {"name": "Ada", "email": "ada@example.org"})
        assert answer["Location"] == reverse("account_email_verification_sent")
        assert not is_in(browser)
        assert not EmailAddress.objects.get().verified
        assert len(mailoutbox) == 1

    def test_another_address_than_the_confirmed_one_has_to_be_confirmed(
        self, lodge: TestProvider, settings: Any, mailoutbox: Any
    ) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        browser = Client()
        through(browser)
        browser.post(SIGN_UP, {"name": "Ada", "email": "other@example.org"})
        assert not is_in(browser)
        assert list(EmailAddress.objects.values_list("email", "verified")) == [("other@example.org", False)]
        assert [message.to for message in mailoutbox] == [["other@example.org"]]

    @pytest.mark.parametrize("typed", [{"name": " "}, {"name": ""}, {"email": "nowhere"}, {"email": ""}])
    def test_a_form_with_something_missing_makes_nothing(self, lodge: TestProvider, typed: dict[str, str]) -> None:
        browser = Client()
        through(browser)
        assert browser.post(SIGN_UP, {"name": "Ada", "email": "ada@example.org"} | typed).status_code == 200
        assert kept() == ([], [], [], 0)

    def test_where_sign_up_is_closed_it_is_closed_here_too(
        self, lodge: TestProvider, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(
            "games.accounts.adapter.AccountAdapter.is_open_for_signup", lambda *about: False, raising=False
        )
        assert "Sign-up is closed" in text_of(through(Client()))
        assert kept() == ([], [], [], 0)

    def test_who_has_not_been_at_a_provider_is_led_to_the_log_in(self, lodge: TestProvider) -> None:
        assert Client().get(SIGN_UP)["Location"] == reverse("account_login")

    @pytest.mark.parametrize("verification", ["mandatory", "optional"])
    def test_a_taken_address_that_is_not_confirmed_opens_nothing(
        self, lodge: TestProvider, ada: User, settings: Any, verification: str
    ) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = verification
        lodge.person = ADA | {"email_verified": False}
        browser = Client()
        through(browser)
        before = kept()
        page = browser.post(SIGN_UP, {"name": "Ada", "email": ada.email})
        if verification == "optional":
            assert "Log in first, then link your Lodge account." in text_of(page)
        else:
            assert page["Location"] == reverse("account_email_verification_sent")
        assert kept() == before
        assert not is_in(browser)


class TestAnAddressThatHasAnAccount:
    def test_is_never_joined_but_told_how_to_link(self, lodge: TestProvider, ada: User) -> None:
        before = kept()
        browser = Client()
        page = through(browser)
        assert re.search(r"There’s already an account here for ada@example.org ?\.", text_of(page))
        assert f"{reverse('account_login')}?next={LINKED}" in page.content.decode()
        assert reverse("account_reset_password") in page.content.decode()
        assert kept() == before
        assert not is_in(browser)
        assert browser.get(SIGN_UP).status_code == 302, "nothing waits to be signed up"

    @pytest.mark.parametrize("where", ["second address", "capitals", "of an account alone"])
    def test_however_it_is_written_and_wherever_it_stands(self, lodge: TestProvider, ada: User, where: str) -> None:
        if where == "second address":
            EmailAddress.objects.create(user=ada, email="lovelace@example.org", verified=False)
            lodge.person = ADA | {"email": "lovelace@example.org"}
        elif where == "capitals":
            lodge.person = ADA | {"email": "ADA@Example.org"}
        else:
            EmailAddress.objects.all().delete()
        before = kept()
        assert "You already have an account" in text_of(through(Client()))
        assert kept() == before


class TestLinking:
    def test_it_asks_who_is_there_before_it_leaves(self, lodge: TestProvider, ada: User) -> None:
        browser = log_in(ada)
        asked = browser.post(GO, {"process": "connect"})
        assert asked["Location"].startswith(reverse("account_reauthenticate"))
        assert lodge.asked == []
        page = browser.post(asked["Location"], {"password": PASSWORD}, follow=True)
        assert "Going to Lodge" in text_of(page)

    def test_and_again_when_it_took_too_long(self, lodge: TestProvider, ada: User) -> None:
        browser = certain(log_in(ada))
        address = leave(browser, process="connect")
        session = browser.session
        session["account_authentication_methods"][-1]["at"] -= 301
        session.save()
        assert browser.get(at_provider(address))["Location"] == reverse("account_reauthenticate")
        assert not SocialAccount.objects.exists()
        browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        assert SocialAccount.objects.get().user == ada

    @pytest.mark.django_db(transaction=True)
    def test_then_both_open_the_account_and_a_mail_reports_it(
        self, lodge: TestProvider, ada: User, settings: Any
    ) -> None:
        settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
        browser = certain(log_in(ada))
        answer = through(browser, process="connect")
        assert answer["Location"] == LINKED
        page = text_of(browser.get(LINKED))
        assert "Lodge linked." in page
        assert "ada@example.org · linked" in page
        [sent] = mail.outbox
        assert "Lodge linked to your account" in sent.subject
        assert "Anyone who can use that Lodge account can log in as you." in sent.body
        assert sent.to == [ada.email]
        elsewhere = Client()
        through(elsewhere)
        assert elsewhere.session["_auth_user_id"] == str(ada.pk)

    def test_it_is_for_those_who_are_logged_in(self, lodge: TestProvider) -> None:
        assert Client().post(GO, {"process": "connect"})["Location"] == reverse("account_login")
        assert Client().get(LINKED)["Location"].startswith(reverse("account_login"))

    def test_an_account_that_another_one_is_linked_with_stays_there(self, lodge: TestProvider, ada: User) -> None:
        link(ada, lodge)
        sam = certain(log_in(make_user("Sam")))
        before = kept()
        through(sam, process="connect")
        assert "That Lodge account is already linked to a different account here." in text_of(sam.get(LINKED))
        assert kept() == before

    def test_the_same_one_twice_is_one_link(self, lodge: TestProvider, ada: User) -> None:
        for words in ("Lodge linked.", "That Lodge account was already linked."):
            browser = certain(log_in(ada))
            through(browser, process="connect")
            assert words in text_of(browser.get(LINKED))
        assert SocialAccount.objects.count() == 1

    def test_coming_back_after_logging_out_links_nothing(self, lodge: TestProvider, ada: User) -> None:
        browser = certain(log_in(ada))
        back = at_provider(leave(browser, process="connect"))
        browser.post(reverse("account_logout"))
        browser.get(back)
        assert not SocialAccount.objects.exists()

    def test_a_page_of_someone_else_sends_no_one_on(self, lodge: TestProvider, ada: User) -> None:
        for path in (GO, f"{GO}?process=connect", f"{GO}?scope=everything&auth_params=prompt%3Dnone"):
            page = certain(log_in(ada)).get(path)
            assert "You’ll log in at Lodge, then come back here." in text_of(page)
        assert Client(enforce_csrf_checks=True).post(GO).status_code == 403
        assert lodge.asked == []


class TestUnlinking:
    def unlink(self, browser: Client, account: SocialAccount) -> Any:
        return browser.post(LINKED, {"account": account.pk})

    def test_it_asks_who_is_there(self, lodge: TestProvider, ada: User) -> None:
        account = link(ada, lodge)
        browser = log_in(ada)
        asked = self.unlink(browser, account)
        assert asked["Location"].startswith(reverse("account_reauthenticate"))
        assert SocialAccount.objects.exists()
        browser.post(asked["Location"], {"password": PASSWORD})
        assert not SocialAccount.objects.exists()

    @pytest.mark.django_db(transaction=True)
    def test_then_it_opens_the_account_no_more_and_a_mail_reports_it(
        self, lodge: TestProvider, ada: User, settings: Any
    ) -> None:
        account = link(ada, lodge)
        settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
        browser = certain(log_in(ada))
        self.unlink(browser, account)
        assert "Account unlinked." in text_of(browser.get(LINKED))
        assert "Lodge unlinked from your account" in mail.outbox[-1].subject
        assert "You already have an account" in text_of(through(Client()))

    def test_the_last_way_in_stays(self, lodge: TestProvider) -> None:
        browser = Client()
        through(browser)
        browser.post(SIGN_UP, {"name": "Ada", "email": "ada@example.org"})
        certain(browser, "socialaccount")
        account = SocialAccount.objects.get()
        assert "your only login" in text_of(browser.get(LINKED))
        assert "Set a password first." in text_of(self.unlink(browser, account))
        assert SocialAccount.objects.exists()
        typed = {"password1": "bower-and-kitty", "password2": "bower-and-kitty"}
        assert browser.post(reverse("account_set_password"), typed).status_code == 302
        certain(browser)
        self.unlink(browser, account)
        assert not SocialAccount.objects.exists()

    def test_a_link_with_a_provider_that_is_gone_is_no_way_in(self, lodge: TestProvider, settings: Any) -> None:
        browser = Client()
        through(browser)
        browser.post(SIGN_UP, {"name": "Ada", "email": "ada@example.org"})
        certain(browser, "socialaccount")
        old = SocialAccount.objects.create(user=User.objects.get(), provider="old-club", uid="1")
        assert "Old club" in text_of(browser.get(LINKED))
        assert "Set a password first." in text_of(self.unlink(browser, SocialAccount.objects.get(provider="lodge")))
        self.unlink(browser, old)
        assert [account.provider for account in SocialAccount.objects.all()] == ["lodge"]

    def test_those_of_others_count_as_missing(self, lodge: TestProvider, ada: User) -> None:
        account = link(ada, lodge)
        assert self.unlink(certain(log_in(make_user("Sam"))), account).status_code == 200
        assert SocialAccount.objects.exists()


class TestWhoIsThere:
    """An account without a password is asked too, at its provider."""

    @pytest.fixture
    def browser(self, lodge: TestProvider) -> Client:
        browser = Client()
        through(browser)
        browser.post(SIGN_UP, {"name": "Ada", "email": "ada@example.org"})
        return browser

    @pytest.mark.parametrize(
        ("name", "body"),
        [
            ("account_set_password", {"password1": "bower-and-kitty", "password2": "bower-and-kitty"}),
            ("socialaccount_connections", {"account": "1"}),
            ("mfa_activate_totp", {"code": "123456"}),
            ("my_tokens", {"name": "Board", "scopes": ["organize"], "days": 90, "key": str(uuid.uuid4())}),
        ],
    )
    def test_it_is_asked_before_whatever_opens_the_account(
        self, browser: Client, lodge: TestProvider, name: str, body: dict[str, Any]
    ) -> None:
        if name == "socialaccount_connections":
            body = {"account": SocialAccount.objects.create(user=User.objects.get(), provider="old", uid="1").pk}
        before = kept()
        asked = browser.post(reverse(name), body)
        assert asked["Location"] == f"{CONFIRM}?next={quote(reverse(name), safe='')}"
        assert kept() == before
        page = browser.get(asked["Location"])
        assert "Continue with Lodge" in text_of(page)

    def test_logging_in_there_once_more_goes_on_with_it(self, browser: Client, lodge: TestProvider) -> None:
        typed = {"password1": "bower-and-kitty", "password2": "bower-and-kitty"}
        browser.post(reverse("account_set_password"), typed)
        address = leave(browser, process="reauthenticate", next=reverse("account_set_password"))
        assert asked_for(address)["max_age"] == "0"
        browser.get(at_provider(address))
        assert User.objects.get().has_usable_password()

    def test_an_old_log_in_at_the_provider_is_no_answer(self, browser: Client, lodge: TestProvider) -> None:
        lodge.person = ADA | {"auth_time": time.time() - 3600}
        assert through(browser, process="reauthenticate", next=LINKED).status_code == 403
        lodge.person = ADA | {"auth_time": time.time()}
        assert through(browser, process="reauthenticate", next=LINKED)["Location"] == LINKED

    def test_nor_is_someone_else(self, browser: Client, lodge: TestProvider) -> None:
        lodge.person = ADA | {"sub": "mallory"}
        page = through(browser, process="reauthenticate", next=LINKED)
        assert "That’s another Lodge account" in text_of(page)
        assert browser.post(reverse("account_set_password"), {}).status_code == 302
        assert browser.session["_auth_user_id"] == str(User.objects.get().pk)

    def test_with_a_second_factor_it_is_the_code_and_nothing_else(self, browser: Client, lodge: TestProvider) -> None:
        user = User.objects.get()
        give_second_factor(user)
        browser = log_in(user)
        set_password = reverse("account_set_password")
        assert browser.post(set_password)["Location"].startswith(reverse("mfa_reauthenticate"))
        assert browser.get(CONFIRM).status_code == 404
        assert through(browser, process="reauthenticate", next=set_password).status_code == 403
        assert browser.post(set_password)["Location"].startswith(reverse("mfa_reauthenticate"))

    def test_with_a_password_it_is_the_password(self, browser: Client, lodge: TestProvider) -> None:
        user = User.objects.get()
        user.set_password(PASSWORD)
        user.save()
        browser = log_in(user)
        assert through(browser, process="reauthenticate", next=LINKED).status_code == 403
        asked = browser.post(GO, {"process": "connect"})
        assert asked["Location"].startswith(reverse("account_reauthenticate"))


class TestLoggingIn:
    def test_someone_who_lost_the_provider_gets_a_password_by_mail(self, lodge: TestProvider, mailoutbox: Any) -> None:
        browser = Client()
        through(browser)
        browser.post(SIGN_UP, {"name": "Ada", "email": "ada@example.org"})
        browser.logout()
        browser.post(reverse("account_reset_password"), {"email": "ada@example.org"})
        [sent] = mailoutbox
        leading = next(word for word in sent.body.split() if "/password/reset/key/" in word)
        form = browser.get(leading.partition("testserver")[2], follow=True).redirect_chain[-1][0]
        browser.post(form, {"password1": "bower-and-kitty", "password2": "bower-and-kitty"})
        assert User.objects.get().check_password("bower-and-kitty")

    def test_it_leads_on_to_where_the_person_wanted(self, lodge: TestProvider, ada: User) -> None:
        link(ada, lodge)
        assert through(Client(), next="/clubs/")["Location"] == "/clubs/"
        assert through(Client(), next="https://example.com/")["Location"] == "/"

    def test_the_second_factor_still_counts(
        self, lodge: TestProvider, ada: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link(ada, lodge)
        app = App(monkeypatch)
        give_second_factor(ada)
        browser = Client()
        assert through(browser)["Location"] == "/accounts/2fa/authenticate/"
        assert not is_in(browser)
        browser.post("/accounts/2fa/authenticate/", {"code": app.code()})
        assert is_in(browser)

    def test_where_a_second_factor_is_required_a_provider_is_none(
        self, lodge: TestProvider, ada: User, settings: Any
    ) -> None:
        link(ada, lodge)
        settings.REQUIRE_MFA = True
        User.objects.filter(pk=ada.pk).update(is_staff=True)
        browser = Client()
        through(browser)
        assert browser.get("/")["Location"] == reverse("mfa_index")

    def test_a_deactivated_account_is_refused(self, lodge: TestProvider, ada: User) -> None:
        link(ada, lodge)
        User.objects.update(is_active=False)
        browser = Client()
        assert "This account is turned off" in text_of(browser.get(through(browser)["Location"]))
        assert not is_in(browser)

    def test_two_people_at_two_providers_of_the_same_number_are_two(
        self, lodge: TestProvider, ada: User, settings: Any
    ) -> None:
        """Or an operator who gives an old name to a new provider would let strangers in."""
        link(ada, lodge)
        with running_provider() as other:
            other.person = ADA | {"email": "eve@example.org"}
            address = other.issuer.replace("://", f"://{CLIENT}:{quote(SECRET, safe='')}@")
            settings.OIDC_PROVIDERS = read_providers(f"Lodge={address}")
            assert through(Client())["Location"] == SIGN_UP

    def test_an_address_that_stands_only_in_userinfo_is_found(self, lodge: TestProvider) -> None:
        lodge.person = {"sub": "ada-1"}
        lodge.in_userinfo = dict(ADA)
        browser = Client()
        through(browser)
        assert "ada@example.org" in browser.get(SIGN_UP).content.decode()

    def test_nobody_needs_an_address_there(self, lodge: TestProvider) -> None:
        lodge.person = lodge.in_userinfo = {"sub": "ada-1"}
        browser = Client()
        through(browser)
        browser.post(SIGN_UP, {"name": "Ada", "email": "ada@example.org"})
        assert not EmailAddress.objects.get().verified

    def test_what_is_asked_for(self, lodge: TestProvider) -> None:
        asked = asked_for(leave(Client()))
        assert (asked["scope"], asked["response_type"]) == ("openid email profile", "code")
        assert (asked["code_challenge_method"], asked["client_id"]) == ("S256", CLIENT)
        assert asked["redirect_uri"] == f"http://testserver{BACK}"
        assert "max_age" not in asked


class TestOwnData:
    def test_the_persons_file_has_the_link_and_erasing_removes_it(self, lodge: TestProvider, ada: User) -> None:
        link(ada, lodge)
        [linked] = json.loads(own_file(ada.player))["Linked accounts"]
        assert (linked["provider"], linked["extra_data"]) == ("lodge", {"email": "ada@example.org"})
        erase_player(ada.player.pk, typed=ada.player.name, context=acting(ada))
        assert not SocialAccount.objects.exists()
        assert through(Client())["Location"] == SIGN_UP, "like anyone who is new"


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.heavy
def test_the_whole_way_in_a_browser(lodge: TestProvider, site: str, page: Any) -> None:
    """Under the site's content policy, which the `page` fixture watches."""
    look, complaints = look_at(page, LOOKS[:1]), []
    lodge.asks_by_page = True
    page.goto(f"{site}/accounts/login/")
    complaints += look(page.url)
    page.get_by_role("button", name="Continue with Lodge").click()
    page.get_by_role("heading", name="Lodge").wait_for()
    page.get_by_role("link", name="Let me in").click()
    page.get_by_role("heading", name="Sign up").wait_for()
    complaints += look(page.url)
    page.get_by_role("button", name="Sign up").click()
    page.get_by_text("Ada Lovelace").first.wait_for()
    assert User.objects.get().player.name == "Ada Lovelace"
    for path in (LINKED, GO, CONFIRM, f"{BACK}?state=forged&code=forged"):
        page.goto(f"{site}{path}")
        complaints += look(page.url)
    assert complaints == []
