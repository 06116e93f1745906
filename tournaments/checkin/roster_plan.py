"""What will become of each row of a list: who is new, known to the club or already entered, who may be someone known,
and what is wrong. Reads only."""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.accounts.models import Player
from games.engine.messages import NOTHING, Message, message
from tournaments.checkin.models import EntryPlayer
from tournaments.checkin.near_names import NameIndex, words_of
from tournaments.checkin.roster_lines import Line, Person
from tournaments.clubs.identity import person_of
from tournaments.clubs.models import Membership
from tournaments.events.models import Event

SOMEONE_NEW = "new"
"""The choice that a person is none of those whom the club knows. Any other is the number of a player."""
Choices = Mapping[str, str]
"""Which person of which line, as `Line.key_of` says, is who."""


class Fate(StrEnum):
    """What will become of one person."""

    NEW = "new"
    KNOWN = "known"
    NEAR = "near"
    SEVERAL = "several"
    TWICE = "twice"
    ENTERED = "entered"
    WRONG = "wrong"
    UNREAD = "unread"


NEW = message("New player")
CHOSEN_NEW = message("New player (your choice)")
CHOSEN = message("{player} (your choice)")
BY_NUMBER = message("{player}, matched by club number")
BY_EMAIL = message("{player}, matched by email address")
BY_NAME = message("{player}, matched by name")
NEAR = message("New player. Check that they aren’t already in the club.")
SEVERAL = message("The club has {number} people named {name}. Choose one.")
TWICE = message("Same as row {row}")
ENTERED = message("{player} is already entered")
BAD_EMAIL = message("“{email}” isn’t an email address.")
NOT_THEIR_NUMBER = message("Club number {number} belongs to {player}.")
NUMBER_TWICE = message("Club number {number} is in row {row} too.")
NOT_KNOWN = message("That person is no longer in the club. Choose again.")


@dataclass(frozen=True)
class Fitting:
    """A person of a list. key: as choices name it. player: who it is, as far as the club knows. like: whom it may be.
    says: what will happen, or what is wrong. choice: what is chosen, by default too."""

    key: str
    person: Person
    fate: Fate
    says: Message
    player: Player | None = None
    like: tuple[Membership, ...] = ()
    choice: str = ""

    @property
    def is_asked(self) -> bool:
        """Whether there is something to choose."""
        return bool(self.like) or self.fate == Fate.TWICE or bool(self.choice)

    @property
    def is_in(self) -> bool:
        return self.fate in (Fate.NEW, Fate.KNOWN, Fate.NEAR)


@dataclass(frozen=True)
class PlannedLine:
    """line: as it was read. is_out: left out because the organizer wants that."""

    line: Line
    people: tuple[Fitting, ...]
    is_out: bool

    @property
    def name(self) -> str:
        return " & ".join(person.person.name for person in self.people)

    @property
    def says(self) -> str:
        return " · ".join(str(person.says) for person in self.people)

    @property
    def is_entered(self) -> bool:
        return not self.line.problem and not self.is_out and all(person.is_in for person in self.people)

    @property
    def is_asked(self) -> bool:
        """Whether there is something to choose."""
        return any(person.is_asked for person in self.people)

    @property
    def is_wrong(self) -> bool:
        """Whether something has to be mended before it can be entered."""
        return bool(self.line.problem) or any(person.fate in (Fate.WRONG, Fate.SEVERAL) for person in self.people)

    @property
    def problem(self) -> Message:
        wrong = (
            person.says for person in self.people if person.fate in (Fate.WRONG, Fate.SEVERAL, Fate.TWICE, Fate.ENTERED)
        )
        return self.line.problem or next(wrong, NOTHING)


@dataclass(frozen=True)
class Plan:
    """shown: tells this list and what is known of its people from another, whatever is chosen."""

    lines: tuple[PlannedLine, ...]
    shown: str

    @property
    def entered(self) -> list[PlannedLine]:
        return [line for line in self.lines if line.is_entered]


def plan_roster(event: Event, lines: Sequence[Line], choices: Choices, left_out: Collection[str]) -> Plan:
    """left_out: keys of lines. Asks the same few questions however long the list is."""
    club = _Club(event)
    plain = _Planning(club, {}, ()).lines(lines)
    chosen = _Planning(club, choices, left_out).lines(lines) if choices or left_out else plain
    return Plan(tuple(chosen), _digest(plain))


def _digest(lines: Sequence[PlannedLine]) -> str:
    said = [
        [line.line.key, line.line.paid, line.line.problem.as_data(), *map(_known_of, line.people)] for line in lines
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]


def _known_of(fitting: Fitting) -> list[Any]:
    whom = [like.player_id for like in fitting.like], fitting.player.pk if fitting.player else 0
    return [
        fitting.person.name,
        fitting.person.email,
        fitting.person.number,
        fitting.fate,
        fitting.says.as_data(),
        whom,
    ]


class _Club:
    """Whom an event's club knows, and who is entered."""

    def __init__(self, event: Event) -> None:
        known = Membership.objects.filter(club=event.club_id, player__erased_at=None).select_related("player__alias")
        members = list(known.order_by("pk"))
        self.by_player = {str(membership.player_id): membership for membership in members}
        self.by_number = {membership.number.casefold(): membership for membership in members if membership.number}
        self.by_email: dict[str, list[Membership]] = {}
        for member in members:
            if member.email:
                self.by_email.setdefault(member.email.casefold(), []).append(member)
        self.marked = {
            words_of(membership.player.called): membership for membership in members if membership.player.mark
        }
        self.names = NameIndex(members, lambda membership: membership.player.name)
        entry_players = EntryPlayer.objects.filter(event=event, is_active=True).select_related("player__alias")
        self.entered = {person_of(entry_player.player) for entry_player in entry_players}

    def has_entered(self, player: Player) -> bool:
        return person_of(player) in self.entered


class _Planning:
    """Goes through a list once, from its top."""

    def __init__(self, club: _Club, choices: Choices, left_out: Collection[str]) -> None:
        self._club, self._choices, self._left_out = club, choices, left_out
        self._players: dict[int, int] = {}
        self._new: dict[tuple[str, ...], list[tuple[int, Person]]] = {}
        self._numbers: dict[str, int] = {}
        self._shared: set[str] = set()

    def lines(self, lines: Sequence[Line]) -> list[PlannedLine]:
        people = {(person.email, words_of(person.name)) for line in lines for person in line.people if person.email}
        self._shared = {email for email, count in Counter(email for email, _ in people).items() if count > 1}
        return [self._line(line) for line in lines]

    def _line(self, line: Line) -> PlannedLine:
        is_out = line.key in self._left_out
        if line.problem or is_out:
            people = [
                Fitting(line.key_of(chair), person, Fate.UNREAD, NOTHING) for chair, person in enumerate(line.people)
            ]
        else:
            people = [self._fitting(line, chair, person) for chair, person in enumerate(line.people)]
        if len(people) > 1 and people[0].is_in and _is_same(*people[:2]):
            people[1] = replace(people[1], fate=Fate.TWICE, says=TWICE(row=line.number))
        if all(person.is_in for person in people):
            self._note(line, people)
        return PlannedLine(line, tuple(people), is_out)

    def _note(self, line: Line, people: Sequence[Fitting]) -> None:
        """Makes the people of this row known as entered to the rows below."""
        for person in people:
            if person.player:
                self._players[person.player.pk] = line.number
                continue
            self._new.setdefault(words_of(person.person.name), []).append((line.number, person.person))
            if person.person.number:
                self._numbers[person.person.number.casefold()] = line.number

    def _fitting(self, line: Line, chair: int, person: Person) -> Fitting:
        key = line.key_of(chair)
        choice = self._choices.get(key, "")
        if person.email and not _is_email(person.email):
            return Fitting(key, person, Fate.WRONG, BAD_EMAIL(email=person.email[:60]))
        owner = self._club.by_number.get(person.number.casefold()) if person.number else None
        if owner and not self._may_be(person, owner):
            says = NOT_THEIR_NUMBER(number=person.number, player=owner.player.name)
            return Fitting(key, person, Fate.WRONG, says)
        if owner:
            return self._known(key, person, owner, BY_NUMBER)
        recognized = self._recognized(key, person)
        if choice in ("", recognized.choice):
            return recognized
        if choice == SOMEONE_NEW:
            return self._fresh(key, person, self._like(person), CHOSEN_NEW, choice)
        return self._chosen(key, person, choice)

    def _recognized(self, key: str, person: Person) -> Fitting:
        """Who it is, as far as that is clear without a choice."""
        same = [membership for membership in self._club.names.same(person.name) if _fits(person, membership)]
        by_email = self._club.by_email.get(person.email, []) if person.email else []
        with_email = [membership for membership in by_email if membership in same] or by_email
        if len(with_email) == 1 and (with_email[0] in same or person.email not in self._shared):
            like = () if with_email[0] in same else (with_email[0],)
            return self._known(key, person, with_email[0], BY_EMAIL, like)
        as_pages_show_it = f"{person.name} {person.number}" if person.number else person.name
        if marked := self._club.marked.get(words_of(as_pages_show_it)):
            return self._known(key, person, marked, BY_NAME)
        if len(same) > 1:
            says = SEVERAL(number=len(same), name=person.name)
            return Fitting(key, person, Fate.SEVERAL, says, like=tuple(same))
        if same and not _differs(person.email, same[0].email):
            return self._known(key, person, same[0], BY_NAME)
        return self._fresh(key, person, self._like(person), NEW)

    def _like(self, person: Person) -> tuple[Membership, ...]:
        """Whom the club knows that the person may be."""
        index = self._club.names
        near = [*self._club.by_email.get(person.email, ()), *index.same(person.name), *index.near(person.name)]
        return tuple(dict.fromkeys(membership for membership in near if _fits(person, membership)))

    def _fresh(
        self, key: str, person: Person, like: tuple[Membership, ...], says: Message, choice: str = ""
    ) -> Fitting:
        """Plans the person as someone new, unless the list has the same name twice."""
        if person.number and (line := self._numbers.get(person.number.casefold())):
            return Fitting(key, person, Fate.WRONG, NUMBER_TWICE(number=person.number, row=line))
        if not choice:
            for line, other in self._new.get(words_of(person.name), ()):
                if not _differs(person.email, other.email) and not _differs(person.number, other.number):
                    return Fitting(key, person, Fate.TWICE, TWICE(row=line))
        if like and not choice:
            return Fitting(key, person, Fate.NEAR, NEAR, like=like, choice=SOMEONE_NEW)
        return Fitting(key, person, Fate.NEW, says, like=like, choice=choice)

    def _known(
        self, key: str, person: Person, member: Membership, how: Message, like: tuple[Membership, ...] = ()
    ) -> Fitting:
        player = member.player
        choice = str(player.pk) if like else ""
        if self._club.has_entered(player):
            return Fitting(key, person, Fate.ENTERED, ENTERED(player=player.name), player, like, choice)
        if line := self._players.get(player.pk):
            return Fitting(key, person, Fate.TWICE, TWICE(row=line), player, like, choice)
        return Fitting(key, person, Fate.KNOWN, how(player=player.name), player, like, choice)

    def _chosen(self, key: str, person: Person, choice: str) -> Fitting:
        member = self._club.by_player.get(choice)
        if member is None:
            return Fitting(key, person, Fate.WRONG, NOT_KNOWN, like=self._like(person))
        return self._known(key, person, member, CHOSEN, tuple(dict.fromkeys([*self._like(person), member])))

    def _may_be(self, person: Person, member: Membership) -> bool:
        index = self._club.names
        return member in index.same(person.name) or member in index.near(person.name)


def _is_same(fitting: Fitting, other: Fitting) -> bool:
    if fitting.player or other.player:
        return fitting.player == other.player
    return words_of(fitting.person.name) == words_of(other.person.name) and not other.choice


def _fits(person: Person, member: Membership) -> bool:
    """Whether the person may be the member: another member number means someone else."""
    return not _differs(person.number, member.number)


def _differs(text: str, other: str) -> bool:
    return bool(text and other) and text.casefold() != other.casefold()


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True
