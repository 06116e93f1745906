"""A table calls an organizer: one call at a time, answered, canceled, or over with its round."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import Table, context_of, make_user, on_grid, on_phone, slip
from tests.tournaments.pages.browsing import finish_round
from tournaments.activity_log.words import sentence
from tournaments.calls.commands import answer_call, call_organizer, cancel_call, finish_call
from tournaments.calls.models import Call
from tournaments.calls.selectors import answer_in_words, number_of_calls, open_call_at, open_calls
from tournaments.clubs.models import Membership, Role
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.permissions import Actor
from tournaments.privacy.erasing import erase_player
from tournaments.privacy.own_file import own_file
from tournaments.results import commands as results
from tournaments.results.models import Channel
from tournaments.rounds import commands as rounds

Reason, Status = Call.Reason, Call.Status


def call_from(table: Table, *about: str, **how: Any) -> Call:
    reason, words = (*about, "", "")[:2]
    return call_organizer(table.match.pk, reason, words, context=on_phone(table.quinn, **how))


def at_table_two(table: Table) -> Player:
    return Player.objects.get(seats__match__round=table.round, seats__match__table=2, seats__position=0)


def second_organizer(table: Table) -> Any:
    oscar = make_user("Oscar")
    Membership.objects.create(club=table.event.club, player=oscar.player, role=Role.ORGANIZER)
    return oscar


def test_it_is_kept_with_who_called_and_browsers_are_notified(table: Table) -> None:
    table.event.refresh_from_db()
    before = table.event.version
    call = call_from(table, Reason.RULES)
    table.event.refresh_from_db()
    assert (call.player, call.about, call.status) == (table.quinn, "Rules question", Status.OPEN)
    assert table.event.version == before + 1
    assert (list(open_calls(table.event)), number_of_calls(table.event)) == ([call], 1)


@pytest.mark.parametrize(
    ("reason", "words", "about"),
    [
        ("", "", ""),
        (Reason.SCORE, "", "Score question"),
        (Reason.OTHER, "", "Another reason"),
        (Reason.OTHER, "Wobbly table", "Wobbly table"),
        ("", "Wobbly table", "Wobbly table"),
        (Reason.MISSING, "Ann", "A player is missing: Ann"),
    ],
)
def test_what_it_is_about_is_shown_as_chosen_and_typed(table: Table, reason: str, words: str, about: str) -> None:
    assert call_from(table, reason, words).about == about


def test_anyone_at_the_table_who_calls_again_gets_the_open_call(table: Table) -> None:
    call = call_from(table, Reason.SCORE)
    number = table.event.audit_log.count()
    again = call_organizer(table.match.pk, Reason.RULES, "", context=on_phone(table.pam, key=uuid4()))
    assert (again, again.reason) == (call, Reason.SCORE)
    assert table.event.audit_log.count() == number


def test_a_request_that_comes_twice_is_one_call(table: Table) -> None:
    key = uuid4()
    first = call_from(table, key=key)
    cancel_call(first.pk, context=on_phone(table.quinn))
    assert call_from(table, key=key) == first
    assert Call.objects.count() == 1
    assert call_from(table) != first, "another press calls again"


def test_only_players_at_the_table_call(table: Table) -> None:
    elsewhere = at_table_two(table)
    for caller in (on_phone(elsewhere), context_of(table.sam), context_of(table.olga)):
        with pytest.raises(NotAllowed):
            call_organizer(table.match.pk, "", "", context=caller)
    call = call_from(table)
    for caller in (on_phone(elsewhere), context_of(table.sam)):
        with pytest.raises(NotAllowed):
            cancel_call(call.pk, context=caller)
    for action in (answer_call, finish_call):
        with pytest.raises(NotAllowed):
            action(call.pk, context=on_phone(table.quinn))


def test_the_phone_reads_who_is_on_the_way(table: Table) -> None:
    call = call_from(table)
    assert answer_in_words(call, Actor(player=table.quinn)) == "Your table called an organizer."
    call = answer_call(call.pk, context=context_of(table.olga))
    assert answer_in_words(call, Actor(player=table.quinn)) == "Olga is on the way."
    assert number_of_calls(table.event) == 1, "until it is done"
    finish_call(call.pk, context=context_of(table.olga))
    assert open_call_at(table.match) is None


def test_an_organizer_who_hides_the_name_is_a_number_for_strangers(table: Table) -> None:
    table.olga.player.hides_name = True
    table.olga.player.save()
    Membership.objects.filter(player=table.quinn).delete()
    answer_call(call_from(table).pk, context=context_of(table.olga))
    call = open_call_at(table.match)
    assert call
    assert "Olga" not in answer_in_words(call, Actor(player=table.quinn))
    assert answer_in_words(call, Actor(player=table.pam)) == "Olga is on the way.", "of the same club"


def test_staff_without_a_player_is_an_organizer(table: Table) -> None:
    staff = make_user("Root")
    staff.is_superuser = True
    call = answer_call(call_from(table).pk, context=Context(Actor(staff), Channel.PAGE))
    assert answer_in_words(call, Actor(player=table.quinn)) == "An organizer is on the way."


def test_two_organizers_who_press_at_once(table: Table) -> None:
    call, oscar = call_from(table), second_organizer(table)
    for _ in range(2):
        answer_call(call.pk, context=context_of(table.olga))
    with pytest.raises(Conflict, match="Someone is already on the way to Table 1"):
        answer_call(call.pk, context=context_of(oscar))
    assert finish_call(call.pk, context=context_of(oscar)).status == Status.DONE
    assert finish_call(call.pk, context=context_of(table.olga)).status == Status.DONE
    with pytest.raises(Conflict, match="The call from Table 1 is over"):
        answer_call(call.pk, context=context_of(table.olga))


def test_the_table_cancels_and_what_came_first_stays(table: Table) -> None:
    call = cancel_call(call_from(table).pk, context=on_phone(table.pam))
    assert (call.status, number_of_calls(table.event)) == (Status.CANCELLED, 0)
    assert finish_call(call.pk, context=context_of(table.olga)).status == Status.CANCELLED
    assert cancel_call(call.pk, context=on_phone(table.quinn)).status == Status.CANCELLED


def close(table: Table) -> None:
    finish_round(table.stage, table.olga)


def unpublish(table: Table) -> None:
    table.round.refresh_from_db()
    rounds.unpublish_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)


@pytest.mark.parametrize("end", [close, unpublish])
def test_it_is_over_with_its_round(table: Table, end: Callable[[Table], None]) -> None:
    call = answer_call(call_from(table).pk, context=context_of(table.olga))
    end(table)
    call.refresh_from_db()
    assert (call.status, call.ended_at is not None) == (Status.ENDED, True)
    assert number_of_calls(table.event) == 0
    with pytest.raises(RuleError, match="Round 1 isn’t being played"):
        call_from(table)


def test_a_table_whose_score_counts_still_calls(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    assert call_from(table, Reason.SCORE).is_open


def test_the_log_describes_it_in_words(table: Table) -> None:
    for end, caller in ((cancel_call, on_phone(table.quinn)), (finish_call, context_of(table.olga))):
        call = call_from(table)
        answer_call(call.pk, context=context_of(table.olga))
        end(call.pk, context=caller)
    said = [sentence(row) for row in table.event.audit_log.order_by("-number")[:6]]
    assert said == [
        "Olga answered the call from table 1 in round 1.",
        "Olga went to help at table 1 in round 1.",
        "Quinn called an organizer to table 1 in round 1.",
        "Quinn canceled the call from table 1 in round 1.",
        "Olga went to help at table 1 in round 1.",
        "Quinn called an organizer to table 1 in round 1.",
    ]


def test_an_erased_player_leaves_no_words(table: Table) -> None:
    call = call_from(table, Reason.OTHER, "Quinn’s back hurts")
    other = call_organizer(table.round.matches.get(table=2).pk, "", "Ask Quinn", context=on_phone(at_table_two(table)))
    Event.objects.update(finished_at=timezone.now())
    erase_player(table.quinn.pk, typed="Quinn", context=context_of(table.olga))
    call.refresh_from_db()
    other.refresh_from_db()
    assert (call.words, call.player_id) == ("", table.quinn.pk)
    assert "Quinn" not in other.words


def test_the_persons_own_file_has_it(table: Table) -> None:
    call_from(table, Reason.OTHER, "Wobbly table")
    assert "Wobbly table" in own_file(table.quinn)


def test_the_database_keeps_one_open_call_per_table(table: Table) -> None:
    call = call_from(table)
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(match=table.match, player=table.pam, journal=call.journal)
