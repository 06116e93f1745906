"""A valid request for every address about the people of a club, on the scene of the permissions."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.urls import reverse

from games.accounts.models import Player
from tests.cast import context_of
from tests.tournaments.pages.browsing import form
from tournaments.clubs import invitations
from tournaments.clubs.models import Club, ClubInvitation, Membership, Role
from tournaments.merging import claims
from tournaments.merging import commands as merging_commands
from tournaments.merging.models import PlayerMerge, RecordClaim
from tournaments.merging.preview import preview_of

KEY = UUID(int=1)
Request = Callable[[Any], tuple[str, dict[str, Any]]]


def record(club: Club, name: str = "Walter") -> Player:
    """A player known by name, who has played nothing yet."""
    player = Player.objects.create(name=name)
    Membership.objects.create(club=club, player=player, role=Role.GUEST)
    return player


def of_member(action: str, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        path = reverse("move_member", args=[scene.club.slug, scene.mia.player.pk, action])
        return path, form(seen="member", **fields)

    return request


def renaming(scene: Any) -> tuple[str, dict[str, Any]]:
    player = two_records(scene)[0]
    return reverse("rename_player", args=[scene.club.slug, player.pk]), form(name="Walter B.", seen=player.name)


def of_invitation(action: str, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        invited(scene)
        row = ClubInvitation.objects.latest("pk")
        return reverse("move_invitation", args=[scene.club.slug, action]), form(invitation=row.pk, **fields)

    return request


def invited(scene: Any) -> str:
    return invitations.invite(scene.club.pk, Role.SCORER, context=context_of(scene.olga, key=KEY), most=9)


def two_records(scene: Any) -> tuple[Player, Player]:
    """The same ones each time."""
    found = Player.objects.filter(memberships__club=scene.club)
    one, other = (found.filter(name=name).first() or record(scene.club, name) for name in ("Walter", "Walt"))
    return one, other


def merging(scene: Any) -> tuple[str, dict[str, Any]]:
    kept, gone = two_records(scene)
    seen = preview_of(scene.club, kept, gone).digest
    return reverse("merge", args=[scene.club.slug]), form(kept=kept.pk, gone=gone.pk, seen=seen)


def merged(scene: Any) -> PlayerMerge:
    if done := PlayerMerge.objects.first():
        return done
    kept, gone = two_records(scene)
    seen = preview_of(scene.club, kept, gone).digest
    return merging_commands.merge_players(
        scene.club.pk, kept.pk, gone.pk, context=context_of(scene.olga), expected_version=seen
    )


def claimed(scene: Any) -> RecordClaim:
    return claims.claim_record(scene.club.pk, two_records(scene)[0].pk, "I sat with Ann", context=context_of(scene.mia))


def answering(scene: Any) -> tuple[str, dict[str, Any]]:
    claim = claimed(scene)
    seen = preview_of(scene.club, claim.player, claim.record).digest
    return reverse("answer_claim", args=[scene.club.slug, claim.pk]), form(answer="agree", seen=seen)


def handing_over(scene: Any) -> tuple[str, dict[str, Any]]:
    otto = Player.objects.get(name="Otto")
    return reverse("hand_over", args=[scene.empty.slug]), form(to=otto.pk, seen=scene.olga.player.pk)


def erasing(scene: Any) -> tuple[str, dict[str, Any]]:
    player = two_records(scene)[0]
    return reverse("erase_player", args=[scene.club.slug, player.pk]), form(name=player.name)


OF_PEOPLE: dict[str, Request] = {
    "who_may": lambda s: (reverse("who_may"), form()),
    "people": lambda s: (reverse("people", args=[s.club.slug]), form()),
    "move_member/role": of_member("role", role="scorer"),
    "move_member/remove": of_member("remove"),
    "rename_player": renaming,
    "move_member/praise": of_member("praise"),
    "leave_club": lambda s: (reverse("leave_club", args=[s.club.slug]), form()),
    "erase_player": erasing,
    "move_invitation/make": of_invitation("make", role="organizer", days=7, most=1),
    "move_invitation/revoke": of_invitation("revoke"),
    "move_invitation/praise": of_invitation("praise"),
    "join_club": lambda s: (reverse("join_club", args=[invited(s)]), form()),
    "merge": merging,
    "undo_merge": lambda s: (reverse("undo_merge", args=[s.club.slug, merged(s).pk]), form()),
    "claim": lambda s: (reverse("claim", args=[s.club.slug, two_records(s)[0].pk]), form(words="I sat with Ann")),
    "answer_claim": answering,
    "hand_over": handing_over,
}
