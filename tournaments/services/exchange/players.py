"""The people of a club as a table: who is known, with club number and e-mail address."""

from collections.abc import Iterator, Sequence

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.cells import tidy
from games.models import Player
from tournaments.models import Club, Membership, Role
from tournaments.services.exchange.gathering import Gathering, Wrong
from tournaments.services.exchange.people import People
from tournaments.services.exchange.sheets import Columns, Row
from tournaments.services.jackpots.races import members_changed
from tournaments.services.journal import By

COLUMNS = Columns(("player", "name", "number", "email", "role"), ("name",))
NEW_ROLES = (Role.MEMBER, Role.GUEST)
"""Which a file may give: whoever may do more is made so by an owner."""


def rows(club: Club) -> Iterator[Sequence[str]]:
    for one in club.memberships.select_related("player").order_by("player__name", "pk"):
        yield str(one.player_id), one.player.name, one.number, one.email, one.role


def apply(club: Club, found: Sequence[Row], by: By) -> Iterator[str]:
    """Nobody is taken out by being left out."""
    people, gathering, seen = People(club), Gathering(), dict[tuple[str, str], int]()
    new, changed, said = list[Membership](), list[Membership](), list[str]()
    for row in found:
        with gathering.reading(row, "name"):
            _check_once(row, seen)
            member = _member(people, row)
            if member is None:
                new.append(_new(people, row))
                said.append(f"Row {row.number}: {row['name']} is new to the club.")
            elif fields := _change(people, member, row):
                changed.append(member)
                said.append(f"Row {row.number}: {member.player}: {' and '.join(fields)} changed.")
    gathering.end()
    Player.objects.bulk_create(member.player for member in new)
    for member in new:
        member.player_id = member.player.pk
    Membership.objects.bulk_create(new)
    Membership.objects.bulk_update(changed, ["number", "email"])
    if said:
        members_changed(club.pk)
    yield from said


def _check_once(row: Row, seen: dict[tuple[str, str], int]) -> None:
    names = [(column, row[column].casefold()) for column in ("player", "number", "email") if row[column]]
    names = names or [("name", row["name"].casefold())]
    for column, value in names:
        if (first := seen.setdefault((column, value), row.number)) != row.number:
            raise Wrong(column, f"“{row[column]}” is also in row {first}.", "Each person has one row.")


def _member(people: People, row: Row) -> Membership | None:
    """Who is meant; None for somebody new."""
    member = people.by_number.get(row["number"])
    if row["player"] or member is None:
        return people.meant(row)
    if tidy(member.player.name).casefold() != row["name"].casefold():
        raise Wrong("number", f"Club number {row['number']} is {member.player.name}'s.", "Give another number.")
    return member


def _new(people: People, row: Row) -> Membership:
    if not 1 <= len(row["name"]) <= 80:
        raise Wrong("name", "A name has 1 to 80 letters.", "Write the name.")
    role = row["role"].casefold() or Role.MEMBER
    if role not in NEW_ROLES:
        raise Wrong("role", f"“{row['role'][:20]}” cannot be given by a file.", "Write member or guest.")
    number, email = _number(people, row, None), _email(row)
    return Membership(club=people.club, player=Player(name=row["name"]), role=Role(role), number=number, email=email)


def _change(people: People, member: Membership, row: Row) -> list[str]:
    """Make the member what the row says. Which fields that changed."""
    if row["role"] and row["role"].casefold() != member.role:
        raise Wrong("role", f"{member.player} is {member.role} here.", "Roles are given by an owner, not by a file.")
    new = {}
    if "number" in row.cells and row["number"] != tidy(member.number):
        new["number"] = _number(people, row, member)
    if "email" in row.cells and row["email"].casefold() != member.email.casefold():
        new["email"] = _email(row)
    for name, value in new.items():
        setattr(member, name, value)
    return list(new)


def _number(people: People, row: Row, member: Membership | None) -> str:
    number = row["number"]
    if len(number) > 20:
        raise Wrong("number", "A club number has at most 20 characters.", "Shorten it.")
    other = people.by_number.get(number)
    if other and other is not member:
        raise Wrong("number", f"Club number {number} is somebody else's.", "Give another number.")
    return number


def _email(row: Row) -> str:
    email = row["email"].lower()
    try:
        if email:
            validate_email(email)
    except ValidationError as error:
        raise Wrong("email", f"“{email[:60]}” is not an e-mail address.", "Write it as in ann@example.org.") from error
    return email
