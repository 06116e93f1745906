"""Programs that ask for what happened: from a number on, page by page, and members only."""

from typing import Any

import pytest

from games.accounts.models import ApiToken, Scope, User
from tests.cast import make_user
from tests.tournaments.api.program import Program
from tests.tournaments.happenings.scenes import happen
from tournaments.clubs.models import Club, Membership, Role
from tournaments.happenings.stream import listen

pytestmark = pytest.mark.django_db


@pytest.fixture
def there(club: Club) -> str:
    return f"/clubs/{club.slug}/happenings/"


def numbers(answer: Any) -> list[int]:
    return [line["id"] for line in answer["results"]]


def test_it_is_read_to_its_end_and_then_from_there(olga: User, club: Club, there: str) -> None:
    program = Program(olga)
    assert program.read(there) == {"results": [], "last": 0, "missed": False}
    happen(listen(club), 5)
    first = program.read(f"{there}?limit=3")
    assert (numbers(first), first["last"], first["missed"]) == ([1, 2, 3], 5, False)
    assert first["results"][0].keys() == {"id", "type", "timestamp", "data"}
    assert numbers(program.read(f"{there}?after=3")) == [4, 5]
    end = program.get(f"{there}?after=5")
    assert numbers(end.json()) == []
    assert program.get(f"{there}?after=5", **{"If-None-Match": end["ETag"]}).status_code == 304
    happen(listen(club))
    assert numbers(program.get(f"{there}?after=5", **{"If-None-Match": end["ETag"]}).json()) == [6]


def test_what_is_no_longer_kept_is_told(olga: User, club: Club, there: str) -> None:
    stream = listen(club)
    happen(stream, 3)
    stream.happenings.filter(number=2).delete()
    program = Program(olga)
    assert [program.read(f"{there}?after={after}")["missed"] for after in (1, 2, 9)] == [True, False, True]


@pytest.mark.parametrize("asked", ["after=-1", "after=x", "after=", f"after={2**63}", "limit=0", "limit=201"])
def test_what_cannot_be_read_is_refused(olga: User, there: str, asked: str) -> None:
    assert Program(olga).get(f"{there}?{asked}").json()["code"] == "invalid"


def test_for_members_and_no_one_else(club: Club, there: str) -> None:
    pat = make_user("Pat")
    program = Program(pat, Scope.PLAY)
    ApiToken.objects.filter(user=pat).update(scopes=[])
    assert Program().get(there).status_code == 401
    assert program.get(there).status_code == 403
    membership = Membership.objects.create(club=club, player=pat.player, role=Role.GUEST)
    assert program.get(there).status_code == 200, "what everyone may read needs no scope"
    membership.delete()
    assert program.get(there).status_code == 403
    assert program.get("/clubs/none/happenings/").status_code == 404


def test_only_the_first_question_of_a_day_writes(olga: User, there: str, django_assert_num_queries: Any) -> None:
    program = Program(olga)
    program.read(there)
    with django_assert_num_queries(5):
        program.read(there)


def test_a_server_that_cannot_stream_says_so(olga: User, there: str) -> None:
    refused = Program(olga).get(f"{there}stream/", Accept="text/event-stream")
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")


def test_a_stream_is_asked_for_by_name(olga: User, there: str) -> None:
    """A crawler that fetches the address would wait for its end."""
    for accepted in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
        refused = Program(olga).get(f"{there}stream/", **accepted)
        assert (refused.status_code, refused.json()["code"]) == (406, "not_acceptable")
