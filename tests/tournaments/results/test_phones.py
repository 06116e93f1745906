"""A score and its agreement come from two phones: what is known by the cookie, and what is doubted without."""

import datetime

import pytest
from django.utils import timezone

from games.accounts.models import Player
from tests.cast import Table, a_device, context_of, on_grid, on_phone, slip, traces
from tournaments.access.models import Phone, WallArrival
from tournaments.access.selectors import flagged, wall_lines
from tournaments.access.wall_code import arrive, code_on, hand_back, hang_code, trust_arrival
from tournaments.activity_log.models import AuditLogEntry
from tournaments.context import Device
from tournaments.errors import NotAllowed
from tournaments.privacy.forgetting import forget_old
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Match

State = Match.State
SAME, ALIKE = "This phone reported that score", "can’t tell your phone from the one that reported"


@pytest.fixture
def code(table: Table) -> str:
    """The round was published a while ago, and the code hangs on the wall."""
    hang_code(table.event.pk, context=context_of(table.olga))
    publish_earlier(minutes=10)
    return str(code_on(table.event))


def publish_earlier(minutes: int) -> None:
    then = timezone.now() - datetime.timedelta(minutes=minutes)
    AuditLogEntry.objects.filter(action="publish_round").update(at=then)


def check_in_by_code(table: Table, player: Player, code: str, device: Device, *, minutes_ago: int = 0) -> WallArrival:
    arrive(table.event.pk, player, code, context=on_phone(player, device=device))
    arrival = WallArrival.objects.filter(player=player).latest("pk")
    arrival.at = timezone.now() - datetime.timedelta(minutes=minutes_ago)
    arrival.save()
    return arrival


def report(table: Table, player: Player, device: Device | None = None, *points: int) -> ResultEntry:
    return results.record_result(table.match.pk, slip(*points or (6, 2)), context=on_phone(player, device=device))


def confirm(table: Table, player: Player, device: Device | None = None) -> ResultEntry:
    return results.confirm_result(
        table.match.pk, context=on_phone(player, device=device), expected_version=table.match.last_version
    )


def refused(table: Table, words: str, player: Player, device: Device | None = None) -> None:
    """Neither by the button nor by a slip that says the same, and an organizer settles it."""
    before = traces(table)
    for way in (confirm, report):
        with pytest.raises(NotAllowed, match=words):
            way(table, player, device)
    assert traces(table) == before
    assert table.match.state == State.WAITING


class TestOnePhone:
    def test_it_does_not_confirm_what_it_reported(self, table: Table) -> None:
        """No matter whom it belongs to by then: links that were opened one after the other, or two accounts."""
        phone = a_device("one")
        report(table, table.ann, phone)
        refused(table, SAME, table.quinn, phone)
        results.confirm_result(table.match.pk, context=on_grid(table.olga), expected_version=1)
        assert table.match.state == State.STANDING

    def test_another_phone_confirms_and_both_are_on_record(self, table: Table) -> None:
        report(table, table.ann, a_device("one"))
        entry = confirm(table, table.quinn, a_device("two"))
        claim = table.match.results.get(kind="claim")
        assert table.match.state == State.STANDING
        assert entry.agreed_phone == claim.phone
        assert entry.phone
        assert entry.phone != claim.phone

    def test_a_name_handed_back_makes_it_no_other_phone(self, table: Table, code: str) -> None:
        phone = a_device("one")
        check_in_by_code(table, table.ann, code, phone)
        report(table, table.ann, phone)
        hand_back(table.event.pk, context=on_phone(table.ann, device=phone))
        check_in_by_code(table, table.quinn, code, phone)
        refused(table, SAME, table.quinn, phone)
        refused(table, SAME, table.quinn)  # without its cookie too: the name was taken with it

    def test_it_may_say_that_the_score_is_another(self, table: Table) -> None:
        report(table, table.ann, a_device("one"))
        report(table, table.quinn, a_device("one"), 2, 6)
        assert table.match.state == State.DISPUTED
        with pytest.raises(NotAllowed, match=SAME):
            report(table, table.ann, a_device("one"), 2, 6)


class TestACookieThrownAway:
    """Two cookies in one network with one kind of browser: one visitor, or two people in a hall full of such phones."""

    def test_a_name_taken_while_the_match_is_on_agrees_with_no_phone_that_looks_the_same(
        self, table: Table, code: str
    ) -> None:
        report(table, table.pam, a_device("hers"))
        check_in_by_code(table, table.quinn, code, a_device("private window"))
        refused(table, ALIKE, table.quinn, a_device("private window"))
        assert [(line.arrival.player, line.like) for line in flagged(table.event)] == [(table.quinn, ("Pam",))]

    def test_nor_the_other_way_round(self, table: Table, code: str) -> None:
        check_in_by_code(table, table.quinn, code, a_device("private window"))
        report(table, table.quinn, a_device("private window"))
        refused(table, ALIKE, table.pam, a_device("hers"))

    def test_two_names_taken_within_minutes_do_not_agree(self, table: Table, code: str) -> None:
        for player, minutes in ((table.ann, 31), (table.quinn, 30)):
            check_in_by_code(table, player, code, a_device(player.name), minutes_ago=minutes)
        report(table, table.ann, a_device("Ann"))
        refused(table, ALIKE, table.quinn, a_device("Quinn"))
        assert [line.arrival.player.name for line in flagged(table.event)] == ["Ann", "Quinn"]

    def test_an_address_and_a_browser_alone_forbid_nothing(self, table: Table, code: str) -> None:
        for player, minutes in ((table.ann, 34), (table.quinn, 30)):
            check_in_by_code(table, player, code, a_device(player.name), minutes_ago=minutes)
        report(table, table.ann, a_device("Ann"))
        confirm(table, table.quinn, a_device("Quinn"))
        assert table.match.state == State.STANDING
        assert flagged(table.event) == []

    def test_nor_does_the_time_alone(self, table: Table, code: str) -> None:
        check_in_by_code(table, table.ann, code, a_device("Ann"))
        check_in_by_code(table, table.quinn, code, a_device("Quinn", browser="Chrome"))
        report(table, table.ann, a_device("Ann"))
        confirm(table, table.quinn, a_device("Quinn", browser="Chrome"))
        assert table.match.state == State.STANDING

    def test_phones_of_earlier_nights_are_not_doubted(self, table: Table, code: str) -> None:
        phones = {player: a_device(player.name, days=7) for player in (table.ann, table.quinn)}
        for player, phone in phones.items():
            check_in_by_code(table, player, code, phone)
        report(table, table.ann, phones[table.ann])
        confirm(table, table.quinn, phones[table.quinn])
        assert table.match.state == State.STANDING

    def test_an_organizer_who_has_seen_the_phones_ends_the_doubt(self, table: Table, code: str) -> None:
        for player in (table.ann, table.quinn):
            check_in_by_code(table, player, code, a_device(player.name))
        report(table, table.ann, a_device("Ann"))
        refused(table, ALIKE, table.quinn, a_device("Quinn"))
        for line in flagged(table.event):
            trust_arrival(line.arrival.pk, context=context_of(table.olga))
        confirm(table, table.quinn, a_device("Quinn"))
        assert flagged(table.event) == []
        assert table.match.state == State.STANDING

    def test_who_is_known_by_an_account_is_not_doubted_for_a_name_on_the_wall(self, table: Table, code: str) -> None:
        check_in_by_code(table, table.pam, code, a_device("Pam"))
        report(table, table.pam, a_device("Pam"))
        confirm(table, table.quinn, a_device("Quinn"))
        assert table.match.state == State.STANDING


def test_the_list_says_which_phone_had_another_name_before(table: Table, code: str) -> None:
    check_in_by_code(table, table.ann, code, a_device("one"), minutes_ago=9)
    hand_back(table.event.pk, context=on_phone(table.ann, device=a_device("one")))
    check_in_by_code(table, table.quinn, code, a_device("one"))
    check_in_by_code(table, table.bob, code, a_device("two", browser="Chrome"))
    lines = wall_lines(table.event)
    assert [(line.arrival.player.name, line.words) for line in lines] == [
        ("Quinn", ("Ann checked in on this phone before.",)),
        ("Bob", ()),
    ]


def test_phones_are_forgotten_and_the_results_stay(table: Table, code: str) -> None:
    check_in_by_code(table, table.ann, code, a_device("one"), minutes_ago=9)
    report(table, table.ann, a_device("one"))
    confirm(table, table.quinn, a_device("two", browser="Chrome"))
    forget_old(timezone.now() + datetime.timedelta(days=32))
    assert not Phone.objects.exists()
    assert table.match.state == State.STANDING
    assert set(table.match.results.values_list("phone", "arrival", "agreed_phone")) == {(None, None, None)}
