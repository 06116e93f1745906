"""A whole club goes out as one file and comes in again equal, by digest; hostile files do not come in."""

import io
import json
import zipfile
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.utils import timezone

from games.accounts.models import Player
from games.tables.models import Table
from tests.cast import PASSWORD, context_of, make_user
from tests.sizes import size
from tests.tournaments.online import Evening
from tests.tournaments.pages.browsing import differences, world
from tests.tournaments.transfer.club_staging import a_season, elsewhere, everything
from tournaments.activity_log.models import AuditLogEntry
from tournaments.context import SITE
from tournaments.errors import NotAllowed
from tournaments.events.commands import create_club
from tournaments.integrity import verify
from tournaments.integrity.rebuild import rebuild
from tournaments.leagues.models import FixtureHandicap
from tournaments.results.models import Standing
from tournaments.rewards.models import GameFact
from tournaments.transfer import club_in
from tournaments.transfer.archive import Archive, ArchiveRefused, read_archive
from tournaments.transfer.club_in import import_club
from tournaments.transfer.club_out import archive_of, export_club
from tournaments.transfer.kinds import BY_MODEL, STAYS

pytestmark = pytest.mark.django_db


def as_file(archive: Archive) -> io.BytesIO:
    file = io.BytesIO()
    archive.write(file)
    return file


@pytest.fixture(scope="module")
def season(django_db_setup: None, django_db_blocker: Any) -> Archive:
    with django_db_blocker.unblock():
        return elsewhere(a_season)


@pytest.fixture(scope="module")
def full_club(django_db_setup: None, django_db_blocker: Any) -> Archive:
    with django_db_blocker.unblock():
        return elsewhere(lambda: everything(SECRET))


SECRET: set[str] = set()
"""What the club of `full_club` keeps to itself; filled when it is made."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["season", pytest.param("full_club", marks=pytest.mark.slow)])
@pytest.mark.heavy
def test_a_club_comes_in_as_it_went_out(name: str, request: pytest.FixtureRequest) -> None:
    gone: Archive = request.getfixturevalue(name)
    club = import_club(read_archive(as_file(gone)), context=SITE)
    again = archive_of(club)
    assert again.rows == gone.rows
    assert again.digest == gone.digest
    assert as_file(again).getvalue() == as_file(gone).getvalue()


@pytest.mark.slow
@pytest.mark.heavy
def test_what_is_derived_is_there_again_and_the_file_comes_in_once(season: Archive) -> None:
    club = import_club(season, context=SITE)
    assert verify.violations() == []
    with pytest.raises(ArchiveRefused, match="already"):
        import_club(season, context=SITE)
    assert Standing.objects.filter(stage__event__club=club).exists()
    assert GameFact.objects.filter(club=club, facts__is_online=True).exists()
    assert FixtureHandicap.objects.filter(fixture__season__league__club=club).exclude(side=None).exists()
    assert AuditLogEntry.objects.filter(club=club, event=None).first().action == "import_club"


@pytest.mark.slow
def test_beside_a_club_of_the_same_name_it_gets_another_address() -> None:
    first = create_club("Elm Street Euchre", context=SITE)
    gone = elsewhere(lambda: create_club("Elm Street Euchre", context=SITE))
    club = import_club(gone, context=SITE)
    assert (first.slug, club.slug) == ("elm-street-euchre", "elm-street-euchre-2")


@pytest.mark.slow
def test_nothing_secret_is_in_the_file(full_club: Archive) -> None:
    secret = {PASSWORD, settings.SECRET_KEY, "olga@example.org", "argon2", "pbkdf2", *SECRET}
    with zipfile.ZipFile(as_file(full_club)) as file:
        text = "".join(file.read(name).decode() for name in file.namelist())
    assert len(secret) > 10
    assert [one for one in secret if one in text] == []


def test_every_table_travels_or_is_named_as_one_that_stays() -> None:
    ours = {model for app in ("tournaments",) for model in apps.get_app_config(app).get_models()}
    assert ours - BY_MODEL.keys() - set(STAYS) == set(), "add it to KINDS, or say stays_here = True in its class"
    assert not BY_MODEL.keys() & set(STAYS)
    unknown = [
        f"{kind.name}.{one.name}"
        for kind in BY_MODEL.values()
        for one in kind.fields
        if one.related_model and one.related_model not in BY_MODEL
    ]
    assert unknown == []


@pytest.mark.slow
def test_a_table_where_a_hand_is_being_played_stays_at_home() -> None:
    evening = Evening()
    evening.arrive()
    assert Table.objects.get().games.get().hands.exists()
    rows = archive_of(evening.event.club).rows
    assert (rows["games.table"], rows["games.hand"], rows["tournaments.matchtable"]) == ([], [], [])


@pytest.mark.slow
@pytest.mark.heavy
def test_what_comes_due_here_meanwhile_is_no_contradiction(season: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of this site waits for its bots; no one moves them while a club comes in."""
    Evening().arrive()

    def slowly() -> None:
        rebuild()
        Table.objects.update(due_at=timezone.now() - timedelta(minutes=3))

    monkeypatch.setattr(club_in, "rebuild", slowly)
    import_club(season, context=SITE)
    assert any("has been due" in sentence for sentence in verify.violations())


def test_only_an_owner_takes_it_and_only_the_site_brings_it() -> None:
    olga, sam = make_user("Olga"), make_user("Sam")
    club = create_club("Elm Street", context=context_of(olga))
    with pytest.raises(NotAllowed):
        export_club(club.pk, context=context_of(sam))
    archive = export_club(club.pk, context=context_of(olga))
    with pytest.raises(NotAllowed):
        import_club(archive, context=context_of(olga))


Change = Callable[[dict[str, list[dict[str, Any]]]], object]


def put(kind: str, **values: Any) -> Change:
    return lambda rows: rows[kind][0].update(values)


CONTRADICTIONS: dict[str, Change] = {
    "two clubs": lambda rows: rows["tournaments.club"].append(rows["tournaments.club"][0]),
    "no club": lambda rows: rows["tournaments.club"].clear(),
    "a player from outside": put("tournaments.membership", player=10_000),
    "player nothing": put("tournaments.membership", player=0),
    "a negative player": put("tournaments.membership", player=-1),
    "a player by name": put("tournaments.membership", player="1"),
    "a player true": put("tournaments.membership", player=True),
    "an entry of another event": put("tournaments.seat", entry=1_000_000),
    "a result of another match": put("tournaments.match", standing=2),
    "an account": put("games.player", user=1),
    "a password": put("games.player", password="x"),
    "a nameless player": put("games.player", name=""),
    "a name too long": put("games.player", name="x" * 81),
    "a name that is a list": put("games.player", name=["Ann"]),
    "an unknown role": put("tournaments.membership", role="superuser"),
    "a wrong zone": put("tournaments.club", zone="Mars/Olympus"),
    "an address that is none": put("tournaments.club", slug="../../etc"),
    "a moment without zone": put("tournaments.event", starts_at="2026-01-01T10:00:00"),
    "a moment of nonsense": put("tournaments.event", starts_at="soon"),
    "a day of nonsense": put("tournaments.squadplayer", since="2026-02-30"),
    "a number too big": put("tournaments.event", fee=10**20),
    "a number below nothing": put("tournaments.event", fee=-1),
    "an empty cell": put("tournaments.event", name=None),
    "an unknown format": put("tournaments.stage", format="poker"),
    "a config of nonsense": put("tournaments.stage", config=[1]),
    "rules of nonsense": put("tournaments.stage", rules={"players": "x"}),
    "a slip of nonsense": put("tournaments.resultentry", slip={"points": "x"}),
    "an impossible score": put("tournaments.resultentry", slip={"points": [900, 900]}),
    "a version that is missing": put("tournaments.resultentry", version=7),
    "a journal with a gap": lambda rows: next(row for row in rows["tournaments.journalentry"] if row["event"]).update(
        number=9_999
    ),
    "a fixture of one squad": lambda rows: rows["tournaments.fixture"][0].update(home=1, away=1),
    "a squad of another section": put("tournaments.squad", section=99),
    "a hand played otherwise": put("games.hand", actions="order"),
    "a field more": put("tournaments.league", secret="x"),
    "a field less": lambda rows: rows["tournaments.league"][0].pop("about"),
    "a row that leads to itself": put("tournaments.season", follows=1),
}


@pytest.mark.slow
@pytest.mark.heavy
def test_an_archive_that_contradicts_itself_does_not_come_in(season: Archive) -> None:
    before = world()
    for name in list(CONTRADICTIONS)[:: size(3, 1)]:
        rows = deepcopy(dict(season.rows))
        CONTRADICTIONS[name](rows)
        assert comes_in(as_file(replace(season, rows=rows))) is False, name
    assert differences(before, world()) == set()


def comes_in(file: io.BytesIO) -> bool:
    try:
        import_club(read_archive(file), context=SITE)
    except ArchiveRefused:
        return False
    return True


def tampered(archive: Archive, change: Callable[[dict[str, bytes]], object]) -> io.BytesIO:
    with zipfile.ZipFile(as_file(archive)) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    change(parts)
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return found


def manifest(**values: Any) -> Callable[[dict[str, bytes]], object]:
    def change(parts: dict[str, bytes]) -> None:
        parts["manifest.json"] = json.dumps(json.loads(parts["manifest.json"]) | values).encode() + b"\n"

    return change


def part(content: bytes, name: str = "games.player.jsonl") -> Callable[[dict[str, bytes]], object]:
    return lambda parts: parts.update({name: content})


FILES: dict[str, tuple[Callable[[dict[str, bytes]], object], str]] = {
    "another format": (manifest(format="x"), "isn’t a club archive"),
    "another version": (manifest(version=99), "version 99"),
    "another digest": (manifest(digest="0" * 64), "changed after it was exported"),
    "a changed row": (part(b"{}\n"), "player numbers|changed after it was exported"),
    "numbers twice": (manifest(numbers=[1, 1]), "numbers"),
    "numbers of text": (manifest(numbers="12"), "numbers"),
    "huge numbers": (manifest(numbers=[10**18]), "numbers"),
    "a way out": (part(b"", "../../etc/passwd"), "doesn’t belong"),
    "a root": (part(b"", "/etc/passwd"), "doesn’t"),
    "a strange table": (part(b"{}\n", "auth.user.jsonl"), "auth.user"),
    "a backslash": (part(b"", "..\\x"), "doesn’t"),
    "a part less": (lambda parts: parts.pop("games.hand.jsonl"), "is incomplete"),
    "a bomb": (part(b"0" * 50_000_000), "far too large"),
    "isn’t JSON": (part(b"Ann\n"), "line 1"),
    "a list": (part(b"[]\n"), "can’t read this line"),
    "NaN": (part(b'{"name": NaN}\n'), "line 1"),
    "NUL": (part(b'{"name": "\\u0000"}\n'), "can’t store"),
    "half a pair": (part(b'{"name": "\\ud800"}\n'), "line 1"),
    "nested deep": (part(b'{"a":' * 50 + b"1" + b"}" * 50 + b"\n"), "deep"),
    "nested without end": (part(b"[" * 100_000 + b"\n"), "line 1"),
    "cut off": (part(b'{"name": "A'), "cut off"),
    "a long number": (part(b'{"name": ' + b"9" * 5000 + b"}\n"), "line 1"),
    "isn’t UTF-8": (part(b'{"n": "\xff"}\n'), "line"),
}


@pytest.mark.slow
def test_a_file_that_was_tampered_with_is_refused(season: Archive) -> None:
    for change, said in FILES.values():
        with pytest.raises(ArchiveRefused, match=said):
            read_archive(tampered(season, change))
    for content in (b"", b"PK\x03\x04", as_file(season).getvalue()[:-40], b"\0" * 1000):
        with pytest.raises(ArchiveRefused):
            read_archive(io.BytesIO(content))


@pytest.mark.slow
def test_people_keep_their_numbers_where_all_are_free(season: Archive) -> None:
    club = import_club(season, context=SITE)
    assert set(club.players.values_list("pk", flat=True)) <= set(season.numbers)
    assert Player.objects.create(name="Next").pk > season.numbers[-1]


@pytest.mark.slow
@pytest.mark.heavy
def test_where_one_is_taken_they_get_others(season: Archive) -> None:
    Player.objects.create(pk=season.numbers[-1], name="Choose another player")
    club = import_club(season, context=SITE)
    assert min(club.players.values_list("pk", flat=True)) > season.numbers[-1]
    assert archive_of(club).digest == season.digest
