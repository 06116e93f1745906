"""What was done about the people of a club, in plain words."""

from collections.abc import Iterable, Mapping

from games.accounts.models import Player
from games.engine.language import mark, say
from tournaments.activity_log.models import Action, JournalEntry
from tournaments.audit_log import actor_name
from tournaments.clubs.models import Role

WORDS: Mapping[str, str] = {
    Action.ADD_MEMBER: mark("{who} made {player} {role}."),
    Action.SET_ROLE: mark("{who} made {player} {role} instead of {before}."),
    Action.REMOVE_MEMBER: mark("{who} took {player}, {before}, off the list."),
    Action.LEAVE_CLUB: mark("{who} left the club as {before}."),
    Action.INVITE: mark("{who} made an invitation link for {role}."),
    Action.REVOKE_INVITATION: mark("{who} revoked an invitation link for {role}."),
    Action.JOIN_CLUB: mark("{who} came by an invitation link and is {role}."),
    Action.MERGE_PLAYERS: mark("{who} merged the record of {gone} into {kept}."),
    Action.UNDO_MERGE: mark("{who} took the record of {gone} apart again."),
    Action.CLAIM_RECORD: mark("{who} asked for the record of {gone}."),
    Action.AGREE_CLAIM: mark("{who} agreed that {gone} is {kept}."),
    Action.ERASE_PLAYER: mark("{who} erased what was personal about {player}."),
    Action.DECLINE_CLAIM: mark("{who} did not agree that {gone} is {kept}."),
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
    return say(WORDS[row.action], who=actor_name(row), **about)


def _role(value: str) -> str:
    """With its article."""
    return say(ROLES[Role(value)]) if value in Role.values else say("somebody else")
