"""The code on the wall: derived and stored nowhere, good for tonight, replaced on demand; a taken name stays taken."""

import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import Table, a_device, context_of, make_event, on_phone, traces
from tournaments.access.models import Pass, Phone, WallArrival, WallCode
from tournaments.access.passes import LASTS, issue_pass, issue_passes, valid_pass
from tournaments.access.wall_code import (
    Place,
    Reading,
    arrive,
    code_on,
    expected,
    hand_back,
    hang_code,
    read_code,
    revoke_arrival,
    take_down_code,
    trust_arrival,
)
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.permissions import NOBODY
from tournaments.results.models import Channel
from tournaments.results.phones import mark_of


@pytest.fixture
def code(table: Table) -> str:
    hang_code(table.event.pk, context=context_of(table.olga))
    found = code_on(table.event)
    assert found
    return found


def not_here(table: Table, player: Player) -> Entry:
    Entry.objects.filter(event=table.event, players=player).update(status=Entry.Status.REGISTERED)
    return Entry.objects.get(event=table.event, players=player)


def check_in_by_code(table: Table, player: Player, code: str, *, phone: str = "", **more: Player) -> Place:
    """phone: the cookie of the phone that asks; the player's own, if nothing is said."""
    caller = on_phone(player, device=a_device(phone or player.name))
    return arrive(table.event.pk, player, code, context=caller, **more)


def back(table: Table, phone: str) -> Player | None:
    return hand_back(table.event.pk, context=Context(NOBODY, Channel.PAGE, device=a_device(phone)))


def test_it_checks_in_and_makes_the_phones_link(table: Table, code: str) -> None:
    entry = not_here(table, table.quinn)
    link = check_in_by_code(table, table.quinn, code).link
    entry.refresh_from_db()
    assert entry.status == Entry.Status.CHECKED_IN
    assert link
    assert valid_pass(link.pk, table.event) == link
    table.event.refresh_from_db()
    assert table.event.version == table.event.audit_log.count()
    assert [row.action for row in table.event.audit_log.all()[:2]] == ["arrive", "check_in"]


def test_a_checked_in_player_gets_only_the_link(table: Table, code: str) -> None:
    check_in_by_code(table, table.quinn, code)
    assert [row.action for row in table.event.audit_log.all()[:2]] == ["arrive", "hang_code"]


def test_a_link_in_use_is_not_given_to_a_second_phone(table: Table, code: str) -> None:
    issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))
    before = Pass.objects.get()
    with pytest.raises(Conflict, match="Quinn already has a personal link"):
        check_in_by_code(table, table.quinn, code)
    assert Pass.objects.get() == before
    assert Pass.objects.get().token_hash == before.token_hash
    Pass.objects.update(expires_at=timezone.now())
    assert check_in_by_code(table, table.quinn, code).link


def test_a_phone_is_one_persons(table: Table, code: str) -> None:
    with pytest.raises(NotAllowed, match=r"Pam is using this phone tonight\. Use another phone for Quinn"):
        check_in_by_code(table, table.quinn, code, phone_of=table.pam)
    assert check_in_by_code(table, table.quinn, code, phone_of=table.olga.player).link, (
        "an organizer who does not play lends hers"
    )


class TestOneNameOnAPhone:
    def test_a_second_name_has_to_wait_until_the_first_is_handed_back(self, table: Table, code: str) -> None:
        """Whatever became of the first one's session: the phone is known by a cookie of its own."""
        link = check_in_by_code(table, table.quinn, code, phone="one").link
        assert link
        before = traces(table), Pass.objects.count()
        with pytest.raises(NotAllowed, match=r"This phone is checked in as Quinn tonight\. Release that name first"):
            check_in_by_code(table, table.bob, code, phone="one")
        assert (traces(table), Pass.objects.count()) == before
        assert back(table, "one") == table.quinn
        assert valid_pass(link.pk, table.event) is None
        assert check_in_by_code(table, table.bob, code, phone="one").link
        assert check_in_by_code(table, table.quinn, code, phone="two").link, "the name is free for another phone"
        taken = WallArrival.objects.filter(ended_at=None).order_by("player__name")
        assert [row.player for row in taken] == [table.bob, table.quinn]

    def test_handing_back_twice_or_without_a_name_changes_nothing(self, table: Table, code: str) -> None:
        check_in_by_code(table, table.quinn, code, phone="one")
        back(table, "one")
        before = traces(table)
        assert [back(table, phone) for phone in ("one", "two")] == [None, None]
        assert traces(table) == before

    def test_the_phone_that_has_the_name_gets_in_again(self, table: Table, code: str) -> None:
        check_in_by_code(table, table.quinn, code, phone="one")
        since = WallArrival.objects.get().at
        assert check_in_by_code(table, table.quinn, code, phone="one").link, "its session was lost"
        assert WallArrival.objects.get().at == since
        with pytest.raises(Conflict, match="Quinn already has a personal link"):
            check_in_by_code(table, table.quinn, code, phone="two")

    def test_a_link_from_an_organizer_takes_the_name_off_the_phone(self, table: Table, code: str) -> None:
        check_in_by_code(table, table.quinn, code, phone="one")
        issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))
        assert WallArrival.objects.get().ended_at
        assert check_in_by_code(table, table.bob, code, phone="one").link
        issue_passes(table.event.pk, context=context_of(table.olga))
        assert not WallArrival.objects.filter(ended_at=None).exists()

    def test_only_an_organizer_revokes_a_link(self, table: Table, code: str) -> None:
        link = check_in_by_code(table, table.quinn, code, phone="one").link
        arrival = WallArrival.objects.get()
        for action in (revoke_arrival, trust_arrival):
            for caller in (context_of(table.sam), on_phone(table.quinn)):
                with pytest.raises(NotAllowed):
                    action(arrival.pk, context=caller)
        asked = context_of(table.olga, key=uuid4())
        revoke_arrival(arrival.pk, context=asked)
        revoke_arrival(arrival.pk, context=asked)
        assert link
        assert valid_pass(link.pk, table.event) is None
        assert table.event.audit_log.filter(action="revoke_arrival").count() == 1
        with pytest.raises(Conflict, match="no longer works"):
            revoke_arrival(arrival.pk, context=context_of(table.olga))
        assert check_in_by_code(table, table.quinn, code, phone="two").link

    def test_no_cookie_address_or_browser_can_be_read_in_the_database(self, table: Table, code: str) -> None:
        check_in_by_code(table, table.quinn, code, phone="one")
        row = Phone.objects.get()
        assert not {"one", "Safari", "192.0.2.7"} & {row.mark, row.trace}
        other = make_event(table.event.club, table.olga, name="Friday")
        assert mark_of(other, a_device("one")) != row.mark, "and it leads to no other night"


def test_it_has_128_bits_and_is_stored_nowhere(table: Table, code: str) -> None:
    assert len(code) == 22
    texts = [str(row) for model in (WallCode, AuditLogEntry) for row in model.objects.values()]
    assert not any(code in text for text in texts)


def test_a_new_one_replaces_it(table: Table, code: str) -> None:
    hang_code(table.event.pk, context=context_of(table.olga))
    newer = code_on(table.event)
    assert newer
    assert newer != code
    assert [read_code(table.event, one) for one in (newer, code, "x" * 22)] == [
        Reading.GOOD,
        Reading.REPLACED,
        Reading.WRONG,
    ]
    with pytest.raises(NotAllowed, match="no longer works"):
        check_in_by_code(table, table.quinn, code)
    assert check_in_by_code(table, table.quinn, newer).link


def test_it_ends_with_the_night_or_when_it_is_taken_down(table: Table, code: str) -> None:
    row = WallCode.objects.get()
    assert row.expires_at == table.event.starts_at + LASTS
    WallCode.objects.update(expires_at=timezone.now() - datetime.timedelta(seconds=1))
    assert (code_on(table.event), read_code(table.event, code)) == (None, Reading.REPLACED)
    hang_code(table.event.pk, context=context_of(table.olga))
    newest = code_on(table.event)
    take_down_code(table.event.pk, context=context_of(table.olga))
    assert newest
    with pytest.raises(NotAllowed):
        check_in_by_code(table, table.quinn, newest)


def test_the_code_of_one_event_opens_no_other(table: Table, code: str) -> None:
    other = make_event(table.event.club, table.olga, name="Friday")
    assert read_code(other, code) is Reading.WRONG
    hang_code(other.pk, context=context_of(table.olga))
    assert read_code(other, code) is Reading.WRONG


def test_no_one_else_gets_in(table: Table, code: str) -> None:
    with pytest.raises(RuleError, match="Olga isn’t on the list"):
        check_in_by_code(table, table.olga.player, code)
    Entry.objects.filter(event=table.event, players=table.quinn).update(status=Entry.Status.DROPPED)
    with pytest.raises(RuleError, match="marked as gone"):
        check_in_by_code(table, table.quinn, code)
    with pytest.raises(NotAllowed):
        arrive(table.event.pk, table.ann, code, context=on_phone(table.bob, device=a_device("x")))
    assert not Pass.objects.exists()


def test_only_who_runs_the_event_hangs_it(table: Table) -> None:
    for caller in (context_of(table.sam), on_phone(table.pam)):
        for action in (hang_code, take_down_code):
            with pytest.raises(NotAllowed):
                action(table.event.pk, context=caller)
    assert not WallCode.objects.exists()


def test_the_same_key_is_the_same_arrival(table: Table, code: str) -> None:
    not_here(table, table.quinn)
    caller = on_phone(table.quinn, key=uuid4(), device=a_device("x"))
    one, two = (arrive(table.event.pk, table.quinn, code, context=caller) for _ in range(2))
    assert one == two
    assert table.event.audit_log.filter(action="arrive").count() == 1


def test_the_list_says_who_is_expected(table: Table, code: str) -> None:
    not_here(table, table.quinn)
    check_in_by_code(table, table.bob, code)
    Entry.objects.filter(event=table.event, players=table.ann).update(status=Entry.Status.DROPPED)
    found = {one.player: (one.is_here, one.has_link) for one in expected(table.event)}
    assert len(found) == 7
    assert (found[table.quinn], found[table.bob], found[table.pam]) == ((False, False), (True, True), (True, False))
