"""Invitations by link: what is kept, how often one works, and what ends it."""

import datetime

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, make_user, with_key
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs import invitations, members
from tournaments.clubs.models import Club, ClubInvitation, Membership, Role
from tournaments.errors import NotAllowed
from tournaments.merging.checks import club_invitations_are_hashes


def role_of(user: User) -> str:
    return Membership.objects.get(player=user.player).role


def invite(club: Club, olga: User, role: Role = Role.SCORER, **more: int) -> str:
    return invitations.invite(club.pk, role, context=with_key(olga), **more)


def test_the_token_is_kept_nowhere_and_the_same_key_gives_the_same_one(club: Club, olga: User) -> None:
    asked = with_key(olga)
    token = invitations.invite(club.pk, Role.SCORER, context=asked)
    assert invitations.invite(club.pk, Role.SCORER, context=asked) == token
    assert len(token) == 22
    stored = [*ClubInvitation.objects.values_list(), *AuditLogEntry.objects.values_list()]
    assert ClubInvitation.objects.count() == 1
    assert token not in repr(stored)
    assert list(club_invitations_are_hashes()) == []
    ClubInvitation.objects.update(token_hash=token)
    assert "not stored as a hash" in next(club_invitations_are_hashes())


def test_it_is_taken_up_as_often_as_it_says_and_once_by_each(club: Club, olga: User) -> None:
    token, [mia, max_, sam] = invite(club, olga, most=2), [make_user(name) for name in ("Mia", "Max", "Sam")]
    for user in (mia, mia, max_):
        invitations.join_club(token, context=context_of(user))
    assert (role_of(mia), role_of(max_)) == ("scorer", "scorer")
    assert invitations.invitation_of(token) is None
    with pytest.raises(NotAllowed, match="no longer valid"):
        invitations.join_club(token, context=context_of(sam))
    members.remove_member(club.pk, mia.player.pk, context=context_of(olga), expected_version="scorer")
    with pytest.raises(NotAllowed, match="already used this invitation"):
        invitations.join_club(token, context=context_of(mia))


def test_no_one_loses_a_role_by_it(club: Club, olga: User) -> None:
    mia, token = make_user("Mia"), invite(club, olga)
    row = Membership.objects.create(club=club, player=mia.player, role=Role.ORGANIZER)
    with pytest.raises(RuleError, match="Your role in"):
        invitations.join_club(token, context=context_of(mia))
    Membership.objects.filter(pk=row.pk).update(role=Role.GUEST)
    invitations.join_club(token, context=context_of(mia))
    assert role_of(mia) == Role.SCORER


def test_it_ends_with_its_time_when_it_is_revoked_and_with_its_makers_role(club: Club, olga: User) -> None:
    tokens = [invite(club, olga) for _ in range(3)]
    rows = list(ClubInvitation.objects.order_by("pk"))
    ClubInvitation.objects.filter(pk=rows[0].pk).update(expires_at=timezone.now() - datetime.timedelta(seconds=1))
    invitations.revoke_invitation(club.pk, rows[1].pk, context=context_of(olga))
    assert [invitations.invitation_of(token) is None for token in tokens] == [True, True, False]
    assert [row.pk for row in invitations.open_invitations(club)] == [rows[2].pk]
    Membership.objects.create(club=club, player=make_user("Mia").player, role=Role.OWNER)
    members.set_role(club.pk, olga.player.pk, Role.ORGANIZER, context=context_of(olga), expected_version="owner")
    assert invitations.invitation_of(tokens[2]) is None
    for token in (*tokens, "nonsense"):
        with pytest.raises(NotAllowed, match="Ask for a new link"):
            invitations.join_club(token, context=context_of(make_user(f"Sam {token[:5]}".replace(" ", "."))))


def test_only_owners_invite_and_within_bounds(club: Club, olga: User) -> None:
    mia = make_user("Mia")
    Membership.objects.create(club=club, player=mia.player, role=Role.ORGANIZER)
    with pytest.raises(NotAllowed):
        invite(club, mia)
    with pytest.raises(RuleError, match="last 1 to 30 days"):
        invite(club, olga, days=31)
    with pytest.raises(RuleError, match="for 1 to 100 people"):
        invite(club, olga, most=0)
    with pytest.raises(RuleError, match="an owner, an organizer"):
        invite(club, olga, Role.GUEST)
    with pytest.raises(NotAllowed, match="Log in"):
        invitations.join_club(invite(club, olga), context=context_of())
