"""The code on the wall: derived and stored nowhere, good for tonight, replaced on demand; a taken name stays taken."""

import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from games.engine.errors import RuleError
from games.models import Player
from tests.cast import Table, by, make_event, on_phone
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Entry, JournalEntry, Pass, WallCode
from tournaments.permissions import Actor
from tournaments.services.entrance.door import (
    Place,
    Reading,
    arrive,
    code_on,
    expected,
    hang_code,
    read_code,
    take_down_code,
)
from tournaments.services.entrance.passes import LASTS, issue_pass, valid_pass
from tournaments.services.journal import By


@pytest.fixture
def code(table: Table) -> str:
    hang_code(table.event.pk, by=by(table.olga))
    found = code_on(table.event)
    assert found
    return found


def not_here(table: Table, player: Player) -> Entry:
    Entry.objects.filter(event=table.event, players=player).update(status=Entry.Status.REGISTERED)
    return Entry.objects.get(event=table.event, players=player)


def come(table: Table, player: Player, code: str, **more: Player) -> Place:
    return arrive(table.event.pk, player, code, by=on_phone(player), **more)


def test_it_checks_in_and_makes_the_phones_link(table: Table, code: str) -> None:
    entry = not_here(table, table.quinn)
    link = come(table, table.quinn, code).link
    entry.refresh_from_db()
    assert entry.status == Entry.Status.CHECKED_IN
    assert link
    assert valid_pass(link.pk, table.event) == link
    table.event.refresh_from_db()
    assert table.event.version == table.event.journal.count()
    assert [row.verb for row in table.event.journal.all()[:2]] == ["arrive", "check_in"]


def test_whoever_is_here_gets_the_link_only(table: Table, code: str) -> None:
    come(table, table.quinn, code)
    assert [row.verb for row in table.event.journal.all()[:2]] == ["arrive", "hang_code"]


def test_a_link_in_use_is_not_given_to_a_second_phone(table: Table, code: str) -> None:
    issue_pass(table.event.pk, table.quinn, by=by(table.olga))
    before = Pass.objects.get()
    with pytest.raises(Stale, match="Quinn has a personal link already"):
        come(table, table.quinn, code)
    assert Pass.objects.get() == before
    assert Pass.objects.get().token_hash == before.token_hash
    Pass.objects.update(expires_at=timezone.now())
    assert come(table, table.quinn, code).link


def test_a_phone_is_one_persons(table: Table, code: str) -> None:
    with pytest.raises(NotAllowed, match=r"This phone is Pam's tonight\. Quinn needs"):
        come(table, table.quinn, code, phone_of=table.pam)
    assert come(table, table.quinn, code, phone_of=table.olga.player).link, "an organizer who does not play lends hers"


def test_it_has_128_bits_and_is_stored_nowhere(table: Table, code: str) -> None:
    assert len(code) == 22
    texts = [str(row) for model in (WallCode, JournalEntry) for row in model.objects.values()]
    assert not any(code in text for text in texts)


def test_a_new_one_replaces_it(table: Table, code: str) -> None:
    hang_code(table.event.pk, by=by(table.olga))
    newer = code_on(table.event)
    assert newer
    assert newer != code
    assert [read_code(table.event, one) for one in (newer, code, "x" * 22)] == [
        Reading.GOOD, Reading.REPLACED, Reading.WRONG,
    ]  # fmt: skip
    with pytest.raises(NotAllowed, match="does not work any more"):
        come(table, table.quinn, code)
    assert come(table, table.quinn, newer).link


def test_it_ends_with_the_night_or_when_it_is_taken_down(table: Table, code: str) -> None:
    row = WallCode.objects.get()
    assert row.expires_at == table.event.starts_at + LASTS
    WallCode.objects.update(expires_at=timezone.now() - datetime.timedelta(seconds=1))
    assert (code_on(table.event), read_code(table.event, code)) == (None, Reading.REPLACED)
    hang_code(table.event.pk, by=by(table.olga))
    newest = code_on(table.event)
    take_down_code(table.event.pk, by=by(table.olga))
    assert newest
    with pytest.raises(NotAllowed):
        come(table, table.quinn, newest)


def test_the_code_of_one_event_opens_no_other(table: Table, code: str) -> None:
    other = make_event(table.event.club, table.olga, name="Friday")
    assert read_code(other, code) is Reading.WRONG
    hang_code(other.pk, by=by(table.olga))
    assert read_code(other, code) is Reading.WRONG


def test_nobody_else_gets_in(table: Table, code: str) -> None:
    with pytest.raises(RuleError, match="Olga is not entered"):
        come(table, table.olga.player, code)
    Entry.objects.filter(event=table.event, players=table.quinn).update(status=Entry.Status.DROPPED)
    with pytest.raises(RuleError, match="marked as gone"):
        come(table, table.quinn, code)
    with pytest.raises(NotAllowed):
        arrive(table.event.pk, table.ann, code, by=on_phone(table.bob))
    assert not Pass.objects.exists()


def test_only_who_runs_the_event_hangs_it(table: Table) -> None:
    for asking in (by(table.sam), on_phone(table.pam)):
        for verb in (hang_code, take_down_code):
            with pytest.raises(NotAllowed):
                verb(table.event.pk, by=asking)
    assert not WallCode.objects.exists()


def test_the_same_key_is_the_same_arrival(table: Table, code: str) -> None:
    not_here(table, table.quinn)
    asking = By(Actor(player=table.quinn), on_phone(table.quinn).source, uuid4())
    one, two = (arrive(table.event.pk, table.quinn, code, by=asking) for _ in range(2))
    assert one == two
    assert table.event.journal.filter(verb="arrive").count() == 1


def test_the_list_says_who_is_expected(table: Table, code: str) -> None:
    not_here(table, table.quinn)
    come(table, table.bob, code)
    Entry.objects.filter(event=table.event, players=table.ann).update(status=Entry.Status.DROPPED)
    found = {one.player: (one.is_here, one.has_link) for one in expected(table.event)}
    assert len(found) == 7
    assert (found[table.quinn], found[table.bob], found[table.pam]) == ((False, False), (True, True), (True, False))
