"""A club's happenings in one line: those of webhooks, each once, with names of today, and no number is passed over."""

import datetime
import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.accounts.models import User
from games.encryption import number_for
from tests.cast import Table, context_of, make_club, make_event, on_grid, slip
from tests.tournaments.api import happenings
from tests.tournaments.happenings.scenes import everything_of, happen
from tests.tournaments.scenes.registration import taking
from tests.tournaments.scenes.webhook import webhook
from tests.tournaments.webhooks.test_names import over
from tournaments import tasks
from tournaments.clubs.models import Club
from tournaments.clubs.public_names import NUMBERS, hide_name
from tournaments.events.cancelling import cancel_event
from tournaments.events.models import Event
from tournaments.happenings.models import ClubStream, StreamedHappening
from tournaments.happenings.stream import listen, number_new, read_after
from tournaments.privacy.erasing import erase_player
from tournaments.privacy.forgetting import forget_old
from tournaments.registration.models import RegistrationTerms
from tournaments.results import commands as results
from tournaments.webhooks import queue
from tournaments.webhooks.models import Happening, WebhookDelivery
from tournaments.webhooks.payloads import emit_registrations

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


def asked(club: Club, days_ago: int) -> None:
    ClubStream.objects.filter(club=club).update(listened_on=timezone.now().date() - days_ago * DAY)


def test_it_has_what_webhooks_send_and_in_the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_programs(club: Club, owner: Any) -> Any:
        listen(club)
        return webhook(club, owner)

    monkeypatch.setattr(happenings, "webhook", with_programs)
    sent = [body for body in happenings.send_everything() if body["type"] != "webhook.test"]
    club = ClubStream.objects.get().club
    read = everything_of(club)
    assert [line["id"] for line in read] == list(range(1, len(sent) + 1))
    assert [{name: part for name, part in line.items() if name != "id"} for line in read] == sent
    assert {line["type"] for line in read} == set(Happening.values)


def test_until_a_program_asks_nothing_is_kept_and_nothing_computed(
    club: Club, olga: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cancel_event(make_event(club, olga).pk, "Snow", context=context_of(olga))
    assert not StreamedHappening.objects.exists()
    with django_assert_num_queries(1):
        queue.enqueue(club.pk, Happening.EVENT, "event:1:1", lambda: pytest.fail("computed"))


def test_a_month_after_the_last_question_nothing_more_is_kept_and_one_number_is_left_out(
    club: Club, olga: User
) -> None:
    stream = listen(club)
    asked(club, days_ago=30)
    queue.enqueue(club.pk, Happening.EVENT, "event:1:1", dict)
    assert [line["id"] for line in everything_of(club)] == [1]
    asked(club, days_ago=31)
    queue.enqueue(club.pk, Happening.EVENT, "event:1:2", dict)
    assert stream.happenings.count() == 1
    again = listen(club)
    assert read_after(again, 1, 10).missed is True
    happen(again)
    assert [line["id"] for line in everything_of(club)] == [1, 3]
    assert listen(club).last == 3, "asked again on the same day, no number is left out"


def test_the_same_thing_is_there_once(club: Club) -> None:
    listen(club)
    for _ in range(2):
        queue.enqueue(club.pk, Happening.EVENT, "event:1:1", dict)
        number_new()
    assert [line["id"] for line in everything_of(club)] == [1]


def test_each_club_has_a_line_of_its_own(club: Club, olga: User, sam: User) -> None:
    other = make_club(sam, "Oak Street")
    happen(listen(club), 2)
    happen(listen(other))
    assert [line["id"] for line in everything_of(club)] == [1, 2]
    assert [line["id"] for line in everything_of(other)] == [1]


@pytest.mark.django_db(transaction=True)
def test_what_is_committed_late_comes_after_what_was_read(club: Club) -> None:
    """Written first, committed last: it's no number that a reader has passed."""
    if connection.vendor == "sqlite":
        pytest.skip("there only one writes at a time")
    stream, is_written, may_commit = listen(club), threading.Event(), threading.Event()

    def slowly() -> None:
        with transaction.atomic():
            queue.put([], Happening.EVENT, "event:0:slow", {"number": "slow"}, [stream.pk])
            is_written.set()
            assert may_commit.wait(5)
        connection.close()

    slow = threading.Thread(target=slowly)
    slow.start()
    assert is_written.wait(5)
    happen(stream)
    read = everything_of(club)
    assert [line["id"] for line in read] == [1]
    may_commit.set()
    slow.join()
    [late] = everything_of(club, after=1)
    assert (late["id"], late["data"]) == (2, {"number": "slow"})


def test_the_sweep_numbers_what_a_lost_message_left(club: Club) -> None:
    stream = listen(club)
    queue.put([], Happening.EVENT, "event:0:0", {}, [stream.pk])
    assert read_after(listen(club), None, 10).results == []
    tasks.sweep()
    assert [line["id"] for line in read_after(listen(club), None, 10).results] == [1]
    assert number_new() == 0


def test_it_says_when_something_is_no_longer_kept(club: Club) -> None:
    stream = listen(club)
    happen(stream, 3)
    StreamedHappening.objects.filter(number__lte=2).update(created_at=timezone.now() - 8 * DAY)
    forget_old()
    stream = listen(club)
    assert [line["id"] for line in read_after(stream, 1, 10).results] == [3]
    assert [read_after(stream, after, 10).missed for after in (None, 0, 1, 2, 3, 4)] == [
        False,
        True,
        True,
        False,
        False,
        True,
    ]
    StreamedHappening.objects.all().delete()
    happen(listen(club))
    assert [line["id"] for line in everything_of(club)] == [4], "numbers are never given twice"


def test_a_name_that_was_hidden_later_is_a_number(table: Table) -> None:
    club = table.event.club
    listen(club)
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    assert '"name": "Pam"' in str(everything_of(club)).replace("'", '"')
    hide_name(table.pam.pk, True, context=context_of(table.pam.user, key=uuid4()))
    [said] = everything_of(club)
    people = [person for side in said["data"]["sides"] for person in side]
    assert "Pam" not in str(said)
    assert {
        "player": number_for(NUMBERS, table.pam.pk),
        "name": f"Player #{number_for(NUMBERS, table.pam.pk)}",
    } in people
    assert table.pam.pk not in [person["player"] for person in people]


def test_of_who_is_erased_nothing_is_kept(table: Table) -> None:
    club = table.event.club
    listen(club)
    over(table)
    assert "'Ann'" in str([line.body for line in StreamedHappening.objects.all()])
    erase_player(table.ann.pk, typed="Ann", context=context_of(table.olga, key=uuid4()))
    assert "'Ann'" not in str([line.body for line in StreamedHappening.objects.all()])
    assert f"Former player {table.ann.pk}" in str(everything_of(club))


def test_registration_that_opens_by_the_clock_is_told_once_without_any_webhook(club: Club, olga: User) -> None:
    listen(club)
    now, hour = timezone.now(), datetime.timedelta(hours=1)
    Event.objects.filter(pk=taking(club, olga).pk).update(starts_at=now + hour)
    RegistrationTerms.objects.update(opens_at=now - hour / 2, closes_at=None)
    assert (emit_registrations(), emit_registrations()) == (1, 0)
    assert [line["type"] for line in everything_of(club)] == ["registration.opened"]
    assert not WebhookDelivery.objects.exists()
