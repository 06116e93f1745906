"""Roles in a club: who gives and takes them, who may go, and what the journal says."""

import pytest

from games.engine.errors import RuleError
from games.models import Player, User
from tests.cast import by, make_event, make_user, with_key
from tests.people_scene import record
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Club, Membership, Role
from tournaments.permissions import ALLOWED, Verb
from tournaments.services.attendance import entries
from tournaments.services.events import setup
from tournaments.services.people import members, table_of_roles
from tournaments.services.people.members import RANKS
from tournaments.services.people.words import sentences


def joined(club: Club, name: str, role: Role = Role.MEMBER) -> Player:
    player = make_user(name).player
    Membership.objects.create(club=club, player=player, role=role)
    return player


def role_of(player: Player) -> str:
    return Membership.objects.get(player=player).role


def told(club: Club) -> list[str]:
    return [text for _, text in sentences(members.changes_of(club))]


def test_an_owner_gives_and_takes_roles_once_per_key(club: Club, olga: User) -> None:
    mia, asked = joined(club, "Mia"), with_key(olga)
    for _ in range(2):
        members.set_role(club.pk, mia.pk, Role.ORGANIZER, by=asked, seen="member")
    assert role_of(mia) == Role.ORGANIZER
    with pytest.raises(Stale, match="Mia is organizer by now"):
        members.set_role(club.pk, mia.pk, Role.OWNER, by=by(olga), seen="member")
    with pytest.raises(NotAllowed):
        members.set_role(club.pk, mia.pk, Role.OWNER, by=by(mia.user), seen="organizer")
    members.remove_member(club.pk, mia.pk, by=by(olga), seen="organizer")
    with pytest.raises(Stale, match="not in the club any more"):
        members.remove_member(club.pk, mia.pk, by=by(olga), seen="organizer")
    assert told(club) == [
        "Olga took Mia, an organizer, off the list.",
        "Olga made Mia an organizer instead of a member.",
    ]


def test_the_last_owner_stays(club: Club, olga: User) -> None:
    with pytest.raises(RuleError, match="the only owner"):
        members.leave_club(club.pk, by=by(olga))
    with pytest.raises(RuleError, match="the only owner"):
        members.set_role(club.pk, olga.player.pk, Role.MEMBER, by=by(olga), seen="owner")
    mia = joined(club, "Mia", Role.OWNER)
    members.leave_club(club.pk, by=by(olga))
    assert [row.player for row in members.in_roles(club)] == [mia]
    with pytest.raises(NotAllowed, match="not a member"):
        members.leave_club(club.pk, by=by(olga))


def test_the_last_owner_stays_whichever_door_is_tried(club: Club, olga: User) -> None:
    own = Membership.objects.get(club=club, player__user=olga)
    other = joined(club, "Mia")
    with pytest.raises(RuleError, match="the only owner"):
        setup.add_member(club, own.player, role=Role.SCORER, by=by(olga))
    for change in ({"role": Role.MEMBER}, {"player": Player.objects.create(name="Nobody")}):
        row = Membership.objects.get(pk=own.pk)
        for name, value in change.items():
            setattr(row, name, value)
        with pytest.raises(RuleError, match="the only owner"):
            setup.save_setup(row, by=by(olga), fields=[*change])
    setup.add_member(club, other, role=Role.OWNER, by=by(olga))
    setup.add_member(club, own.player, role=Role.SCORER, by=by(olga))
    assert role_of(own.player) == Role.SCORER


def test_a_role_that_acts_needs_an_account(club: Club, olga: User) -> None:
    walter = record(club)
    with pytest.raises(RuleError, match="has no account"):
        members.set_role(club.pk, walter.pk, Role.SCORER, by=by(olga), seen="guest")
    members.set_role(club.pk, walter.pk, Role.MEMBER, by=by(olga), seen="guest")
    assert role_of(walter) == Role.MEMBER


def test_whoever_is_in_charge_of_something_hands_it_over_first(club: Club, olga: User) -> None:
    mia = joined(club, "Mia", Role.ORGANIZER)
    make_event(club, mia.user, name="Night")
    with pytest.raises(RuleError, match="Mia is in charge of Night"):
        members.remove_member(club.pk, mia.pk, by=by(olga), seen="organizer")
    with pytest.raises(RuleError, match="Mia is in charge of Night"):
        members.set_role(club.pk, mia.pk, Role.SCORER, by=by(olga), seen="organizer")


def test_history_stays_when_somebody_goes(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    entry = entries.register(event.pk, [joined(club, "Mia")], by=by(olga))
    members.remove_member(club.pk, entry.players.get().pk, by=by(olga), seen="member")
    assert event.entries.get().name == "Mia"


def test_the_table_of_roles_is_the_one_that_is_asked() -> None:
    columns = {one.key for one in table_of_roles.columns()}
    assert columns == set(ALLOWED)
    shown = {
        (line.verb.lower(), column.key)
        for line in table_of_roles.lines()
        for column, is_allowed in line.cells
        if is_allowed
    }
    assert shown == {(verb.value.lower(), role) for role, verbs in ALLOWED.items() for verb in verbs}


def test_only_the_highest_role_gives_roles() -> None:
    """So nobody can invite or promote above himself."""
    assert [role for role in ALLOWED if Verb.RUN_CLUB in ALLOWED[role]] == [RANKS[-1]]
