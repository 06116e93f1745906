"""Which language the site speaks to whom."""

import datetime
from collections.abc import Callable
from decimal import Decimal
from importlib import import_module

import pytest
from django.conf import LazySettings, settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import formats, translation

from euchre_site.languages import language_of
from games.accounts.languages import spoken_to
from games.accounts.models import User
from tests.cast import make_user
from tests.markup import squeezed
from tests.tournaments.pages.browsing import log_in
from tests.translation.pseudo import CODE
from tournaments.cached_content import made_once
from tournaments.clubs.models import Club

pytestmark = pytest.mark.django_db

ENGLISH, FRENCH = "Skip to content", "Aller au contenu"
MOMENT = datetime.datetime(2026, 8, 3, 19, 5, tzinfo=datetime.UTC)


def choose(client: Client, code: str, back: str = "/") -> str:
    answer = client.post("/language/", {"language": code, "next": back})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def page_of(client: Client, wanted: str = "", path: str = "/") -> str:
    return client.get(path, headers={"Accept-Language": wanted} if wanted else {}).content.decode()


class TestWhoSaysIt:
    def test_the_site_where_no_language_is_asked_for(self, client: Client, settings: LazySettings) -> None:
        assert ENGLISH in page_of(client)
        settings.LANGUAGE_CODE = "fr"
        assert FRENCH in page_of(client)

    @pytest.mark.parametrize("wanted", ["fr", "fr-CA,fr;q=0.9,en;q=0.8", "de, fr;q=0.7, en;q=0.3"])
    def test_the_browser_before_the_site(self, client: Client, wanted: str) -> None:
        assert FRENCH in page_of(client, wanted)

    def test_what_the_site_does_not_speak_is_as_if_nothing_was_said(self, client: Client) -> None:
        assert ENGLISH in page_of(client, "de")

    def test_the_choice_before_the_browser(self, client: Client) -> None:
        choose(client, "en")
        assert ENGLISH in page_of(client, "fr")
        choose(client, "fr")
        assert FRENCH in page_of(client, "en")

    def test_without_a_page_it_is_found_in_the_headers(self) -> None:
        assert language_of([]) == "en"
        assert language_of([(b"accept-language", b"fr-CA")]) == "fr"
        assert language_of([(b"Cookie", b"django_language=fr"), (b"Accept-Language", b"en")]) == "fr"


class TestTheAnswer:
    @pytest.mark.parametrize(("wanted", "code"), [("en", "en"), ("fr-CA", "fr")])
    def test_names_its_language(self, client: Client, wanted: str, code: str) -> None:
        answer = client.get("/", headers={"Accept-Language": wanted})
        assert f'<html lang="{code}">' in squeezed(answer.content.decode())
        assert answer.headers["Content-Language"] == code

    def test_is_another_for_every_wish(self, client: Client) -> None:
        assert "Accept-Language" in client.get("/").headers["Vary"]

    @pytest.mark.slow
    @pytest.mark.heavy
    def test_written_from_right_to_left_says_so(self, client: Client, pseudo: str) -> None:
        assert f'<html lang="{CODE}" dir="rtl">' in squeezed(page_of(client, pseudo))

    def test_brings_the_words_of_the_scripts(self, client: Client) -> None:
        found = page_of(client, "fr")
        assert found.index("js/words-fr.js") < found.index("js/words.js") < found.index("js/theme.js")
        assert "js/words-" not in page_of(client, "en")

    def test_refusals_and_errors_speak_it_too(self, client: Client) -> None:
        wanted = {"Accept-Language": "fr"}
        assert "Page introuvable" in client.get("/nowhere/", headers=wanted).content.decode()
        refused = client.get("/?a=%00", headers=wanted)
        assert (refused.status_code, refused.content.decode()) == (
            400,
            "L’adresse contient un caractère inutilisable. Vérifiez-la et réessayez.",
        )
        client.raise_request_exception = False
        with translation.override("fr"):
            assert "Une erreur s’est produite de notre côté" in render_to_string("500.html")
            assert '<html lang="fr">' in squeezed(render_to_string("503.html"))


class TestChoosing:
    def test_all_are_offered_by_their_own_names(self, client: Client) -> None:
        page = client.get("/language/", headers={"Referer": "http://testserver/clubs/"}).content.decode()
        found = squeezed(page)
        assert 'lang="fr" class="btn btn--quiet">Français</button>' in squeezed(found)
        assert 'lang="en" class="btn" aria-current="true">English (US)</button>' in squeezed(found)
        assert '<input type="hidden" name="next" value="/clubs/">' in squeezed(found)

    def test_the_foot_of_every_page_leads_there(self, client: Client) -> None:
        """Without the page's own address, so that it isn't revealed to people who may not see it."""
        found = squeezed(page_of(client, path="/clubs/"))
        assert '<a href="/language/">' in squeezed(found)
        assert '<span lang="fr">Français</span>' in squeezed(found)

    def test_goes_back_to_the_page(self, client: Client) -> None:
        assert choose(client, "fr", "/clubs/?page=2") == "/clubs/?page=2"
        kept = client.cookies["django_language"]
        assert (kept.value, kept["httponly"], kept["samesite"]) == ("fr", True, "Lax")

    @pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
    def test_goes_nowhere_else(self, client: Client, back: str) -> None:
        assert choose(client, "fr", back) == "/"

    @pytest.mark.parametrize("code", ["", "xx", "de", "fr-CA", "../fr"])
    def test_an_unknown_one_is_refused(self, client: Client, code: str) -> None:
        answer = client.post("/language/", {"language": code, "next": "/"})
        assert answer.status_code == 400
        assert "django_language" not in answer.cookies

    def test_the_form_is_protected(self) -> None:
        assert Client(enforce_csrf_checks=True).post("/language/", {"language": "fr"}).status_code == 403


class TestMails:
    def test_an_account_remembers_the_choice(self) -> None:
        ann = make_user("Ann")
        choose(log_in(ann), "fr")
        ann.refresh_from_db()
        assert ann.language == "fr"
        assert said_to(ann) == "La connexion en deux étapes est désactivée"

    def test_who_never_chose_is_written_to_in_the_language_of_the_log_in(self, client: Client) -> None:
        ann = make_user("Ann")
        data = {"login": ann.email, "password": "correct horse"}
        ann.set_password(data["password"])
        ann.save()
        client.post("/accounts/login/", data, headers={"Accept-Language": "fr"})
        ann.refresh_from_db()
        assert ann.language == "fr"
        choose(client, "en")
        client.post("/accounts/logout/")
        client.post("/accounts/login/", data, headers={"Accept-Language": "fr"})
        ann.refresh_from_db()
        assert ann.language == "en"

    def test_who_has_no_account_is_written_to_in_the_language_of_the_site(self, settings: LazySettings) -> None:
        assert said_to(None) == "Two-step login is off"
        settings.LANGUAGE_CODE = "fr"
        assert said_to(None) == "La connexion en deux étapes est désactivée"

    def test_it_is_as_before_afterwards(self) -> None:
        with translation.override("fr"):
            with spoken_to(None):
                assert translation.get_language() == "en"
            assert translation.get_language() == "fr"


def said_to(user: User | None) -> str:
    with spoken_to(user):
        return render_to_string("mfa/email/totp_deactivated_subject.txt")


class TestKeptPages:
    def test_are_kept_for_each_language(self, rf: RequestFactory) -> None:
        cache.clear()
        request = rf.get("/kept/")
        request.user = AnonymousUser()
        asked: list[str] = []

        def look() -> dict[str, object]:
            asked.append(translation.get_language())
            return {}

        def kept() -> str:
            return made_once(request, "mfa/messages/totp_activated.txt", 1, look, seconds=60)

        english = kept()
        with translation.override("fr"):
            assert kept() != english
            assert kept() != english
        assert kept() == english
        assert asked == ["en", "fr"]

    def test_the_page_for_the_time_without_network_is_asked_for_by_language(self, client: Client) -> None:
        """A phone keeps it without cookies, so that no one's name is on it."""
        choose(client, "fr")
        french, english = (one.get("/worker.js").content.decode() for one in (client, Client()))
        assert ('"language": "fr"' in french, '"language": "en"' in english) == (True, True)
        assert 'headers: { "Accept-Language": own.language }' in script("worker.js")
        assert "Pas de réseau" in page_of(Client(), "fr", "/offline/")

    def test_another_language_makes_another_store(self, client: Client) -> None:
        names = {client.get("/worker.js", headers={"Accept-Language": wanted}).content for wanted in ("en", "fr")}
        assert len({line.split(b'"version"')[1] for line in names}) == 2


def script(name: str) -> str:
    from django.contrib.staticfiles import finders

    with open(str(finders.find(f"js/{name}")), encoding="utf-8") as file:
        return file.read()


class TestFormats:
    @pytest.mark.parametrize(
        ("accepted", "cookie", "clock"),
        [
            ("en-US,en;q=0.9", "", "en"),
            ("en-GB,en;q=0.9", "", "en-gb"),
            ("en-AU,en-US;q=0.8", "", "en-gb"),
            ("fr-CA,en-CA;q=0.8", "", "fr"),
            ("en-CA", "en", "en"),
        ],
    )
    def test_the_country_of_the_browser_decides(self, client: Client, accepted: str, cookie: str, clock: str) -> None:
        if cookie:
            client.cookies["django_language"] = cookie
        assert client.get("/accounts/login/", headers={"accept-language": accepted})["Content-Language"] == clock

    @pytest.mark.parametrize(
        ("name", "american", "british", "french"),
        [
            ("DATE_FORMAT", "August 3, 2026", "3 August 2026", "3 août 2026"),
            ("SHORT_DATE_FORMAT", "Aug 3, 2026", "3 Aug 2026", "3 août 2026"),
            ("MONTH_DAY_FORMAT", "August 3", "3 August", "3 août"),
            ("YEAR_MONTH_FORMAT", "August 2026", "August 2026", "août 2026"),
            ("TIME_FORMAT", "7:05\xa0PM", "7:05\xa0PM", "19:05"),
            ("DATETIME_FORMAT", "August 3, 2026, 7:05\xa0PM", "3 August 2026, 7:05\xa0PM", "3 août 2026, 19:05"),
            ("SHORT_DATETIME_FORMAT", "Aug 3, 2026, 7:05\xa0PM", "3 Aug 2026, 7:05\xa0PM", "3 août 2026, 19:05"),
            ("LONG_DATE", "Monday, August 3, 2026", "Monday 3 August 2026", "lundi 3 août 2026"),
        ],
    )
    def test_of_moments(
        self, in_language: Callable[[str, str], str], name: str, american: str, british: str, french: str
    ) -> None:
        shown = f'{{{{ moment|date:"{name}" }}}}'
        found = [in_language(language, shown) for language in ("en", "en-gb", "fr")]
        assert found == [american, british, french]

    def test_all_languages_have_the_same_formats(self) -> None:
        names = {
            code: {
                name
                for name in dir(import_module(f"euchre_site.formats.{translation.to_locale(code)}.formats"))
                if name.isupper()
            }
            for code, _ in settings.LANGUAGES
        }
        assert [code for code, own in names.items() if not names["en"] <= own] == []

    @pytest.mark.parametrize(
        ("shown", "english", "french"),
        [
            ("{{ moment|moment_in:club }}", "Mon, Aug 3, 7:05\xa0PM", "lun. 3 août, 19:05"),
            ("{{ moment|second_in:club }}", "Aug 3, 2026, 7:05:00\xa0PM", "3 août 2026, 19:05:00"),
            ("{{ moment|day_in:club }}", "Mon, Aug 3, 2026", "lun. 3 août 2026"),
        ],
    )
    def test_where_the_club_is(
        self, in_language: Callable[[str, str], str], shown: str, english: str, french: str
    ) -> None:
        template = f"{{% load format_tags seasons %}}{shown}"
        assert [in_language("en", template), in_language("fr", template)] == [english, french]

    def test_of_numbers(self, in_language: Callable[[str, str], str]) -> None:
        assert in_language("en", "{{ share }} {{ points }}") == "1234.5 12345"
        assert in_language("fr", "{{ share }} {{ points }}") == "1234,5 12345"

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_a_day_stands_in_its_field_as_browsers_take_it(self, language: str) -> None:
        with translation.override(language):
            assert formats.localize_input(MOMENT.date()) == "2026-08-03"


@pytest.fixture
def in_language() -> Callable[[str, str], str]:
    def shown(language: str, template: str) -> str:
        with translation.override(language):
            return Template(template).render(
                Context({"moment": MOMENT, "club": Club(zone="UTC"), "share": Decimal("1234.5"), "points": 12345})
            )

    return shown
