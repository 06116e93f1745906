"""The people of a club as a table: who is known, with club number and email address."""

from collections.abc import Iterator, Sequence

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.accounts.models import Player
from games.cells import tidy
from games.engine.language import say
from games.engine.messages import message
from tournaments.clubs.identity import tell_apart
from tournaments.clubs.models import Club, Membership, Role
from tournaments.context import Context
from tournaments.jackpots.races import members_changed
from tournaments.transfer.gathering import Change, Gathering, Wrong
from tournaments.transfer.people import People
from tournaments.transfer.sheets import Columns, Row

COLUMNS = Columns(("player", "name", "number", "email", "role"), ("name",))
NEW_ROLES = (Role.MEMBER, Role.GUEST)
"""The roles that a file may give; higher ones are given by an owner."""


def rows(club: Club) -> Iterator[Sequence[str]]:
    for membership in club.memberships.select_related("player").order_by("player__name", "pk"):
        yield str(membership.player_id), membership.player.name, membership.number, membership.email, membership.role


def apply(club: Club, sheet: Sequence[Row], context: Context) -> Iterator[Change]:
    """Applies the rows. Members who are missing from them are not removed."""
    people, gathering, seen = People(club), Gathering(), dict[tuple[str, str], int]()
    new, changed, said = list[Membership](), list[Membership](), list[Change]()
    for row in sheet:
        with gathering.reading(row, "name"):
            _check_once(row, seen)
            member, where = _member(people, row), message("Row {row}", row=row.number)
            if member is None:
                new.append(_new(people, row))
                said.append(Change(where, say("{player} is new to the club.", player=row["name"])))
            elif fields := _change(people, member, row):
                changed.append(member)
                said.append(Change(where, _changed(member, fields)))
    gathering.end()
    Player.objects.bulk_create(member.player for member in new)
    for member in new:
        member.player_id = member.player.pk
    Membership.objects.bulk_create(new)
    Membership.objects.bulk_update(changed, ["number", "email"])
    tell_apart(club.pk, [member.player_id for member in new])
    if said:
        members_changed(club.pk)
    yield from said


def _changed(member: Membership, fields: list[str]) -> str:
    if len(fields) > 1:
        return say("{player}: club number and email changed.", player=member.player)
    return say("{player}: {field} changed.", player=member.player, field=fields[0])


def _check_once(row: Row, seen: dict[tuple[str, str], int]) -> None:
    names = [(column, row[column].casefold()) for column in ("player", "number", "email") if row[column]]
    names = names or [("name", row["name"].casefold())]
    for column, value in names:
        if (first := seen.setdefault((column, value), row.number)) != row.number:
            raise Wrong(
                "“{text}” is also in row {row}.",
                column,
                say("Use one row for each person."),
                text=row[column],
                row=first,
            )


def _member(people: People, row: Row) -> Membership | None:
    """The member that a row means; None for someone new."""
    member = people.by_number.get(row["number"])
    if row["player"] or member is None:
        return people.meant(row)
    if tidy(member.player.name).casefold() != row["name"].casefold():
        raise Wrong(
            "{player} already has club number {number}.",
            "number",
            say("Enter a different number."),
            number=row["number"],
            player=member.player.name,
        )
    return member


def _new(people: People, row: Row) -> Membership:
    if not 1 <= len(row["name"]) <= 80:
        raise Wrong("A name can have 1 to 80 characters.", "name", say("Enter the name."))
    role = row["role"].casefold() or Role.MEMBER
    if role not in NEW_ROLES:
        raise Wrong(
            "You can’t assign the role “{role}” from a file.",
            "role",
            say("Enter “member” or “guest”."),
            role=row["role"][:20],
        )
    number, email = _number(people, row, None), _email(row)
    return Membership(club=people.club, player=Player(name=row["name"]), role=Role(role), number=number, email=email)


def _change(people: People, member: Membership, row: Row) -> list[str]:
    """Make the member what the row says. Which fields that changed."""
    if row["role"] and row["role"].casefold() != member.role:
        raise Wrong(
            "{player}’s role in this club is {role}.",
            "role",
            say("You can’t change roles from a file. Ask an owner."),
            player=member.player,
            role=member.role,
        )
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
        raise Wrong("A club number can have at most 20 characters.", "number", say("Use fewer characters."))
    other = people.by_number.get(number)
    if other and other is not member:
        raise Wrong(
            "Another player already has club number {number}.",
            "number",
            say("Enter a different number."),
            number=number,
        )
    return number


def _email(row: Row) -> str:
    email = row["email"].lower()
    try:
        if email:
            validate_email(email)
    except ValidationError as error:
        raise Wrong(
            "“{email}” isn’t an email address.", "email", say("Use an address like ann@example.org."), email=email[:60]
        ) from error
    return email
