"""What was done about the people of a club, in plain words."""

from collections.abc import Iterable

from games.engine.language import mark, say
from games.models import Player
from tournaments.models import JournalEntry, Role
from tournaments.services.nights.rounds import actor_name

WORDS = {
    "add_member": mark("{who} made {player} {role}."),
    "set_role": mark("{who} made {player} {role} instead of {before}."),
    "remove_member": mark("{who} took {player}, {before}, off the list."),
    "leave_club": mark("{who} left the club as {before}."),
    "invite": mark("{who} made an invitation link for {role}."),
    "revoke_invitation": mark("{who} revoked an invitation link for {role}."),
    "join_club": mark("{who} came by an invitation link and is {role}."),
    "merge_players": mark("{who} merged the record of {gone} into {kept}."),
    "undo_merge": mark("{who} took the record of {gone} apart again."),
    "claim_record": mark("{who} asked for the record of {gone}."),
    "agree_claim": mark("{who} agreed that {gone} is {kept}."),
    "erase_player": mark("{who} erased what was personal about {player}."),
    "decline_claim": mark("{who} did not agree that {gone} is {kept}."),
}

ROLES = {
    Role.OWNER: mark("an owner"),
    Role.ORGANIZER: mark("an organizer"),
    Role.SCORER: mark("a scorer"),
    Role.MEMBER: mark("a member"),
    Role.GUEST: mark("a guest"),
}


def sentences(rows: Iterable[JournalEntry]) -> list[tuple[JournalEntry, str]]:
    """With the names as they are now; the journal itself holds none."""
    entries = list(rows)
    asked = {row.detail[name] for row in entries for name in ("player", "kept", "gone") if name in row.detail}
    names = dict(Player.objects.filter(pk__in=asked).values_list("pk", "name"))
    return [(row, _sentence(row, names)) for row in entries]


def _sentence(row: JournalEntry, names: dict[int, str]) -> str:
    detail = row.detail
    about = {name: names.get(detail.get(name, 0)) or say("somebody") for name in ("player", "kept", "gone")}
    about |= {name: _role(detail.get(name, "")) for name in ("role", "before")}
    return say(WORDS[row.verb], who=actor_name(row), **about)


def _role(value: str) -> str:
    """With its article."""
    return say(ROLES[Role(value)]) if value in Role.values else say("somebody else")
