"""Lists of events and matches: what a row says, what can be filtered, and the ETag that makes a GET needless."""

import datetime
import json
from typing import Any
from urllib.parse import quote

import pytest
from django.utils import timezone

from tests.cast import make_event
from tests.tournaments.api import golden
from tests.tournaments.api.cast import Cast
from tests.tournaments.api.program import Program
from tournaments.activity_log.models import AuditLogEntry
from tournaments.leagues.models import Fixture
from tournaments.rounds.models import Match, Round

pytestmark = pytest.mark.django_db


def listed(path: str, program: Program | None = None) -> list[dict[str, Any]]:
    return list((program or Program()).read(f"{path}{'&' if '?' in path else '?'}limit=200")["results"])


STATES = {
    "Empty": "planned",
    "Draft": "planned",
    "Night": "running",
    "Done": "running",
    "Ended": "finished",
    "Called off": "cancelled",
}


def test_an_event_says_in_which_state_it_is_and_can_be_found_by_it(cast: Cast) -> None:
    rows = {row["name"]: row for row in listed("/events/")}
    assert {name: rows[name]["state"] for name in STATES} == STATES
    for state in set(STATES.values()):
        found = {row["name"] for row in listed(f"/events/?state={state}")}
        assert found == {name for name, row in rows.items() if row["state"] == state}, state
    for name in STATES:
        assert Program().read(f"/events/{rows[name]['slug']}/")["state"] == rows[name]["state"]


def test_an_event_says_its_formats_and_season_and_can_be_found_by_them(cast: Cast) -> None:
    rows = {row["name"]: row for row in listed("/events/")}
    assert (rows["Cup"]["formats"], rows["Cup"]["season"]) == (["elimination"], None)
    assert len(rows["Over"]["formats"]) == 2
    knockouts = {row["name"] for row in listed("/events/?stage_format=elimination")}
    assert knockouts == {name for name, row in rows.items() if "elimination" in row["formats"]}
    fixture = Fixture.objects.filter(season=cast.scene.running, event=None)[0]
    fixture.event = make_event(cast.scene.club, cast.scene.olga, name="Fixture")
    Fixture.objects.filter(pk=fixture.pk).update(event=fixture.event)
    found = listed(f"/events/?season={cast.scene.running.slug}")
    assert "Fixture" in {row["name"] for row in found}
    assert {row["season"] for row in found} == {cast.scene.running.slug}
    type(cast.scene.running).objects.update(state="setup")
    assert listed(f"/events/?season={cast.scene.running.slug}") == []


def test_events_that_changed_since_a_moment_are_found(cast: Cast) -> None:
    """Also by a score, which changes nothing of the event itself."""
    AuditLogEntry.objects.update(at=timezone.now() - datetime.timedelta(days=1))
    since = timezone.now().isoformat()
    path = f"/events/?changed_after={quote(since)}"
    assert listed(path) == []
    report(cast, cast.scene.fresh_round.matches.get())
    [row] = listed(path)
    assert (row["name"], row["changed_at"] >= since[:19]) == ("Fresh", True)


def report(cast: Cast, match: Match) -> None:
    path = f"/events/{match.round.stage.event.slug}/matches/{match.pk}/"
    cast.programs["owner"].do(path, "report", {"points": [10, 6]})


def test_matches_are_found_by_the_rounds_id_which_is_what_a_match_has(cast: Cast) -> None:
    path = f"/events/{cast.scene.over.event.slug}/matches/"
    rounds = Round.objects.filter(stage__event=cast.scene.over.event)
    for round_ in rounds:
        found = listed(f"{path}?round={round_.pk}")
        assert {(row["round"], row["round_number"], row["stage"]) for row in found} == {
            (round_.pk, round_.number, round_.stage.number)
        }
        assert len(found) == round_.matches.count() > 0
    assert listed(f"{path}?round=1000000") == []
    assert {row["round_number"] for row in listed(f"{path}?round_number=1")} == {1}


def test_a_match_says_when_its_score_was_given(cast: Cast) -> None:
    path = f"/events/{cast.scene.night.slug}/matches/"
    found = {row["table"]: row["decided_at"] for row in listed(path)}
    assert [found[table] is not None for table in (1, 2, 3)] == [False, False, True]


ROWS_WITH_ETAG = {
    "/events/{night}/matches/": "/events/{night}/matches/{id}/",
    "/events/{night}/entries/": "/events/{night}/entries/{number}/",
    "/events/{shown}/payouts/": "/events/{shown}/payouts/{id}/",
    "/clubs/{club}/matches/": "/events/{event}/matches/{id}/",
    "/me/matches/": "/events/{event}/matches/{id}/",
}


@pytest.mark.slow
@pytest.mark.parametrize("role", ["owner", "player"])
def test_a_row_has_the_etag_of_its_thing(cast: Cast, role: str) -> None:
    program, scene = cast.programs[role], cast.scene
    names = {"night": scene.night.slug, "shown": scene.shown.slug, "club": scene.club.slug}
    checked = 0
    for path, thing in ROWS_WITH_ETAG.items():
        for row in program.read(path.format(**names))["results"][:6]:
            assert row["etag"] == program.version(thing.format(**names | row)), path
            checked += 1
    assert checked > 12


def test_a_score_is_one_request(cast: Cast) -> None:
    """With the ETag of the list's row, and the next one with that of the answer."""
    owner, path = cast.programs["owner"], f"/events/{cast.scene.fresh.slug}/matches/"
    [row] = listed(path, owner)
    reported = owner.post(f"{path}{row['id']}/report/", {"points": [10, 6]}, seen=row["etag"])
    assert reported.status_code == 200
    [now] = listed(path, owner)
    assert now["etag"] == reported["ETag"] != row["etag"]
    again = owner.post(f"{path}{row['id']}/void/", {"reason": "Misread"}, seen=row["etag"])
    assert again.status_code == 412


def test_players_and_events_come_along_when_they_are_asked_for(cast: Cast) -> None:
    """Each once, as far as the asker may know them."""
    club, scene = f"/clubs/{cast.scene.club.slug}/matches/?limit=200", cast.scene
    plain, full = Program().read(club), Program().read(f"{club}&expand=events,players")
    assert "expanded" not in plain
    assert full["results"] == plain["results"]
    events = [event["slug"] for event in full["expanded"]["events"]]
    assert len(events) == len(set(events))
    assert set(events) == {row["event"] for row in plain["results"]}
    seated = {seat["player"]["id"] for row in plain["results"] for seat in row["seats"] if seat["player"]}
    assert {player["id"] for player in full["expanded"]["players"]} == seated
    type(scene.pam).objects.filter(pk=scene.pam.pk).update(hides_name=True)
    for program, is_known in ((Program(), False), (cast.programs["owner"], True)):
        known = {player["id"] for player in program.read(f"{club}&expand=players")["expanded"]["players"]}
        assert (scene.pam.pk in known) is is_known
        assert seated - known <= {scene.pam.pk}


def test_every_list_has_its_rows_under_one_name() -> None:
    """Also those that are shown as a whole: `results`, and beside it what is said of all."""
    schemas = golden.schema()["components"]["schemas"]
    styles = {
        name: [key for key in shape.get("properties", {}) if key in ("results", "rows", "items", "next", "has_next")]
        for name, shape in schemas.items()
    }
    assert {name for name, keys in styles.items() if {"rows", "items", "has_next"} & set(keys)} == set()
    assert len([name for name, keys in styles.items() if "results" in keys]) > 15


AMOUNTS = {"fee", "cents", "total", "house", "for_prizes", "added", "house_per_entry"}


def test_amounts_have_their_currency_beside_them() -> None:
    """In the same object, or in the one that it stands in."""
    schemas: dict[str, Any] = {
        name: shape for name, shape in golden.schema()["components"]["schemas"].items() if not name.endswith("Request")
    }
    bare = {name for name, shape in schemas.items() if AMOUNTS & set(shape.get("properties", {}))}
    with_currency = {name for name, shape in schemas.items() if "currency" in shape.get("properties", {})}
    inside = {
        name
        for name in bare - with_currency
        if all(
            outer in with_currency
            for outer in schemas
            if f'"#/components/schemas/{name}"' in json.dumps(schemas[outer])
        )
    }
    assert bare - with_currency - inside == set()
    assert len(bare) >= 5
