"""The pages on which an organizer enters a game of a file: names matched in sight, a seat left open, the list."""

import datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import Player, User
from games.tables.models import Table
from tests.cast import make_user
from tests.games.engine.game_files import FINALS, HOSTILE, with_change
from tests.markup import squeezed
from tests.sizes import sample
from tests.tournaments.pages.browsing import differences, form, log_in, text_of, world
from tests.tournaments.scenes.imports import club_of_four, count_all, entered, four_of
from tournaments.clubs.models import Club, Membership
from tournaments.imported_games.models import ImportedGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


@pytest.fixture
def club(olga: User) -> Club:
    return club_of_four(olga)


def bring(olga: User, club: Club, **fields: Any) -> Any:
    about = {"do": "try", "notation": FINALS.decode(), **fields}
    return log_in(olga).post(reverse("imported_games", args=[club.slug]), form(**about))


def test_names_are_matched_in_sight_and_no_one_is_guessed(club: Club, olga: User) -> None:
    answer = bring(olga, club)
    seats = [answer.context["form"][f"seat_{number}"] for number in (1, 2, 3, 4)]
    llama = four_of(club)[1]
    assert [one.initial for one in seats] == ["", str(llama.pk), "", ""]
    assert "The file says WWMM sat here." in text_of(answer)
    assert "The file says Llama sat here. The club already has a player with that name" in text_of(answer)
    assert not ImportedGame.objects.exists()
    twin = Player.objects.create(name="llama")
    Membership.objects.create(club=club, player=twin)
    assert bring(olga, club).context["form"]["seat_2"].initial == ""


def test_a_seat_left_open_enters_nothing_and_keeps_what_was_chosen(club: Club, olga: User) -> None:
    walt = four_of(club)[0]
    answer = bring(olga, club, do="import", seat_1=walt.pk, played_at="2026-06-01T19:30", place="Here", where="hall")
    assert answer.status_code == 422
    assert "Choose who sat in this seat." in text_of(answer)
    assert f'<option value="{walt.pk}" selected>' in squeezed(answer.content.decode())
    assert not Table.objects.exists()


def test_from_the_file_to_the_list_and_out_of_it(club: Club, olga: User) -> None:
    client, path = log_in(olga), reverse("imported_games", args=[club.slug])
    content = bring(olga, club).context["content"]
    people = {f"seat_{number}": one.pk for number, one in enumerate(four_of(club), 1)}
    sent = form(
        do="import", content=content, **people, played_at="2026-06-01T19:30", place="<i>Home</i>", where="online"
    )
    assert client.post(path, sent).status_code == 302
    row = ImportedGame.objects.get()
    assert (row.is_online, row.game.ended_at) == (True, datetime.datetime(2026, 6, 1, 23, 30, tzinfo=datetime.UTC))
    page = client.get(path).content.decode()
    assert "&lt;i&gt;Home&lt;/i&gt;" in page
    assert "Walt, Llama, Zed, Lefty" in squeezed(page)
    withdrawn = client.post(reverse("withdraw_game", args=[club.slug, row.pk]), form(reason="Not ours"), follow=True)
    assert "Removed by Olga: Not ours" in text_of(withdrawn)
    assert count_all() == 0


@pytest.mark.parametrize("name", sample(*list(HOSTILE)[::6], of=HOSTILE))
def test_hostile_files_enter_nothing(club: Club, olga: User, name: str) -> None:
    before = world()
    file = SimpleUploadedFile("game.egn", HOSTILE[name][0])
    answer = bring(olga, club, do="import", file=file, notation="")
    assert answer.status_code == 422
    assert "No games were entered." in text_of(answer)
    assert not differences(before, world()) - {"games.User", "sessions.Session"}, "but for the log-in"


@pytest.mark.slow
def test_hostile_words_about_a_game(club: Club, olga: User) -> None:
    people = {f"seat_{number}": one.pk for number, one in enumerate(four_of(club), 1)}
    good = {"do": "import", **people, "played_at": "2026-06-01T19:30", "place": "Home", "where": "hall"}
    bad = [
        {"place": "\0"},
        {"place": "x" * 121},
        {"where": "moon"},
        {"seat_1": "9" * 5000},
        {"seat_1": "-1"},
        {"played_at": "9" * 500},
        {"played_at": "0001-01-01T00:00"},
        {"played_at": "2999-01-01T00:00"},
        {"key": "none"},
    ]
    for change in bad:
        assert bring(olga, club, **{**good, **change}).status_code == 422, change
    assert not Table.objects.exists()
    for date in ("0001-01-01T00:00", "9" * 64, "2026-13-45T99:99", "2026-05-29T16:30"):
        content = with_change(lambda data, date=date: data["metadata"].update(date=date))
        assert bring(olga, club, notation=content.decode()).status_code == 200


def test_the_list_asks_the_same_number_of_questions_however_long(club: Club, olga: User) -> None:
    client, asked = log_in(olga), []
    for left_out in range(3):

        def shorter(data: Any, left_out: int = left_out) -> None:
            data["metadata"]["ruleset"] |= {"num_deals": 13 - left_out}
            data["deals"] = data["deals"][: 13 - left_out]

        entered(club, olga, with_change(shorter))
        with CaptureQueriesContext(connection) as seen:
            page = client.get(reverse("imported_games", args=[club.slug]))
        assert len(page.context["page_obj"].object_list) == left_out + 1
        asked.append(len(seen))
    assert len(set(asked)) == 1
