"""Do merges agree with themselves? Each check yields one sentence per violation and mends nothing."""

from collections import defaultdict
from collections.abc import Iterator

from tournaments.clubs.models import ClubInvitation, Membership
from tournaments.merging.commands import aliases_of, standing_merges
from tournaments.merging.models import PlayerAlias, PlayerMerge
from tournaments.rounds.models import Seat


def aliases_follow_merges() -> Iterator[str]:
    """Every record that is merged is known as whose it is, and no other one."""
    merges = standing_merges()
    gone = [merge.gone_id for merge in merges]
    for player in sorted({alias for alias in gone if gone.count(alias) > 1}):
        yield f"Player {player} is merged into two records at once."
    stored = dict(PlayerAlias.objects.values_list("player_id", "person_id"))
    wanted = aliases_of(merges)
    for player in sorted(stored.keys() | wanted.keys()):
        if stored.get(player) != wanted.get(player):
            yield f"Player {player} counts as {stored.get(player)}, the merges say {wanted.get(player)}."


def undoings_undo_merges() -> Iterator[str]:
    for player_merge in PlayerMerge.objects.exclude(undoes=None).select_related("undoes"):
        before = player_merge.undoes
        assert before
        if before.undoes_id or (before.club_id, before.kept_id, before.gone_id) != (
            player_merge.club_id,
            player_merge.kept_id,
            player_merge.gone_id,
        ):
            yield f"Merge {player_merge.pk} undoes {before.pk}, which is not a merge of the same two."


def nobody_sits_twice() -> Iterator[str]:
    """A person with several records has one seat in a round."""
    people = set(PlayerAlias.objects.values_list("person_id", flat=True))
    aliases = dict(PlayerAlias.objects.values_list("player_id", "person_id"))
    seats: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, player in Seat.objects.filter(player__in=people | aliases.keys()).values_list("round", "player"):
        assert player
        seats[number, aliases.get(player, player)].append(player)
    for (number, person), records in seats.items():
        if len(records) > 1:
            yield f"Player {person} has {len(records)} seats in round {number}, under several records."


def merged_records_are_used_no_more() -> Iterator[str]:
    for membership in Membership.objects.exclude(player__alias=None).select_related("player"):
        yield f"{membership.player} is merged, and is known to club {membership.club_id} all the same."


def club_invitations_are_hashes() -> Iterator[str]:
    for club_invitation in ClubInvitation.objects.all():
        if len(club_invitation.token_hash) != 64 or set(club_invitation.token_hash) - set("0123456789abcdef"):
            yield f"Invitation {club_invitation.pk} to a club is not stored as a hash."


CHECKS = (
    aliases_follow_merges,
    undoings_undo_merges,
    nobody_sits_twice,
    merged_records_are_used_no_more,
    club_invitations_are_hashes,
)
