"""Registering and withdrawing: who gets a place, who waits, who moves up."""

from uuid import uuid4

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, enter, make_club, make_user, publish
from tests.said import said_in
from tests.tournaments.scenes.registration import change_terms, known, line, member, names_in, playing, register, taking
from tournaments.activity_log.words import sentence
from tournaments.checkin import bulk, entries
from tournaments.clubs.models import Club, Membership, Role
from tournaments.entry_names import names_of
from tournaments.errors import Conflict, KeyReused, NotAllowed
from tournaments.events.boards import entries_of, entry_counts
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.permissions import Actor
from tournaments.registration.models import Registration
from tournaments.registration.spots import look_for_partner, sign_up, withdraw
from tournaments.registration.waiting_list import sweep_waiting_lists, waiting_lists_to_sweep

State = Registration.State


@pytest.fixture
def people(club: Club) -> list[User]:
    return [member(club, name) for name in ("Pam", "Quinn", "Ann", "Bob")]


@pytest.fixture
def full(club: Club, olga: User, people: list[User]) -> Event:
    """Two places: Pam and Quinn have them, Ann and Bob wait."""
    event = taking(club, olga, places=2)
    for user in people:
        register(event, user)
    return event


def of(event: Event, user: User) -> Registration:
    return event.registrations.get(people__player=user.player, people__is_live=True)


def leave(event: Event, user: User, **more: object) -> Registration:
    return withdraw(of(event, user).pk, player=user.player, context=context_of(user), **more)  # type: ignore[arg-type]


def test_who_finds_a_place_is_entered_and_who_does_not_waits(full: Event) -> None:
    assert line(full) == [("Pam", "confirmed"), ("Quinn", "confirmed"), ("Ann", "waiting"), ("Bob", "waiting")]
    assert playing(full) == ["Pam", "Quinn"]
    assert {entry.status for entry in full.entries.all()} == {"registered"}, "checking in stays what it was"
    assert violations() == []


def test_the_first_in_line_moves_up_when_someone_withdraws(full: Event, people: list[User]) -> None:
    pam, _, ann, _ = people
    leave(full, pam)
    assert line(full) == [("Quinn", "confirmed"), ("Ann", "confirmed"), ("Bob", "waiting")]
    assert of(full, ann).moved_up_at is not None
    assert of(full, people[1]).moved_up_at is None
    said = [sentence(row, names_of(full)) for row in full.audit_log.all()[:4]]
    assert said == [
        "The site moved Ann up from the waiting list.",
        "The site entered Ann.",
        "Pam withdrew registration 1: withdrawn.",
        "The site withdrew Pam from the event.",
    ]
    assert violations() == []


def test_more_places_move_as_many_up_in_order(full: Event, olga: User) -> None:
    change_terms(full, olga, capacity=3)
    assert names_in(full, "waiting") == ["Bob"]
    change_terms(full, olga, capacity=None)
    assert names_in(full, "waiting") == []
    assert playing(full) == ["Ann", "Bob", "Pam", "Quinn"]


def test_there_cannot_be_fewer_places_than_are_confirmed(full: Event, olga: User) -> None:
    with pytest.raises(RuleError, match="2 spots are already confirmed"):
        change_terms(full, olga, capacity=1)
    assert names_in(full, "confirmed") == ["Pam", "Quinn"]


def test_who_comes_back_stands_at_the_end(full: Event, people: list[User]) -> None:
    leave(full, people[0])
    register(full, people[0])
    assert names_in(full, "waiting") == ["Bob", "Pam"]
    for user in (people[1], people[2]):
        leave(full, user)
    assert playing(full) == ["Bob", "Pam"], "and is entered anew"
    assert violations() == []


def test_a_walk_in_takes_a_place_too(club: Club, olga: User, people: list[User]) -> None:
    event = taking(club, olga, places=1)
    enter(event, olga, ["Walk-in"])
    register(event, people[0])
    assert line(event) == [("Pam", "waiting")]


def test_a_player_marked_as_gone_at_check_in_makes_room(full: Event, olga: User) -> None:
    assert waiting_lists_to_sweep() == []
    entries.drop_out(full.entries.get(number=1).pk, context=context_of(olga))
    assert waiting_lists_to_sweep() == [full.pk]
    sweep_waiting_lists()
    assert line(full) == [("Quinn", "confirmed"), ("Ann", "confirmed"), ("Bob", "waiting")]
    assert waiting_lists_to_sweep() == []
    assert violations() == []


@pytest.mark.slow
def test_marking_as_gone_can_be_undone_until_someone_registers_again(
    full: Event, olga: User, people: list[User]
) -> None:
    offer = bulk.Offer("leave_all", bulk.absent(full))
    gone = bulk.do_all(full.pk, "leave_all", count=2, shown=offer.shown, context=context_of(olga))
    sweep_waiting_lists()
    assert line(full) == [("Ann", "confirmed"), ("Bob", "confirmed")]
    register(full, people[0])
    change_terms(full, olga, capacity=3)  # Pam has a new entry now
    undone = bulk.undo(gone.pk, context=context_of(olga))
    assert said_in(undone.detail["kept"]) == ["No. 1’s entry has since changed, so we left it as it is."]
    assert playing(full) == ["Ann", "Bob", "Pam", "Quinn"], "back by an organizer's hand, whatever the places"
    assert violations() == []


def test_a_player_entered_at_check_in_waits_no_longer(full: Event, olga: User, people: list[User]) -> None:
    entries.register(full.pk, [people[3].player], context=context_of(olga))
    change_terms(full, olga, capacity=4)
    assert line(full) == [("Pam", "confirmed"), ("Quinn", "confirmed"), ("Ann", "confirmed")]
    assert playing(full) == ["Ann", "Bob", "Pam", "Quinn"]
    assert violations() == []


def test_no_one_registers_twice_or_when_already_entered(full: Event, olga: User, people: list[User]) -> None:
    for user in (people[0], people[3]):
        with pytest.raises(RuleError, match=f"{user.player} is already registered"):
            register(full, user)
    enter(full, olga, ["Walk-in"])
    walk_in = full.entries.get(number=3).players.get()
    with pytest.raises(RuleError, match="Walk-in is already entered"):
        sign_up(full.pk, [walk_in], context=context_of(olga))


def test_who_may_register(club: Club, olga: User, sam: User, people: list[User]) -> None:
    event, pam = taking(club, olga), people[0]
    gus = member(club, "Gus", Role.GUEST)
    owen = make_user("Owen")
    make_club(owen, "Other club")
    for user in (sam, gus, owen):
        with pytest.raises(NotAllowed, match="You can’t register for the event"):
            register(event, user)
    with pytest.raises(NotAllowed):
        sign_up(event.pk, [people[1].player], context=context_of(pam))
    with pytest.raises(NotAllowed):
        sign_up(event.pk, [pam.player], context=context_of(None, player=pam.player))  # a personal link is no account
    change_terms(event, olga, for_guests=True)
    register(event, gus)
    scott = member(club, "Scott", Role.SCORER)
    register(event, scott)
    sign_up(event.pk, [pam.player], context=context_of(olga))
    assert playing(event) == ["Gus", "Pam", "Scott"]


def test_organizers_register_who_is_known_to_the_club(club: Club, olga: User, sam: User) -> None:
    event = taking(club, olga)
    with pytest.raises(RuleError, match="Only people in the club"):
        sign_up(event.pk, [sam.player], context=context_of(olga))
    one, other = known(club, "Cy", "Dee")
    with pytest.raises(RuleError, match="Choose one player"):
        sign_up(event.pk, [one, other], context=context_of(olga))
    assert event.registrations.count() == 0


def test_without_terms_no_one_registers(club: Club, olga: User, people: list[User]) -> None:
    event = taking(club, olga)
    event.registration.delete()
    with pytest.raises(RuleError, match="This event doesn’t take registrations yet"):
        register(event, people[0])


def test_only_an_organizer_withdraws_another(full: Event, olga: User, people: list[User]) -> None:
    pam, quinn = people[:2]
    for player in (pam.player, None):
        with pytest.raises(NotAllowed):
            withdraw(of(full, pam).pk, player=player, context=context_of(quinn))
    with pytest.raises(Conflict):
        withdraw(of(full, pam).pk, player=quinn.player, context=context_of(quinn))
    withdraw(of(full, pam).pk, context=context_of(olga), expected_version=of(full, pam).revision)
    assert names_in(full, "confirmed") == ["Quinn", "Ann"]


def test_what_was_changed_meanwhile_is_not_withdrawn(full: Event, olga: User, people: list[User]) -> None:
    ann = of(full, people[2])
    leave(full, people[0])
    with pytest.raises(Conflict, match="confirmed"):
        withdraw(ann.pk, player=people[2].player, context=context_of(people[2]), expected_version=ann.revision)


def test_once_the_event_has_begun_the_line_rests(club: Club, olga: User, people: list[User]) -> None:
    event = taking(club, olga, places=4)
    enter(event, olga, ["A", "B", "C", "D"])
    register(event, people[0])
    publish(event, olga)
    for act in (lambda: register(event, people[1]), lambda: leave(event, people[0])):
        with pytest.raises(RuleError, match="has started"):
            act()
    change_terms(event, olga, capacity=9)
    entries.drop_out(event.entries.get(number=1).pk, context=context_of(olga))
    sweep_waiting_lists()
    assert line(event) == [("Pam", "waiting")]


def test_the_same_key_is_the_same_registration(club: Club, olga: User, people: list[User]) -> None:
    event, key, pam = taking(club, olga), uuid4(), people[0]
    one, two = (sign_up(event.pk, [pam.player], context=context_of(pam, key=key)) for _ in range(2))
    assert one == two
    with pytest.raises(KeyReused):
        sign_up(event.pk, [pam.player], context=context_of(pam, key=key), is_looking=True)
    key = uuid4()
    for _ in range(2):
        withdraw(one.pk, player=pam.player, context=context_of(pam, key=key))
    assert [row.action for row in event.audit_log.all()[:4]] == [
        "withdraw_registration",
        "give_up",
        "sign_up",
        "register",
    ]


def test_with_a_fee_it_is_the_entry_that_pays(club: Club, olga: User, people: list[User]) -> None:
    event = taking(club, olga, fee=500)
    registration = register(event, people[0])
    assert registration.entry
    entries.take_fee(registration.entry.pk, context=context_of(olga))
    assert registration.entry.has_paid


def test_an_entry_that_was_given_up_is_on_no_list_and_does_not_come_back(full: Event, olga: User) -> None:
    withdraw(full.registrations.get(number=1).pk, context=context_of(olga))
    assert [entry.name for entry in entries_of(full)] == ["Quinn", "Ann"]
    assert entry_counts(full)["dropped"] == 0
    gone = full.entries.get(number=1)
    assert gone.name == "Pam", "as the journal calls it"
    with pytest.raises(RuleError, match="Pam withdrew"):
        entries.check_in(gone.pk, context=context_of(olga))


def test_an_entry_with_a_place_in_a_round_is_not_given_up(club: Club, olga: User) -> None:
    event = taking(club, olga)
    enter(event, olga, ["A", "B", "C", "D"])
    publish(event, olga)
    with pytest.raises(RuleError, match="has a seat in a published round"):
        entries.give_up(event.entries.get(number=1).pk, context=context_of(olga))
    assert event.entries.get(number=1).status == "checked_in"


def test_only_who_has_no_partner_looks_for_one(club: Club, olga: User, people: list[User]) -> None:
    event = taking(club, olga, format_key="round_robin")
    single = register(event, people[0])
    assert (single.state, single.is_looking) == (State.SINGLE, False)
    with pytest.raises(NotAllowed):
        look_for_partner(single.pk, True, context=context_of(people[1]))
    assert look_for_partner(single.pk, True, context=context_of(people[0])).is_looking
    pair = sign_up(event.pk, [user.player for user in people[1:3]], context=context_of(olga))
    with pytest.raises(Conflict, match="Only players without a partner"):
        look_for_partner(pair.pk, True, context=context_of(olga))


def test_a_logged_in_account_counts_not_the_link_it_holds(club: Club, olga: User, people: list[User]) -> None:
    """A user who borrows a phone with another player's link acts as the account."""
    event = taking(club, olga)
    caller = context_of(people[0])
    mixed = type(caller)(Actor(people[0], people[1].player), caller.channel)
    with pytest.raises(NotAllowed):
        sign_up(event.pk, [people[1].player], context=mixed)
    sign_up(event.pk, [people[0].player], context=mixed)
    assert playing(event) == ["Pam"]


def test_who_loses_the_membership_keeps_the_place(full: Event, people: list[User]) -> None:
    Membership.objects.filter(player=people[0].player).delete()
    assert "Pam" in playing(full)
    leave(full, people[0])
    assert "Pam" not in playing(full)
