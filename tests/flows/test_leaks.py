"""A small night and a game online with secrets that can be recognized: afterwards none of them lies where it should
not. Cards, seeds, links, tokens, cookies, passwords, second factors and addresses of mail."""

import re
import uuid
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from euchre_site.celery import app
from games.accounts.models import Player, User
from games.engine.presets import PRESETS
from games.live.bus import bus
from games.tables import invitations
from games.tables.models import Hand
from tests.cast import context_of, enter, make_club, make_event, publish
from tests.euchre_site.second_factors import App
from tests.flows.leaks import Places, watched
from tests.games.canaries import _named, name_cards
from tests.games.kinds import short
from tests.games.played_games import PlayedGame
from tests.games.tables.cast import command_by
from tests.tournaments.pages.browsing import certain, form, slip_form
from tests.tournaments.scenes.webhook import webhook
from tournaments.access import passes
from tournaments.access.one_time_login import one_time_path
from tournaments.access.wall_code import code_on, hang_code
from tournaments.clubs.invitations import invite
from tournaments.clubs.models import Role
from tournaments.events.models import Event
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MAIL, PASSWORD = "canary-olga@example.org", "canary-bower-and-kitty"
EVERYWHERE = ("log", "cache", "broker", "streams", "database")
HAS_TO_BE = frozenset(
    {
        ("database", "address"),
        ("database", "session"),
        ("database", "webhook's secret"),
        ("database", "seed"),
        ("database", "card"),
        ("database", "key that resets a password"),
    }
)
"""An account has its address; Django finds sessions by their keys; allauth keeps the key of a reset link in the session
of whoever opened it, until the new password is typed; deliveries are signed by a webhook's secret; a hand is its seed
and its actions."""


class Night:
    """Everything that gives a secret away, done through the pages, and each with a wrong one as well."""

    def __init__(self, site: str, app: App) -> None:
        self.site, self.app, self.secrets = site, app, dict[str, str]()
        self.browser = Client(REMOTE_ADDR=f"fd00:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1")

    def keep(self, name: str, secret: str) -> str:
        self.secrets[name] = secret
        return secret

    def sign_up(self) -> User:
        body = {"email": MAIL, "password1": PASSWORD, "password2": PASSWORD, "name": "Olga"}
        assert self.browser.post(reverse("account_signup"), body).status_code == 302
        self.keep("address", MAIL)
        self.keep("password", PASSWORD)
        confirm = _path_in_mail(r"/accounts/confirm-email/\S+/")
        self.keep("key that confirms an address", confirm.split("/")[-2])
        self.browser.post(confirm)
        return User.objects.get(email=MAIL)

    def switch_second_factor_on(self) -> None:
        certain(self.browser)
        page = self.browser.get(reverse("mfa_activate_totp")).content.decode()
        key = self.keep("second factor", re.findall(r'class="token">([A-Z2-7]{32})<', page)[0])
        self.keep("CSRF token", self.browser.cookies["csrf"].value)
        shown = self.browser.post(reverse("mfa_activate_totp"), {"code": self.app.code(key)}, follow=True)
        for number, code in enumerate(re.findall(r'class="token">(\d{8})<', shown.content.decode())):
            self.keep(f"recovery code {number}", code)
        self.browser.post(reverse("account_logout"))
        self.browser.post(reverse("account_login"), {"login": MAIL, "password": PASSWORD + "!"})
        self.browser.post(reverse("account_login"), {"login": MAIL, "password": PASSWORD})
        self.app.now += 1
        second = reverse("mfa_authenticate")
        self.browser.post(second, {"code": self.app.wrong(key)})
        assert self.browser.post(second, {"code": self.app.code(key)})["Location"] == "/"
        self.keep("session", self.browser.cookies["session"].value)

    def reset_password(self) -> None:
        Client().post(reverse("account_reset_password"), {"email": MAIL})
        path = _path_in_mail(r"/accounts/password/reset/key/\S+/")
        self.keep("key that resets a password", path.split("/")[-2].partition("-")[2])
        assert Client().get(path).status_code == 302
        assert Client().get(path.replace("key/", "key/x")).status_code == 200

    def use_programs(self) -> None:
        page = certain(self.browser, "mfa").post(reverse("my_tokens"), form(name="Board", days=30, scopes=["organize"]))
        found = re.search(r'class="token">(rb_[^<]+)<', page.content.decode())
        assert found
        token = self.keep("token of a program", found[1])
        for text, status in ((token, 200), (token + "x", 401)):
            answer = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {text}"})  # type: ignore[arg-type]
            assert answer.status_code == status

    def play(self, olga: User) -> None:
        """Links, a code on the wall, a score from a phone, and its confirmation."""
        club = make_club(olga)
        event = make_event(club, olga, name="Canaries")
        players = enter(event, olga, ["Ann", "Bob", "Cy", "Dee"])
        hang_code(event.pk, context=context_of(olga))
        wall = self.keep("code on the wall", code_on(event))
        for code in (wall, wall[::-1]):
            assert Client().get(reverse("come_in", args=[event.slug, code])).status_code in (200, 404, 410)
        row = publish(event, olga)
        phones = {player.pk: self.phone(event, olga, player) for player in players}
        match = row.matches.get()
        seats = {seat.position: seat.player_id for seat in match.seats.all()}
        self.report(phones[seats[0]], event, match, (9, 7))
        self.report(phones[seats[1]], event, match, (9, 7))
        settle_unsettled()
        self.browser.get(reverse("console", args=[event.slug]))
        self.keep("invitation to the club", invite(club.pk, Role.MEMBER, context=context_of(olga, key=uuid.uuid4())))
        self.keep("webhook's secret", webhook(club, olga).secret)
        self.open_twice("join_club", self.secrets["invitation to the club"])

    def phone(self, event: Event, olga: User, player: Player) -> Client:
        token = self.keep(f"link of {player.name}", passes.issue_pass(event.pk, player, context=context_of(olga)))
        phone = Client()
        path = reverse("open_pass", args=[event.slug, token])
        assert phone.get(path).status_code == 200
        phone.post(path)
        assert Client().get(path.replace(token, token[::-1])).status_code in (404, 410)
        return phone

    def report(self, phone: Client, event: Event, match: Match, points: tuple[int, int]) -> None:
        match.refresh_from_db()
        answer = phone.post(reverse("slip", args=[event.slug, match.pk]), slip_form(match, *points))
        assert answer.status_code == 302

    def open_twice(self, name: str, token: str) -> None:
        for one in (token, token[::-1]):
            assert Client().get(reverse(name, args=[one])).status_code in (200, 302, 404, 410)

    def use_links(self, olga: User) -> None:
        path = one_time_path(User.objects.create_user("canary-nell@example.org", PASSWORD))
        self.keep("link that logs in once", path.rstrip("/").rpartition("/")[2])
        assert Client().post(path).status_code == 302
        assert Client().post(path).status_code == 410
        self.keep("another's address", "canary-nell@example.org")

    def play_online(self, monkeypatch: pytest.MonkeyPatch) -> None:
        name_cards(monkeypatch)
        game = PlayedGame(self.site, short(PRESETS["web_classic"]), number=7)
        game.table.refresh_from_db()
        self.keep("invitation to a table", invitations.invite(game.table.pk, command_by(game.owner, game.table)))
        self.open_twice("invited", self.secrets["invitation to a table"])
        game.table.refresh_from_db()
        game.play(look_every=20)
        assert game.leaks == []
        for number, seed in enumerate(Hand.objects.values_list("seed", flat=True)):
            self.keep("seed" if not number else f"seed {number}", seed)
        self.secrets |= {f"card {token}": token for token in _named}


def _path_in_mail(pattern: str) -> str:
    found = re.search(pattern, mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[0]


def expected(found: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Without what has to be there."""
    return {(place, name) for place, name in found if (place, kind_of(name)) not in HAS_TO_BE}


def kind_of(name: str) -> str:
    return re.sub(r" (\d+|zq\w+)$", "", name).replace("another's address", "address")


@pytest.fixture
def app_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> App:
    return App(monkeypatch)


@pytest.mark.heavy
def test_none_is_left_behind_and_one_that_were_would_be_found(
    site: str, app_on_a_phone: App, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    with watched(monkeypatch) as places:
        night = Night(site, app_on_a_phone)
        olga = night.sign_up()
        night.switch_second_factor_on()
        night.use_programs()
        night.reset_password()
        night.play(olga)
        night.use_links(olga)
        night.play_online(monkeypatch)
        assert len(night.secrets) > 40
        assert all(places.texts().values()), "every place was used"
        assert expected(places.found(night.secrets)) == set()
        assert planted(places) == {(place, f"planted in {place}") for place in EVERYWHERE}


def planted(places: Places) -> set[tuple[str, str]]:
    """The positive control: one in each place."""
    import logging

    planted = {f"planted in {place}": f"canary-{uuid.uuid4()}" for place in EVERYWHERE}
    logging.getLogger("games.tables").warning("somebody played %s", planted["planted in log"])
    cache.set("somebody", [planted["planted in cache"]], 60)
    app.send_task("nowhere", args=[planted["planted in broker"]])
    bus().publish(planted["planted in streams"], 1)
    Player.objects.create(name=planted["planted in database"])
    return places.found(planted)
