"""A wrong score is found when the next round is being played: all consequences before saving, pairings stay, and the
final standings are those of a twin night on which it was typed right first."""

from typing import Any

import pytest

from tests.cast import NAMES, context_of, enter, first_match, make_event, on_grid, slip
from tests.flows.gone_wrong.conftest import Hall
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds import drafts
from tournaments.rounds.models import Match, Round, Seat

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SCORES = {1: (6, 10), 2: (12, 3)}
NIGHT = {"rounds": 2, "hands": 8}


@pytest.mark.heavy
def test_consequences_first_pairings_stay_and_the_end_is_the_twins(hall: Hall) -> None:
    olga, club = hall.table.olga, hall.table.event.club
    night, twin = (new_night(club, olga, name) for name in ("Night", "Twin"))
    play_first_round(night, olga, wrong=True)
    second = publish_second(night, olga)
    seats = seats_of(second)

    page = hall.organizer(olga)
    match = first_match(night.stages.get().rounds.get(number=1))
    page.goto(hall.path("match", match.pk, event=night))
    page.locator("#points-0").fill("6")
    page.locator("#points-1").fill("10")
    page.get_by_label("Reason for the correction").fill("Found on the card")
    page.get_by_role("button", name="Preview changes").first.click()
    page.get_by_text("Your change isn’t saved yet").wait_for()
    told = page.locator("section", has_text="What will change").inner_text()
    names = [seat.name for seat in match.seats.select_related("player")]
    assert [name for name in names if name not in told] == [], "everybody whose total changes is listed"
    assert "round 2" in told, "that the round being played would have been drawn differently is listed"
    assert ResultEntry.objects.filter(match=match).count() == 1
    page.get_by_role("button", name="Correct the score").click()
    page.locator(".notice--success").wait_for()
    second.refresh_from_db()
    assert (second.status, second.version, seats_of(second)) == ("published", 1, seats)

    play_first_round(twin, olga, wrong=False)
    seat_as(publish_second, twin, olga, seats)
    for event in (night, twin):
        finish(event, olga)
    assert standings(night) == standings(twin)
    assert violations() == []


def new_night(club: Any, olga: Any, name: str) -> Event:
    event = make_event(club, olga, name=name, config=NIGHT)
    event.stages.update(seed="5" * 64)
    enter(event, olga, [f"{one} of {name}" for one in NAMES[:8]])
    return event


def play_first_round(event: Event, olga: Any, *, wrong: bool) -> None:
    stage = event.stages.get()
    row = rounds.draw_round(stage.pk, 1, context=context_of(olga))
    row = rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)
    for match in row.matches.all():
        points = SCORES[match.table]
        is_swapped = wrong and match.table == 1
        results.record_result(match.pk, slip(*(points[::-1] if is_swapped else points)), context=on_grid(olga))
    rounds.close_round(row.pk, context=context_of(olga), expected_version=row.revision)


def publish_second(event: Event, olga: Any) -> Round:
    row = rounds.draw_round(event.stages.get().pk, 2, context=context_of(olga))
    return rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)


def seat_as(publish: Any, twin: Event, olga: Any, seats: dict[tuple[int, int], int]) -> None:
    """The twin's second round, changed by hand until everybody sits as on the other night."""
    row = rounds.draw_round(twin.stages.get().pk, 2, context=context_of(olga))
    assert seats_of(row) != seats, "typed right first, the round is drawn differently"
    for chair, number in seats.items():
        present = seats_of(row)[chair]
        if present != number:
            row = drafts.swap(row.pk, present, number, context=context_of(olga), expected_version=row.revision)
    assert seats_of(row) == seats
    rounds.publish_round(
        row.pk, context=context_of(olga), expected_version=row.revision, override="As on the other night"
    )


def seats_of(row: Round) -> dict[tuple[int, int], int]:
    """(table, position) → entry number."""
    rows = Seat.objects.filter(round=row).values_list("match__table", "position", "entry__number")
    return {(table, position): number for table, position, number in rows}


def finish(event: Event, olga: Any) -> None:
    row = event.stages.get().rounds.get(number=2)
    for match in Match.objects.filter(round=row):
        results.record_result(match.pk, slip(9, 7), context=on_grid(olga))
    rounds.close_round(row.pk, context=context_of(olga), expected_version=row.revision)
    settle_unsettled()


def standings(event: Event) -> list[tuple[object, ...]]:
    rows = event.stages.get().standings.order_by("entry__number")
    return list(rows.values_list("entry__number", "place", "points_over", "points_under", "rounds", "values"))
