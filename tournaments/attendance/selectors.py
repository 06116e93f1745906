"""What pages show of who is coming. Reads, never writes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Player
from tournaments.attendance.likely import likely, past_of
from tournaments.attendance.models import Attendance, Occasion
from tournaments.attendance.occasions import answer_deadline, attendance_of, day_of, players_on_list, why_closed
from tournaments.clubs.identity import persons
from tournaments.events.models import Event, Stage
from tournaments.events.what_if import outlook_of
from tournaments.leagues.models import Fixture, Squad, SquadPlayer
from tournaments.registration.models import Registration

Answer = Attendance.Answer


@dataclass(frozen=True)
class Line:
    """A person and their answer, empty while there's none. is_listed: whether they're on the event's list. came: at how
    many of the last dates."""

    player: Player
    answer: str
    is_listed: bool
    came: int = 0
    dates: int = 0


@dataclass(frozen=True)
class Tally:
    """Everyone who is on the list, was asked or answered, by their answer and then by name."""

    yes: list[Line]
    maybe: list[Line]
    no: list[Line]
    silent: list[Line]
    is_asked: bool

    @property
    def number(self) -> int:
        return len(self.yes) + len(self.maybe) + len(self.no) + len(self.silent)

    @property
    def has_answers(self) -> bool:
        return bool(self.yes or self.maybe or self.no)


@dataclass(frozen=True)
class Turnout:
    """What an organizer wants to know. listed: how many are on the list. people, tables: how many there will likely
    be."""

    tally: Tally
    listed: int
    people: int
    tables: int
    why_closed: str


@dataclass(frozen=True)
class OwnAnswer:
    """Someone's own answer. is_listed: whether they're on the list; place: on the waiting list, 0 if not there."""

    occasion: Occasion
    answer: str
    is_listed: bool
    place: int
    deadline: datetime
    why_closed: str


def turnout_of(event: Event) -> Turnout:
    """For organizers."""
    return _turnout(event, why_closed(event, timezone.now()))


def turnout_if_open(event: Event) -> Turnout | None:
    """The same while people can answer. Before anyone was asked or answered, only how many are on the list."""
    if why_closed(event, timezone.now()):
        return None
    if not attendance_of(event).exists():
        return Turnout(Tally([], [], [], [], is_asked=False), len(players_on_list(event)), 0, 0, "")
    return _turnout(event, "")


def _turnout(event: Event, closed: str) -> Turnout:
    listed, attendances = players_on_list(event), list(attendance_of(event))
    past = past_of(event)
    tally = _tally(listed, attendances, {person: (past.came[person], past.listed[person]) for person in past.listed})
    shares = [past.share(line.player.pk, is_listed=line.is_listed) for line in tally.silent]
    stage = event.stages.order_by("number")[0]
    people, size = likely(len(tally.yes), len(tally.maybe), shares), stage.play.entry_size
    terms = getattr(event, "registration", None)
    if terms and terms.capacity is not None:
        people = min(people, terms.capacity * size)
    return Turnout(tally, len(listed), people, _tables(stage, people), closed)


def tally_of_squad(fixture: Fixture, squad: Squad) -> Tally:
    """For its captain and for organizers."""
    members = SquadPlayer.objects.filter(squad=squad, until=None, player__erased_at=None)
    listed = sorted(set(persons(members.values_list("player", flat=True)).values()))
    return _tally(listed, list(attendance_of(fixture).filter(player__in=listed)), {})


def own_answer(occasion: Occasion, player: Player) -> OwnAnswer | None:
    """None for someone who isn't on the list, wasn't asked, and didn't answer."""
    return _own_answer(occasion, player, why_closed(occasion, timezone.now()))


def own_answer_if_open(occasion: Occasion, player: Player) -> OwnAnswer | None:
    """The same while they can answer, on pages that everyone opens: for those who were asked, or have answered."""
    if occasion.starts_at <= timezone.now():
        return None
    of_person = Q(player=player) | Q(player__aliases__player=player)
    if not attendance_of(occasion).filter(of_person).exists():
        return None
    closed = why_closed(occasion, timezone.now())
    return None if closed else _own_answer(occasion, player, closed)


def _own_answer(occasion: Occasion, player: Player, closed: str) -> OwnAnswer | None:
    person = persons([player.pk])[player.pk]
    attendance, is_listed = occasion.attendance.filter(player=person).first(), person in players_on_list(occasion)
    if attendance is None and not is_listed:
        return None
    answer = attendance.answer if attendance and attendance.day == day_of(occasion) else ""
    place = _waiting_place(occasion, person) if is_listed and isinstance(occasion, Event) else 0
    return OwnAnswer(occasion, answer, is_listed, place, answer_deadline(occasion), closed)


def _tally(listed: Collection[int], attendances: Sequence[Attendance], before: dict[int, tuple[int, int]]) -> Tally:
    person_of = persons(attendance.player_id for attendance in attendances)
    # Of two records of a person, the one that answered counts.
    answers = {
        person_of[attendance.player_id]: attendance
        for attendance in sorted(attendances, key=lambda attendance: bool(attendance.answer))
    }
    people = Player.objects.in_bulk({*listed, *answers})
    by_answer: dict[str, list[Line]] = {answer: [] for answer in ("", *Answer.values)}
    for player in sorted(people.values(), key=lambda player: (player.called.casefold(), player.pk)):
        answer = answers[player.pk].answer if player.pk in answers else ""
        line = Line(player, answer, player.pk in listed, *before.get(player.pk, (0, 0)))
        by_answer[answer].append(line)
    is_asked = any(attendance.asked_id for attendance in answers.values())
    return Tally(by_answer[Answer.YES], by_answer[Answer.MAYBE], by_answer[Answer.NO], by_answer[""], is_asked)


def _tables(stage: Stage, people: int) -> int:
    """As the format would seat them; where it can't, four to a table."""
    entries = people // stage.play.entry_size
    outlook = outlook_of(stage, entries).outlook if entries else None
    return outlook.tables if outlook else people // 4


def _waiting_place(event: Event, person: int) -> int:
    waiting = event.registrations.filter(state=Registration.State.WAITING).order_by("number")
    numbers = list(waiting.values_list("pk", "people__player", "people__is_live"))
    own = next((pk for pk, player, is_live in numbers if is_live and player == person), None)
    return list(dict.fromkeys(pk for pk, *_ in numbers)).index(own) + 1 if own else 0
