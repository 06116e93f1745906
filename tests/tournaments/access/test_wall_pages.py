"""The code on the wall in browsers: one name on a phone, no agreement with oneself, and what an organizer sees."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from tests.cast import Table, context_of, on_grid
from tests.tournaments.access.test_wall_code_pages import path
from tests.tournaments.pages.browsing import form, log_in, slip_form, text_of, visitor, with_link
from tournaments.access.models import Pass, WallArrival
from tournaments.access.passes import issue_pass
from tournaments.access.wall_code import code_on, hang_code
from tournaments.results.commands import confirm_result
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Match

State = Match.State


@pytest.fixture(autouse=True)
def no_tries_yet(table: Table) -> Iterator[None]:
    keys = ["tries:wall-code:127.0.0.1", f"tries:arrival:{table.event.pk}"]
    cache.delete_many(keys)
    yield
    cache.delete_many(keys)


@pytest.fixture
def wall(table: Table) -> str:
    hang_code(table.event.pk, context=context_of(table.olga))
    return reverse("come_in", args=[table.event.slug, code_on(table.event)])


def slip_path(table: Table, *answer: str) -> str:
    name = "answer_slip" if answer else "slip"
    return path(table, name, table.match.pk, *answer)


@pytest.mark.slow
def test_one_photo_of_the_code_makes_one_visitor_no_two_sides(table: Table, wall: str) -> None:
    """A cookie jar of its own for each name, from one address and browser: reports are taken, no agreement is."""
    jars = {player: visitor() for player in (table.pam, table.quinn, table.ann, table.bob)}
    for player, jar in jars.items():
        assert jar.post(wall, form(player=player.pk)).status_code == 302
    assert jars[table.pam].post(slip_path(table), slip_form(table.match, 6, 2)).status_code == 302
    for other in (table.quinn, table.bob):
        answers = [
            jars[other].post(slip_path(table, "confirm"), form(seen=1)),
            jars[other].post(slip_path(table), slip_form(table.match, 6, 2)),
        ]
        assert [answer.status_code for answer in answers] == [403, 403]
        assert all("Ask an organizer to enter it." in text_of(answer) for answer in answers)
    assert table.match.state == State.WAITING
    assert ResultEntry.objects.count() == 1
    confirm_result(table.match.pk, context=on_grid(table.olga), expected_version=1)
    assert table.match.state == State.STANDING


@pytest.mark.slow
def test_a_phone_is_asked_to_hand_its_name_back_and_then_takes_another(table: Table, wall: str) -> None:
    phone = visitor()
    phone.post(wall, form(player=table.ann.pk))
    del phone.cookies["session"]
    assert "This phone is checked in as Ann tonight." in text_of(phone.get(wall))
    response = phone.post(wall, form(player=table.quinn.pk))
    assert response.status_code == 403
    assert "Release that name first" in text_of(response)
    said = text_of(phone.post(path(table, "forget_phone"), form(), follow=True))
    assert "Name removed from this phone." in said
    assert "Who are you?" in said
    assert "That’s me" in text_of(phone.get(wall))
    assert phone.post(wall, form(player=table.quinn.pk)).status_code == 302
    assert [row.player for row in WallArrival.objects.filter(ended_at=None)] == [table.quinn]


def test_the_phone_whose_session_is_lost_goes_on_with_its_name(table: Table, wall: str) -> None:
    phone = visitor()
    phone.post(wall, form(player=table.quinn.pk))
    del phone.cookies["session"]
    assert "Continue as Quinn" in text_of(phone.get(wall))
    said = text_of(phone.post(wall, form(player=table.quinn.pk), follow=True))
    assert "Table 1 · East" in said


def test_links_from_an_organizer_are_opened_one_after_the_other_on_one_phone(table: Table) -> None:
    """Two of a family with one phone: each link takes its place, and both stay good. Agreeing needs another phone."""
    phone, other = with_link(table.event, table.olga, table.ann), with_link(table.event, table.olga, table.bob)
    phone.post(slip_path(table), slip_form(table.match, 6, 2))
    link = Pass.objects.get(player=table.ann)
    open_link(table, phone, table.quinn)
    assert "Quinn" in text_of(phone.get(path(table, "my_seat")))
    response = phone.post(slip_path(table, "confirm"), form(seen=1))
    assert response.status_code == 403
    assert "This phone reported that score" in text_of(response)
    assert Pass.objects.get(player=table.ann).expires_at == link.expires_at
    assert other.post(slip_path(table, "confirm"), form(seen=1)).status_code == 302
    assert table.match.state == State.STANDING


def open_link(table: Table, phone: Client, player: Player) -> None:
    token = issue_pass(table.event.pk, player, context=context_of(table.olga))
    phone.post(path(table, "open_pass", token))


class TestConsole:
    @pytest.fixture
    def names(self, table: Table, wall: str) -> list[Client]:
        phones = [visitor(), visitor()]
        for phone, player in zip(phones, (table.ann, table.quinn), strict=True):
            phone.post(wall, form(player=player.pk))
        return phones

    def test_it_flags_names_that_may_be_on_one_phone(
        self, table: Table, names: list[Client], olga_client: Client
    ) -> None:
        for page in ("console", "check_in"):
            said = text_of(olga_client.get(path(table, page)))
            assert "Players who might be sharing a phone Ann : This player may share a phone with Quinn." in said
        said = text_of(olga_client.get(path(table, "wall_code")))
        assert "Checked in with the code" in said
        assert "Quinn This player may share a phone with Ann. Check this phone" in said

    @pytest.mark.slow
    def test_trusting_ends_the_flag_and_revoking_the_link(
        self, table: Table, names: list[Client], olga_client: Client
    ) -> None:
        ann, quinn = WallArrival.objects.order_by("pk")
        done = olga_client.post(path(table, "move_arrival", ann.pk, "revoke"), form(), follow=True)
        assert "Ann’s link revoked." in text_of(done)
        assert "Players who might be sharing" not in text_of(olga_client.get(path(table, "console")))
        said = text_of(names[0].get(path(table, "my_seat")))
        assert "The event is over, an organizer revoked the link, or a newer one replaced it" in said
        assert "Table 1 · East" in text_of(names[1].get(path(table, "my_seat")))
        assert "Quinn’s phone is now trusted." in text_of(
            olga_client.post(path(table, "move_arrival", quinn.pk, "trust"), form(), follow=True)
        )

    def test_a_link_of_another_night_is_as_good_as_none(self, table: Table, names: list[Client]) -> None:
        quinn = WallArrival.objects.get(player=table.quinn)
        assert log_in(table.sam).post(path(table, "move_arrival", quinn.pk, "revoke"), form()).status_code == 403
        assert log_in(table.olga).post(path(table, "move_arrival", quinn.pk, "praise"), form()).status_code == 404
        assert log_in(table.olga).post(path(table, "move_arrival", 10**6, "revoke"), form()).status_code == 404


def test_the_cookie_of_a_phone_is_signed_and_hidden_from_scripts(table: Table, wall: str) -> None:
    phone = visitor()
    cookie = phone.get(wall).cookies["phone"]
    assert cookie["httponly"]
    assert (cookie["samesite"], cookie["path"]) == ("Lax", "/")
    assert "phone" not in phone.get(wall).cookies, "it is set once"
    phone.cookies["phone"] = cookie.value[:-1] + ("a" if cookie.value[-1] != "a" else "b")
    assert phone.get(wall).cookies["phone"].value != cookie.value
