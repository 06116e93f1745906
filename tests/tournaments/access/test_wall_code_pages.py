"""At the door: the code on the wall, three letters to a table, late and leaving, and who reads of it."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player
from games.counters import count
from tests.cast import Table, context_of
from tests.tournaments.pages.browsing import form, refused_untouched, text_of, visitor
from tournaments.access.models import Pass, WallCode
from tournaments.access.passes import issue_pass
from tournaments.access.wall_code import MAX_ARRIVALS, code_on, hang_code
from tournaments.checkin.models import Entry, Notice
from tournaments.events.models import Event


@pytest.fixture(autouse=True)
def no_tries_yet(table: Table) -> Iterator[None]:
    """Tries are counted in the cache, which outlives a test; the rest of a shared cache is not ours to clear."""
    keys = ["tries:wall-code:127.0.0.1", f"tries:arrival:{table.event.pk}"]
    cache.delete_many(keys)
    yield
    cache.delete_many(keys)


@pytest.fixture
def wall(table: Table) -> str:
    """The address that the code on the wall leads to."""
    hang_code(table.event.pk, context=context_of(table.olga))
    return reverse("come_in", args=[table.event.slug, code_on(table.event)])


def path(table: Table, name: str, *args: object) -> str:
    return reverse(name, args=[table.event.slug, *args])


def entry(table: Table, player: Player) -> Entry:
    return Entry.objects.get(event=table.event, players=player)


class TestComeIn:
    def test_a_name_a_question_a_seat_card(self, table: Table, wall: str) -> None:
        Event.objects.update(fee=500)
        Entry.objects.filter(players=table.quinn).update(status=Entry.Status.REGISTERED)
        phone = visitor()
        assert f'href="?player={table.quinn.pk}"' in phone.get(wall).content.decode()
        asked = phone.get(f"{wall}?player={table.quinn.pk}")
        assert "Are you Quinn?" in text_of(asked)
        assert not Pass.objects.exists()
        said = text_of(phone.post(wall, form(player=table.quinn.pk), follow=True))
        assert "You’re checked in. The entry fee isn’t paid yet: please see an organizer." in said
        assert "Table 1 · East with Bob against Pam & Ann" in said
        assert entry(table, table.quinn).status == Entry.Status.CHECKED_IN

    def test_a_form_sent_twice_lets_in_once_and_the_cookie_holds(self, table: Table, wall: str) -> None:
        phone, body = visitor(), form(player=table.quinn.pk)
        answers = [phone.post(wall, body) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [302, 302]
        assert "Table 1 · East" in text_of(phone.get(path(table, "my_seat")))

    def test_a_taken_name_is_for_an_organizer(self, table: Table, wall: str) -> None:
        issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))
        phone = visitor()
        assert f'href="?player={table.quinn.pk}"' not in phone.get(wall).content.decode()
        assert "already has a personal link" in text_of(phone.get(f"{wall}?player={table.quinn.pk}"))
        response = refused_untouched(phone, wall, form(player=table.quinn.pk))
        assert response.status_code == 409
        assert "ask an organizer" in text_of(response)

    def test_the_phone_of_one_player_checks_in_no_other(self, table: Table, wall: str, quinn_client: Client) -> None:
        response = quinn_client.post(wall, form(player=table.bob.pk))
        assert response.status_code == 403
        assert "Quinn is using this phone tonight." in text_of(response)

    @pytest.mark.parametrize("body", [{}, {"player": "x"}, {"player": "0"}])
    def test_an_empty_choice_is_refused(self, wall: str, body: dict[str, str]) -> None:
        assert refused_untouched(visitor(), wall, form(**body)).status_code in (404, 422)

    def test_an_old_code_says_so_and_an_old_photograph_is_no_guess(self, table: Table, wall: str) -> None:
        hang_code(table.event.pk, context=context_of(table.olga))
        for _ in range(7):
            response = visitor().get(wall)
            assert response.status_code == 410
        assert "This code was replaced by a newer one" in text_of(response)
        assert visitor().post(wall, form(player=table.quinn.pk)).status_code == 410

    def test_it_ends_with_the_night(self, wall: str) -> None:
        WallCode.objects.update(expires_at=timezone.now())
        assert visitor().get(wall).status_code == 410

    def test_five_guesses_in_five_minutes(self, table: Table, wall: str) -> None:
        guesses = [path(table, "come_in", f"{number:022}") for number in range(6)]
        assert [visitor().get(guess).status_code for guess in guesses] == [410] * 5 + [429]
        response = visitor().post(wall, form(player=table.quinn.pk))
        assert response.status_code == 429, "a guess that is right at last opens nothing either"
        assert "Wait 5 minutes" in text_of(response)
        assert not Pass.objects.exists()

    def test_one_code_does_not_check_in_a_crowd(self, table: Table, wall: str) -> None:
        for _ in range(MAX_ARRIVALS - 1):
            count("arrival", str(table.event.pk))
        first, second = (visitor().post(wall, form(player=one.pk)) for one in (table.quinn, table.bob))
        assert [first.status_code, second.status_code] == [302, 429]


class TestWallCode:
    def test_it_is_made_shown_replaced_and_taken_down(self, table: Table, olga_client: Client) -> None:
        page = path(table, "wall_code")
        assert "Create code" in text_of(olga_client.get(page))
        shown = [self.change(olga_client, page) for _ in range(2)]
        assert shown[0] != shown[1]
        assert visitor().get(shown[0]).status_code == 410
        assert visitor().get(shown[1]).status_code == 200
        assert "Create code" in text_of(olga_client.post(page, form(down=1), follow=True))
        assert visitor().get(shown[1]).status_code == 410

    def change(self, olga: Client, page: str) -> str:
        response = olga.post(page, form(), follow=True)
        assert "data:image/svg+xml" in response.content.decode()
        return str(response.context["address"]).removeprefix("http://testserver")


class TestFindTable:
    def test_three_letters_find_the_table(self, table: Table) -> None:
        page = path(table, "find_table")
        assert "Table 1" not in text_of(visitor().get(page))
        assert "Quinn Table 1 · East" in text_of(visitor().get(page, {"name": "qui"}))
        assert "No match for “xyz”" in text_of(visitor().get(page, {"name": "xyz"}))


class TestNotices:
    @pytest.mark.slow
    def test_leaving_is_reported_decided_and_answered(
        self, table: Table, quinn_client: Client, olga_client: Client
    ) -> None:
        said = text_of(quinn_client.post(path(table, "give_notice", "leaving"), form(), follow=True))
        assert "You said you have to leave. An organizer hasn’t answered yet." in said
        assert "Messages from players Quinn has to leave Mark as leaving Add substitute See me first" in text_of(
            olga_client.get(path(table, "check_in"))
        )
        answer = path(table, "answer_notice", Notice.objects.get().pk, "agree")
        assert "Quinn is marked as gone, starting next round." in text_of(olga_client.post(answer, form(), follow=True))
        assert "You’re marked as gone" in text_of(quinn_client.get(path(table, "my_seat")))
        assert "Messages from players" not in text_of(olga_client.get(path(table, "check_in")))

    def test_see_me_first(self, table: Table, quinn_client: Client, olga_client: Client) -> None:
        quinn_client.post(path(table, "give_notice", "leaving"), form())
        olga_client.post(path(table, "answer_notice", Notice.objects.get().pk, "decline"), form())
        assert "Please talk to an organizer first." in text_of(quinn_client.get(path(table, "my_seat")))
        assert entry(table, table.quinn).status == Entry.Status.CHECKED_IN

    def test_late_with_minutes_and_back(self, table: Table, quinn_client: Client) -> None:
        Entry.objects.filter(players=table.quinn).update(status=Entry.Status.REGISTERED)
        said = text_of(quinn_client.post(path(table, "give_notice", "late"), form(minutes=20), follow=True))
        assert "You said you’ll be about 20 minutes late." in said
        back = form(notice=Notice.objects.get().pk)
        assert "Message canceled." in text_of(
            quinn_client.post(path(table, "give_notice", "neither"), back, follow=True)
        )
        assert "I’ll be late" in text_of(quinn_client.get(path(table, "my_seat")))

    def test_late_when_here_is_refused_in_words(self, table: Table, quinn_client: Client) -> None:
        response = refused_untouched(quinn_client, path(table, "give_notice", "late"), form())
        assert response.status_code == 422
        assert "Quinn is already checked in." in text_of(response)

    @pytest.mark.slow
    def test_no_one_takes_back_another_players_notice(
        self, table: Table, quinn_client: Client, pam_client: Client
    ) -> None:
        quinn_client.post(path(table, "give_notice", "leaving"), form())
        back = form(notice=Notice.objects.get().pk)
        assert refused_untouched(pam_client, path(table, "give_notice", "neither"), back).status_code == 404


def test_the_check_in_list_shows_who_still_owes(table: Table, olga_client: Client) -> None:
    Event.objects.update(fee=500)
    assert text_of(olga_client.get(path(table, "check_in"))).count("owes 5.00") == 8
    olga_client.post(path(table, "move_entry", entry(table, table.quinn).pk, "fee"), form())
    assert text_of(olga_client.get(path(table, "check_in"))).count("owes 5.00") == 7
