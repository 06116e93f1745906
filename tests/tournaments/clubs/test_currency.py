"""A club's currency: chosen in its settings, guessed for a new one, and on every page, paper and answer about money."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.cast import context_of, enter, make_club, make_event, make_user
from tests.tournaments.pages.browsing import Answer, form, log_in, text_of
from tests.tournaments.printing.test_paper import read
from tests.tournaments.scenes.jackpot import JackpotClub
from tests.tournaments.scenes.prize import shown_night
from tournaments.checkin import entries
from tournaments.clubs import currencies, settings
from tournaments.clubs.models import Club
from tournaments.events.commands import create_club
from tournaments.events.models import Event
from tournaments.honours.prize_plan import PlaceTable, PrizePlan
from tournaments.honours.wording import money_in, money_text
from tournaments.jackpots.money import add_money
from tournaments.prizes import plans
from tournaments.prizes.plans import Terms


def choose(club: Club, owner: User, code: str) -> None:
    settings.change_club(club.pk, {"currency": code}, context=context_of(owner))


def get(client: Client, name: str, *args: Any, **how: Any) -> Answer:
    return client.get(reverse(name, args=args), **how)


@pytest.fixture
def night(club: Club, olga: User) -> Event:
    """Five and a half to play, one has paid."""
    event = make_event(club, olga, fee=550)
    enter(event, olga, ["Ann", "Bob", "Cy", "Dee"])
    entries.take_fee(event.entries.get(number=1).pk, context=context_of(olga))
    return event


class TestChoosing:
    def test_a_club_that_was_there_has_no_sign_until_it_chooses(self, club: Club, olga: User, night: Event) -> None:
        assert "Entry fee 5.50" in text_of(get(Client(), "event", night.slug))
        page = get(log_in(olga), "club_settings", club.slug).content.decode()
        assert '<option value="" selected>No currency sign: 5.00</option>' in page
        assert "aren’t converted" in page

    def test_it_is_chosen_logged_and_changes_no_amount(self, club: Club, olga: User, night: Event) -> None:
        body = form(
            seen=settings.settings_seen(club), name=club.name, zone=club.zone, colour=club.colour, currency="GBP"
        )
        said = text_of(log_in(olga).post(reverse("club_settings", args=[club.slug]), body, follow=True))
        assert "Settings saved" in said
        night.refresh_from_db()
        assert (night.club.currency, night.fee) == ("GBP", 550)
        assert "Entry fee £5.50" in text_of(get(Client(), "event", night.slug))
        said = text_of(get(log_in(olga), "club_settings", club.slug))
        assert "Olga changed the currency from no currency sign to British pound." in said

    def test_what_is_no_currency_is_refused(self, club: Club, olga: User) -> None:
        body = form(
            seen=settings.settings_seen(club), name=club.name, zone=club.zone, colour=club.colour, currency="DOGE"
        )
        answer = log_in(olga).post(reverse("club_settings", args=[club.slug]), body)
        club.refresh_from_db()
        assert (answer.status_code, club.currency) == (422, "")

    def test_the_page_kept_for_many_is_made_again(self, club: Club, olga: User, night: Event) -> None:
        for code, said in (("", "5.50"), ("USD", "$5.50"), ("EUR", "€5.50")):
            choose(club, olga, code)
            assert f"Entry fee {said}" in text_of(get(Client(), "event", night.slug))


class TestNewClubs:
    @pytest.mark.parametrize(
        ("accepted", "code"),
        [
            ("", "USD"),
            ("en-US,en;q=0.9", "USD"),
            ("en-GB,en;q=0.8", "GBP"),
            ("en-CA,fr-CA;q=0.8", "CAD"),
            ("fr-CA", "CAD"),
            ("en,fr-CA;q=0.5", "CAD"),
            ("fr", "EUR"),
            ("de-AT,de;q=0.9", "EUR"),
            ("de-CH", "CHF"),
            ("en-AU", "AUD"),
            ("en-NZ", "NZD"),
            ("en-IE", "EUR"),
            ("ca", "USD"),
            ("zh-Hant-TW", "USD"),
            ("*", "USD"),
            (";;;q=x", "USD"),
        ],
    )
    def test_the_browsers_language_says_which(self, accepted: str, code: str) -> None:
        assert currencies.fitting(accepted) == code

    def test_the_form_has_it_chosen_and_takes_another(self, sam: User) -> None:
        client = log_in(sam)
        page = get(client, "new_club", headers={"accept-language": "en-GB"}).content.decode()
        assert '<option value="GBP" selected>British pound: £5.00</option>' in page
        client.post(reverse("new_club"), form(name="North Side", zone="Europe/London", colour="green", currency="EUR"))
        assert Club.objects.get(name="North Side").currency == "EUR"

    def test_without_a_browser_it_is_the_usual_one(self, sam: User) -> None:
        assert create_club("North Side", context=context_of(sam)).currency == "USD"


class TestShown:
    def test_at_check_in_and_in_the_forms(self, club: Club, olga: User, night: Event) -> None:
        choose(club, olga, "USD")
        client = log_in(olga)
        assert "owes $5.50" in text_of(get(client, "check_in", night.slug))
        assert "Entry fee ($)" in text_of(get(client, "event_settings", night.slug))
        assert "Entry fee ($)" in text_of(client.get(f"{reverse('new_event', args=[club.slug])}?format=progressive"))

    def test_pot_prizes_and_fields_of_amounts(self, club: Club, olga: User, night: Event) -> None:
        choose(club, olga, "EUR")
        plan = PrizePlan(tables=(PlaceTable(0, (400,)),))
        plans.set_prize_plan(night.pk, plan, Terms(), context=context_of(olga), expected_version=0)
        page = get(log_in(olga), "prize_console", night.slug)
        assert "€5.50" in text_of(page)
        assert "Money the club adds (€)" in text_of(page)
        assert "In cents" not in text_of(page)
        assert "hundredths" not in text_of(page)
        assert "€5.50" in text_of(get(Client(), "prizes", night.slug))

    def test_the_log_and_refusals(self, club: Club, olga: User, night: Event) -> None:
        choose(club, olga, "CHF")
        body = form(basket="fines", amount="2.50")
        client = log_in(olga)
        client.post(reverse("move_prizes", args=[night.slug, "fine"]), body)
        assert "Olga put CHF 2.50 into fines" in text_of(get(client, "journal", night.slug))
        too_much = client.post(reverse("move_prizes", args=[night.slug, "fine"]), form(basket="fines", amount="200000"))
        assert "CHF 200000.00" in text_of(too_much)

    def test_in_french(self, club: Club, olga: User, night: Event) -> None:
        choose(club, olga, "EUR")
        said = text_of(get(Client(), "event", night.slug, headers={"accept-language": "fr"}))
        assert "5,50 €" in said.replace("\u00a0", " ")

    def test_one_request_knows_nothing_of_the_one_before(self, club: Club, olga: User, night: Event) -> None:
        choose(club, olga, "USD")
        assert "$5.50" in text_of(get(Client(), "event", night.slug))
        mia = make_user("Mia")
        theirs = make_event(make_club(mia, "Oak Street"), mia, fee=300)
        assert "Entry fee 3.00" in text_of(get(Client(), "event", theirs.slug))


class TestPaidOut:
    """Prizes that were shown, on their page, on the sheet to sign, and on paper."""

    def test_on_pages(self, db: None) -> None:
        night = shown_night()
        choose(night.event.club, night.olga, "GBP")
        client = log_in(night.olga)
        for name in ("prizes", "prize_console", "prize_sheet"):
            said = text_of(get(client, name, night.event.slug))
            assert "£" in said, name
            assert not re.search(r"(?<![£\d.])\d+\.\d\d", said), name

    def test_on_paper(self, db: None) -> None:
        night = shown_night()
        for code, sign in (("", ""), ("USD", "$"), ("EUR", "€"), ("CHF", "CHF ")):
            choose(night.event.club, night.olga, code)
            printed = get(log_in(night.olga), "console_paper", night.event.slug, "payouts")
            with money_in(""):
                total = money_text(sum(night.due().values()))
            words = " ".join(" ".join(read(printed.content)).split())
            assert f"Total {sign}{total}" in words


class TestJackpots:
    @pytest.fixture
    def scene(self, db: None) -> JackpotClub:
        found = JackpotClub()
        add_money(found.jackpot.pk, 1250, context=context_of(found.olga))
        choose(found.club, found.olga, "USD")
        return found

    def test_on_pages_boards_and_elsewhere(self, scene: JackpotClub) -> None:
        where = (scene.club.slug, scene.jackpot.pk)
        for name, args in {
            "jackpot": where,
            "embed_jackpot": where,
            "jackpots": where[:1],
            "club": where[:1],
            "club_board": where[:1],
            "board": (scene.event.slug,),
        }.items():
            assert "$12.50" in text_of(get(Client(), name, *args)), name
        assert "Add money ($)" in text_of(get(log_in(scene.olga), "jackpot", *where))

    def test_for_programs(self, scene: JackpotClub) -> None:
        def ask(path: str) -> Any:
            return Client().get(f"/api/v1/{path}").json()

        club, event = scene.club.slug, scene.event.slug
        assert ask(f"clubs/{club}/jackpots/{scene.jackpot.pk}/")["currency"] == "USD"
        assert ask(f"events/{event}/")["currency"] == "USD"
        assert ask(f"clubs/{club}/")["currency"] == "USD"
