"""What players report from their phones: a note for the organizers, who decide; it moves no one by itself."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import Table, context_of, on_phone
from tournaments.activity_log.words import sentence
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, Notice
from tournaments.checkin.notices import agree, decline, give_notice, notice_of, open_notices, take_back
from tournaments.errors import Conflict, NotAllowed

Kind, Status = Notice.Kind, Notice.Status
LEAVING, LATE = Kind.LEAVING, Kind.LATE


def entry(table: Table, player: Player) -> Entry:
    return Entry.objects.get(event=table.event, players=player)


def not_here(table: Table, player: Player) -> None:
    Entry.objects.filter(pk=entry(table, player).pk).update(status=Entry.Status.REGISTERED)


def notify(table: Table, player: Player, kind: Notice.Kind = LEAVING, **more: int) -> Notice:
    return give_notice(table.event.pk, player, kind, context=on_phone(player), **more)


def test_it_is_shown_to_the_organizers_and_moves_no_one(table: Table) -> None:
    seats = list(table.match.seats.values_list("player", "position"))
    notice = notify(table, table.quinn)
    assert list(open_notices(table.event)) == [notice]
    assert str(notice) == "Quinn has to leave"
    assert notice_of(table.event, table.quinn) == notice
    assert entry(table, table.quinn).status == Entry.Status.CHECKED_IN
    assert list(table.match.seats.values_list("player", "position")) == seats


def test_an_organizer_agrees_and_the_next_draw_leaves_the_player_out(table: Table) -> None:
    notice = notify(table, table.quinn)
    agree(notice.pk, context=context_of(table.olga))
    assert entry(table, table.quinn).status == Entry.Status.DROPPED
    assert list(open_notices(table.event)) == []
    assert table.match.seats.filter(player=table.quinn).exists(), "the running round stays"


def test_an_organizer_declines_and_nothing_changes(table: Table) -> None:
    notice = decline(notify(table, table.quinn).pk, context=context_of(table.olga))
    assert notice.status == Status.DECLINED
    assert entry(table, table.quinn).status == Entry.Status.CHECKED_IN
    with pytest.raises(Conflict, match=r"Quinn’s message has changed\. Status: an organizer wants to talk"):
        agree(notice.pk, context=context_of(table.olga))


def test_late_is_for_absent_players_and_ends_with_the_check_in(table: Table) -> None:
    with pytest.raises(RuleError, match="Quinn is already checked in"):
        notify(table, table.quinn, LATE)
    not_here(table, table.quinn)
    notice = notify(table, table.quinn, LATE, minutes=20)
    assert str(notice) == "Quinn will be late (about 20 min)"
    assert list(open_notices(table.event)) == [notice]
    entries.check_in(entry(table, table.quinn).pk, context=context_of(table.olga))
    assert list(open_notices(table.event)) == []


@pytest.mark.parametrize("minutes", [0, -1, 241])
def test_minutes_are_sensible(table: Table, minutes: int) -> None:
    not_here(table, table.quinn)
    with pytest.raises(RuleError, match="from 1 to 240"):
        notify(table, table.quinn, LATE, minutes=minutes)


def test_a_newer_word_takes_the_older_one_back(table: Table) -> None:
    not_here(table, table.quinn)
    first, second = notify(table, table.quinn, LATE), notify(table, table.quinn, LEAVING)
    first.refresh_from_db()
    assert (first.status, second.status) == (Status.WITHDRAWN, Status.OPEN)
    take_back(second.pk, context=on_phone(table.quinn))
    assert notice_of(table.event, table.quinn) is None


def test_only_an_organizer_speaks_for_another(table: Table) -> None:
    for caller in (on_phone(table.bob), context_of(table.sam)):
        with pytest.raises(NotAllowed):
            give_notice(table.event.pk, table.quinn, LEAVING, context=caller)
    notice = give_notice(table.event.pk, table.quinn, LEAVING, context=context_of(table.olga))
    with pytest.raises(NotAllowed):
        take_back(notice.pk, context=on_phone(table.bob))
    for action in (agree, decline):
        with pytest.raises(NotAllowed):
            action(notice.pk, context=on_phone(table.quinn))


def test_only_players_who_are_entered_and_not_gone(table: Table) -> None:
    with pytest.raises(RuleError, match="Olga isn’t entered"):
        give_notice(table.event.pk, table.olga.player, LATE, context=context_of(table.olga))
    entries.drop_out(entry(table, table.quinn).pk, context=context_of(table.olga))
    with pytest.raises(RuleError, match="already marked as gone"):
        notify(table, table.quinn)


def test_the_same_key_is_the_same_notice(table: Table) -> None:
    caller = on_phone(table.quinn, key=uuid4())
    one, two = (give_notice(table.event.pk, table.quinn, LEAVING, context=caller) for _ in range(2))
    assert one == two
    for action in (agree, agree):
        action(one.pk, context=context_of(table.olga))
    assert [row.action for row in table.event.audit_log.all()[:3]] == ["drop_out", "agree_notice", "say_leaving"]


def test_the_journal_describes_it_in_words(table: Table) -> None:
    agree(notify(table, table.quinn).pk, context=context_of(table.olga))
    said = [sentence(row) for row in table.event.audit_log.all()[:3]]
    assert said == [
        "Olga marked Quinn as gone.",
        "Olga acknowledged the message from Quinn.",
        "Quinn reported that Quinn has to leave.",
    ]


def test_the_database_keeps_one_open_notice_per_player(table: Table) -> None:
    notice = notify(table, table.quinn)
    with pytest.raises(IntegrityError), transaction.atomic():
        Notice.objects.create(
            event=table.event, entry=notice.entry, player=table.quinn, kind=LATE, journal=notice.journal
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Notice.objects.filter(pk=notice.pk).update(kind="bored")
