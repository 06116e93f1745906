"""Rows about the people of a club that a constraint has to refuse, or that `verify` has to find."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from games.accounts.models import Player
from tests.cast import Table
from tests.tournaments.constraints.league import again
from tournaments.access.models import Pass
from tournaments.activity_log.models import AuditLogEntry
from tournaments.calendars.models import CalendarKey
from tournaments.clubs.models import ClubInvitation, InvitationUse, Membership
from tournaments.merging.models import PlayerAlias, PlayerMerge, RecordClaim


def written(table: Table) -> AuditLogEntry:
    return AuditLogEntry.objects.create(club=table.event.club, action="set_role", source="page", is_system=True)


def invitation(table: Table, **more: Any) -> ClubInvitation:
    about = {"club": table.event.club, "role": "member", "token_hash": "0" * 64, "expires_at": timezone.now()}
    return ClubInvitation.objects.create(journal=written(table), **{**about, **more})


def use(table: Table, **more: Any) -> InvitationUse:
    about = {"player": table.pam, "number": 1, "most": 2, **more}
    return InvitationUse.objects.create(invitation=invitation(table, most=2), **about)


def claim(table: Table, **more: Any) -> RecordClaim:
    about = {"club": table.event.club, "player": table.pam, "record": table.bob, "journal": written(table)}
    return RecordClaim.objects.create(**{**about, **more})


def merge_with_itself(table: Table) -> object:
    return PlayerMerge.objects.create(club=table.event.club, kept=table.pam, gone=table.pam, journal=written(table))


PLANTED = {
    "calendar_key_from_one": lambda t: CalendarKey.objects.create(player=t.pam, number=0),
    "club_invitation_is_for_somebody": lambda t: invitation(t, most=0),
    "club_invitation_role_known": lambda t: invitation(t, role="guest"),
    "invitation_taken_up_once_per_player": lambda t: again(use(t), number=2),
    "invitation_use_number_once": lambda t: again(use(t), player=t.bob),
    "invitation_used_within_its_number": lambda t: use(t, number=3),
    "merge_of_two_records": merge_with_itself,
    "alias_of_somebody_else": lambda t: PlayerAlias.objects.create(player=t.pam, person=t.pam),
    "one_open_claim_of_a_record": lambda t: again(claim(t), journal=written(t)),
    "claim_of_another_record": lambda t: claim(t, record=t.pam),
    "claim_status_known": lambda t: claim(t, status="bored"),
}


def merge(table: Table, **more: Any) -> PlayerMerge:
    about = {"club": table.event.club, "kept": table.pam, "gone": table.bob, "journal": written(table), **more}
    return PlayerMerge.objects.create(**about)


def alias(table: Table) -> PlayerAlias:
    """Of two who sit at one table."""
    return PlayerAlias.objects.create(player=table.bob, person=table.pam)


def erased(player: Player, name: str = "") -> Player:
    """Only half of what erasing does."""
    Player.objects.filter(pk=player.pk).update(erased_at=timezone.now(), name=name or f"Former player {player.pk}")
    return player


VIOLATIONS: dict[str, list[tuple[Callable[[Table], object], str]]] = {
    "aliases_follow_merges": [
        (merge, "counts as None"),
        (alias, "the merges say None"),
        (lambda t: (merge(t), merge(t, kept=t.quinn)), "merged into two records at once"),
    ],
    "undoings_undo_merges": [(lambda t: merge(t, undoes=merge(t), kept=t.quinn), "is not a merge of the same two")],
    "nobody_sits_twice": [(alias, "has 2 seats")],
    "merged_records_are_used_no_more": [(alias, "is known to club")],
    "erased_people_are_numbers": [
        (lambda t: erased(t.ann, "Former player and cook"), "is called something all the same"),
        (lambda t: erased(t.pam), "is still open"),
    ],
    "erased_people_left_nothing": [
        (lambda t: Membership.objects.filter(player=erased(t.ann)).update(number="9"), "Membership"),
        (
            lambda t: Pass.objects.create(
                event=t.event, player=erased(t.ann), token_hash="0" * 64, expires_at=timezone.now()
            ),
            "Pass",
        ),
    ],
    "club_invitations_are_hashes": [(lambda t: invitation(t, token_hash="come in"), "is not stored as a hash")],
}
