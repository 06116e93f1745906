"""The pages of jackpots: pot, race, whom to beat, what is missing; and what only owners can do."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.kept import kept
from tests.tournaments.jackpots.test_closing import close, fund
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.jackpot import JackpotClub
from tournaments.jackpots.models import Jackpot, JackpotPosting
from tournaments.jackpots.money import pot_of

COUNTS = {"club": 16, "jackpots": 10, "jackpot": 11, "jackpot_period": 10, "close_period": 18}


def a_scene() -> JackpotClub:
    """In the running week Ann and Cy lead with 10, Bob and Dee have 6 and a game less than is needed."""
    found = JackpotClub(1, fewest_games=1, least=8, shares=(6000, 3000))
    found.count(found.inside(1), (10, 9))
    found.count(found.inside(2), (10, 6))
    found.settle()
    fund(found, 1, 1000)
    close(found)
    return found


scene = kept(a_scene)


def owner(scene: JackpotClub) -> Client:
    return log_in(scene.olga)


def where(scene: JackpotClub, name: str, *more: int) -> str:
    return reverse(name, args=[scene.club.slug, scene.jackpot.pk, *more])


def test_it_shows_pot_time_race_and_who_cannot_win_yet(scene: JackpotClub) -> None:
    said = text_of(visitor().get(where(scene, "jackpot")))
    assert "1.00 of the jackpot was carried over" in said
    assert " left" in said
    assert "Bob score 2 more points" in said
    assert "90%" not in said
    assert "60% for 1st and 30% for 2nd" in said


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (0, "You’re tied with Cy. You need 1 point to pull ahead."),
        (1, "Ann and Cy are tied for 1st. You need 5 points more to pass them."),
    ],
)
def test_it_says_whom_to_beat_and_by_how_much(scene: JackpotClub, player: int, words: str) -> None:
    asked = f"{where(scene, 'jackpot')}?player={scene.people[player].pk}"
    assert words in text_of(visitor().get(asked))


def test_a_viewer_who_is_not_in_the_race_chooses_a_name_first(scene: JackpotClub) -> None:
    page = owner(scene).get(where(scene, "jackpot")).content.decode()
    assert '<option value="">Choose</option>' in page
    assert "selected" not in page
    assert "Your score is" not in page


@pytest.mark.slow
def test_a_closed_period_stays_as_it_was_and_shows_what_was_adjusted(scene: JackpotClub) -> None:
    scene.count(scene.inside(1, 2), (0, 10), (0, 2, 1, 3))
    scene.settle()
    said = text_of(visitor().get(where(scene, "jackpot_period", 1)))
    assert "10.00 was added. 9.00 goes to the winners and 1.00 stays in the jackpot." in said
    assert "Corrected prize:" in said


@pytest.mark.slow
def test_owners_set_one_up_change_it_and_put_money_in(scene: JackpotClub) -> None:
    olga = owner(scene)
    new = {
        "name": "Monthly",
        "kind": "month",
        "turns_at": "",
        "week_starts": 0,
        "days": 14,
        "anchor": "2024-01-01",
        "metric": "wins",
        "shares": "60, 30",
        "tied": "lot",
        "least": 1,
        "fewest_games": 3,
        "vesting": "20",
        "rank_points": "5, 4",
        "share": "12.5",
        "share_in": "percent",
    }
    body = form(**new)
    page = reverse("new_jackpot", args=[scene.club.slug])
    for _ in range(2):
        assert olga.post(page, body).status_code == 302
    made = Jackpot.objects.get(name="Monthly")
    assert (made.terms.get().share_percent, made.terms.get().agreed.shares) == (1250, (6000, 3000))
    assert "The prizes add up to 110%" in text_of(olga.post(page, form(**new | {"shares": "60, 50"})))
    edit = reverse("edit_jackpot", args=[scene.club.slug, made.pk])
    assert 'value="60, 30"' in olga.get(edit).content.decode()
    assert olga.post(edit, form(**new | {"least": 4}, seen=1)).status_code == 302
    assert olga.post(edit, form(**new | {"least": 5}, seen=1)).status_code == 409
    olga.post(reverse("add_to_jackpot", args=[scene.club.slug, made.pk]), form(amount="2.50"))
    assert pot_of(made.periods.get()).total == 250


@pytest.mark.slow
def test_one_for_every_season_begins_on_days_of_the_year(scene: JackpotClub) -> None:
    olga, page = owner(scene), reverse("new_jackpot", args=[scene.club.slug])
    new = {
        "name": "Season pot",
        "kind": "season",
        "turns_at": "",
        "week_starts": 0,
        "days": 14,
        "anchor": "2024-01-01",
        "metric": "points",
        "shares": "100",
        "tied": "split",
        "least": 1,
        "fewest_games": 1,
        "rank_points": "5",
        "share_in": "cents",
    }
    for seasons, words in (
        ("", "Enter 1 to 4 season start dates."),
        ("02-29", "doesn’t exist in every year"),
        ("1 May", "month-day"),
    ):
        assert words in text_of(olga.post(page, form(**new, seasons=seasons)))
    assert olga.post(page, form(**new, seasons="1-15, 09-01")).status_code == 302
    made = Jackpot.objects.get(name="Season pot")
    assert made.seasons == [[1, 15], [9, 1]]
    assert {(made.periods.get().first.month, made.periods.get().until.month)} <= {(1, 9), (9, 1)}


@pytest.mark.slow
def test_a_running_period_cannot_be_closed(scene: JackpotClub) -> None:
    olga, page = owner(scene), where(scene, "close_period", 2)
    assert "You can close it then." in text_of(olga.get(page))
    assert olga.post(page, form()).status_code == 422


def test_closing_by_hand_when_the_timer_is_dead(db: None) -> None:
    scene = JackpotClub(1)
    scene.count(scene.inside(), (10, 6))
    scene.settle()
    fund(scene, 1, 1000)
    olga, page = owner(scene), where(scene, "close_period", 1)
    said = text_of(olga.get(page))
    assert "Ann 1st place with 10, prize shared 5.00" in said
    assert "Close period" in said
    assert not JackpotPosting.objects.filter(kind="prize").exists()
    assert olga.post(page, form()).status_code == 302
    assert JackpotPosting.objects.filter(period__number=1, kind="prize").count() == 2


@pytest.mark.slow
def test_the_projector_shows_it(scene: JackpotClub) -> None:
    said = text_of(visitor().get(f"{reverse('board', args=[scene.event.slug])}?jackpot=10"))
    assert "Loner pot: 1.00" in said


@pytest.mark.parametrize("more", [0, 3])
def test_every_page_asks_as_many_questions_with_few_rows_as_with_many(scene: JackpotClub, more: int) -> None:
    for hours in range(more):
        scene.count(scene.inside(2, 2 + hours), (9, 8))
        scene.count(scene.inside(1, 2 + hours), (10, 9))
    scene.settle()
    olga = owner(scene)
    pages = {
        "club": reverse("club", args=[scene.club.slug]),
        "jackpots": reverse("jackpots", args=[scene.club.slug]),
        "jackpot": where(scene, "jackpot"),
        "jackpot_period": where(scene, "jackpot_period", 1),
        "close_period": where(scene, "close_period", 2),
    }
    found = {}
    for name, page in pages.items():
        with CaptureQueriesContext(connection) as asked:
            assert olga.get(page).status_code == 200
        found[name] = len(asked)
    assert found == COUNTS
