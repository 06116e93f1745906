"""Rows of the search for substitutes that a constraint has to refuse."""

from typing import Any

from django.utils import timezone

from tests.cast import Table
from tests.tournaments.constraints.league import again, fixture
from tournaments.subs.models import SubAsk, SubEvening, SubRequest


def evening(table: Table, weekday: int) -> SubEvening:
    return SubEvening.objects.create(club=table.event.club, player=table.pam, weekday=weekday)


def request(table: Table, **changed: Any) -> SubRequest:
    entry, now = table.event.entries.get(lineup__player=table.pam), timezone.now()
    about = {"event": table.event, "entry": entry, "player": table.pam, "start": now, "until": now, "next_at": now}
    return SubRequest.objects.create(**about | changed)


def for_fixture(table: Table) -> SubRequest:
    one = fixture(table)
    return request(table, event=None, entry=None, fixture=one, squad=one.home)


def ask(table: Table, **changed: Any) -> SubAsk:
    return SubAsk.objects.create(**{"request": request(table), "player": table.quinn} | changed)


PLANTED = {
    "sub_evening_once": lambda t: again(evening(t, 3)),
    "sub_evening_is_a_day_of_the_week": lambda t: evening(t, 7),
    "sub_request_is_for_an_entry_or_a_line_up": lambda t: request(t, entry=None),
    "only_a_filled_sub_request_has_a_sub": lambda t: request(t, state="filled"),
    "sub_is_someone_else": lambda t: request(t, state="filled", sub=t.pam),
    "one_open_sub_request_per_event": lambda t: again(request(t)),
    "one_open_sub_request_per_fixture": lambda t: again(for_fixture(t)),
    "asked_once_for_a_seat": lambda t: again(ask(t)),
    "one_yes_per_seat": lambda t: again(ask(t, answer="yes", answered_at=timezone.now()), player=t.ann),
    "sub_answer_known": lambda t: ask(t, answer="eh", answered_at=timezone.now()),
}
HALVES = [
    lambda t: request(t, sub=t.quinn),
    lambda t: request(t, state="bored"),
    lambda t: ask(t, answer="no"),
]
"""The other halves of these rules."""
