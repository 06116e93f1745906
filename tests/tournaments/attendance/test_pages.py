"""Who is coming in the browser: the link of the email, players' own buttons, what organizers and captains see."""

import re
from typing import Any

import pytest
from django.core import signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from tests.cast import Table, context_of
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of, visitor, with_link, writes
from tests.tournaments.scenes.league import Stage
from tests.tournaments.scenes.registration import HOUR, change_terms, known, line, member, register, taking
from tournaments.access.passes import PASSES
from tournaments.attendance import links
from tournaments.attendance.commands import answer_event, ask_players
from tournaments.attendance.models import Attendance
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture
from tournaments.leagues.squads import issue_season_pass
from tournaments.privacy.erasing import erase_player

YES, MAYBE, NO = Attendance.Answer.YES, Attendance.Answer.MAYBE, Attendance.Answer.NO


@pytest.fixture
def event(club: Club, olga: User) -> Event:
    return taking(club, olga, name="Harvest")


@pytest.fixture
def pam(club: Club) -> User:
    return member(club, "Pam")


@pytest.fixture
def asked(event: Event, olga: User, pam: User) -> str:
    """Pam is registered and was asked; the link in her email."""
    register(event, pam)
    ask_players(event.pk, context=context_of(olga))
    return links.path_for(event, pam.player.pk)


def answer_of(player: Player) -> str:
    return Attendance.objects.get(player=player).answer


class TestLink:
    def test_looking_changes_nothing(self, asked: str, pam: User) -> None:
        with writes() as written:
            for _ in range(2):
                shown = text_of(visitor().get(asked))
            assert visitor().head(asked).status_code == 200
        assert written == []
        assert "Are you coming?" in shown
        assert "Harvest" in shown
        assert "Hello Pam" in shown
        assert "You said" not in shown

    def test_it_answers_and_the_answer_can_be_changed(self, asked: str, event: Event, pam: User) -> None:
        client = visitor()
        for answer, said in (("maybe", "You said maybe"), ("yes", "You said yes. See you there!")):
            page = client.post(asked, form(answer=answer), follow=True)
            assert page.redirect_chain == [(asked, 302)]
            assert said in text_of(page)
            assert answer_of(pam.player) == answer
        assert "You said no. Thanks for letting us know." in text_of(client.post(asked, form(answer="no"), follow=True))
        assert line(event) == []

    def test_it_opens_nothing_more(self, asked: str, event: Event) -> None:
        """Neither the account nor the seat: no session is begun for the player."""
        client = visitor()
        client.post(asked, form(answer="yes"))
        assert "_auth_user_id" not in client.session
        assert not client.session.get(PASSES)
        assert client.get(reverse("coming", args=[event.slug])).status_code == 302
        assert client.post(reverse("answer_coming", args=[event.slug]), form(answer="no")).url.startswith("/accounts/")

    def test_it_shows_only_the_own_answer(self, asked: str, event: Event, olga: User, club: Club) -> None:
        quinn = member(club, "Quinn")
        register(event, quinn)
        answer_event(event.pk, NO, context=context_of(quinn))
        shown = text_of(visitor().get(asked))
        assert "Quinn" not in shown
        assert "You said" not in shown

    @pytest.mark.parametrize("answer", ["", "perhaps", "YES"])
    def test_other_answers_are_none(self, asked: str, answer: str) -> None:
        assert refused_untouched(visitor(), asked, form(answer=answer)).status_code == 404

    def test_a_form_without_a_key_is_refused_in_words(self, asked: str) -> None:
        page = refused_untouched(visitor(), asked, {"answer": "yes"})
        assert page.status_code == 422
        assert "Reload the page" in text_of(page)

    def test_it_wants_the_form_of_the_page(self, asked: str) -> None:
        """Another site's page can't send it: there's a token against that."""
        assert Client(enforce_csrf_checks=True).post(asked, form(answer="no")).status_code == 403

    def test_a_made_up_one_is_none(self, event: Event, pam: User) -> None:
        forged = signing.dumps(["event", event.pk, pam.player.pk], salt="another")
        for token in ("x", forged, links.path_for(event, pam.player.pk).split("/")[2][:-1]):
            assert visitor().get(reverse("coming_link", args=[token])).status_code == 404

    def test_after_the_start_it_leads_nowhere(self, asked: str, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(starts_at=timezone.now())
        page = visitor().get(asked)
        assert page.status_code == 410
        assert "The start time has passed" in text_of(page)
        assert "Hello Pam" not in text_of(page)
        assert refused_untouched(visitor(), asked, form(answer="yes")).status_code == 410

    def test_after_the_deadline_it_says_what_to_do(self, asked: str, event: Event, olga: User) -> None:
        change_terms(event, olga, closes_at=timezone.now() - HOUR / 2)
        page = visitor().get(asked)
        assert "withdraw on the registration page" in text_of(page)
        assert 'value="yes"' not in page.content.decode()
        page = refused_untouched(visitor(), asked, form(answer="yes"))
        assert page.status_code == 422
        assert "The deadline to answer was" in text_of(page)

    def test_of_someone_who_was_erased_it_is_none(self, asked: str, pam: User) -> None:
        visitor().post(asked, form(answer="no"))
        erase_player(pam.player.pk, typed="Pam", context=context_of(pam))
        assert visitor().get(asked).status_code == 404

    def test_no_search_engine_and_no_cache_keeps_it(self, asked: str) -> None:
        assert "no-store" in visitor().get(asked)["Cache-Control"]


class TestEventPage:
    def test_buttons_for_those_who_were_asked(self, event: Event, olga: User, pam: User) -> None:
        register(event, pam)
        path = reverse("answer_coming", args=[event.slug])
        client = log_in(pam)
        assert "Are you coming?" not in text_of(client.get(event.get_absolute_url())), "no one asked yet"
        ask_players(event.pk, context=context_of(olga))
        assert "Are you coming?" in text_of(client.get(event.get_absolute_url()))
        page = client.post(path, form(answer="yes"), follow=True)
        assert "You said yes. See you there!" in text_of(page)
        assert re.search(r'value="yes"\s+aria-pressed="true"', page.content.decode())

    def test_no_buttons_for_others(self, event: Event, pam: User) -> None:
        for client in (visitor(), log_in(pam)):
            assert "Are you coming?" not in text_of(client.get(event.get_absolute_url()))
        path = reverse("answer_coming", args=[event.slug])
        assert refused_untouched(log_in(pam), path, form(answer="yes")).status_code == 403

    def test_with_a_personal_link(self, event: Event, olga: User, club: Club) -> None:
        (ike,) = known(club, "Ike")
        entries.register(event.pk, [ike], context=context_of(olga))
        client = with_link(event, olga, ike)
        assert client.post(reverse("answer_coming", args=[event.slug]), form(answer="maybe")).status_code == 302
        assert answer_of(ike) == "maybe"

    def test_no_question_once_it_has_begun(self, table: Table, pam_client: Client) -> None:
        page = text_of(pam_client.get(table.event.get_absolute_url()))
        assert "Are you coming?" not in page


class TestConsole:
    @pytest.mark.parametrize("name", ["console", "check_in"])
    def test_before_and_after_asking(self, event: Event, olga: User, pam: User, club: Club, name: str) -> None:
        register(event, pam)
        client, path = log_in(olga), reverse(name, args=[event.slug])
        assert "Ask 1 player" in text_of(client.get(path))
        client.post(reverse("ask_coming", args=[event.slug, "list"]), form())
        answer_event(event.pk, YES, context=context_of(pam))
        shown = text_of(client.get(path))
        assert "1 yes, 0 no, 0 maybe, 0 no answer yet. Expect 1 player at 0 tables." in shown
        assert "Ask 1 player" not in shown

    def test_nothing_once_a_round_is_out(self, table: Table, olga_client: Client) -> None:
        for name in ("console", "check_in"):
            page = olga_client.get(reverse(name, args=[table.event.slug]))
            assert 'id="coming"' not in page.content.decode()

    def test_an_organizer_isn_t_sent_to_an_organizer(self, table: Table, olga_client: Client) -> None:
        said = text_of(olga_client.get(reverse("coming", args=[table.event.slug])))
        assert "Answers are closed, so you can’t ask players now." in said
        assert "Tell an organizer" not in said
        assert "Ask everyone" not in said

    def test_the_list(self, event: Event, olga: User, pam: User, club: Club) -> None:
        quinn, ann = member(club, "Quinn"), member(club, "Ann")
        for user in (pam, quinn):
            register(event, user)
        client, path = log_in(olga), reverse("coming", args=[event.slug])
        page = client.post(reverse("ask_coming", args=[event.slug, "everyone"]), form(), follow=True)
        assert page.redirect_chain == [(path, 302)]
        assert "4 players asked" in text_of(page)
        answer_event(event.pk, NO, context=context_of(quinn))
        shown = text_of(client.get(path))
        assert "0 yes, 1 no, 0 maybe, 3 no answer yet." in shown
        assert "No (1) Quinn" in shown
        assert f"No answer yet (3) {ann.player.name} not registered Olga not registered Pam" in shown
        again = client.post(reverse("ask_coming", args=[event.slug, "list"]), form(), follow=True)
        assert "Everyone has already been asked." in text_of(again)

    def test_only_for_organizers(self, event: Event, pam: User) -> None:
        for path in (reverse("coming", args=[event.slug]),):
            assert log_in(pam).get(path).status_code == 403
            assert visitor().get(path).status_code == 302
        assert log_in(pam).post(reverse("ask_coming", args=[event.slug, "list"]), form()).status_code == 403

    def test_other_questions_are_none(self, event: Event, olga: User) -> None:
        path = reverse("ask_coming", args=[event.slug, "nobody"])
        assert log_in(olga).post(path, form()).status_code == 404

    def test_the_setting(self, event: Event, olga: User) -> None:
        client, path = log_in(olga), reverse("event_settings", args=[event.slug])
        body = client.get(path).content.decode()
        seen = re.search(r'name="seen" value="(\d+)"', body)
        assert seen
        fields: dict[str, Any] = {
            "name": event.name,
            "starts_at": event.local_start.strftime("%Y-%m-%dT%H:%M"),
            "fee": "0",
            "confirmation": event.confirmation,
            "where": event.where,
            "time_online": event.time_online,
            "seen": seen[1],
        }
        client.post(path, form(ask_days_before="15", **fields))
        assert Event.objects.get(pk=event.pk).ask_days_before is None
        assert client.post(path, form(ask_days_before="3", **fields)).status_code == 302
        event.refresh_from_db()
        assert event.ask_days_before == 3
        log = text_of(client.get(reverse("journal", args=[event.slug])))
        assert "Olga changed how many days ahead players are asked if they’re coming, from none to 3." in log


class TestFixturePage:
    @pytest.fixture
    def stage(self, db: None) -> Stage:
        stage = Stage()
        stage.open()
        return stage

    @pytest.fixture
    def fixture(self, stage: Stage) -> Fixture:
        return stage.season.fixtures.order_by("starts_at", "number")[0]

    def captain(self, stage: Stage, fixture: Fixture) -> Client:
        """With a personal link."""
        captain = stage.players(fixture.home.team.name)[0]
        token = issue_season_pass(fixture.home_id, captain, context=stage.context_of())
        client = Client()
        client.post(reverse("open_season_pass", args=[stage.season.slug, token]))
        return client

    @pytest.mark.slow
    def test_a_captain_asks_and_sees_the_own_team(self, stage: Stage, fixture: Fixture) -> None:
        client, where = self.captain(stage, fixture), fixture.get_absolute_url()
        other = stage.players(fixture.home.team.name)[1]
        ask = reverse("ask_squads", args=[stage.season.slug, fixture.number])
        page = client.post(ask, form(), follow=True)
        assert "2 players asked" in text_of(page)
        visitor().post(links.path_for(fixture, other.pk), form(answer="no"))
        shown = text_of(client.get(where))
        assert f"0 yes, 1 no, 0 maybe, 1 no answer yet. No {other.name}" in shown
        assert "Are you coming?" in shown
        assert stage.players(fixture.away.team.name)[0].name not in shown.split("Who’s coming")[1].split("Lineups")[0]
        client.post(reverse("answer_fixture", args=[stage.season.slug, fixture.number]), form(answer="yes"))
        assert "1 yes, 1 no" in text_of(client.get(where))

    def test_an_organizer_sees_both(self, stage: Stage, fixture: Fixture) -> None:
        shown = text_of(log_in(stage.olga).get(fixture.get_absolute_url()))
        part = shown.split("Who’s coming")[1]
        assert part.count("0 yes, 0 no, 0 maybe, 2 no answer yet") == 2
        assert "Ask both teams" in part

    @pytest.mark.slow
    def test_strangers_see_and_ask_nothing(self, stage: Stage, fixture: Fixture, sam: User) -> None:
        for client in (visitor(), log_in(sam)):
            assert "Who’s coming" not in text_of(client.get(fixture.get_absolute_url()))
        for name in ("ask_squads", "answer_fixture"):
            path = reverse(name, args=[stage.season.slug, fixture.number])
            assert refused_untouched(log_in(sam), path, form(answer="yes")).status_code == 403
            assert visitor().post(path, form(answer="yes")).status_code == 302

    def test_the_link_speaks_of_the_match(self, stage: Stage, fixture: Fixture) -> None:
        other = stage.players(fixture.home.team.name)[1]
        shown = text_of(visitor().post(links.path_for(fixture, other.pk), form(answer="no"), follow=True))
        assert str(fixture) in shown
        assert "You said no. Your captain can see your answer." in shown


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), [("coming", 14), ("console", 30), ("check_in", 26), ("event", 28)])
def test_queries(event: Event, olga: User, club: Club, name: str, number: int) -> None:
    """As many for 3 people as for 12."""
    client, path = log_in(olga), reverse(name, args=[event.slug])

    def queries(people: int, first: int) -> int:
        for index in range(people):
            user = member(club, f"P{first + index}")
            register(event, user)
            answer_event(event.pk, MAYBE, context=context_of(user))
        client.get(path)
        with CaptureQueriesContext(connection) as captured:
            client.get(path)
        return len(captured)

    ask_players(event.pk, everyone=True, context=context_of(olga))
    assert [queries(3, 0), queries(9, 3)] == [number, number]
