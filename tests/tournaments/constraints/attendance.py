"""Rows about who is coming that a constraint has to refuse."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from tests.cast import Table
from tests.tournaments.constraints.league import again
from tests.tournaments.leagues.requests import two_seasons
from tournaments.activity_log.models import AuditLogEntry
from tournaments.attendance.models import Attendance
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture


def attendance(table: Table, **changed: Any) -> Attendance:
    about = {"club": table.event.club, "event": table.event, "player": table.pam, "day": timezone.now().date()}
    return Attendance.objects.create(**about | {"asked": AuditLogEntry.objects.all()[0]} | changed)


def fixture(table: Table) -> Fixture:
    return two_seasons(table.event.club, table.olga)[0].fixtures.get(number=1)


def answered(table: Table, answer: str, **changed: Any) -> Attendance:
    return attendance(table, answer=answer, answered=AuditLogEntry.objects.all()[0], **changed)


PLANTED: dict[str, Callable[[Table], object]] = {
    "one_answer_per_person_and_event": lambda t: again(attendance(t)),
    "one_answer_per_person_and_match": lambda t: again(attendance(t, event=None, fixture=fixture(t))),
    "answer_is_about_an_event_or_a_match": lambda t: attendance(t, event=None),
    "coming_answer_known": lambda t: answered(t, "often"),
    "answer_is_in_the_log": lambda t: attendance(t, answer="yes"),
    "someone_asked_or_answered": lambda t: attendance(t, asked=None),
    "only_a_no_gives_up_the_spot": lambda t: answered(t, "yes", left=True),
    "event_asks_within_two_weeks": lambda t: Event.objects.update(ask_days_before=15),
}
HALVES: list[Callable[[Table], object]] = [
    lambda t: attendance(t, fixture=fixture(t)),
    lambda t: answered(t, ""),
    lambda t: Event.objects.update(ask_days_before=0),
]
"""The other halves of these rules."""
