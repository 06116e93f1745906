"""The page of one player, or of one late comer, while a round is out: the sentence first, then the deed."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Table, context_of, on_grid, seat_table, slip
from tests.markup import squeezed
from tests.tournaments.pages.browsing import form, log_in, refused_untouched, text_of
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Membership, Role
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Seat


def entry_of(player: Any) -> Entry:
    return Entry.objects.get(lineup__player=player, lineup__is_active=True)


def url(table: Table, player: Any, query: str = "") -> str:
    entry = Entry.objects.filter(players=player).latest("pk")
    return reverse("change", args=[table.event.slug, entry.pk, player.pk]) + query


def form_for(at: Table, way: str, **more: Any) -> dict[str, Any]:
    at.round.refresh_from_db()
    return form(way=way, round=at.round.pk, seen=at.round.revision, **more)


@pytest.fixture
def mia(table: Table) -> Any:
    member = Membership.objects.create(club=table.event.club, player=table.sam.player, role=Role.MEMBER)
    member.player.name = "Mia"
    member.player.save()
    return member.player


def test_it_offers_free_players_and_what_needs_no_one_else(table: Table, olga_client: Client, mia: Any) -> None:
    said = text_of(olga_client.get(url(table, table.pam)))
    assert "Pam, table 1, Round 1" in said
    assert "Mia in the club Substitute for this round only Substitute from now on" in said
    assert "Quinn in the club" not in said
    assert "Pam & Ann forfeit at table 1, so Quinn & Bob win 8 to 0. The rest stays the same." in said
    assert "Pam finishes this round at table 1. Starting next round, Pam won’t be seated." in said


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("sit_in", "Mia plays for Pam at table 1. The rest stays the same. This round’s points go to Pam,"),
        (
            "substitute",
            "Mia plays for Pam at table 1 and in later rounds. The rest stays the same. The points of Pam carry over.",
        ),
    ],
)
def test_a_choice_is_said_before_it_is_done_and_done_once(
    table: Table, olga_client: Client, mia: Any, way: str, words: str
) -> None:
    page = olga_client.get(url(table, table.pam, f"?way={way}&coming={mia.pk}"))
    assert words in text_of(page)
    fields = dict(re.findall(r'name="(coming|round|seen)" value="(\d+)"', page.content.decode()))
    body = form(way=way, **fields)
    done = "Mia finishes" if way == "sit_in" else "Mia plays"
    for _ in range(2):
        assert done in text_of(olga_client.post(url(table, table.pam), body, follow=True))
    assert Seat.objects.get(match=table.match, position=0).player == mia
    assert violations() == []


@pytest.mark.parametrize("way", ["sit_in", "substitute"])
def test_someone_new_is_named(table: Table, olga_client: Client, way: str) -> None:
    olga_client.post(url(table, table.pam), form_for(table, way, name=" Zoe  Hart "))
    assert Seat.objects.get(match=table.match, position=0).name == "Zoe Hart"
    for name in ("", "N" * 81, "nul\0"):
        assert (
            refused_untouched(olga_client, url(table, table.quinn), form_for(table, way, name=name)).status_code == 422
        )


def test_who_was_replaced_has_no_page_any_more(table: Table, olga_client: Client, mia: Any) -> None:
    olga_client.post(url(table, table.pam), form_for(table, "substitute", coming=mia.pk))
    assert olga_client.get(url(table, table.pam)).status_code == 404
    assert olga_client.get(url(table, mia)).status_code == 200


@pytest.mark.parametrize("coming", ["", "x", "0", "-1", "9" * 40, "999999"])
@pytest.mark.parametrize("way", ["sit_in", "substitute"])
def test_an_unknown_player_is_refused(table: Table, olga_client: Client, way: str, coming: str) -> None:
    assert refused_untouched(olga_client, url(table, table.pam), form_for(table, way, coming=coming)).status_code == 422


@pytest.mark.parametrize("way", ["sit_in", "substitute"])
def test_who_has_a_chair_is_refused_by_name(table: Table, olga_client: Client, way: str) -> None:
    response = refused_untouched(olga_client, url(table, table.pam), form_for(table, way, coming=table.quinn.pk))
    assert response.status_code == 422
    assert "Quinn" in text_of(response)


def test_an_old_page_is_refused(table: Table, olga_client: Client, mia: Any) -> None:
    body = form_for(table, "no_show")
    olga_client.post(url(table, table.quinn), form_for(table, "sit_in", coming=mia.pk))
    assert refused_untouched(olga_client, url(table, table.pam), body).status_code == 409
    query = f"?way=sit_in&coming={mia.pk}"
    assert olga_client.get(url(table, table.pam, query)).status_code == 422


def test_a_forfeit_and_leaving_are_one_press(table: Table, olga_client: Client) -> None:
    olga_client.post(url(table, table.pam), form_for(table, "no_show"))
    assert Match.objects.get(pk=table.match.pk).state == "standing"
    other = Seat.objects.get(match__round=table.round, match__table=2, position=0)
    assert other.entry
    assert other.player
    olga_client.post(url(table, other.player), form(way="leave", seen=other.entry.revision))
    assert [Entry.objects.get(pk=pk).status for pk in (other.entry.pk, entry_of(table.pam).pk)] == ["dropped"] * 2


def test_after_the_score_only_the_next_rounds_are_offered(table: Table, olga_client: Client, mia: Any) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    said = text_of(olga_client.get(url(table, table.pam)))
    assert "Substitute for this round only" not in said
    assert "forfeited" not in said
    sure = text_of(olga_client.get(url(table, table.pam, f"?way=substitute&coming={mia.pk}")))
    assert "Table 1 has already reported its score, so Mia plays for Pam starting next round." in sure


def test_between_rounds_too(table: Table, olga_client: Client, mia: Any) -> None:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)
    sure = text_of(olga_client.get(url(table, table.pam, f"?way=substitute&coming={mia.pk}")))
    assert "Mia plays for Pam starting next round. The rest stays the same." in sure
    olga_client.post(url(table, table.pam), form(way="substitute", coming=mia.pk, seen=1))
    assert entry_of(mia)


class TestLate:
    @pytest.mark.slow
    def test_the_places_are_said_and_taken(self, db: None) -> None:
        table = seat_table(7)
        late = entries.walk_in(table.event.pk, ["Late"], context=context_of(table.olga))
        path, olga = reverse("late", args=[table.event.slug, late.pk]), log_in(table.olga)
        said = text_of(olga.get(reverse("check_in", args=[table.event.slug])))
        assert "Checked in but not seated in round 1 Seat Late" in said
        assert "Table 2 opens" in text_of(olga.get(path))
        body = form_for(table, "join", table=2)
        for _ in range(2):
            assert "Late plays in Round 1." in text_of(olga.post(path, body, follow=True))
        assert Seat.objects.filter(match__table=2, round=table.round).count() == 4
        full = "Every seat in round 1 is taken, and too few players are sitting out to make another table."
        assert full in text_of(olga.get(path))

    @pytest.mark.slow
    def test_the_place_of_a_player_who_is_gone(self, table: Table, olga_client: Client) -> None:
        entries.drop_out(entry_of(table.pam).pk, context=context_of(table.olga))
        late = entries.walk_in(table.event.pk, ["Late"], context=context_of(table.olga))
        path = reverse("late", args=[table.event.slug, late.pk])
        assert "Late takes Pam’s seat at table 1 and gets the points for this round." in text_of(olga_client.get(path))
        olga_client.post(path, form_for(table, "take_place", absent=entry_of(table.pam).pk))
        assert Seat.objects.get(match=table.match, position=0).entry == late
        assert violations() == []

    def test_else_the_next_round(self, table: Table, olga_client: Client) -> None:
        late = entries.walk_in(table.event.pk, ["Late"], context=context_of(table.olga))
        said = text_of(olga_client.get(reverse("late", args=[table.event.slug, late.pk])))
        assert "Every seat in round 1 is taken, and too few players are sitting out to make another table." in said
        assert "Late starts playing next round. No tables change." in said


def test_each_player_of_the_running_round_has_one_control(table: Table, olga_client: Client) -> None:
    page = olga_client.get(reverse("console", args=[table.event.slug])).content.decode()
    assert len(re.findall(r'class="change-link"', page)) == 8
    assert f'href="{url(table, table.pam)}" aria-label="Change Pam"' in squeezed(page)
