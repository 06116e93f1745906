"""The page "Who may do what", read off the table that `may` asks."""

from dataclasses import dataclass

from tournaments.models import Role
from tournaments.permissions import ALLOWED, CAPTAIN, ENTERED, SEATED, Verb

ABOUT = {
    Role.OWNER: "Runs the club and gives roles.",
    Role.ORGANIZER: "Runs events and seasons.",
    Role.SCORER: "Enters and confirms scores.",
    Role.MEMBER: "Belongs to the club. What everybody may see is not in this table.",
    Role.GUEST: "Known to the club by name.",
    SEATED: "Whoever sits at the match in question, with an account or a personal link.",
    ENTERED: "Whoever plays for the entry in question, with an account or a personal link.",
    CAPTAIN: "Captain of the squad in question, on the day.",
}
NAMES = {SEATED: "At the table", ENTERED: "Entered", CAPTAIN: "Captain"}


@dataclass(frozen=True)
class Column:
    key: str
    name: str
    about: str


@dataclass(frozen=True)
class Line:
    verb: str
    cells: tuple[tuple[Column, bool], ...]


def columns() -> list[Column]:
    return [Column(key, NAMES.get(key, key.capitalize()), ABOUT[key]) for key in ALLOWED]


def lines() -> list[Line]:
    found = columns()
    return [
        Line(verb.value[0].upper() + verb.value[1:], tuple((one, verb in ALLOWED[one.key]) for one in found))
        for verb in Verb
    ]
