"""What programs read is the same in every language: keys, states and numbers. Only labels and sentences follow it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import translation

from euchre_site.api import urlpatterns
from tests.sizes import sample
from tests.tournaments.api.cast import Cast
from tests.tournaments.api.requests import WRITES
from tests.tournaments.api.test_permissions import SPECIAL
from tests.tournaments.api.walking import paths

pytestmark = pytest.mark.django_db

LABELS = {
    "position_label",
    "group_label",
    "section_label",
    "round_label",
    "label",
    "because",
    "reason",
    "words",
    "needs",
    "problems",
    "early",
}
"""What is for people, and follows the language."""
STAGE_NAME = ("stages", "name")
"""A stage without a name of its own is called like its format."""
ACHIEVEMENTS = {"name", "words", "tier_name"}
"""Of what the site itself gives; `key` and `tier` are beside them."""
OTHERS = [code for code, _ in settings.LANGUAGES if code != "en"]


def leaves(shown: Any, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Each value with the names of the fields that lead to it; lists by their position."""
    if isinstance(shown, dict):
        for name, inner in shown.items():
            yield from leaves(inner, (*way, name))
    elif isinstance(shown, list):
        for number, inner in enumerate(shown):
            yield from leaves(inner, (*way, str(number)))
    else:
        yield way, shown


def is_for_people(path: str, way: tuple[str, ...]) -> bool:
    names = [name for name in way if not name.isdigit()]
    return (
        bool(LABELS & set(names))
        or tuple(names[-2:]) == STAGE_NAME
        or (path.endswith("/achievements/") and names[-1] in ACHIEVEMENTS)
        or names[-1] in ("etag", "next", "previous")
    )


def reads(cast: Cast) -> Iterator[tuple[str, str]]:
    """Each address that can be read, and as whom: the owner sees drafts too."""
    for path, methods in paths(urlpatterns).items():
        if "get" in methods:
            yield path, path.format(**cast.parts(path))
    for row, build in SPECIAL.items():
        if row.endswith("draft") and "report" not in row:
            yield row, build(cast).path


@pytest.mark.slow
@pytest.mark.parametrize("language", sample("fr", of=OTHERS))
@pytest.mark.heavy
def test_keys_and_values_for_programs_are_the_same_in_every_language(cast: Cast, language: str) -> None:
    owner, labels = cast.programs["owner"], 0
    for path, address in reads(cast):
        answers = [owner.get(address, **{"Accept-Language": code}) for code in ("en", language)]
        assert answers[0].status_code == answers[1].status_code, path
        if answers[0].status_code != 200:
            continue
        english, other = (dict(leaves(answer.json())) for answer in answers)
        assert list(english) == list(other), path
        differing = {way for way, value in english.items() if value != other[way]}
        assert {way for way in differing if not is_for_people(path, way)} == set(), path
        labels += len(differing)
        if path.endswith(("/standings/", "/matches/", "/players/")):
            tables = [owner.get(address, Accept="text/csv", **{"Accept-Language": code}) for code in ("en", language)]
            heads = [table.content.decode().partition("\r\n")[0] for table in tables]
            assert heads[0] == heads[1], path
    assert (labels > 20) is (language == "fr"), "labels do follow the language"


@pytest.mark.slow
@pytest.mark.parametrize("language", sample("fr", of=OTHERS))
@pytest.mark.heavy
def test_so_are_the_answers_of_writes(cast: Cast, language: str) -> None:
    """Each done twice, as if the other had never been: numbers that the site gives may differ, and nothing else."""
    for path, build in WRITES.items():
        answers = []
        for code in ("en", language):
            with transaction.atomic():
                write = build(cast)
                program = cast.programs[write.role]
                spoken = {"Accept-Language": code}
                seen = program.get(write.thing, **spoken)["ETag"] if write.thing else None
                answer = program.post(write.path, write.body, seen=seen, **spoken)
                assert answer.status_code in (200, 201), path
                answers.append(dict(leaves(answer.json())))
                transaction.set_rollback(True)
        english, other = answers
        assert list(english) == list(other), path
        words = {way: value for way, value in english.items() if isinstance(value, str) and not is_given(way)}
        differing = {way for way, value in words.items() if value != other[way] and not is_for_people(path, way)}
        assert differing == set(), path


def is_given(way: tuple[str, ...]) -> bool:
    """A moment, an address, or what is random, all of which are others each time."""
    ends = ("_at", "_until", "stamp", "etag", "slug", "page", "code", "secret", "number", "seed")
    return way[-1] in ("at", "id") or way[-1].endswith(ends)


def test_labels_are_in_the_language_of_the_request(cast: Cast) -> None:
    path = f"/events/{cast.scene.night.slug}/"
    french = cast.programs["owner"].get("/events/league/standings/", **{"Accept-Language": "fr"}).json()
    games = next(one for one in french["criteria"] if one["key"] == "games_won")
    with translation.override("fr"):
        assert games["label"] == translation.gettext("Games won") != "Games won"
    assert all(isinstance(row["values"]["games_won"], int | float) for row in french["results"])
    seats = cast.programs["owner"].get(f"{path}matches/", **{"Accept-Language": "fr"}).json()["results"][0]["seats"]
    assert [seat["position"] for seat in seats] == ["north", "east", "south", "west"]
    assert [seat["position_label"] for seat in seats] == ["Nord", "Est", "Sud", "Ouest"]
