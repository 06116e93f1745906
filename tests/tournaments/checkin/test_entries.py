"""Who takes part: signing up, checking in, walking in, leaving, substitutes and the fee."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import Table, context_of, enter, make_event, on_grid, on_phone, slip
from tournaments.activity_log.models import AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.models import Membership, Role
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.commands import add_member
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.prizes.models import PotEntry
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Seat

Status = Entry.Status


def member(event: Event, name: str) -> Player:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=event.club, player=player)
    return player


def entry_of(event: Event, player: Player) -> Entry:
    return Entry.objects.get(event=event, lineup__player=player, lineup__is_active=True)


def traces() -> tuple[object, ...]:
    return tuple(list(model.objects.order_by("pk").values()) for model in (Entry, EntryPlayer, Player, AuditLogEntry))


def test_entries_are_numbered_as_they_come(table: Table) -> None:
    first = entries.register(table.event.pk, [member(table.event, "Rose")], context=context_of(table.olga))
    second = entries.register(
        table.event.pk, [member(table.event, "Sal")], context=context_of(table.olga), check_in=True
    )
    assert [(row.number, row.name, row.status) for row in (first, second)] == [
        (9, "Rose", Status.REGISTERED),
        (10, "Sal", Status.CHECKED_IN),
    ]


def test_an_event_has_room_for_a_thousand_and_says_so(table: Table) -> None:
    Entry.objects.create(event=table.event, number=999)
    late = [member(table.event, name) for name in ("Rose", "Sal")]
    assert entries.register(table.event.pk, late[:1], context=context_of(table.olga)).number == 1000
    before = traces()
    with pytest.raises(RuleError, match=r"1,000 entries\. Create a second event"):
        entries.register(table.event.pk, late[1:], context=context_of(table.olga))
    assert traces() == before


def test_registering_twice_with_one_key_enters_once(table: Table) -> None:
    key, rose = uuid4(), member(table.event, "Rose")
    first = entries.register(table.event.pk, [rose], context=context_of(table.olga, key=key))
    assert entries.register(table.event.pk, [rose], context=context_of(table.olga, key=key)) == first
    assert table.event.entries.count() == 9


def test_walk_in_is_here_and_becomes_a_guest_of_the_club(table: Table) -> None:
    entry = entries.walk_in(table.event.pk, ["  Rose   Núñez "], context=context_of(table.olga))
    assert (entry.name, entry.status) == ("Rose Núñez", Status.CHECKED_IN)
    assert Membership.objects.get(club=table.event.club, player=entry.players.get()).role == Role.GUEST


def test_pair_is_one_entry_of_two(table: Table) -> None:
    event = make_event(table.event.club, table.olga, "round_robin", name="Pairs")
    entry = entries.walk_in(event.pk, ["Rose", "Sal"], context=context_of(table.olga))
    assert (entry.name, [row.chair for row in entry.lineup.all()]) == ("Rose & Sal", [0, 1])


def test_checking_in_and_leaving_are_journalled_once(table: Table) -> None:
    entry = entry_of(table.event, table.pam)
    for action in (entries.drop_out, entries.drop_out, entries.check_in, entries.check_in):
        action(entry.pk, context=context_of(table.olga))
    actions = list(table.event.audit_log.order_by("number").values_list("action", flat=True))
    assert actions[-2:] == ["drop_out", "check_in"]
    assert violations() == []


def test_who_left_keeps_the_points_and_is_not_drawn(table: Table) -> None:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    rounds.close_round(table.round.pk, context=on_grid(table.olga), expected_version=2)
    entries.drop_out(entry_of(table.event, table.pam).pk, context=context_of(table.olga))
    row = rounds.draw_round(table.stage.pk, 2, context=context_of(table.olga))
    assert not Seat.objects.filter(round=row, player=table.pam).exists()
    assert table.stage.standings.get(entry__players=table.pam).points == 10


@pytest.mark.slow
def test_arriving_or_leaving_between_rounds_needs_no_settling(table: Table) -> None:
    enter(table.event, table.olga, ["Rose"])
    assert violations() == []
    entries.drop_out(table.event.entries.get(number=9).pk, context=context_of(table.olga))
    assert violations() == []


def test_substitute_takes_the_chair_at_once_and_the_points_stay_with_the_entry(table: Table) -> None:
    rose = member(table.event, "Rose")
    entry = entries.substitute(entry_of(table.event, table.pam).pk, table.pam, rose, context=context_of(table.olga))
    assert entry_of(table.event, rose) == entry
    assert Seat.objects.get(round=table.round, entry=entry).player == rose
    result = results.record_result(table.match.pk, slip(10, 6), context=on_phone(rose))
    assert result.side == 0
    with pytest.raises(NotAllowed):
        results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    assert [(row.player.name, row.is_active) for row in entry.lineup.order_by("pk")] == [("Pam", False), ("Rose", True)]


def test_who_reported_stays_in_the_seat_when_a_substitute_comes(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    rose = member(table.event, "Rose")
    entries.substitute(entry_of(table.event, table.pam).pk, table.pam, rose, context=context_of(table.olga))
    assert set(table.match.seats.values_list("player__name", flat=True)) == {"Pam", "Quinn", "Ann", "Bob"}


def test_who_sits_in_this_round_already_takes_over_another_chair_from_the_next_round(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    rose, other = member(table.event, "Rose"), table.round.matches.get(table=2)
    entries.substitute(entry_of(table.event, table.pam).pk, table.pam, rose, context=context_of(table.olga))
    leaving = other.seats.order_by("position")[0]
    assert leaving.player
    assert leaving.entry
    entries.substitute(leaving.entry.pk, leaving.player, table.pam, context=context_of(table.olga))
    leaving.refresh_from_db()
    assert leaving.player != table.pam
    assert entry_of(table.event, table.pam) == leaving.entry
    assert Seat.objects.get(round=table.round, player=table.pam).match == table.match


def test_fee_is_taken_once(table: Table) -> None:
    Event.objects.update(fee=500)
    entry = entry_of(table.event, table.pam)
    first = entries.take_fee(entry.pk, context=context_of(table.olga, key=uuid4()))
    assert entries.take_fee(entry.pk, context=context_of(table.olga, key=uuid4())) == first
    assert list(PotEntry.objects.values_list("entry", "debit", "credit", "cents", "memo")) == [
        (entry.pk, "entries", "pot", 500, entries.ENTRY_FEE)
    ]


def register_again(table: Table) -> object:
    return entries.register(table.event.pk, [table.pam], context=context_of(table.olga))


def substitute_seated(table: Table) -> object:
    return entries.substitute(
        entry_of(table.event, table.pam).pk, table.pam, table.quinn, context=context_of(table.olga)
    )


def substitute_for_who_left(table: Table) -> object:
    pk = entry_of(table.event, table.pam).pk
    return entries.substitute(pk, table.quinn, table.sam.player, context=context_of(table.olga))


def pam_asks(action: Callable[..., object]) -> Callable[[Table], object]:
    return lambda table: action(entry_of(table.event, table.pam).pk, context=on_phone(table.pam))


REFUSALS: dict[str, tuple[Callable[[Table], object], type[Exception], str]] = {
    "entering twice": (register_again, RuleError, "Pam already entered this event"),
    "entering a pair where people play alone": (
        lambda t: entries.walk_in(t.event.pk, ["Rose", "Sal"], context=context_of(t.olga)),
        RuleError,
        "one player",
    ),
    "entering no one": (
        lambda t: entries.register(t.event.pk, [], context=context_of(t.olga)),
        RuleError,
        "one player",
    ),
    "entering whom the club does not know": (
        lambda t: entries.register(t.event.pk, [t.sam.player], context=context_of(t.olga)),
        RuleError,
        "That player isn’t in the club",
    ),
    "a walk-in without a name": (
        lambda t: entries.walk_in(t.event.pk, ["  "], context=context_of(t.olga)),
        RuleError,
        "1 to 80",
    ),
    "a walk-in with a very long name": (
        lambda t: entries.walk_in(t.event.pk, ["x" * 81], context=context_of(t.olga)),
        RuleError,
        "1 to 80",
    ),
    "a substitute who plays already": (substitute_seated, RuleError, "Quinn already entered this event"),
    "a substitute for who does not play there": (substitute_for_who_left, Conflict, "is no longer part of this entry"),
    "a fee where there is none": (
        lambda t: entries.take_fee(entry_of(t.event, t.pam).pk, context=context_of(t.olga)),
        RuleError,
        "no entry fee",
    ),
    "registering by a stranger": (
        lambda t: entries.register(t.event.pk, [t.sam.player], context=context_of(t.sam)),
        NotAllowed,
        "run the event",
    ),
    "a walk-in by a stranger": (
        lambda t: entries.walk_in(t.event.pk, ["Rose"], context=context_of(t.sam)),
        NotAllowed,
        "run the event",
    ),
    "checking in by a player": (pam_asks(entries.check_in), NotAllowed, "run the event"),
    "dropping out by a player": (pam_asks(entries.drop_out), NotAllowed, "run the event"),
    "taking the fee by a player": (pam_asks(entries.take_fee), NotAllowed, "run the event"),
    "a substitute by a stranger": (
        lambda t: entries.substitute(entry_of(t.event, t.pam).pk, t.pam, t.sam.player, context=context_of(t.sam)),
        NotAllowed,
        "run the event",
    ),
}


def test_two_helpers_who_tick_the_same_name_agree_and_an_old_list_is_refused(table: Table) -> None:
    entry = entry_of(table.event, table.pam)
    seen = entry.revision
    entries.drop_out(entry.pk, context=context_of(table.olga), expected_version=seen)
    assert entries.drop_out(entry.pk, context=context_of(table.olga), expected_version=seen).revision == seen + 1
    before = traces()
    with pytest.raises(Conflict, match=r"Someone changed Pam while you had this page open\. Status: left\."):
        entries.check_in(entry.pk, context=context_of(table.olga), expected_version=seen)
    assert traces() == before
    assert entries.check_in(entry.pk, context=context_of(table.olga), expected_version=seen + 1).status == "checked_in"


@pytest.mark.parametrize("name", REFUSALS)
def test_refuses_and_writes_nothing(table: Table, name: str) -> None:
    ask, kind, reason = REFUSALS[name]
    before = traces()
    with pytest.raises(kind, match=reason):
        ask(table)
    assert traces() == before


def test_pair_needs_two_different_people(table: Table) -> None:
    event = make_event(table.event.club, table.olga, "round_robin", name="Pairs")
    rose = member(event, "Rose")
    add_member(event.club, rose, context=context_of(table.olga))
    for players in ([rose], [rose, rose]):
        with pytest.raises(RuleError, match="2 different players"):
            entries.register(event.pk, players, context=context_of(table.olga))
    assert not event.entries.exists()
