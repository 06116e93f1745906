"""Four faces, one door: a phone's slip, the grid, the admin and a plain call leave the same rows behind."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.accounts.models import User
from tests.cast import (
    NAMES,
    PASSWORD,
    enter,
    first_match,
    make_club,
    make_event,
    make_user,
    on_grid,
    players_at,
    publish,
    slip,
)
from tournaments.access import passes
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.events.models import Confirmation, Event
from tournaments.results import commands as results
from tournaments.results.models import Channel, ResultEntry, Standing
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.models import Match

pytestmark = pytest.mark.django_db

SCORE = (10, 6)
OWN = {"id", "event_id", "round_id", "match_id", "result_id", "standing_id", "stage_id", "entry_id", "club_id"}
"""Ids, which differ between twins."""
FACE = {
    "source",
    "user_id",
    "player_id",
    "key",
    "at",
    "digest",
    "settled_version",
    "phone_id",
    "agreed_phone_id",
    "arrival_id",
}
"""What says who wrote when through which face, or is computed from ids."""


def twin(club: Club, olga: User, name: str) -> tuple[Match, str]:
    """The same night each time: same seed, same numbers in the same chairs, slips count at once. With the personal
    link of who sits North at table 1."""
    event = make_event(club, olga, name=name, confirmation=Confirmation.NONE)
    event.stages.update(seed="5" * 64)
    for one in NAMES[:8]:
        enter(event, olga, [one])
    match = first_match(publish(event, olga))
    return match, passes.issue_pass(event.pk, players_at(match, 0)[0], context=on_grid(olga))


def by_phone(match: Match, olga: User, token: str) -> None:
    event, phone = match.round.stage.event, Client()
    assert phone.post(f"/events/{event.slug}/pass/{token}/").status_code == 302
    answer = phone.post(f"/events/{event.slug}/slips/{match.pk}/", form(match) | {"seating": 1})
    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.slug}/me/")


def by_grid(match: Match, olga: User, token: str) -> None:
    event = match.round.stage.event
    answer = logged_in(olga).post(f"/events/{event.slug}/scores/", form(match) | {"match": match.pk})
    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.slug}/scores/")


def admin_context(match: Match, olga: User, token: str) -> None:
    User.objects.filter(pk=olga.pk).update(is_staff=True, is_superuser=True)
    empty = {f"results-{name}_FORMS": "0" for name in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    answer = logged_in(olga).post(
        f"/admin/tournaments/match/{match.pk}/change/", form(match) | empty | {"score": "10-6"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/admin/tournaments/match/")


def by_call(match: Match, olga: User, token: str) -> None:
    results.record_result(match.pk, slip(*SCORE), context=on_grid(olga))


FACES: dict[str, Callable[[Match, User, str], None]] = {
    Channel.SLIP: by_phone,
    Channel.GRID: by_grid,
    Channel.ADMIN: admin_context,
    "call": by_call,
}


def form(match: Match) -> dict[str, Any]:
    points = {f"points_{side}": score for side, score in enumerate(SCORE)}
    return {"key": str(uuid4()), "seen": match.last_version, **points}


def logged_in(user: User) -> Client:
    client = Client()
    assert client.login(username=user.email, password=PASSWORD)
    return client


def rows(model: Any, event_path: str, event: Event, order: str) -> list[dict[str, object]]:
    """A table's rows of one event without what must differ."""
    found = model.objects.filter(**{event_path: event}).order_by(order).values()
    return [{name: value for name, value in row.items() if name not in OWN | FACE} for row in found]


def everything(event: Event) -> dict[str, object]:
    standings = Standing.objects.filter(stage__event=event).order_by("entry__number")
    return {
        "results": rows(ResultEntry, "match__round__stage__event", event, "version"),
        "matches": rows(Match, "round__stage__event", event, "table"),
        "standings": rows(Standing, "stage__event", event, "entry__number"),
        "entries": list(standings.values_list("entry__number", flat=True)),
        "journal": rows(AuditLogEntry, "event", event, "number"),
        "version": event.version,
    }


@pytest.mark.slow
@pytest.mark.heavy
def test_leave_the_same_rows() -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    left = {}
    for name, write in FACES.items():
        match, token = twin(club, olga, f"Night of the {name}")
        write(match, olga, token)
        settle_unsettled()
        entry = ResultEntry.objects.get(match=match)
        assert (entry.kind, entry.source) == ("record", Channel.GRID if name == "call" else name)
        left[name] = everything(Event.objects.get(pk=match.round.stage.event_id))
    first = left["call"]
    assert [len(found) for found in first.values() if isinstance(found, list)] == [1, 2, 8, 8, 21]
    assert left == dict.fromkeys(left, first)


@pytest.mark.slow
def test_refuse_the_same_score_in_the_same_words() -> None:
    olga = make_user("Olga")
    match, _ = twin(make_club(olga), olga, "Night")
    User.objects.filter(pk=olga.pk).update(is_staff=True, is_superuser=True)
    client, slug = logged_in(olga), match.round.stage.event.slug
    bad = form(match) | {"points_0": 33, "points_1": 0}
    empty = {f"results-{name}_FORMS": "0" for name in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    answers = [
        client.post(f"/events/{slug}/scores/", bad | {"match": match.pk}),
        client.post(f"/events/{slug}/slips/{match.pk}/", bad | {"seating": 1}),
        client.post(
            f"/admin/tournaments/match/{match.pk}/change/", form(match) | empty | {"score": "33-0"}, follow=True
        ),
    ]
    assert [answer.status_code for answer in answers] == [422, 422, 200]
    assert all("8 hands make at most 32 points" in answer.content.decode() for answer in answers)
    assert not ResultEntry.objects.exists()
