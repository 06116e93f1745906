"""Many scores or entries in one request: all of them, or none, and what is wrong with each."""

from typing import Any

import pytest

from tests.tournaments.api.cast import Cast
from tests.tournaments.api.program import Program
from tests.tournaments.api.requests import event
from tests.tournaments.pages.browsing import differences, world
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.results.models import ResultEntry

pytestmark = pytest.mark.django_db


def slips(cast: Cast, program: Program) -> list[dict[str, Any]]:
    """A score for each of the three tables of the night, with the ETags of the list."""
    rows = program.read(f"{event(cast.scene.night)}matches/")["results"]
    points = {1: [10, 6], 2: [10, 4], 3: [4, 10]}
    return [{"match": row["id"], "etag": row["etag"], "points": points[row["table"]]} for row in rows]


def send(cast: Cast, program: Program, parts: list[dict[str, Any]], **more: Any) -> Any:
    return program.post(f"{event(cast.scene.night)}results/bulk/", {"results": parts}, **more)


@pytest.mark.slow
@pytest.mark.heavy
def test_scores_of_many_tables_are_one_request(cast: Cast) -> None:
    """Each is a result of its own in the log, and its answer has the ETag for what comes next."""
    owner = cast.programs["owner"]
    parts = [part for part in slips(cast, owner) if part["match"] != cast.scene.match(3).pk]
    before = AuditLogEntry.objects.filter(event=cast.scene.night).count()
    answer = send(cast, owner, parts)
    assert answer.status_code == 200
    for part, row in zip(parts, answer.json()["results"], strict=True):
        assert (row["id"], row["points"], row["state"]) == (part["match"], part["points"], "standing")
        assert row["etag"] == owner.version(f"{event(cast.scene.night)}matches/{row['id']}/")
    assert AuditLogEntry.objects.filter(event=cast.scene.night).count() == before + 2


def test_one_that_is_refused_keeps_all_from_being_saved_and_each_is_named(cast: Cast) -> None:
    owner = cast.programs["owner"]
    fine, other = (part for part in slips(cast, owner) if part["match"] != cast.scene.match(3).pk)
    wrong = [fine, other | {"points": [10, 10]}, {**fine, "match": 10**9}, {**fine, "etag": '"older"'}]
    before = world()
    answer = send(cast, owner, wrong)
    assert (answer.status_code, answer.json()["code"]) == (422, "refused")
    assert [error["field"] for error in answer.json()["errors"]] == ["results.1", "results.2", "results.3"]
    details = [error["detail"] for error in answer.json()["errors"]]
    assert details[1:] == [
        "Not found, or you don’t have access.",
        "Someone changed this match after you read it. Read it again, then retry.",
    ]
    assert differences(before, world()) == set()


def test_a_player_reports_the_own_match_only(cast: Cast) -> None:
    """By the same rules as one by one: the other side has to confirm it."""
    player, parts = cast.programs["player"], slips(cast, cast.programs["player"])
    own = [part for part in parts if part["match"] == cast.scene.match(1).pk]
    others = [part for part in parts if part["match"] == cast.scene.match(2).pk]
    assert send(cast, player, others).status_code == 403
    mixed = send(cast, player, own + others)
    assert (mixed.status_code, [error["field"] for error in mixed.json()["errors"]]) == (403, ["results.1"])
    assert not ResultEntry.objects.filter(match=cast.scene.match(2)).exists()


def test_a_repeat_writes_nothing_again(cast: Cast) -> None:
    owner = cast.programs["owner"]
    parts = [part for part in slips(cast, owner) if part["match"] == cast.scene.match(2).pk]
    answers = [send(cast, owner, parts, key="tonight") for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert answers[1]["Idempotent-Replayed"] == "true"
    assert ResultEntry.objects.filter(match=cast.scene.match(2)).count() == 1


def test_matches_of_another_event_are_as_good_as_none(cast: Cast) -> None:
    theirs = cast.scene.round_elsewhere().matches.all()[0]
    answer = send(cast, cast.programs["owner"], [{"match": theirs.pk, "etag": "*", "points": [10, 6]}])
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "results.0")


def test_many_entries_are_one_request_and_all_or_none(cast: Cast) -> None:
    owner, path = cast.programs["owner"], f"{event(cast.scene.empty)}entries/"
    count = Entry.objects.filter(event=cast.scene.empty).count()
    wrong = [{"names": ["Nora"]}, {"players": [10**9]}, {"names": ["Nick"], "players": [1]}, {}]
    refused = owner.post(f"{path}bulk/", {"entries": wrong})
    assert refused.status_code == 422
    assert [error["field"] for error in refused.json()["errors"]] == ["entries.1", "entries.2", "entries.3"]
    assert Entry.objects.filter(event=cast.scene.empty).count() == count
    known = {"players": [cast.scene.mia.player.pk], "check_in": True}
    answer = owner.post(f"{path}bulk/", {"entries": [{"names": ["Nora"]}, known]})
    assert answer.status_code == 201
    assert [row["players"][0]["name"] for row in answer.json()["results"]] == ["Nora", "Mia"]
    assert [row["etag"] for row in answer.json()["results"]] == [
        owner.version(f"{path}{row['number']}/") for row in answer.json()["results"]
    ]
    assert Entry.objects.filter(event=cast.scene.empty).count() == count + 2


def test_names_stand_for_people_of_the_club_where_that_is_asked_for(cast: Cast) -> None:
    """The only one of a name; where two have it, the program has to say which."""
    owner, path, club = cast.programs["owner"], f"{event(cast.scene.empty)}entries/", cast.scene.club
    sent = {"names": ["Mia"], "match_names": True}
    people = club.memberships.count()
    assert owner.add(path, sent)["players"][0]["id"] == cast.scene.mia.player.pk
    assert club.memberships.count() == people
    other = owner.add(path, {"names": ["Mia"]})["players"][0]["id"]
    assert other != cast.scene.mia.player.pk
    refused = owner.post(path, sent)
    assert (refused.status_code, "called Mia" in refused.json()["detail"]) == (422, True)
    assert owner.add(path, {"names": ["Zoe"], "match_names": True})["players"][0]["name"] == "Zoe"


def test_there_is_a_limit_to_how_many(cast: Cast) -> None:
    many = [{"names": [f"Player {number}"]} for number in range(201)]
    for body in ({"entries": many}, {"entries": []}):
        answer = cast.programs["owner"].post(f"{event(cast.scene.empty)}entries/bulk/", body)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "entries")
