"""Rows of leagues and seasons that a constraint has to refuse, for `test_constraints`."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.cast import Table
from tournaments.activity_log.models import JournalEntry
from tournaments.leagues.models import (
    Division,
    FinalPlace,
    Fixture,
    League,
    LineUpPlayer,
    PlayOff,
    PlayOffSeat,
    PointsAdjustment,
    Postponement,
    Season,
    Section,
    SeriesLine,
    SeriesNight,
    Squad,
    SquadPlayer,
    Team,
)

TODAY = timezone.now().date()


def again(row: Any, **changes: Any) -> object:
    row.pk, row._state.adding = None, True
    for name, value in changes.items():
        setattr(row, name, value)
    return type(row).objects.bulk_create([row])


def league(table: Table) -> League:
    return League.objects.create(club=table.event.club, name="Elm League", slug="elm-league")


def division(table: Table) -> Division:
    return Division.objects.create(league=league(table), level=1, name="First")


def season(table: Table) -> Season:
    return Season.objects.create(league=league(table), name="Fall", slug="fall", criteria=["points"])


def section(table: Table) -> Section:
    first = division(table)
    fall = Season.objects.create(league=first.league, name="Fall", slug="fall", criteria=["points"])
    return Section.objects.create(season=fall, division=first)


def squad(table: Table) -> Squad:
    found = section(table)
    team = Team.objects.create(league=found.division.league, name="Wrens")
    return Squad.objects.create(season=found.season, section=found, team=team, number=1)


def other(own: Squad) -> Squad:
    team = Team.objects.create(league=own.team.league, name="Larks")
    return Squad.objects.create(season=own.season, section=own.section, team=team, number=2)


def fixture(table: Table, **more: Any) -> Fixture:
    home = squad(table)
    about = {"season": home.season, "section": home.section, "home": home, "away": other(home), "week": 1}
    return Fixture.objects.create(**{**about, "number": 1, "starts_at": timezone.now(), **more})


def member(table: Table) -> SquadPlayer:
    own = squad(table)
    return SquadPlayer.objects.create(season=own.season, squad=own, player=table.pam, since=TODAY)


def named(table: Table, **more: Any) -> LineUpPlayer:
    one = fixture(table)
    about = {"season": one.season, "fixture": one, "squad": one.home, "player": table.pam, "pair": 1, "chair": 0}
    return LineUpPlayer.objects.create(**about | more)


def late_card(table: Table, **more: Any) -> PointsAdjustment:
    one = fixture(table)
    about = {"season": one.season, "squad": one.home, "fixture": one, "kind": "late_card", "points": -1, "reason": "x"}
    return PointsAdjustment.objects.create(**about | {"journal": JournalEntry.objects.all()[0]} | more)


def seat(table: Table) -> PlayOffSeat:
    own = squad(table)
    play_off = PlayOff.objects.create(section=own.section, event=table.event)
    entry = table.event.entries.get(number=1)
    return PlayOffSeat.objects.create(play_off=play_off, squad=own, entry=entry, seed=1)


def second_fixture(table: Table, **changes: Any) -> object:
    return again(fixture(table), **changes)


def second_night(table: Table) -> object:
    fall = season(table)
    night = SeriesNight.objects.create(season=fall, event=table.event, number=1)
    table.event.pk, table.event.slug = None, "another"
    table.event.save()
    return again(night, event=table.event)


def fixed(table: Table, **values: Any) -> object:
    return Fixture.objects.filter(pk=fixture(table).pk).update(**values)


def moved(table: Table) -> object:
    about = {"was_at": timezone.now(), "journal": JournalEntry.objects.all()[0], "reason": ""}
    return Postponement.objects.create(fixture=fixture(table), **about)


def final(table: Table) -> object:
    own = squad(table)
    return FinalPlace.objects.create(season=own.season, squad=own, place=1, way="out")


def second_borrowing(table: Table) -> object:
    one = named(table, turn=1, most=2)
    back = again(one.fixture, number=2, home=one.fixture.away, away=one.fixture.home)
    return again(one, fixture=back[0])  # type: ignore[index]


def second_seat(table: Table) -> object:
    one = seat(table)
    return again(one, squad=other(one.squad), entry=table.event.entries.get(number=2))


PLANTED = {
    "league_name_once_per_club": lambda t: again(league(t), slug="other"),
    "one_division_per_level": lambda t: again(division(t), name="Other"),
    "division_name_once_per_league": lambda t: again(division(t), level=2),
    "division_level_from_one": lambda t: again(division(t), level=0, name="Other"),
    "team_name_once_per_league": lambda t: again(squad(t).team),
    "season_name_once_per_league": lambda t: again(season(t), slug="other"),
    "season_state_known": lambda t: Season.objects.filter(pk=season(t).pk).update(state="over"),
    "one_section_per_division_and_season": lambda t: again(section(t)),
    "one_squad_per_team_and_season": lambda t: again(squad(t), number=2),
    "squad_number_once_per_season": lambda t: again(squad(t), team=Team.objects.create(league=League.objects.get())),
    "squad_number_from_one": lambda t: Squad.objects.filter(pk=squad(t).pk).update(number=0),
    "one_squad_per_player_at_a_time": lambda t: again(member(t), since=TODAY + timedelta(1)),
    "one_squad_per_player_and_day": lambda t: again(member(t), until=TODAY + timedelta(1)),
    "squad_player_leaves_after_coming": lambda t: SquadPlayer.objects.filter(pk=member(t).pk).update(until=TODAY),
    "final_way_known": final,
    "fixture_number_once_per_season": lambda t: second_fixture(t, leg=2),
    "one_fixture_per_meeting": lambda t: second_fixture(t, number=2),
    "fixture_has_two_squads": lambda t: Fixture.objects.filter(pk=fixture(t).pk).update(away=Squad.objects.first()),
    "fixture_state_known": lambda t: fixed(t, state="lost"),
    "played_fixture_has_an_event": lambda t: fixed(t, state="played"),
    "fixture_without_a_day_has_no_event": lambda t: fixed(t, event=t.event),
    "only_a_walkover_has_a_side_at_fault": lambda t: fixed(t, at_fault=1),
    "ruling_on_a_fixture_has_a_reason": lambda t: fixed(t, state="void"),
    "postponement_has_a_reason": moved,
    "player_once_per_fixture": lambda t: again(named(t), pair=2),
    "one_player_per_line_up_chair": lambda t: again(named(t), player=t.quinn),
    "borrowing_counted_once": second_borrowing,
    "borrowing_within_the_limit": lambda t: named(t, turn=3, most=2),
    "line_up_chair_known": lambda t: named(t, chair=2),
    "adjustment_has_points_and_a_reason": lambda t: late_card(t, kind="ruling", points=0),
    "only_a_reversal_takes_back": lambda t: late_card(t, kind="taken_back"),
    "late_card_is_a_fixtures": lambda t: late_card(t, points=1),
    "one_late_card_per_squad_and_fixture": lambda t: again(late_card(t)),
    "night_number_once_per_season": second_night,
    "one_squad_per_seed": second_seat,
    "one_series_line_per_player": lambda t: again(
        SeriesLine.objects.create(season=season(t), player=t.pam, place=1, total="5")
    ),
}
