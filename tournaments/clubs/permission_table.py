"""The page "Who may do what", read off the table that `may` asks."""

from dataclasses import dataclass

from games.engine.language import mark, say
from tournaments.clubs.models import Role
from tournaments.permissions import ALLOWED, CAPTAIN, ENTERED, SEATED, Permission

ABOUT = {
    Role.OWNER: mark("An owner runs the club and assigns roles."),
    Role.ORGANIZER: mark("An organizer runs events and seasons."),
    Role.SCORER: mark("A scorer enters and confirms scores."),
    Role.MEMBER: mark("A member belongs to the club. Pages that everyone can see aren’t listed here."),
    Role.GUEST: mark("A guest is on the club’s player list but isn’t a member."),
    SEATED: mark("A player at the table plays in the match, with an account or a personal link."),
    ENTERED: mark("Anyone entered in the event, with an account or a personal link."),
    CAPTAIN: mark("A captain leads the team on the day of the match."),
}
NAMES = {SEATED: mark("At the table"), ENTERED: mark("Entered"), CAPTAIN: mark("Captain")}


@dataclass(frozen=True)
class Column:
    key: str
    name: str
    about: str


@dataclass(frozen=True)
class Line:
    permission: str
    cells: tuple[tuple[Column, bool], ...]


def columns() -> list[Column]:
    return [Column(key, _name(key), say(ABOUT[key])) for key in ALLOWED]


def lines() -> list[Line]:
    roles = columns()
    return [
        Line(each.words[0].upper() + each.words[1:], tuple((role, each in ALLOWED[role.key]) for role in roles))
        for each in Permission
    ]


def _name(key: str) -> str:
    return say(NAMES[key]) if key in NAMES else str(Role(key).label)
