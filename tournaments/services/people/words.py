"""What was done about the people of a club, in plain words."""

from collections.abc import Iterable

from games.models import Player
from tournaments.models import JournalEntry, Role
from tournaments.services.rounds import actor_name

WORDS = {
    "add_member": "made {player} {role}",
    "set_role": "made {player} {role} instead of {before}",
    "remove_member": "took {player}, {before}, off the list",
    "leave_club": "left the club as {before}",
    "invite": "made an invitation link for {role}",
    "revoke_invitation": "revoked an invitation link for {role}",
    "join_club": "came by an invitation link and is {role}",
    "merge_players": "merged the record of {gone} into {kept}",
    "undo_merge": "took the record of {gone} apart again",
    "claim_record": "asked for the record of {gone}",
    "agree_claim": "agreed that {gone} is {kept}",
    "erase_player": "erased what was personal about {player}",
    "decline_claim": "did not agree that {gone} is {kept}",
}


def sentences(rows: Iterable[JournalEntry]) -> list[tuple[JournalEntry, str]]:
    """With the names as they are now; the journal itself holds none."""
    entries = list(rows)
    asked = {row.detail[name] for row in entries for name in ("player", "kept", "gone") if name in row.detail}
    names = dict(Player.objects.filter(pk__in=asked).values_list("pk", "name"))
    return [(row, _sentence(row, names)) for row in entries]


def _sentence(row: JournalEntry, names: dict[int, str]) -> str:
    detail = row.detail
    about = {name: names.get(detail.get(name, 0), "somebody") for name in ("player", "kept", "gone")}
    about |= {name: _role(detail.get(name, "")) for name in ("role", "before")}
    return f"{actor_name(row)} {WORDS[row.verb].format(**about)}."


def _role(value: str) -> str:
    """With its article."""
    if value not in Role.values:
        return "somebody else"
    return f"{'an' if value[0] in 'aeiou' else 'a'} {value}"
