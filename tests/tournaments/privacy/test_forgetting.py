"""What has served is forgotten; what has not, and what is a fact, stays."""

import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from games.accounts.models import Player
from tests.cast import Table, context_of, make_user
from tests.tournaments.scenes.people import merge_of
from tournaments.access import passes
from tournaments.access.models import Pass
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs import invitations
from tournaments.clubs.models import ClubInvitation, Membership, Role
from tournaments.integrity import verify
from tournaments.merging import claims
from tournaments.merging.models import PlayerMerge, RecordClaim
from tournaments.privacy.forgetting import RULES, forget_old
from tournaments.tasks import forget_old as task

pytestmark = pytest.mark.django_db


def later(days: float) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(days=days)


def known(table: Table, name: str) -> Player:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=table.event.club, player=player, role=Role.GUEST, email=f"{name}@example.net")
    return player


def test_links_go_a_month_after_their_night(table: Table) -> None:
    passes.issue_pass(table.event.pk, table.ann, context=context_of(table.olga))
    forget_old(later(29))
    assert Pass.objects.exists()
    forget_old(later(33))
    assert not Pass.objects.exists()


def test_unused_invitations_go(table: Table) -> None:
    club, sam = table.event.club, make_user("Sue")
    invitations.invite(club.pk, Role.MEMBER, context=context_of(table.olga, key=uuid4()), days=1)
    token = invitations.invite(club.pk, Role.SCORER, context=context_of(table.olga, key=uuid4()), days=1)
    invitations.join_club(token, context=context_of(sam, key=uuid4()))
    forget_old(later(40))
    assert [row.role for row in ClubInvitation.objects.all()] == [Role.SCORER], "who came by it stays known"


def test_words_and_addresses_that_have_served_go(table: Table) -> None:
    club, sue = table.event.club, make_user("Sue")
    walt, walter, wilma = (known(table, name) for name in ("Walt", "Walter", "Wilma"))
    merge = merge_of(club, walt, walter, table.olga)
    answered = claims.claim_record(club.pk, walt.pk, "I sat with Ann", context=context_of(sue, key=uuid4()))
    claims.decline_claim(answered.pk, context=context_of(table.olga, key=uuid4()))
    waiting = claims.claim_record(club.pk, wilma.pk, "Also me", context=context_of(sue, key=uuid4()))
    assert merge.email
    forget_old(later(89))
    assert PlayerMerge.objects.get().email
    forget_old(later(91))
    assert PlayerMerge.objects.get().email == ""
    words = dict(RecordClaim.objects.values_list("pk", "words"))
    assert words == {answered.pk: "", waiting.pk: "Also me"}
    assert verify.violations() == []


def test_facts_stay(table: Table) -> None:
    before = AuditLogEntry.objects.count()
    forget_old(later(4000))
    assert AuditLogEntry.objects.count() == before
    assert Membership.objects.filter(club=table.event.club).exists()


def test_the_timers_task_does_it(table: Table) -> None:
    assert task() == 0
    assert len(RULES) == len({rule.what for rule in RULES})
