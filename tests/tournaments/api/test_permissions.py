"""Who gets which answer from every address of the API: `tests/data/api_permissions.txt`, reviewed row by row."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from euchre_site.api import urlpatterns
from games.accounts.models import ApiToken, Scope, User
from games.accounts.tokens import hashed
from games.engine.presets import preset
from games.tables import play
from games.tables.opening import open_table
from games.tables.options import TableOptions
from tests.games.tables.cast import command_by
from tests.sizes import sample
from tests.tournaments.api import cast
from tests.tournaments.api.cast import Cast
from tests.tournaments.api.program import Program
from tests.tournaments.api.requests import SCORE, WHY, WRITES, Write, around, event, first, match
from tests.tournaments.api.walking import paths
from tests.tournaments.pages.browsing import differences, world, writes
from tournaments.happenings.stream import listen

FILE = Path(__file__).parents[2] / "data" / "api_permissions.txt"
OWN_SCOPES = {"report": (Scope.REPORT,), "play": (Scope.PLAY,), "organize": (Scope.ORGANIZE,), "none": ()}
"""The owner again, with tokens that may less."""
ROLES = (*cast.ROLES, *OWN_SCOPES)
INVENTED = '"00000000000000000000000000000000"'
DONE = ("200", "201")
Key = tuple[str, str]


class Scenery(Cast):
    """At table `four` it is Mia's turn; `hidden` is a table of hers that no one else may know of."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = open_table(self.scene.mia.player, preset("plain"), TableOptions(), visibility="hidden")
        self.until_mia_is_to_act()
        self.theirs = self.scene.round_elsewhere()
        for program in self.programs.values():
            program.get("/me/")  # the day's first use of a token is noted
        listen(self.scene.club)  # as is the day's first question for a club's happenings

    def make_programs(self) -> dict[str, Program]:
        olga = User.objects.get(email="olga@example.org")
        return super().make_programs() | {name: token(olga, scopes) for name, scopes in OWN_SCOPES.items()}

    def until_mia_is_to_act(self) -> None:
        """Players asked before her pass."""
        while (seat := self.four.seats.get(number=self.turn())).player_id != self.scene.mia.player.pk:
            play.act(self.four.pk, "pass", command_by(seat.player, self.four))

    def turn(self) -> int:
        state = play.moment_at(self.four).state
        assert state
        assert state.turn is not None
        return state.turn


@pytest.fixture(scope="module")
def kept_cast(kept_db: None) -> Scenery:
    return Scenery()


@pytest.fixture
def cast(db: None, kept_cast: Scenery) -> Scenery:
    return kept_cast


def token(user: User, scopes: tuple[str, ...]) -> Program:
    """Also one without any scope."""
    found = Program(user, *(scopes or Scope.values))
    ApiToken.objects.filter(token_hash=hashed(found.token)).update(scopes=list(scopes))
    return found


def under_night(pk: Callable[[Scenery], int], kind: str, action: str = "", body: Any = None) -> Callable[[Any], Write]:
    """A row that does not belong to the event in whose address it stands."""
    return lambda d: Write(f"{event(d.scene.night)}{kind}/{pk(d)}/", action, body or {})


def round_of_theirs(d: Scenery) -> int:
    return d.theirs.pk


def match_of_theirs(d: Scenery) -> int:
    return first(d.theirs).pk


def payout_of_theirs(action: str) -> Callable[[Any], Write]:
    """A payout under the address of another club's event."""
    return lambda d: Write(f"{event(d.theirs.stage.event)}payouts/{d.scene.payout()}/", action, {})


def planned(action: str) -> Callable[[Any], Write]:
    return lambda d: Write(f"/seasons/{d.scene.planned.slug}/", action, {})


def hidden(action: str, body: Any = None) -> Callable[[Any], Write]:
    return lambda d: Write(f"/tables/{d.hidden.code}/", action, body or {})


ROUND, MATCH, PAYOUT = (f"/events/{{slug}}/{kind}/{{id}}/" for kind in ("rounds", "matches", "payouts"))
SEASON, TABLE_PATH = "/seasons/{slug}/", "/tables/{code}/"
# The last word of a row says what is special about the thing.
SPECIAL: dict[str, Callable[[Any], Write]] = {
    f"{ROUND}draft": lambda d: Write(around(d.scene.drawn), "", {}),
    f"{ROUND}close/draft": lambda d: Write(around(d.scene.drawn), "close/", {}),
    f"{MATCH}draft": lambda d: Write(match(first(d.scene.drawn)), "", {}),
    f"{MATCH}report/draft": lambda d: Write(match(first(d.scene.drawn)), "report/", SCORE),
    f"{MATCH}void/draft": lambda d: Write(match(first(d.scene.drawn)), "void/", WHY),
    f"{MATCH}report/seated": lambda d: Write(match(d.scene.match(1)), "report/", {"points": [6, 10]}),
    f"{ROUND}elsewhere": under_night(round_of_theirs, "rounds"),
    **{
        f"{ROUND}{action}/elsewhere": under_night(round_of_theirs, "rounds", f"{action}/")
        for action in ("publish", "unpublish", "close")
    },
    f"{MATCH}elsewhere": under_night(match_of_theirs, "matches"),
    **{
        f"{MATCH}{action}/elsewhere": under_night(match_of_theirs, "matches", f"{action}/", body)
        for action, body in {
            "report": SCORE,
            "confirm": {},
            "dispute": {},
            "correct": SCORE | WHY,
            "void": WHY,
            "reopen": WHY,
        }.items()
    },
    f"{PAYOUT}elsewhere": payout_of_theirs(""),
    **{f"{PAYOUT}{action}/elsewhere": payout_of_theirs(f"{action}/") for action in ("paid", "unpaid")},
    "/events/{slug}/announcements/{id}/withdraw/elsewhere": lambda d: Write(
        "", f"{event(d.theirs.stage.event)}announcements/{d.scene.said.pk}/withdraw/", {}
    ),
    "/clubs/{slug}/jackpots/{id}/elsewhere": lambda d: Write(
        f"/clubs/{d.theirs.stage.event.club.slug}/jackpots/{d.scene.jackpot.pk}/", "", {}
    ),
    f"{SEASON}setup": planned(""),
    f"{SEASON}table/setup": planned("table/"),
    f"{SEASON}fixtures/setup": planned("fixtures/"),
    f"{TABLE_PATH}hidden": hidden(""),
    f"{TABLE_PATH}games/hidden": hidden("games/"),
    f"{TABLE_PATH}act/hidden": hidden("act/", {"action": "pass"}),
    f"{TABLE_PATH}seats/{{number}}/sit/hidden": hidden("seats/1/sit/"),
    f"{TABLE_PATH}bots/hidden": hidden("bots/"),
    f"{TABLE_PATH}rules/hidden": hidden("rules/", {"settings": {"bots": "expert"}}),
}


def read_table() -> dict[Key, dict[str, str]]:
    """(row, method) → role → answer."""
    lines = [line.split() for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    assert tuple(lines[0][2:]) == ROLES
    return {(row, method): dict(zip(ROLES, cells, strict=True)) for row, method, *cells in lines[1:]}


def path_of(row: str) -> str:
    return row[: row.rindex("/") + 1]


def methods_of(row: str) -> set[str]:
    return {name.upper() for name in paths(urlpatterns)[path_of(row)]}


def ask(cast: Scenery, role: str, row: str, method: str) -> Any:
    program = cast.programs[role]
    if row in SPECIAL:
        write = SPECIAL[row](cast)
    elif row in WRITES and method == "POST":
        write = WRITES[row](cast)
    else:
        write = Write("", row.format(**cast.parts(row)), {})
    if method == "GET":
        return program.get(write.path)
    return program.post(write.path, write.body, seen=version_for(program, write))


def version_for(program: Program, write: Write) -> str | None:
    """As the role sees it; where it sees nothing, one that could be."""
    found = program.get(write.thing) if write.thing else None
    return None if found is None else found.get("ETag", INVENTED)


def outcome_of(response: Any) -> str:
    """login: 401; scope: 403, for the token's sake."""
    if response.status_code == 401:
        return "login"
    is_scope = response.status_code == 403 and response.json()["code"] == "scope_missing"
    return "scope" if is_scope else str(response.status_code)


def test_every_route_has_a_row_for_reading_and_for_writing() -> None:
    known = paths(urlpatterns)
    table = read_table()
    assert {(row, method) for row, method in table if row.endswith("/")} == {
        (path, method) for path in known for method in ("GET", "POST")
    }
    assert {(row, method) for row, method in table if not row.endswith("/")} == {
        (row, method) for row in SPECIAL for method in methods_of(row)
    }


@pytest.mark.parametrize("role", sample(of=ROLES))
@pytest.mark.heavy
def test_it_answers_as_the_table_says_and_neither_a_refusal_nor_reading_writes(cast: Scenery, role: str) -> None:
    table = {key: cells[role] for key, cells in read_table().items()}
    answers: dict[Key, str] = {}
    wrote: set[Key] = set()
    before = world()
    for row, method in table:
        with transaction.atomic():
            with writes() as sent:
                answers[row, method] = outcome_of(ask(cast, role, row, method))
            if sent and differences(before, world()):
                wrote.add((row, method))
            transaction.set_rollback(True)
    assert answers == table
    assert wrote == {key for key, answer in table.items() if key[1] == "POST" and answer in DONE}


def lists_of(cast: Scenery, role: str) -> tuple[int, int, bool]:
    """How many rounds and matches of a draft are listed, and whether a season that is being set up is."""
    program, draft = cast.programs[role], event(cast.scene.draft)
    seasons = [row["slug"] for row in program.read("/seasons/?limit=200")["results"]]
    rounds, matches = (program.read(f"{draft}{name}/")["results"] for name in ("rounds", "matches"))
    return len(rounds), len(matches), cast.scene.planned.slug in seasons


@pytest.mark.slow
def test_lists_show_drafts_and_seasons_being_set_up_to_their_organizers_only(cast: Scenery) -> None:
    shown = {role: lists_of(cast, role) for role in ROLES}
    runs = ("organizer", "owner", "organize")
    assert shown == {role: (1, 1, True) if role in runs else (0, 0, False) for role in ROLES}


@pytest.mark.parametrize("role", ["organizer", "scorer", "player"])
def test_ids_of_elsewhere_are_as_good_as_none(cast: Scenery, role: str) -> None:
    """Under an event's own address: another club's row, one of another event of the club, and a missing one answer with
    the same words."""
    program, night = cast.programs[role], event(cast.scene.night)
    ids = {
        "rounds": (cast.theirs.pk, cast.scene.fresh_round.pk, 10**9),
        "matches": (first(cast.theirs).pk, first(cast.scene.fresh_round).pk, 10**9),
    }
    for kind, numbers in ids.items():
        pages = [program.get(f"{night}{kind}/{pk}/") for pk in numbers]
        assert {(page.status_code, page.content) for page in pages} == {(404, pages[0].content)}, kind
    for path, build in WRITES.items():
        kind = next((one for one in ids if f"/{one}/{{id}}/" in path), "")
        if not kind:
            continue
        action = path.rstrip("/").rpartition("/")[2]
        with writes() as sent:
            pages = [program.post(f"{night}{kind}/{pk}/{action}/", build(cast).body, seen=INVENTED) for pk in ids[kind]]
        assert {page.content for page in pages} == {pages[0].content}, path
        assert pages[0].status_code == (403 if pages[0].json()["code"] == "scope_missing" else 404), path
        assert bool(sent) == (pages[0].status_code == 404), path  # the key, which goes with the refusal


def test_a_stranger_does_not_learn_from_a_refusal_whom_the_club_knows(cast: Scenery) -> None:
    path, known, unknown = f"{event(cast.scene.empty)}entries/", cast.scene.mia.player.pk, 10**9
    stranger, owner = cast.programs["stranger"], cast.programs["owner"]
    assert owner.post(path, {"players": [unknown]}).status_code == 422  # who may enter people is told
    answers = [stranger.post(path, {"players": [pk]}) for pk in (known, unknown)]
    assert {(answer.status_code, answer.content) for answer in answers} == {(403, answers[0].content)}
