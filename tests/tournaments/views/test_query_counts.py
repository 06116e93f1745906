"""Every list page asks the database the same number of questions, however long its lists are."""

from dataclasses import dataclass

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import User
from tests.cast import by, enter, enter_pairs, make_club, make_event, make_user, on_grid, on_phone, publish, slip
from tests.staging import plan_stage, rotation_final
from tests.tournaments.views.browsing import finish_round, log_in, with_link
from tournaments.models import Event, Match
from tournaments.services import results, rounds
from tournaments.services.stage_plans import Places

# Page → queries; two of them ask who is logged in.
COUNTS = {
    "home": 6, "clubs": 4, "club": 7, "event": 17, "seating": 18, "standings": 13, "standings, why": 24,
    "my_seat": 7, "console": 19, "check_in": 11, "grid": 14, "board": 17,
    "journal": 12, "wishes": 12, "stages": 10, "begin_stage": 27, "match": 12, "substitute": 8,
    "phone: my_seat": 8, "phone: slip": 11, "console with a draft": 37,
}  # fmt: skip


@dataclass
class Night:
    olga: User
    event: Event
    phone: Client

    @property
    def match(self) -> Match:
        """The one with the longest history."""
        return Match.objects.filter(round__stage__event=self.event, table=1).latest("round__number")


def play_night(players: int, rounds_begun: int, *, claims: int, clubs: int) -> Night:
    """A night in its last round; a player sits out, scores of table 1 were typed several times, one waits."""
    olga = make_user("Olga")
    club = make_club(olga)
    for number in range(1, clubs):
        owner = make_user(f"Owner{number}")
        make_event(make_club(owner, f"Club {number}"), owner, name=f"Next {number}")
        make_event(club, olga, name=f"Later {number}")
    event = make_event(club, olga, fee=500)
    enter(event, olga, [f"Player {number}" for number in range(1, players + 1)])
    stage = event.stages.get()
    for number in range(1, rounds_begun):
        publish(event, olga, number)
        finish_round(stage, olga)
    row = publish(event, olga, rounds_begun)
    match = row.matches.get(table=1)
    players_there = [seat.player for seat in match.seats.order_by("position") if seat.player]
    for points in range(claims):
        results.record_result(match.pk, slip(8 - points, points), by=on_phone(players_there[0]))
    for other in row.matches.exclude(table=1)[1:]:
        results.record_result(other.pk, slip(8, 1), by=on_grid(olga))
    plan_stage(event, olga, rotation_final(Places(1, 1, 4)))
    return Night(olga, event, with_link(event, olga, players_there[0]))


# Pages of a duplicate, the same way.
DUPLICATE_COUNTS = {"hand_sheets": 8, "deals": 19, "seating": 18}


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


def pages(night: Night) -> dict[str, str]:
    slug = night.event.slug
    entry = night.event.entries.get(number=1)
    return {
        **{name: reverse(name) for name in ("home", "clubs")},
        "club": reverse("club", args=[night.event.club.slug]),
        **{name: reverse(name, args=[slug]) for name in
           ("event", "seating", "standings", "my_seat", "console", "check_in", "wishes", "grid", "journal", "board")},
        "standings, why": f"{reverse('standings', args=[slug])}?why=1",
        "stages": reverse("stages", args=[slug]),
        "begin_stage": reverse("begin_stage", args=[slug, night.event.stages.get(number=2).pk]),
        "match": reverse("match", args=[slug, night.match.pk]),
        "substitute": reverse("substitute", args=[slug, entry.pk, entry.players.get().pk]),
    }  # fmt: skip


def phone_pages(night: Night) -> dict[str, str]:
    slug = night.event.slug
    return {"my_seat": reverse("my_seat", args=[slug]), "slip": reverse("slip", args=[slug, night.match.pk])}


@pytest.mark.parametrize(
    "size",
    [
        pytest.param({"players": 5, "rounds_begun": 1, "claims": 1, "clubs": 1}, id="one of each"),
        pytest.param({"players": 43, "rounds_begun": 4, "claims": 4, "clubs": 4}, id="many", marks=pytest.mark.slow),
    ],
)
def test_it_asks_as_many_questions_as_the_table_says(db: None, size: dict[str, int]) -> None:
    night = play_night(**size)
    olga = log_in(night.olga)
    counts = {name: queries(olga, path) for name, path in pages(night).items()}
    counts |= {f"phone: {name}": queries(night.phone, path) for name, path in phone_pages(night).items()}
    first = night.event.stages.get(number=1)
    finish_round(first, night.olga)
    rounds.draw_round(first.pk, size["rounds_begun"] + 1, by=by(night.olga))
    counts["console with a draft"] = queries(olga, pages(night)["console"])
    assert counts == COUNTS


@pytest.mark.parametrize("pairs", [5, 9])
def test_so_do_the_pages_of_a_duplicate(db: None, pairs: int) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "duplicate")
    enter_pairs(event, olga, pairs)
    row = publish(event, olga)
    finish_round(event.stages.get(), olga, (3, 2))
    found = {"hand_sheets": reverse("hand_sheets", args=[event.slug, row.pk]),
             "deals": reverse("deals", args=[event.slug, 1]),
             "seating": reverse("seating", args=[event.slug])}  # fmt: skip
    assert {name: queries(log_in(olga), path) for name, path in found.items()} == DUPLICATE_COUNTS
