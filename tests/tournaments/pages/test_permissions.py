"""Who gets which answer from every address of the site: `tests/data/permissions.txt`, row by row, reviewed by hand."""

import re
from collections.abc import Sequence
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.live import TOPIC
from tests.cast import on_phone
from tests.sizes import sample
from tests.tournaments.pages.browsing import Answer, differences, form, without_tokens, world, writes
from tests.tournaments.pages.requests import REQUESTS, ask
from tests.tournaments.pages.scene import Scene
from tournaments.access.models import Phone, WallArrival
from tournaments.calls.commands import call_organizer
from tournaments.checkin.models import Notice
from tournaments.checkin.notices import give_notice
from tournaments.context import SITE
from tournaments.events.announcements import announce
from tournaments.prizes.models import PrizeChange
from tournaments.rounds.models import Round
from tournaments.urls import urlpatterns as features

ROUTES = [route for feature in features for route in feature.url_patterns]

FILE = Path(__file__).parents[2] / "data" / "permissions.txt"
ROLES = ("anonymous", "stranger", "member", "scorer", "elsewhere", "organizer", "owner", "phone")
Key = tuple[str, str]
PARTS = 6
"""Of the rows, for processes that share the work."""
NOTHING_LEFT = {("close_period/closed", "POST"), ("roster/look", "POST")}
"""Done already, and answered as if it were done now; or a preview. Nothing is written."""


def read_table() -> dict[Key, dict[str, str]]:
    """(row, method) → role → answer."""
    lines = [line.split() for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    assert tuple(lines[0][2:]) == ROLES
    return {(row, method): dict(zip(ROLES, cells, strict=True)) for row, method, *cells in lines[1:]}


TABLE = read_table()
OPEN_TO_ALL = {key for key, cells in TABLE.items() if cells["anonymous"] in ("200", "302")}


@pytest.fixture(scope="module")
def kept_scene(kept_db: None) -> Scene:
    return Scene()


@pytest.fixture
def scene(db: None, kept_scene: Scene) -> Scene:
    return kept_scene


def said(response: Answer) -> str:
    to_log_in = response.status_code == 302 and response["Location"].startswith(reverse("account_login"))
    return "login" if to_log_in else str(response.status_code)


def test_every_route_has_a_row_for_reading_and_for_writing() -> None:
    routes = {(pattern.name, method) for pattern in ROUTES for method in ("GET", "POST")}
    assert {(row.partition("/")[0], method) for row, method in TABLE} == routes
    assert {row for row, _ in TABLE} == set(REQUESTS)
    assert len(TABLE) == 2 * len(REQUESTS)


@pytest.mark.parametrize(
    ("roles", "part"), sample((ROLES[:1], 0), of=[(ROLES[:1], 0), *((ROLES[1:], part) for part in range(1, PARTS + 1))])
)
@pytest.mark.heavy
def test_it_answers_as_the_table_says_and_neither_a_refusal_nor_reading_writes(
    scene: Scene, roles: Sequence[str], part: int
) -> None:
    """The stage of a row is set once for all that is asked. part: of the rows, from 1 on; 0 is all of them."""
    keys = [key for n, key in enumerate(TABLE) if part in (0, n // 2 % PARTS + 1)]
    answers, wrote = {}, set()
    for row, same in groupby(keys, key=itemgetter(0)):
        with transaction.atomic():
            REQUESTS[row](scene)  # sets the stage
            before = world()
            for (_, method), role in product(same, roles):
                with transaction.atomic():
                    with writes() as sent:
                        answers[row, method, role] = said(ask(scene, role, row, method))
                    if sent and differences(before, world()):
                        wrote.add((row, method, role))
                    transaction.set_rollback(True)
            transaction.set_rollback(True)
    assert answers == {(*key, role): TABLE[key][role] for key in keys for role in roles}
    may_write = {key for key, answer in answers.items() if key[1] == "POST" and answer in ("200", "302")}
    assert wrote == {key for key in may_write if key[:2] not in NOTHING_LEFT}


@pytest.mark.slow
@pytest.mark.heavy
def test_pages_listen_to_topics_that_exist(scene: Scene) -> None:
    """A stream is refused whole for one topic that is none, and then no part of the page follows by itself."""
    wrong = {}
    for row, method in TABLE:
        if method == "GET" and TABLE[row, method]["organizer"] == "200":
            with transaction.atomic():
                page = ask(scene, "organizer", row, method)
                text = page.content.decode() if page["Content-Type"].startswith("text/html") else ""
                listened = re.findall(r'data-live-topic="([^"]*)"', text)
                wrong[row] = [one for topics in listened for one in topics.split(" ") if not TOPIC.fullmatch(one)]
                transaction.set_rollback(True)
    assert len(wrong) > 50
    assert {row: topics for row, topics in wrong.items() if topics} == {}


OWN_AFFAIRS = (
    "new_club",
    "my_data",
    "my_file",
    "my_fixtures",
    "my_news",
    "move_registration/sign-up",
    "my_calendar",
    "claim",
    "leave_club",
    "subbing",
    "join_club",
)
"""Of users who are logged in."""


@pytest.mark.parametrize("role", ["anonymous", "stranger", "member", "elsewhere"])
def test_users_without_a_part_in_the_club_are_refused_whatever_is_not_open_to_all(role: str) -> None:
    for_organizers = {key for key, cells in TABLE.items() if cells["organizer"] in ("200", "302")} - OPEN_TO_ALL
    own_affairs = {(name, method) for name in OWN_AFFAIRS for method in ("GET", "POST")}
    assert len(for_organizers) > 20
    let_in = {key for key in for_organizers if TABLE[key][role] not in ("403", "404", "login")}
    assert let_in <= own_affairs


IDS = ("match", "round", "entry", "player", "announcement", "stage", "notice", "arrival", "change", "journal", "call")
ROWS_WITH_IDS = {
    "match_emn": ("match",),
    "hand_sheets": ("round",),
    "open_table": ("match",),
    "begin_table": ("match",),
    "slip": ("match",),
    "match": ("match",),
    "issue_pass": ("player",),
    "preview": ("match",),
    "preview_void": ("match",),
    "withdraw": ("announcement",),
    **{f"move_clock/{action}": ("round", action) for action in ("start", "last", "recall")},
    "undo_bulk": ("journal",),
    "late": ("entry",),
    **{f"change/{way}": ("entry", "player") for way in ("substitute", "leave", "sit_in", "no_show")},
    **{f"answer_slip/{action}": ("match", action) for action in ("confirm", "dispute")},
    **{
        f"decide/{action}": ("match", action) for action in ("record", "choose", "confirm", "correct", "void", "reopen")
    },
    **{f"move_round/{action}": ("round", action) for action in ("publish", "unpublish", "close", "see")},
    **{f"change_draft/{action}": ("round", action) for action in ("swap", "table")},
    "begin_stage": ("stage",),
    "stage_rules": ("stage",),
    **{f"move_stage/{action}": ("stage", action) for action in ("remove", "unbegin")},
    **{f"answer_notice/{action}": ("notice", action) for action in ("agree", "decline")},
    "call_organizer": ("match",),
    "cancel_call": ("match",),
    **{f"answer_call/{action}": ("call", action) for action in ("coming", "done")},
    **{f"decide/{action}": ("match", action) for action in ("propose-correct", "propose-void")},
    **{f"move_arrival/{action}": ("arrival", action) for action in ("revoke", "trust")},
    **{f"answer_change/{action}": ("change", action) for action in ("agree", "decline")},
    "find_sub": ("entry", "player"),
    **{f"move_entry/{action}": ("entry", action) for action in ("here", "gone", "fee", "not-here")},
}


@pytest.mark.slow
@pytest.mark.parametrize("role", ["organizer", "scorer", "phone"])
@pytest.mark.heavy
def test_ids_of_elsewhere_are_as_good_as_none(scene: Scene, role: str) -> None:
    """Under an event's own address: rows of the club's next event, of another club, and missing ones."""
    ids = [ids_of(scene.fresh_round), ids_of(scene.round_elsewhere()), dict.fromkeys(IDS, 10**9)]
    body = form(seen=1, seating=1, points_0=7, points_1=9, reason="Theirs", member=1)
    before = world()
    for row, parts in ROWS_WITH_IDS.items():
        for method in ("GET", "POST"):
            own = TABLE[row, method][role]
            pages = [answer_for(scene.browser(role), method, row, parts, one, body) for one in ids]
            assert pages[0].startswith("404" if own in ("200", "302") else own), (row, method)
            assert pages[0] == pages[1] == pages[2], (row, method)
    assert differences(before, world()) == set()


def test_the_routes_with_ids_of_an_event_are_all_tried() -> None:
    with_ids = {
        pattern.name
        for pattern, path in ((one, str(one.pattern)) for one in ROUTES)
        if path.startswith("events/") and "<int:" in path.replace("<int:number>", "")
    }  # a round's number is no id: every event has its own round 1
    assert {row.partition("/")[0] for row in ROWS_WITH_IDS} == with_ids


def ids_of(row: Round) -> dict[str, int]:
    match = row.matches.get()
    seat = match.seats.get(position=0)
    assert seat.entry_id
    assert seat.player
    said = announce(row.stage.event_id, "Theirs", context=SITE)
    notice = give_notice(row.stage.event_id, seat.player, Notice.Kind.LEAVING, context=SITE)
    call = call_organizer(match.pk, "", "", context=on_phone(seat.player))
    phone = Phone.objects.create(event=row.stage.event, mark="theirs", trace="theirs")
    arrival = WallArrival.objects.create(event=row.stage.event, player=seat.player, phone=phone)
    change = PrizeChange.objects.create(
        event=row.stage.event, kind="void", match=match, seen=1, reason="Theirs", proposed=said.journal
    )
    return {
        "match": match.pk,
        "round": row.pk,
        "entry": seat.entry_id,
        "player": seat.player.pk,
        "announcement": said.pk,
        "stage": row.stage_id,
        "notice": notice.pk,
        "call": call.pk,
        "arrival": arrival.pk,
        "change": change.pk,
        "journal": row.stage.event.audit_log.latest("pk").pk,
    }


def answer_for(
    client: Client, method: str, row: str, parts: tuple[str, ...], ids: dict[str, int], body: dict[str, object]
) -> str:
    """Status and page, without what differs at each asking."""
    path = reverse(row.partition("/")[0], args=["night", *(ids.get(part, part) for part in parts)])
    response = client.get(path) if method == "GET" else client.post(path, body)
    return f"{said(response)} {without_tokens(response).replace(path, '')}"


def test_an_organizer_of_another_club_may_run_his_own(scene: Scene) -> None:
    """The positive control of the column `elsewhere`."""
    slug = scene.round_elsewhere().stage.event.slug
    assert scene.browser("elsewhere").get(reverse("console", args=[slug])).status_code == 200
    assert scene.browser("organizer").get(reverse("console", args=[slug])).status_code == 403


FORMS = [row for row, method in TABLE if method == "POST" and TABLE[row, method]["owner"] in ("200", "302")]


@pytest.mark.parametrize(
    "rows", [pytest.param(FORMS[:3], id="a few"), pytest.param(FORMS, id="all", marks=pytest.mark.slow)]
)
@pytest.mark.heavy
def test_every_form_without_its_csrf_token_is_refused(scene: Scene, rows: list[str]) -> None:
    answers = {}
    for row in rows:
        client = scene.browser("owner")
        client.handler.enforce_csrf_checks = True
        with transaction.atomic():
            path, body = REQUESTS[row](scene)  # sets the stage, for itself alone
            with writes() as sent:
                answers[row] = (client.post(path, body).status_code, sent)
            transaction.set_rollback(True)
    assert len(answers) >= 3
    assert answers == dict.fromkeys(answers, (403, []))
