"""Every check of `verify` finds what it is for: each has planted violations, written behind the commands' back."""

import datetime
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection

from games.engine.rules import HouseRules, rules_data
from games.tables.models import Table as Online
from tests.cast import Table, context_of, on_grid, on_phone, publish, seat_table, slip
from tests.tournaments.constraints.cups import VIOLATIONS as CUP_VIOLATIONS
from tests.tournaments.constraints.league import (
    TODAY,
    a_date,
    again,
    agreed_but_not_moved,
    agreed_for_another,
    answered,
    card_step,
    decided,
    exempted,
    fixture,
    handicapped,
    member,
    named,
    other,
    picked_what_was_not_proposed,
    withdrawal,
    withdrawn,
)
from tests.tournaments.constraints.people import VIOLATIONS as PEOPLE_VIOLATIONS
from tests.tournaments.constraints.registration import VIOLATIONS as REGISTRATION_VIOLATIONS
from tests.tournaments.constraints.season_money import VIOLATIONS as SEASON_MONEY_VIOLATIONS
from tests.tournaments.integrity.money_plants import MONEY_VIOLATIONS, journal_entry, paid_night
from tests.tournaments.integrity.online_plants import ONLINE_VIOLATIONS, now_minus
from tests.tournaments.integrity.round_plants import ROUND_VIOLATIONS
from tests.tournaments.jackpots.plants import JACKPOT_VIOLATIONS, Plant
from tests.tournaments.scenes.imports import tampered, without_a_player
from tournaments.access import passes
from tournaments.access.models import Pass
from tournaments.activity_log.models import AuditLogEntry
from tournaments.calls.models import Call
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.club_tables.models import ClubTable
from tournaments.events.models import Event, Stage
from tournaments.integrity import verify
from tournaments.leagues.models import Exemption, Fixture, FixtureScore, Season, SeriesLine, SquadPlayer
from tournaments.results import commands as results
from tournaments.results.models import Standing
from tournaments.rewards.models import (
    Award,
    DayCard,
    GameFact,
    GameParticipation,
    PlayerRating,
    RatingChange,
    RewardJob,
    SpanTotals,
)
from tournaments.rewards.queue import run_all
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match


@pytest.fixture(scope="module")
def kept_table(kept_db: None) -> Table:
    """Round 1 is over, corrected once and settled; round 2 is published; a fee is paid and a link is out."""
    table = seat_table()
    Event.objects.update(fee=500)
    entries.take_fee(table.event.entries.get(number=1).pk, context=context_of(table.olga))
    passes.issue_pass(table.event.pk, table.quinn, context=context_of(table.olga))
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    results.record_result(table.round.matches.get(table=2).pk, slip(9, 7), context=on_grid(table.olga))
    results.correct_result(
        table.match.pk, slip(11, 6), reason="Misread", context=on_grid(table.olga), expected_version=2
    )
    rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=2)
    publish(table.event, table.olga, 2)
    paid_night(table)
    run_all()
    return table


@pytest.fixture
def table(db: None, kept_table: Table) -> Table:
    return deepcopy(kept_table)


def break_foreign_key(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
    Standing.objects.filter(pk=table.stage.standings.all()[0].pk).update(entry_id=4711)


def of_a_match(table: Table) -> None:
    found = Online.objects.create(name="Round 1, table 1", rules=rules_data(HouseRules()))
    ClubTable.objects.create(club=table.event.club, table=found, counts=False)


def computed(rows: Any) -> Any:
    """The first row, once nothing is due any more."""
    run_all()
    return rows.filter(pk=rows.all()[0].pk)


def series_line_of_no_player(table: Table) -> None:
    SeriesLine.objects.create(season=fixture(table).season, player=table.pam, place=1, total="5")


def with_handicap(table: Table, **more: Any) -> None:
    """In a season whose rules make half a game of the averages."""
    handicapped(table, **more)
    Season.objects.update(rules={"handicap": 100})


def belong_twice(table: Table) -> None:
    row = member(table)
    again(row, squad=other(row.squad), since=row.since - datetime.timedelta(1), until=row.since + datetime.timedelta(1))


def counted_in_spite_of_an_exception(table: Table) -> None:
    row = member(table)
    about = {"season": row.season, "squad": row.squad, "player": row.player, "reason": "x"}
    Exemption.objects.create(**about, membership=row, journal=AuditLogEntry.objects.all()[0])
    SquadPlayer.objects.filter(pk=row.pk).update(move=1)


# Check → planted violations and the words by which each is known.
PLANTED: dict[str, list[tuple[Plant, str]]] = {
    "imported_games_are_as_entered": [
        (lambda t: tampered(t.event.club, t.olga), "not those that were entered"),
        (lambda t: without_a_player(t.event.club, t.olga), "four players"),
    ],
    **ROUND_VIOLATIONS,
    **CUP_VIOLATIONS,
    **SEASON_MONEY_VIOLATIONS,
    "logs_are_dense": [
        (lambda t: journal_entry(t, "check_in", 99), "journal numbers 1–99"),
        (lambda t: AuditLogEntry.objects.filter(action="import_roster").delete(), "journal numbers"),
        (lambda t: Event.objects.update(version=99), "version 99"),
    ],
    "open_calls_are_of_rounds_being_played": [
        (
            lambda t: Call.objects.create(match=t.match, player=t.pam, journal=t.event.audit_log.all()[0]),
            "Round 1, which is not being played",
        ),
    ],
    "tables_of_clubs_are_friendly": [
        (of_a_match, "no table that a member opened"),
    ],
    "corrections_have_reasons": [
        (lambda t: AuditLogEntry.objects.filter(action="correct_result").update(reason=""), "without a reason"),
    ],
    **MONEY_VIOLATIONS,
    "no_plain_tokens": [
        (lambda t: Pass.objects.update(token_hash="Zb3-xY_17qkW5n0pLr8TgA"), "not stored as a hash"),
    ],
    "no_old_work": [
        (lambda t: Match.objects.filter(pk=t.match.pk).update(unsettled_since=now_minus(3)), "unsettled"),
        (lambda t: RewardJob.objects.create(kind="awards", key="4711", since=now_minus(3)), "awards 4711: due since"),
    ],
    "honours_agree": [
        (lambda t: Award.objects.filter(player=t.pam).delete(), "is not awarded as the facts say"),
        (lambda t: computed(RatingChange.objects).update(before="25.0 8.0 1 -"), "ratings of pool"),
        (lambda t: computed(PlayerRating.objects).update(number=4711), "ratings of pool"),
        (lambda t: computed(DayCard.objects).update(wins=99), "cards of player"),
        (lambda t: computed(SpanTotals.objects).update(rate=2), "totals of player"),
    ],
    "facts_are_counted": [
        (lambda t: GameFact.objects.all()[0].delete(), "not counted as it stands"),
        (lambda t: GameFact.objects.update(variant="bid"), "not counted as it stands"),
        (lambda t: GameParticipation.objects.all()[0].delete(), "does not have the participations"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(state="void", standing=None), "not counted as it"),
    ],
    **ONLINE_VIOLATIONS,
    **JACKPOT_VIOLATIONS,
    **PEOPLE_VIOLATIONS,
    **REGISTRATION_VIOLATIONS,
    "season_tables_equal_a_rebuild": [
        (lambda t: FixtureScore.objects.create(fixture=fixture(t), seen=1), "scores differ"),
        (series_line_of_no_player, "differ from"),
    ],
    "fixtures_follow_the_rules": [
        (lambda t: Fixture.objects.filter(pk=fixture(t).pk).update(state="played", event=t.event), "played with 1"),
    ],
    "cards_follow_their_steps": [
        (lambda t: card_step(t, number=2), "not numbered from 1"),
        (lambda t: answered(t, side=0), "a side answered its own card"),
        (lambda t: card_step(t, kind="approved", side=None, games=None), "is approved, but does not count"),
    ],
    "handicaps_follow_the_rules": [
        (handicapped, "but its season has none"),
        (lambda t: with_handicap(t, most=9, halves=18), "another limit"),
        (lambda t: with_handicap(t, most=2), "another limit"),
        (lambda t: with_handicap(t, halves=2), "not what the season's rules make"),
        (lambda t: with_handicap(t, side=None, halves=0), "not what the season's rules make"),
        (with_handicap, "has not begun"),
    ],
    "squads_do_not_overlap": [(belong_twice, "belongs to two squads")],
    "line_ups_are_of_their_day": [
        (lambda t: named(t, day=TODAY + datetime.timedelta(7)), "on which it isn't played"),
        (lambda t: exempted(t, player=t.quinn), "by an exception for somebody else"),
        (counted_in_spite_of_an_exception, "is counted as transferred"),
    ],
    "agreed_transfers_moved_their_player": [(agreed_for_another, "led to another squad")],
    "agreed_dates_moved_their_fixture": [
        (agreed_but_not_moved, "was not moved to the date"),
        (picked_what_was_not_proposed, "that was not proposed"),
        (lambda t: a_date(t, number=3), "are not numbered from 1"),
        (lambda t: a_date(t, at=t.event.starts_at - datetime.timedelta(365)), "are not in order"),
    ],
    "squads_that_left_play_no_more": [
        (lambda t: withdrawal(t, number=2), "does not follow the one before"),
        (withdrawn, "left the season"),
    ],
    "decisions_are_about_squads_of_their_section": [(lambda t: decided(t, turn=2), "not numbered from 1")],
    "empty_chairs_are_those_of_short_teams": [
        (lambda t: t.match.seats.filter(position=0).update(player=None, house=0), "is empty"),
    ],
    "database_is_whole": [(break_foreign_key, "damaged")],
}  # fmt: skip


CASES = [
    pytest.param(
        check,
        plant,
        words,
        id=f"{check}-{index}",
        marks=[pytest.mark.sqlite] if check == "database_is_whole" else [],
    )
    for check, plants in PLANTED.items()
    for index, (plant, words) in enumerate(plants)
]


def test_every_check_has_a_planted_violation() -> None:
    assert set(PLANTED) == {check.__name__ for check in verify.CHECKS}


@pytest.mark.slow
def test_clean_data_have_no_violation(table: Table) -> None:
    assert verify.violations() == []


@pytest.mark.parametrize(("check", "plant", "words"), CASES)
def test_check_finds_its_violation(table: Table, check: str, plant: Plant, words: str) -> None:
    plant(table)
    found = list(next(one for one in verify.CHECKS if one.__name__ == check)())
    assert found
    assert words in found[0]
    restore_foreign_keys()


def restore_foreign_keys() -> None:
    """So that the test's own transaction can be rolled back without complaint."""
    if connection.vendor == "sqlite":
        known: Any = Entry.objects.values_list("pk", flat=True)
        Standing.objects.exclude(entry__in=list(known)).delete()


@pytest.mark.slow
def test_work_that_waits_is_no_violation_for_two_minutes(table: Table) -> None:
    results.correct_result(table.match.pk, slip(12, 4), reason="Again", context=on_grid(table.olga), expected_version=3)
    assert verify.violations() == []
    Match.objects.filter(pk=table.match.pk).update(unsettled_since=now_minus(3))
    assert len(verify.violations()) == 1


@pytest.mark.slow
def test_stages_are_checked_one_by_one(table: Table) -> None:
    Standing.objects.filter(place=1, stage__event=table.event).update(points_over=99)
    Stage.objects.create(event=table.event, number=2, format="progressive", rules=table.stage.rules)
    assert len(verify.violations()) == 1
