"""Personal links: good for one player at one event until it ends; kept only as a hash; one at a time."""

import datetime

import pytest
from django.utils import timezone

from games.engine.errors import RuleError
from tests.cast import Table, by, make_event, on_phone
from tournaments.errors import NotAllowed
from tournaments.models import Event, JournalEntry, Pass
from tournaments.services.passes import LASTS, find_pass, hashed, issue_pass, valid_pass


@pytest.fixture
def token(table: Table) -> str:
    return issue_pass(table.event.pk, table.quinn, by=by(table.olga))


def test_opens_as_its_player(table: Table, token: str) -> None:
    found = find_pass(token)
    assert found
    assert (found.player, found.event) == (table.quinn, table.event)
    assert valid_pass(found.pk, table.event) == found


def test_has_128_random_bits_and_is_kept_as_a_hash(table: Table, token: str) -> None:
    stored = Pass.objects.get()
    assert len(token) == 22
    assert stored.token_hash == hashed(token)
    texts = [str(row) for model in (Pass, JournalEntry) for row in model.objects.values()]
    assert not any(token in text for text in texts)


def test_newer_link_replaces_the_older(table: Table, token: str) -> None:
    newer = issue_pass(table.event.pk, table.quinn, by=by(table.olga))
    assert find_pass(token) is None
    assert find_pass(newer) == Pass.objects.get()


def test_links_of_others_stay(table: Table, token: str) -> None:
    issue_pass(table.event.pk, table.bob, by=by(table.olga))
    found = find_pass(token)
    assert found
    assert found.player == table.quinn


@pytest.mark.parametrize("wrong", ["", "x", "0" * 22, "ä♠"])
def test_other_words_open_nothing(table: Table, token: str, wrong: str) -> None:
    assert find_pass(wrong) is None


def test_ends_with_the_night(table: Table, token: str) -> None:
    found = Pass.objects.get()
    assert found.expires_at == table.event.starts_at + LASTS
    Pass.objects.update(expires_at=timezone.now())
    assert find_pass(token) is None
    assert valid_pass(found.pk, table.event) is None


def test_link_made_late_in_the_night_lasts_as_long(table: Table) -> None:
    Event.objects.update(starts_at=timezone.now() - datetime.timedelta(hours=30))
    token = issue_pass(table.event.pk, table.quinn, by=by(table.olga))
    assert find_pass(token) is not None


def test_cookie_of_one_event_is_none_of_another(table: Table, token: str) -> None:
    other = make_event(table.event.club, table.olga, name="Friday")
    assert valid_pass(Pass.objects.get().pk, other) is None


def test_only_who_runs_the_event_makes_one(table: Table) -> None:
    for asking in (by(table.sam), on_phone(table.pam), on_phone(table.quinn)):
        with pytest.raises(NotAllowed):
            issue_pass(table.event.pk, table.quinn, by=asking)
    assert not Pass.objects.exists()


def test_only_whoever_is_entered_gets_one(table: Table) -> None:
    with pytest.raises(RuleError, match="Olga is not entered in this event"):
        issue_pass(table.event.pk, table.olga.player, by=by(table.olga))
    assert not Pass.objects.exists()
