"""What was done about a club and its people, in plain words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.text import capfirst

from games.accounts.models import Player
from games.engine.language import mark, say
from games.engine.messages import and_list
from games.tables.models import PlayerSettings
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.audit_log import actor_name
from tournaments.clubs.models import Role
from tournaments.honours.wording import CURRENCIES

WORDS: Mapping[str, str] = {
    Action.CHANGE_RECURRING: mark("{who} changed the dates of {event}."),
    Action.ADD_REGULARS: mark("{who} added regulars to {event}."),
    Action.REMOVE_REGULAR: mark("{who} removed {player} from the {event} regulars."),
    Action.SAVE_TEMPLATE: mark("{who} saved the template {event}."),
    Action.RENAME_TEMPLATE: mark("{who} renamed a template to {event}."),
    Action.DELETE_TEMPLATE: mark("{who} deleted the template {event}."),
    Action.DELETE_EVENT: mark("{who} deleted the event {event}."),
    Action.ADD_MEMBER: mark("{who} made {player} {role}."),
    Action.SET_ROLE: mark("{who} changed {player}’s role from {before} to {role}."),
    Action.REMOVE_MEMBER: mark("{who} removed {player} from the club. Previous role: {before}."),
    Action.LEAVE_CLUB: mark("{who} left the club. Previous role: {before}."),
    Action.INVITE: mark("{who} created an invitation link for {role}."),
    Action.REVOKE_INVITATION: mark("{who} revoked an invitation link for {role}."),
    Action.JOIN_CLUB: mark("{who} joined as {role} through an invitation link."),
    Action.MERGE_PLAYERS: mark("{who} merged {gone}’s record into {kept}’s."),
    Action.UNDO_MERGE: mark("{who} undid the merge of {gone}’s record."),
    Action.CLAIM_RECORD: mark("{who} claimed {gone}’s record."),
    Action.AGREE_CLAIM: mark("{who} confirmed that {gone} and {kept} are the same player."),
    Action.ERASE_PLAYER: mark("{who} erased {player}’s personal data."),
    Action.DECLINE_CLAIM: mark("{who} declined the claim that {gone} and {kept} are the same player."),
    Action.RENAME_PLAYER: mark("{who} corrected {player}’s name."),
    Action.CHANGE_CLUB: mark("{who} changed {changes}."),
    Action.ADD_VENUE: mark("{who} added the venue {venue}."),
    Action.CHANGE_VENUE: mark("{who} changed the venue {venue}."),
    Action.REMOVE_VENUE: mark("{who} removed the venue {venue}."),
    Action.REOPEN_VENUE: mark("{who} put the venue {venue} back in use."),
}

ROLES = {
    Role.OWNER: mark("an owner"),
    Role.ORGANIZER: mark("an organizer"),
    Role.SCORER: mark("a scorer"),
    Role.MEMBER: mark("a member"),
    Role.GUEST: mark("a guest"),
}

CHANGED: Mapping[str, str] = {
    "name": mark("the name from “{before}” to “{after}”"),
    "about": mark("the text about the club"),
    "colour": mark("the header color from {before} to {after}"),
    "zone": mark("the time zone from {before} to {after}"),
    "currency": mark("the currency from {before} to {after}"),
    "counts_friendly_games": mark("whether friendly online games count"),
    "rating_margin": mark("the rating margin from {before} to {after}"),
}


def sentences(listed: Iterable[AuditLogEntry]) -> list[tuple[AuditLogEntry, str]]:
    """With the names as they are now; the audit log itself holds none."""
    entries = list(listed)
    asked = {entry.detail[name] for entry in entries for name in ("player", "kept", "gone") if name in entry.detail}
    names = {player.pk: player.called for player in Player.objects.filter(pk__in=asked)}
    return [(entry, _sentence(entry, names)) for entry in entries]


def _sentence(entry: AuditLogEntry, names: dict[int, str]) -> str:
    detail = entry.detail
    about = {name: names.get(detail.get(name, 0)) or say("someone") for name in ("player", "kept", "gone")}
    about |= {name: _role(detail.get(name, "")) for name in ("role", "before")}
    about["event"] = detail.get("name", "")
    about |= {"venue": detail.get("name", ""), "changes": _changes(detail.get("changed", {}))}
    return capfirst(say(WORDS[entry.action], who=actor_name(entry), **about))


def _changes(changed: Mapping[str, list[Any]]) -> str:
    """Setting → what it was and what it is, as a list of them."""
    felts = dict(PlayerSettings.Felt.choices)
    values = {
        name: [_currency(code) if name == "currency" else felts.get(code, code) for code in pair]
        for name, pair in changed.items()
    }
    return and_list(
        say(words, before=values[name][0], after=values[name][1]) for name, words in CHANGED.items() if name in values
    )


def _currency(code: str) -> str:
    return say(CURRENCIES[code]) if code in CURRENCIES else say("no currency sign")


def _role(value: str) -> str:
    """With its article."""
    return say(ROLES[Role(value)]) if value in Role.values else say("someone without a role")
