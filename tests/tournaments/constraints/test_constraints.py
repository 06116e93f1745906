"""Every important rule is also a constraint: the database itself refuses the row, no matter who writes it."""

import datetime
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.messages import NOTHING
from games.house_rules.models import RulePreset
from tests.cast import Table, context_of, make_event, on_grid, on_phone, seat_table, slip
from tests.tournaments.constraints.attendance import HALVES as HALVES_OF_ATTENDANCE
from tests.tournaments.constraints.attendance import PLANTED as OF_ATTENDANCE
from tests.tournaments.constraints.company import PLANTED as OF_COMPANY
from tests.tournaments.constraints.cups import PLANTED as OF_CUPS
from tests.tournaments.constraints.honour import PLANTED as OF_HONOURS
from tests.tournaments.constraints.league import PLANTED as OF_LEAGUES
from tests.tournaments.constraints.notifications import PLANTED as OF_NOTIFICATIONS
from tests.tournaments.constraints.online import PLANTED as OF_ONLINE
from tests.tournaments.constraints.online import online
from tests.tournaments.constraints.people import PLANTED as OF_PEOPLE
from tests.tournaments.constraints.prize import PLANTED as OF_PRIZES
from tests.tournaments.constraints.prize import entry, pot
from tests.tournaments.constraints.program import PLANTED as OF_PROGRAMS
from tests.tournaments.constraints.registration import HALVES
from tests.tournaments.constraints.registration import PLANTED as OF_REGISTRATIONS
from tests.tournaments.constraints.season_money import PLANTED as OF_SEASON_MONEY
from tests.tournaments.constraints.subs import HALVES as HALVES_OF_SUBS
from tests.tournaments.constraints.subs import PLANTED as OF_SUBS
from tests.tournaments.constraints.webhook import PLANTED as OF_WEBHOOKS
from tests.tournaments.constraints.webhook import attempt, webhook
from tests.tournaments.jackpots.plants import JACKPOT_ROWS, again
from tests.tournaments.online import Evening
from tests.tournaments.scenes.imports import PLANTED as OF_IMPORTS
from tests.tournaments.scenes.jackpot import won_jackpot
from tournaments.access.models import Pass, Phone, WallArrival
from tournaments.calls.commands import call_organizer
from tournaments.calls.models import Call
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, EntryPlayer, Notice, StageEntry, Wish
from tournaments.checkin.notices import give_notice
from tournaments.clubs.models import Club, ClubRules, Membership, Venue
from tournaments.events.models import Event, EventTemplate, Stage
from tournaments.recurring.models import Occurrence, RecurringEvent, Regular
from tournaments.results import commands as results
from tournaments.results.models import MatchTable, ResultEntry, Standing
from tournaments.rounds.models import Bye, Match, Round, Seat

Plant = Callable[[Table], object]


@pytest.fixture(scope="module")
def kept_table(kept_db: None) -> Table:
    """With one result, a fee taken and a second stage's worth of rows to point at."""
    table = seat_table()
    Event.objects.update(fee=500)
    entries.take_fee(table.event.entries.get(number=1).pk, context=context_of(table.olga))
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    won_jackpot(table.event, table.olga)
    return table


@pytest.fixture
def table(db: None, kept_table: Table) -> Table:
    return deepcopy(kept_table)


def recurring(table: Table, **fields: Any) -> RecurringEvent:
    about = {"starts_on": datetime.date(2026, 1, 6), "starts_at": datetime.time(19)}
    return RecurringEvent.objects.create(club=table.event.club, name="Tuesdays", **about | fields)


def occurrence(table: Table) -> Occurrence:
    found = RecurringEvent.objects.first() or recurring(table)
    return Occurrence.objects.create(recurring=found, date=datetime.date(2026, 1, 6))


def regular(table: Table, player: Player, number: int, chair: int = 0) -> Regular:
    found = RecurringEvent.objects.first() or recurring(table)
    return Regular.objects.create(recurring=found, player=player, number=number, chair=chair)


def template(table: Table, name: str) -> EventTemplate:
    about = {"starts_at": table.event.starts_at, "setup": {}}
    return EventTemplate.objects.create(club=table.event.club, name=name, **about)


def seat(table: Table, position: int) -> Seat:
    return table.match.seats.get(position=position)


def result(table: Table) -> ResultEntry:
    return table.match.results.get()


def member(table: Table) -> Membership:
    return Membership.objects.get(player=table.olga.player)


def notice(table: Table) -> Notice:
    return give_notice(table.event.pk, table.quinn, Notice.Kind.LEAVING, context=on_phone(table.quinn))


def call(table: Table) -> Call:
    return call_organizer(table.match.pk, "", "", context=on_phone(table.quinn))


def give_pass(table: Table) -> object:
    first = Pass(event=table.event, player=table.quinn, token_hash="0" * 64, expires_at=timezone.now())
    first.save()
    return again(first, token_hash="1" * 64)


def phone(table: Table, mark: str = "1") -> Phone:
    return Phone.objects.create(event=table.event, mark=mark, trace="x")


def wall_arrival(table: Table) -> WallArrival:
    return WallArrival.objects.create(event=table.event, player=table.quinn, phone=phone(table))


def one_phone_agrees(table: Table) -> object:
    one = phone(table)
    return again(result(table), version=2, kind="confirm", phone=one, agreed_phone=one)


def number_twice(table: Table) -> object:
    Membership.objects.filter(player=table.olga.player).update(number="7")
    return Membership.objects.filter(player=table.pam).update(number="7")


def match_online() -> MatchTable:
    return Evening(club=Club.objects.get()).link


def two_venues(table: Table) -> object:
    Venue.objects.create(club=table.event.club, name="Hall")
    return Venue.objects.create(club=table.event.club, name="HALL")


def bye_twice(table: Table) -> object:
    return again(Bye.objects.create(round=table.round, entry=entry(table), reason=NOTHING))


def place(table: Table) -> StageEntry:
    return StageEntry.objects.create(stage=table.stage, entry=entry(table), seed=1)


def wish(table: Table) -> Wish:
    return Wish.objects.create(event=table.event, kind="apart", one=entry(table), other=entry(table, 2))


def enter_twice(table: Table) -> object:
    other = Entry.objects.create(event=table.event, number=99)
    return again(entry(table).lineup.get(), entry=other)


def chair_twice(table: Table) -> object:
    return again(entry(table).lineup.get(), player=table.sam.player)


def called_twice(table: Table) -> object:
    match = table.round.matches.get(table=2)
    Match.objects.filter(pk=match.pk).update(called_in=table.stage)
    beside = Round.objects.create(stage=table.stage, number=2, status="published", opens_singly=True)
    return Match.objects.create(round=beside, table=2, called_in=table.stage)


def seated_twice(table: Table) -> object:
    Seat.objects.filter(pk=seat(table, 0).pk).update(called_in=table.stage)
    beside = Round.objects.create(stage=table.stage, number=2, status="published", opens_singly=True)
    match = Match.objects.create(round=beside, table=2, called_in=table.stage)
    return again(seat(table, 0), round=beside, match=match, called_in=table.stage)


def club_rules(table: Table, name: str, **more: Any) -> ClubRules:
    return ClubRules.objects.create(club=table.event.club, name=name, rules={}, **more)


# constraint → a row that breaks it
PLANTED: dict[str, Plant] = {
    **JACKPOT_ROWS,
    "one_user_per_email": lambda t: again(User.objects.get(email="olga@example.org"), email="OLGA@example.org"),
    "player_has_a_name": lambda t: Player.objects.bulk_create([Player(name="")]),
    "club_rating_margin_possible": lambda t: Club.objects.update(rating_margin=11),
    "club_colour_known": lambda t: Club.objects.update(colour="plaid"),
    "club_currency_known": lambda t: Club.objects.update(currency="DOG"),
    "rule_preset_has_a_name": lambda t: RulePreset.objects.create(name="", rules={}),
    "one_rule_preset_of_the_site_per_name": lambda t: [RulePreset.objects.create(name="A", rules={}) for _ in range(2)],
    "one_rule_preset_per_name_and_owner": lambda t: [
        RulePreset.objects.create(name="A", rules={}, owner=t.ann) for _ in range(2)
    ],
    "club_rules_have_a_name": lambda t: club_rules(t, ""),
    "club_rules_name_once_per_club": lambda t: [club_rules(t, "Ours") for _ in range(2)],
    "one_default_of_club_rules": lambda t: [club_rules(t, name, is_default=True) for name in ("Ours", "Theirs")],
    "erased_players_are_numbers": lambda t: Player.objects.filter(pk=t.ann.pk).update(erased_at=timezone.now()),
    "venue_name_once_per_club": two_venues,
    "one_membership_per_player": lambda t: again(member(t)),
    "club_number_once_per_club": number_twice,
    "membership_role_known": lambda t: Membership.objects.update(role="king"),
    "entry_number_once_per_event": lambda t: again(entry(t)),
    "entry_number_from_one": lambda t: again(entry(t), number=0),
    "player_enters_event_once": enter_twice,
    "one_player_per_chair_of_entry": chair_twice,
    "one_pass_per_player_and_event": give_pass,
    "event_where_known": lambda t: Event.objects.update(where="moon"),
    "cancelled_event_says_why": lambda t: Event.objects.update(cancelled_at=timezone.now()),
    "cancelled_event_is_not_finished": lambda t: Event.objects.update(
        cancelled_at=timezone.now(), cancelled_because="Snow", finished_at=timezone.now()
    ),
    "one_open_table_per_match": lambda t: again(match_online(), table=online().table),
    "table_with_result_has_ended": lambda t: MatchTable.objects.filter(pk=match_online().pk).update(result=result(t)),
    "one_occurrence_per_date": lambda t: (occurrence(t), occurrence(t)),
    "recurring_every_one_to_eight_weeks": lambda t: recurring(t, every=9),
    "recurring_ends_after_it_starts": lambda t: recurring(t, until=datetime.date(2026, 1, 5)),
    "regular_once_per_recurring_event": lambda t: (regular(t, t.pam, 1), regular(t, t.pam, 2)),
    "one_regular_per_chair": lambda t: (regular(t, t.pam, 1), regular(t, t.ann, 1)),
    "regulars_are_one_or_two": lambda t: regular(t, t.pam, 1, chair=2),
    "event_template_name_once_per_club": lambda t: [template(t, name) for name in ("Cup", "CUP")],
    "event_template_has_a_name": lambda t: template(t, ""),
    "one_stage_per_number": lambda t: again(t.stage),
    "stage_format_known": lambda t: again(t.stage, number=2, format="bingo"),
    "one_round_per_number": lambda t: again(t.round, status="closed"),
    "one_round_open_at_a_time": lambda t: again(t.round, number=2),
    "matches_called_singly_are_no_draft": lambda t: again(t.round, number=2, status="draft", opens_singly=True),
    "round_number_from_one": lambda t: again(t.round, number=0, status="closed"),
    "one_match_per_table_and_round": lambda t: again(t.round.matches.get(table=2)),
    "match_stands_on_one_result": lambda t: Match.objects.filter(pk=t.match.pk).update(state="void"),
    "one_called_match_per_table": called_twice,
    "called_match_is_not_decided": lambda t: Match.objects.filter(pk=t.match.pk).update(called_in=t.stage),
    "one_called_seat_per_player": seated_twice,
    "one_seat_per_position": lambda t: again(seat(t, 0), player=t.sam.player),
    "one_seat_per_player_and_round": lambda t: again(seat(t, 0), position=9),
    "seat_is_an_entrys_or_the_houses": lambda t: again(seat(t, 0), position=9, player=t.sam.player, house=0),
    "one_bye_per_entry_and_round": bye_twice,
    "one_result_entry_per_version": lambda t: again(result(t)),
    "result_version_from_one": lambda t: again(result(t), version=0),
    "reopening_takes_back_an_entry": lambda t: ResultEntry.objects.filter(pk=result(t).pk).update(kind="reopen"),
    "correction_has_a_reason": lambda t: again(result(t), version=2, kind="correction"),
    "one_standing_per_entry": lambda t: again(Standing.objects.all()[0]),
    "journal_number_once_per_event": lambda t: again(t.event.audit_log.all()[0]),
    "journal_entry_has_an_actor": lambda t: again(
        t.event.audit_log.all()[0], number=99, user=None, player=None, is_system=False
    ),
    "one_place_per_entry_and_stage": lambda t: again(place(t), seed=2),
    "one_entry_per_seed_and_stage": lambda t: again(place(t), entry=t.event.entries.last()),
    "one_wish_per_two_entries": lambda t: again(wish(t)),
    "wish_names_the_older_entry_first": lambda t: again(wish(t), one=t.event.entries.last()),
    "one_open_notice_per_player": lambda t: again(notice(t)),
    "one_open_call_per_match": lambda t: again(call(t)),
    "call_reason_known": lambda t: Call.objects.filter(pk=call(t).pk).update(reason="thirst"),
    "call_ended_or_open": lambda t: Call.objects.filter(pk=call(t).pk).update(status="done"),
    "open_call_has_no_one_on_the_way": lambda t: Call.objects.filter(pk=call(t).pk).update(coming=t.pam),
    "one_phone_per_mark_and_event": lambda t: again(phone(t)),
    "one_name_per_phone_by_the_wall": lambda t: again(wall_arrival(t), player=t.bob),
    "one_phone_per_name_by_the_wall": lambda t: again(wall_arrival(t), phone=phone(t, "2")),
    "no_phone_confirms_itself": one_phone_agrees,
    "notice_kind_and_status_known": lambda t: again(notice(t), status="agreed", kind="bored"),
    **OF_COMPANY,
    **OF_PROGRAMS,
    **OF_HONOURS,
    **OF_IMPORTS,
    **OF_LEAGUES,
    **OF_CUPS,
    **OF_SEASON_MONEY,
    **OF_ONLINE,
    **OF_PEOPLE,
    **OF_PRIZES,
    **OF_ATTENDANCE,
    **OF_REGISTRATIONS,
    **OF_SUBS,
    **OF_NOTIFICATIONS,
    **OF_WEBHOOKS,
}


def test_every_constraint_has_a_row_that_breaks_it() -> None:
    models = [*apps.get_app_config("games").get_models(), *apps.get_app_config("tournaments").get_models()]
    assert set(PLANTED) == {constraint.name for model in models for constraint in model._meta.constraints}


@pytest.mark.parametrize("name", PLANTED)
def test_refuses_the_row(table: Table, name: str) -> None:
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        PLANTED[name](table)
    said = str(refusal.value)
    assert name in said or said.startswith("UNIQUE constraint failed"), "SQLite names the columns of a unique key"


@pytest.mark.parametrize(
    "plant",
    [
        pytest.param(lambda t: again(seat(t, 0), position=9, player=None, entry=None), id="an empty chair"),
        pytest.param(lambda t: again(seat(t, 0), position=9, player=None), id="an entry's chair without a player"),
        pytest.param(
            lambda t: again(seat(t, 0), position=9, player=None, house=1), id="an entry's chair with a house player"
        ),
        pytest.param(lambda t: again(result(t), version=2, kind="void"), id="void without a reason"),
        pytest.param(lambda t: Match.objects.filter(pk=t.match.pk).update(standing=None), id="counts without a result"),
        pytest.param(
            lambda t: Match.objects.filter(table=2).update(standing=t.match.standing), id="two matches, one result"
        ),
        pytest.param(attempt, id="an attempt without any outcome"),
        pytest.param(lambda t: webhook(t, removed_at=timezone.now()), id="removed, and its secret still there"),
        pytest.param(
            lambda t: webhook(t, removed_at=timezone.now(), secret=""), id="removed, and something is sent there"
        ),
        pytest.param(
            lambda t: Call.objects.filter(pk=call(t).pk).update(ended_at=timezone.now()), id="open, and ended already"
        ),
        *HALVES,
        *HALVES_OF_ATTENDANCE,
        *HALVES_OF_SUBS,
    ],
)
def test_refuses_the_other_half_of_a_rule_too(table: Table, plant: Plant) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        plant(table)


def test_what_is_like_a_violation_but_none_is_taken(table: Table) -> None:
    event = make_event(table.event.club, table.olga, name="Friday")
    again(entry(table), event=event)
    again(entry(table).lineup.get(), event=event, entry=Entry.objects.get(event=event))
    again(entry(table).lineup.get(), player=table.sam.player, is_active=False)
    again(seat(table, 0), position=9, entry=None, player=None, house=0)
    again(pot(), kind="basket", basket="fines", memo="another thing")
    again(table.round, stage=event.stages.get())
    Membership.objects.update(number="")
    assert EntryPlayer.objects.filter(event=event).count() == 1
    assert Round.objects.filter(number=1).count() == 2
    assert Stage.objects.filter(number=1).count() == 2
