"""A season of score cards brought in by a program that knows no more than docs/api.md: few requests, and the same
again when it runs again."""

import datetime
import hashlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.cast import make_club, make_user
from tests.sizes import size
from tests.tournaments.api.program import Program
from tests.tournaments.pages.browsing import differences, world
from tests.tournaments.rewards.conftest import run
from tournaments.clubs.models import Club
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.models import GameFact, PlacementFact

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.heavy]

NIGHTS = 26
ELSEWHERE = size(3, 26)
ROUNDS, PEOPLE = size((1, 4), (8, 32))
FIRST = datetime.datetime(2019, 1, 3, 19, tzinfo=datetime.UTC)
LAST_NAMES = ("Abbott", "Baker", "Cole", "Dunn", "Eads", "Fox", "Gray", "Hill")[: PEOPLE // 4]
NAMES = [f"{first} {last}" for last in LAST_NAMES for first in ("Ann", "Bob", "Cy", "Di")]


def cards(night: int) -> list[dict[str, Any]]:
    """The score cards of a night, by the names on them; everyone has other partners and scores each night."""
    chance = Random(night)
    rounds = []
    for number in range(1, ROUNDS + 1):
        order = chance.sample(NAMES, PEOPLE)
        rounds.append(
            {
                "number": number,
                "tables": [
                    {
                        "table": table + 1,
                        "sides": [order[4 * table : 4 * table + 2], order[4 * table + 2 : 4 * table + 4]],
                        "points": chance.sample([10, chance.randrange(10)], 2),
                    }
                    for table in range(PEOPLE // 4)
                ],
            }
        )
    return rounds


class Importer:
    """Four requests a night. Its keys are made of what it imports, so that a second run is a repeat."""

    def __init__(self, program: Program, club: str) -> None:
        self.program, self.club, self.requests = program, club, 0
        self.slugs: list[str] = []

    def post(self, path: str, body: Any, key: str, seen: str | None = None) -> Any:
        self.requests += 1
        answer = self.program.post(path, body, key=f"{self.club}-{key}", seen=seen)
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    def bring_in(self, nights: int = NIGHTS) -> None:
        for night in range(nights):
            self.bring_in_night(night)

    def bring_in_night(self, night: int) -> None:
        starts_at = FIRST + datetime.timedelta(weeks=night)
        about = {"name": f"Night {night + 1}", "starts_at": starts_at.isoformat(), "format": "progressive"}
        length = {"length": "bell", "rounds": ROUNDS}
        slug = self.post(f"/clubs/{self.club}/events/", about | {"config": length}, f"{night}")["slug"]
        self.slugs.append(slug)
        event = f"/events/{slug}/"
        who = [{"names": [name], "match_names": True} for name in NAMES]
        entered = self.post(f"{event}entries/bulk/", {"entries": who}, f"{night}-entries")["results"]
        numbers = dict(zip(NAMES, (row["number"] for row in entered), strict=True))
        rounds = [
            one
            | {
                "tables": [
                    table | {"sides": [[numbers[name] for name in side] for side in table["sides"]]}
                    for table in one["tables"]
                ]
            }
            for one in cards(night)
        ]
        self.post(f"{event}rounds/played/", {"reason": "Score cards of 2019", "rounds": rounds}, f"{night}-rounds")
        self.post(f"{event}finish/", {}, f"{night}-finish", seen="*")

    def digest(self, nights: int = NIGHTS) -> str:
        """Of all that the exports say, without what the site gives: ids, moments, and what its random draws decide."""
        shown = [list(told(in_order(self.program.read(f"/events/{slug}/export/")))) for slug in self.slugs[:nights]]
        return hashlib.sha256(json.dumps(shown).encode()).hexdigest()


GIVEN = {"id", "slug", "club", "page", "round", "stage", "match", "at", "decided_at", "finished_at", "changed_at"}
LOT = {"place_by_lot", "place_before", "because"}


def in_order(export: dict[str, Any]) -> dict[str, Any]:
    """Standings by entry, because a random draw orders those that are tied."""
    for standings in export["standings"]:
        standings["results"].sort(key=lambda row: row["entry"])
    return export


def told(shown: Any, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(shown, dict):
        for name in sorted(shown.keys() - GIVEN - LOT):
            yield from told(shown[name], (*way, name))
    elif isinstance(shown, list):
        for number, inner in enumerate(shown):
            yield from told(inner, (*way, str(number)))
    else:
        yield way, shown


def test_26_nights_come_in_by_few_requests_and_twice_the_same() -> None:
    olga = make_user("Olga")
    program = Program(olga)
    clubs = [make_club(olga, name) for name in ("Elm Street Euchre", "Oak Street Euchre")]
    first, again, elsewhere = (Importer(program, club.slug) for club in (clubs[0], clubs[0], clubs[1]))
    first.bring_in()
    settle_unsettled()
    assert first.requests == 4 * NIGHTS <= 200
    digest, before = first.digest(), world()
    again.bring_in()
    assert (again.requests, again.slugs) == (first.requests, first.slugs)
    assert differences(before, world()) == set(), "a second run is a repeat"
    assert again.digest() == digest
    elsewhere.bring_in(ELSEWHERE)
    settle_unsettled()
    assert set(elsewhere.slugs).isdisjoint(first.slugs)
    assert elsewhere.digest(ELSEWHERE) == first.digest(ELSEWHERE), "the same cards are the same season"
    assert clubs[0].memberships.count() == PEOPLE + 1, "the same names are the same people"
    check_it_counts_when_it_was_played(program, clubs[0])


def check_it_counts_when_it_was_played(program: Program, club: Club) -> None:
    run()
    facts = GameFact.objects.filter(club=club)
    assert facts.count() == NIGHTS * ROUNDS * PEOPLE // 4
    assert {fact.ended_at for fact in facts} == {FIRST + datetime.timedelta(weeks=night) for night in range(NIGHTS)}
    assert PlacementFact.objects.filter(club=club).order_by("ended_at")[0].ended_at == FIRST
    early, late = (
        program.read(f"/clubs/{club.slug}/ranking/?at={moment}Z")["results"]
        for moment in ("2019-01-01T00:00:00", "2019-07-01T00:00:00")
    )
    assert (early, len(late)) == ([], min(PEOPLE, 25))
