"""Personal links: good for one player at one event until it ends; kept only as a hash; one at a time."""

import datetime

import pytest
from django.utils import timezone

from games.accounts.tokens import hashed
from games.engine.errors import RuleError
from tests.cast import Table, context_of, make_event, on_phone, with_key
from tournaments.access.models import Pass
from tournaments.access.passes import LASTS, find_pass, issue_pass, issue_passes, valid_pass
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event


@pytest.fixture
def token(table: Table) -> str:
    return issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))


def test_opens_as_its_player(table: Table, token: str) -> None:
    found = find_pass(token)
    assert found
    assert (found.player, found.event) == (table.quinn, table.event)
    assert valid_pass(found.pk, table.event) == found


def test_has_128_random_bits_and_is_kept_as_a_hash(table: Table, token: str) -> None:
    stored = Pass.objects.get()
    assert len(token) == 22
    assert stored.token_hash == hashed(token)
    texts = [str(row) for model in (Pass, AuditLogEntry) for row in model.objects.values()]
    assert not any(token in text for text in texts)


def test_newer_link_replaces_the_older(table: Table, token: str) -> None:
    newer = issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))
    assert find_pass(token) is None
    assert find_pass(newer) == Pass.objects.get()


def test_links_of_others_stay(table: Table, token: str) -> None:
    issue_pass(table.event.pk, table.bob, context=context_of(table.olga))
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
    token = issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))
    assert find_pass(token) is not None


def test_cookie_of_one_event_is_none_of_another(table: Table, token: str) -> None:
    other = make_event(table.event.club, table.olga, name="Friday")
    assert valid_pass(Pass.objects.get().pk, other) is None


def test_only_who_runs_the_event_makes_one(table: Table) -> None:
    for caller in (context_of(table.sam), on_phone(table.pam), on_phone(table.quinn)):
        with pytest.raises(NotAllowed):
            issue_pass(table.event.pk, table.quinn, context=caller)
    assert not Pass.objects.exists()


def test_only_entered_players_get_one(table: Table) -> None:
    with pytest.raises(RuleError, match="Olga isn’t in this event"):
        issue_pass(table.event.pk, table.olga.player, context=context_of(table.olga))
    assert not Pass.objects.exists()


class TestForEveryone:
    def test_makes_one_for_each_who_plays_and_has_not_left(self, table: Table) -> None:
        entries.drop_out(table.event.entries.get(players=table.bob).pk, context=context_of(table.olga))
        issued = issue_passes(table.event.pk, context=context_of(table.olga))
        assert [player.name for player, _ in issued] == sorted(player.name for player, _ in issued)
        assert {player for player, _ in issued} == {
            row.player for entry in table.event.entries.exclude(players=table.bob) for row in entry.lineup.all()
        }
        for player, token in issued:
            found = find_pass(token)
            assert found
            assert found.player == player

    def test_the_older_ones_stop_working(self, table: Table, token: str) -> None:
        issued = dict(issue_passes(table.event.pk, context=context_of(table.olga)))
        assert find_pass(token) is None
        assert Pass.objects.filter(player=table.quinn).count() == 1
        assert find_pass(issued[table.quinn])

    def test_they_are_kept_as_hashes_and_journalled_once(self, table: Table) -> None:
        issued = issue_passes(table.event.pk, context=context_of(table.olga))
        texts = [str(row) for model in (Pass, AuditLogEntry) for row in model.objects.values()]
        assert not any(token in text for _, token in issued for text in texts)
        assert AuditLogEntry.objects.filter(action="issue_passes").count() == 1

    def test_the_same_request_again_does_not_end_the_links_it_made(self, table: Table) -> None:
        asked = with_key(table.olga)
        issued = issue_passes(table.event.pk, context=asked)
        with pytest.raises(Conflict, match="show them only once"):
            issue_passes(table.event.pk, context=asked)
        assert all(find_pass(token) for _, token in issued)

    def test_is_for_organizers(self, table: Table) -> None:
        for asked in (context_of(table.sam), on_phone(table.pam)):
            with pytest.raises(NotAllowed):
                issue_passes(table.event.pk, context=asked)
        assert not Pass.objects.exists()

    def test_needs_an_entry(self, table: Table) -> None:
        empty = make_event(table.event.club, table.olga, name="Empty")
        with pytest.raises(RuleError, match="No entries yet"):
            issue_passes(empty.pk, context=context_of(table.olga))
