"""Reading the API: versions, pages, spreadsheets, and names that are hidden."""

import csv
import io
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.accounts.models import Player, User
from games.encryption import number_for
from tests.cast import Table, make_club, make_event, make_user, on_grid, seat_table, slip
from tests.kept import kept
from tests.tournaments.api.program import ROOT, Program
from tests.tournaments.api.test_query_counts import Crowd
from tests.tournaments.scenes.league import BIRDS, SMALL, Stage
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.public_names import NUMBERS
from tournaments.events.models import Event
from tournaments.leagues import penalties
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled

pytestmark = pytest.mark.django_db


def counted_table() -> Table:
    """Table 1 of a night, with a score that counts."""
    found = seat_table()
    results.record_result(found.match.pk, slip(10, 6), context=on_grid(found.olga))
    settle_unsettled()
    return found


table = kept(counted_table)


def event_path(table: Table) -> str:
    return f"/events/{table.event.slug}/"


READ = ("{here}", "{here}entries/", "{here}standings/", "{here}matches/", "/clubs/", "/players/", "/leaderboard/")


@pytest.mark.parametrize("path", READ)
def test_what_has_not_changed_is_not_sent_again(table: Table, path: str) -> None:
    anyone, path = Program(), path.format(here=event_path(table))
    first = anyone.get(path)
    again = anyone.get(path, **{"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again["ETag"] == first["ETag"]
    among_others = anyone.get(path, **{"If-None-Match": f'"other", {first["ETag"]}'})
    assert among_others.status_code == 304
    assert anyone.get(path, **{"If-None-Match": '"other"'}).content == first.content


def test_a_score_changes_the_version(table: Table) -> None:
    anyone, path = Program(), f"{event_path(table)}matches/{table.match.pk}/"
    before = anyone.version(path)
    results.correct_result(
        table.match.pk,
        slip(6, 10),
        reason="Misread",
        context=on_grid(table.olga),
        expected_version=table.match.last_version,
    )
    changed = anyone.get(path, **{"If-None-Match": before})
    assert (changed.status_code, changed.json()["points"]) == (200, [6, 10])
    assert changed["ETag"] != before


def test_head_says_the_same_without_the_body(table: Table) -> None:
    for path in ("/events/", f"{event_path(table)}standings/"):
        full, head = Program().get(path), Client().head(ROOT + path)
        assert (head.status_code, head.content, head["ETag"]) == (200, b"", full["ETag"])


def test_a_spreadsheet_has_a_version_of_its_own(table: Table) -> None:
    anyone, path = Program(), f"{event_path(table)}standings/"
    as_json, as_csv = anyone.get(path), anyone.get(path, Accept="text/csv")
    assert as_csv["Content-Type"] == "text/csv; charset=utf-8"
    assert as_json["ETag"] != as_csv["ETag"]
    assert anyone.get(f"{path}?format=csv").content == as_csv.content
    crossed = anyone.get(path, Accept="text/csv", **{"If-None-Match": as_json["ETag"]})
    assert (crossed.status_code, crossed.content) == (200, as_csv.content)
    assert anyone.get(path, Accept="text/csv", **{"If-None-Match": as_csv["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    ("path", "status"), [("/events/", 200), ("/nowhere/", 404), ("/me/", 401), ("/events/?x=1", 400)]
)
def test_every_answer_says_how_to_keep_it_and_who_may_ask(db: None, path: str, status: int) -> None:
    answer = Program().get(path, Origin="https://elsewhere.example")
    assert answer.status_code == status
    assert answer["Vary"] == "Accept, Authorization, Cookie, Origin, Accept-Language"
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert {"ETag", "Link", "Retry-After"} <= set(answer["Access-Control-Expose-Headers"].split(", "))


def test_a_page_of_another_site_may_ask_before_it_asks(db: None) -> None:
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    for path in ("/events/", "/tables/", "/nowhere/"):
        answer = Client().options(ROOT + path, headers=asked)
        assert (answer.status_code, answer.content) == (204, b""), path
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "POST" in answer["Access-Control-Allow-Methods"]
        assert {"Authorization", "Idempotency-Key", "If-Match"} <= set(
            answer["Access-Control-Allow-Headers"].split(", ")
        )
        assert "Access-Control-Allow-Credentials" not in answer


def walk(start: str, row_comes_in: Any) -> list[int]:
    """The ids of all rows, page after page, while something happens between the pages."""
    anyone, path, seen = Program(), start, []
    while path:
        page = anyone.read(path)
        seen += [row["id"] for row in page["results"]]
        path = str(page["next"] or "").partition(ROOT)[2]
        row_comes_in(len(seen))
    return seen


def test_pages_neither_overlap_nor_skip_while_rows_come_in(db: None) -> None:
    Club.objects.bulk_create(Club(name=f"Club {n}", slug=f"club-{n}") for n in range(120))
    there = list(Club.objects.order_by("-pk").values_list("pk", flat=True))
    seen = walk("/clubs/?limit=25", lambda n: Club.objects.create(name=f"New {n}", slug=f"new-{n}"))
    assert len(there) == 120
    assert seen == there
    assert Club.objects.count() == 125


def test_so_do_rows_that_share_what_orders_them(db: None) -> None:
    olga = make_user("Olga")
    first = make_event(make_club(olga), olga)
    Event.objects.bulk_create(
        Event(club=first.club, name="E", slug=f"e-{n}", starts_at=first.starts_at) for n in range(119)
    )
    seen = walk("/events/?limit=50", lambda n: None)
    assert seen == list(Event.objects.order_by("-pk").values_list("pk", flat=True))


def test_a_page_leads_back_and_says_so_in_its_header(db: None) -> None:
    Club.objects.bulk_create(Club(name=f"Club {n}", slug=f"club-{n}") for n in range(5))
    anyone = Program()
    first = anyone.get("/clubs/?limit=2")
    assert first["Link"] == f'<{first.json()["next"]}>; rel="next"'
    second = anyone.read(first.json()["next"].partition(ROOT)[2])
    assert anyone.read(second["previous"].partition(ROOT)[2])["results"] == first.json()["results"]


@pytest.mark.parametrize("limit", ["1", "200"])
def test_a_page_has_as_many_rows_as_were_asked_for(db: None, limit: str) -> None:
    Club.objects.bulk_create(Club(name=f"Club {n}", slug=f"club-{n}") for n in range(210))
    assert len(Program().read(f"/clubs/?limit={limit}")["results"]) == int(limit)


@pytest.mark.parametrize(
    "asked", ["limit=201", "limit=0", "limit=-3", "limit=x", "limit=", "limit=٣", "limit=5&limit=5"]
)
def test_another_number_of_rows_is_refused(db: None, asked: str) -> None:
    assert Program().get(f"/clubs/?{asked}").json()["errors"][0]["field"] == "limit"


FORGED = ("garbage", "cD14", "cD0lMDA%3D", "x" * 8000, "%FF%FE", "cD0xZTk5OQ%3D%3D")


@pytest.mark.parametrize("cursor", FORGED)
@pytest.mark.parametrize("path", ["/clubs/", "/events/"])
def test_a_forged_cursor_leads_nowhere(table: Table, path: str, cursor: str) -> None:
    """Base64 of nothing, of p=x, of a NUL, of 1e999, and none at all."""
    answer = Program().get(f"{path}?cursor={cursor}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert [error["field"] for error in answer.json()["errors"]] == ["cursor"]


def test_a_forged_place_of_a_page_reads_no_endless_list(table: Table) -> None:
    """An offset of twenty digits is one of a thousand."""
    assert Program().read("/clubs/?cursor=bz05OTk5OTk5OTk5OTk5OTk5OTk5OTk%3D")["results"] == []


def test_a_nul_in_the_address_is_refused_as_a_problem(db: None) -> None:
    for path in ("/clubs/?cursor=%00", "/clubs/%00/"):
        answer = Program().get(path)
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json"), path
        assert answer.json()["code"] == "invalid"


@pytest.mark.parametrize(
    "path", ["/events/?clubb=elm", "{here}?x=1", "{here}standings/?page=2", "/players/?hides_name=1"]
)
def test_an_unknown_parameter_is_named(table: Table, path: str) -> None:
    answer = Program().get(path.format(here=event_path(table)))
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert [one["detail"] for one in answer.json()["errors"]] == ["This parameter doesn’t exist. Check its spelling."]


def test_a_filter_that_cannot_be_read_is_named(table: Table) -> None:
    answer = Program().get("/events/?after=tomorrow")
    problem = {"field": "after", "detail": "Enter a date and time with a time zone, e.g. 2026-12-01T19:00:00Z."}
    assert (answer.status_code, answer.json()["errors"]) == (400, [problem])


def test_the_table_of_a_season_says_why_in_names(db: None) -> None:
    stage = Stage(divisions=(BIRDS[:3],))
    stage.open()
    penalties.adjust(stage.squad("Wrens").pk, -1, "Late", context=stage.context_of())
    rows = Program().read(f"/seasons/{stage.season.slug}/table/")["results"]
    assert rows[2]["name"] == "Wrens"
    assert f"{rows[1]['name']} is above Wrens" in rows[2]["because"]
    assert "No. " not in "".join(row["because"] for row in rows)


@pytest.mark.slow
def test_the_table_of_a_season_has_all_that_the_page_has(db: None) -> None:
    stage = Stage({**SMALL, "pairs": 2, "meetings": "single"}, (BIRDS[:2],))
    stage.open()
    row = stage.play(stage.season.fixtures.get(), [[(10, 4), (10, 9)]])
    penalties.adjust(row.home_id, -1, "Late", context=stage.context_of())
    path = f"/seasons/{stage.season.slug}/table/"
    columns = ("games_for", "games_against", "game_difference", "points_for", "points_against", "point_difference")
    found = {
        line["name"]: ([line[name] for name in columns], line["penalties"], line["points"])
        for line in Program().read(path)["results"]
    }
    assert found == {
        str(row.home): ([2, 0, 2, 20, 13, 7], -1, 1),
        str(row.away): ([0, 2, -2, 13, 20, -7], 0, 0),
    }


def test_unknown_addresses_are_problems(table: Table) -> None:
    for path in ("/nowhere/", "/nowhere", "/events/none/", f"{event_path(table)}matches/{10**9}/", "/tables/none/"):
        answer = Program().get(path)
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json"), path
        assert answer.json()["code"] == "not_found"


@pytest.mark.parametrize("method", ["get", "post", "head"])
def test_an_address_without_its_slash_leads_to_the_one_with_it(table: Table, method: str) -> None:
    """308 keeps the method and the body of what is sent."""
    for path in ("/events", "/clubs?limit=1", event_path(table).rstrip("/"), "/me"):
        answer = getattr(Client(), method)(ROOT + path)
        there, _, asked = (ROOT + path).partition("?")
        assert (answer.status_code, answer["Location"]) == (308, f"{there}/" + (f"?{asked}" if asked else "")), path
        assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/nowhere", "//elsewhere.example", "/clubs//elsewhere.example"])
def test_no_other_address_leads_anywhere(db: None, path: str) -> None:
    assert Client().get(ROOT + path).status_code == 404


WRONG = {
    "/events/?limit=0": "limit",
    "/events/?cursor=none": "cursor",
    "/leaderboard/?page=0": "page",
    "/leaderboard/?by=luck": "by",
    "/leaderboard/?span=custom": "span",
    "/clubs/{club}/ranking/?variant=poker": "variant",
    "/clubs/{club}/ranking/?at=tomorrow": "at",
    "/clubs/{club}/matches/?expand=teams": "expand",
    "{here}standings/?stage=x": "stage",
    "/events/?state=over": "state",
}


def test_what_cannot_be_read_in_an_address_is_always_the_same_refusal(table: Table) -> None:
    for path, field in WRONG.items():
        answer = Program().get(path.format(here=event_path(table), club=table.event.club.slug))
        errors = [error["field"] for error in answer.json()["errors"]]
        assert (answer.status_code, answer.json()["code"], errors) == (400, "invalid", [field]), path
        assert answer.json()["errors"][0]["detail"].endswith("."), path


def test_what_cannot_be_written_is_not_acceptable(table: Table) -> None:
    for path, accept in (("/events/", "application/xml"), (event_path(table), "text/csv"), ("/me/", "image/png")):
        answer = Program(table.olga).get(path, Accept=accept)
        assert (answer.status_code, answer["Content-Type"]) == (406, "application/problem+json"), path


def cells(path: str, program: Program | None = None) -> list[dict[str, str]]:
    answer = (program or Program()).get(path, Accept="text/csv")
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_a_spreadsheet_has_a_line_a_row_and_no_formula(table: Table) -> None:
    Player.objects.filter(pk=table.pam.pk).update(name="=SUM(A1)")
    club = table.event.club
    Club.objects.filter(pk=club.pk).update(name="@import")
    rows = Program().read("/players/?limit=200")["results"]
    lines = cells("/players/?limit=200")
    assert [int(line["id"]) for line in lines] == [row["id"] for row in rows]
    assert "=SUM(A1)" in [row["name"] for row in rows]
    assert [line["name"] for line in lines if int(line["id"]) == table.pam.pk] == ["'=SUM(A1)"]
    assert [line["name"] for line in cells("/clubs/")] == ["'@import"]
    assert not [
        cell for line in [*lines, *cells(f"{event_path(table)}entries/")] for cell in line.values() if cell[:1] == "="
    ]
    assert len(cells(f"{event_path(table)}standings/")) == 8
    assert list(lines[0]) == list(rows[0])


def test_a_spreadsheet_without_rows_is_one(db: None) -> None:
    assert cells("/clubs/") == []


@pytest.mark.slow
def test_a_hidden_name_is_a_number_for_strangers(db: None) -> None:
    crowd = Crowd(4)
    hero, club = crowd.hero, crowd.club
    Player.objects.filter(pk=hero.pk).update(name="Zacharias", hides_name=True)
    Membership.objects.get_or_create(club=club, player=hero)
    number, sam = number_for(NUMBERS, hero.pk), make_user("Sam")
    hero_account = hero.user or User.objects.create_user("hero@example.org")
    Player.objects.filter(pk=hero.pk).update(user=hero_account)
    stranger, member, hero_program = Program(sam), Program(crowd.olga), Program(hero_account)
    for path, name in PLACES_WITH_NAMES:
        address = path.format(pk=hero.pk, club=club.slug)
        masked = [] if "/players/" in path else [(number, f"Player #{number}")]
        for program, shown in (
            (Program(), masked),
            (stranger, masked),
            (member, [(hero.pk, "Zacharias")]),
            (hero_program, [(hero.pk, "Zacharias")]),
        ):
            answer = program.get(address)
            if path == "/players/{pk}/" and shown is masked:
                assert answer.status_code == 404, "only who may read the name asks more about the player"
                continue
            rows = [(row.get("player", row.get("id")), row["name"]) for row in rows_in(answer.json(), name)]
            assert [row for row in rows if row[0] in (hero.pk, number)] == shown, address
            assert ("Zacharias" in answer.content.decode()) is (shown is not masked), address
    for program, count in ((Program(), 0), (stranger, 0), (member, 1), (hero_program, 1)):
        assert len(program.read("/players/?name=zachar")["results"]) == count


PLACES_WITH_NAMES = [
    ("/players/?limit=200", "results"),
    ("/players/{pk}/", ""),
    ("/clubs/{club}/ranking/", "results"),
    ("/leaderboard/", "results"),
    ("/leaderboard/?club={club}", "results"),
]


def rows_in(answer: Any, name: str) -> Any:
    return answer[name] if name else [answer]


def test_the_next_page_is_on_the_same_host(db: None) -> None:
    Club.objects.bulk_create(Club(name=f"Club {n}", slug=f"club-{n}") for n in range(3))
    assert urlsplit(Program().read("/clubs/?limit=1")["next"]).netloc == "testserver"
