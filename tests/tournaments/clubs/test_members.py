"""Roles in a club: who gives and takes them, who may go, and what the journal says."""

import pytest

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, make_event, make_user, with_key
from tests.tournaments.clubs.people_requests import record
from tournaments.checkin import entries
from tournaments.clubs import members, permission_table
from tournaments.clubs.audit_words import sentences
from tournaments.clubs.members import RANKS
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import Conflict, NotAllowed
from tournaments.events import commands as setup
from tournaments.permissions import ALLOWED, Permission


def joined(club: Club, name: str, role: Role = Role.MEMBER) -> Player:
    player = make_user(name).player
    Membership.objects.create(club=club, player=player, role=role)
    return player


def role_of(player: Player) -> str:
    return Membership.objects.get(player=player).role


def log_of(club: Club) -> list[str]:
    return [text for _, text in sentences(members.changes_of(club))]


def test_an_owner_gives_and_takes_roles_once_per_key(club: Club, olga: User) -> None:
    mia, asked = joined(club, "Mia"), with_key(olga)
    for _ in range(2):
        members.set_role(club.pk, mia.pk, Role.ORGANIZER, context=asked, expected_version="member")
    assert role_of(mia) == Role.ORGANIZER
    with pytest.raises(Conflict, match="Mia now has a different role: organizer"):
        members.set_role(club.pk, mia.pk, Role.OWNER, context=context_of(olga), expected_version="member")
    with pytest.raises(NotAllowed):
        members.set_role(club.pk, mia.pk, Role.OWNER, context=context_of(mia.user), expected_version="organizer")
    members.remove_member(club.pk, mia.pk, context=context_of(olga), expected_version="organizer")
    with pytest.raises(Conflict, match="no longer in the club"):
        members.remove_member(club.pk, mia.pk, context=context_of(olga), expected_version="organizer")
    assert log_of(club) == [
        "Olga removed Mia from the club. Previous role: an organizer.",
        "Olga changed Mia’s role from a member to an organizer.",
    ]


def test_the_last_owner_stays(club: Club, olga: User) -> None:
    with pytest.raises(RuleError, match="the only owner"):
        members.leave_club(club.pk, context=context_of(olga))
    with pytest.raises(RuleError, match="the only owner"):
        members.set_role(club.pk, olga.player.pk, Role.MEMBER, context=context_of(olga), expected_version="owner")
    mia = joined(club, "Mia", Role.OWNER)
    members.leave_club(club.pk, context=context_of(olga))
    assert [row.player for row in members.in_roles(club)] == [mia]
    with pytest.raises(NotAllowed, match="You aren’t a member of"):
        members.leave_club(club.pk, context=context_of(olga))


def test_the_last_owner_stays_whichever_command_is_tried(club: Club, olga: User) -> None:
    own = Membership.objects.get(club=club, player__user=olga)
    other = joined(club, "Mia")
    with pytest.raises(RuleError, match="the only owner"):
        setup.add_member(club, own.player, role=Role.SCORER, context=context_of(olga))
    for change in ({"role": Role.MEMBER}, {"player": Player.objects.create(name="No one")}):
        row = Membership.objects.get(pk=own.pk)
        for name, value in change.items():
            setattr(row, name, value)
        with pytest.raises(RuleError, match="the only owner"):
            setup.save_setup(row, context=context_of(olga), fields=[*change])
    setup.add_member(club, other, role=Role.OWNER, context=context_of(olga))
    setup.add_member(club, own.player, role=Role.SCORER, context=context_of(olga))
    assert role_of(own.player) == Role.SCORER


def test_a_role_that_acts_needs_an_account(club: Club, olga: User) -> None:
    walter = record(club)
    with pytest.raises(RuleError, match="has no account"):
        members.set_role(club.pk, walter.pk, Role.SCORER, context=context_of(olga), expected_version="guest")
    members.set_role(club.pk, walter.pk, Role.MEMBER, context=context_of(olga), expected_version="guest")
    assert role_of(walter) == Role.MEMBER


def test_a_host_hands_their_events_over_first(club: Club, olga: User) -> None:
    mia = joined(club, "Mia", Role.ORGANIZER)
    make_event(club, mia.user, name="Night")
    with pytest.raises(RuleError, match="Mia is the host of Night"):
        members.remove_member(club.pk, mia.pk, context=context_of(olga), expected_version="organizer")
    with pytest.raises(RuleError, match="Mia is the host of Night"):
        members.set_role(club.pk, mia.pk, Role.SCORER, context=context_of(olga), expected_version="organizer")


def test_history_stays_when_a_member_goes(club: Club, olga: User) -> None:
    event = make_event(club, olga)
    entry = entries.register(event.pk, [joined(club, "Mia")], context=context_of(olga))
    members.remove_member(club.pk, entry.players.get().pk, context=context_of(olga), expected_version="member")
    assert event.entries.get().name == "Mia"


def test_the_table_of_roles_is_the_one_that_is_asked() -> None:
    columns = {one.key for one in permission_table.columns()}
    assert columns == set(ALLOWED)
    shown = {
        (line.permission.lower(), column.key)
        for line in permission_table.lines()
        for column, is_allowed in line.cells
        if is_allowed
    }
    assert shown == {(action.value.lower(), role) for role, actions in ALLOWED.items() for action in actions}


def test_only_the_highest_role_gives_roles() -> None:
    """So no one can invite or promote above their own role."""
    assert [role for role in ALLOWED if Permission.RUN_CLUB in ALLOWED[role]] == [RANKS[-1]]
