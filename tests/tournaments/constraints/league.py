"""Rows of leagues and seasons that a constraint has to refuse, for `test_constraints`."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.cast import Table
from tournaments.access.models import Pass
from tournaments.activity_log.models import AuditLogEntry
from tournaments.leagues.models import (
    CardStep,
    DateProposal,
    Division,
    Exemption,
    FinalPlace,
    Fixture,
    FixtureHandicap,
    League,
    LineUpPlayer,
    PlaceDecision,
    PlayOff,
    PlayOffSeat,
    PointsAdjustment,
    Postponement,
    ProposedDate,
    Season,
    Section,
    SeriesLine,
    SeriesNight,
    Squad,
    SquadPlayer,
    Team,
    TransferRequest,
    Withdrawal,
    WithdrawnFixture,
    WithdrawnLineUp,
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
    return PointsAdjustment.objects.create(**about | {"journal": AuditLogEntry.objects.all()[0]} | more)


def card_step(table: Table, **more: Any) -> CardStep:
    about = {
        "fixture": fixture(table, state="planned"),
        "number": 1,
        "kind": "reported",
        "side": 0,
        "games": [[[10, 4]]],
    }
    return CardStep.objects.create(**about | {"journal": AuditLogEntry.objects.all()[0]} | more)


def answered(table: Table, **more: Any) -> CardStep:
    """A card, and the answer to it."""
    sent = card_step(table)
    about = {"fixture": sent.fixture, "number": 2, "kind": "disputed", "side": 1, "reason": "x", "answers": sent}
    return CardStep.objects.create(**about | {"journal": sent.journal} | more)


def withdrawal(table: Table, **more: Any) -> Withdrawal:
    own = squad(table)
    about = {"season": own.season, "squad": own, "number": 1, "kind": "withdrew", "results": "keep", "on": TODAY}
    return Withdrawal.objects.create(**about | {"reason": "x", "journal": AuditLogEntry.objects.all()[0]} | more)


def withdrawn(table: Table) -> WithdrawnFixture:
    own = withdrawal(table)
    about = {"season": own.season, "section": own.squad.section, "home": own.squad, "away": other(own.squad), "week": 1}
    one = Fixture.objects.create(**about, number=1, starts_at=timezone.now())
    return WithdrawnFixture.objects.create(withdrawal=own, fixture=one, state="planned")


def unnamed(table: Table, **more: Any) -> WithdrawnLineUp:
    """A player whom a withdrawal removed from a line-up."""
    was = withdrawn(table)
    about = {"withdrawn": was, "squad": was.fixture.home, "player": table.pam, "pair": 1, "chair": 0}
    return WithdrawnLineUp.objects.create(**about | more)


def decided(table: Table, **more: Any) -> PlaceDecision:
    about = {"section": section(table), "about": "1,2", "turn": 1, "method": "organizers", "order": [2, 1]}
    return PlaceDecision.objects.create(**about | {"reason": "x", "journal": AuditLogEntry.objects.all()[0]} | more)


def handicapped(table: Table, **more: Any) -> FixtureHandicap:
    about = {"side": 0, "halves": 1, "most": 3, "home_won": 8, "home_played": 4, "away_won": 9, "away_played": 3}
    return FixtureHandicap.objects.create(**{"fixture": fixture(table), **about, **more})


def exempted(table: Table, **more: Any) -> LineUpPlayer:
    """Named by an exception."""
    one = named(table)
    about = {"season": one.season, "squad": one.squad, "player": one.player, "fixture": one.fixture, "reason": "x"}
    one.exemption = Exemption.objects.create(**about, journal=AuditLogEntry.objects.all()[0])
    for name, value in more.items():
        setattr(one, name, value)
    one.save()
    return one


def exemption(table: Table, **changes: Any) -> object:
    return Exemption.objects.filter(pk=exempted(table).exemption_id).update(**changes)


def transfer_request(table: Table, **more: Any) -> TransferRequest:
    """Of a player of the only squad, for another."""
    row = member(table)
    about = {"season": row.season, "squad": other(row.squad), "leaving": row.squad, "player": row.player, "on": TODAY}
    return TransferRequest.objects.create(**about | {"asked": AuditLogEntry.objects.all()[0]} | more)


def named_twice_that_day(table: Table) -> object:
    one = named(table, day=TODAY)
    back = again(one.fixture, number=2, home=one.fixture.away, away=one.fixture.home)
    return again(one, fixture=back[0])  # type: ignore[index]


def agreed_for_another(table: Table) -> None:
    """Led to the squad that the player left."""
    row = transfer_request(table)
    membership = SquadPlayer.objects.get(player=row.player)
    TransferRequest.objects.filter(pk=row.pk).update(answer="agreed", answered=row.asked, membership=membership)


def date_proposal(table: Table, **more: Any) -> DateProposal:
    """One date, for the home team."""
    about = {"fixture": fixture(table, state="planned"), "side": 0, "was_at": timezone.now(), "reason": "x"}
    row = DateProposal.objects.create(**about | {"journal": AuditLogEntry.objects.all()[0]} | more)
    ProposedDate.objects.create(proposal=row, number=1, at=timezone.now())
    return row


def a_date(table: Table, **more: Any) -> ProposedDate:
    return ProposedDate.objects.create(
        **{"proposal": date_proposal(table), "number": 2, "at": timezone.now() + timedelta(1), **more}
    )


def agreed_but_not_moved(table: Table) -> None:
    by = AuditLogEntry.objects.all()[0]
    date_proposal(table, state="accepted", picked=1, answered=by)


def picked_what_was_not_proposed(table: Table) -> None:
    date_proposal(table, state="picked", picked=2, answered=AuditLogEntry.objects.all()[0])


def season_pass(table: Table, **more: Any) -> Pass:
    about = {"season": season(table), "player": table.quinn, "token_hash": "0" * 64, "expires_at": timezone.now()}
    return Pass.objects.create(**about | more)


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
    about = {"was_at": timezone.now(), "journal": AuditLogEntry.objects.all()[0], "reason": ""}
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
    "transfer_counted_once": lambda t: again(
        again(member(t), until=TODAY + timedelta(1), since=TODAY - timedelta(1), move=1)[0],  # type: ignore[index]
        until=TODAY + timedelta(2),
        since=TODAY - timedelta(2),
    ),
    "transfers_within_the_limit": lambda t: SquadPlayer.objects.filter(pk=member(t).pk).update(move=2, most=1),
    "loan_counted_once": lambda t: again(named(t, turn=1, most=2, loan=1), player=t.quinn, chair=1),
    "loans_within_the_limit": lambda t: named(t, turn=1, most=2, loan=2, loans=1),
    "one_line_up_per_player_and_day": named_twice_that_day,
    "exemption_is_not_counted": lambda t: exempted(t, turn=1, most=2),
    "one_exemption_per_player_and_fixture": lambda t: again(exempted(t).exemption),
    "exemption_is_for_a_fixture_or_a_membership": lambda t: exemption(t, fixture=None),
    "exemption_is_revoked_with_a_reason": lambda t: exemption(t, revoked_why="x"),
    "squad_joined_in_a_week_from_one": lambda t: Squad.objects.filter(pk=squad(t).pk).update(joined_week=0),
    "section_plays_within_a_week": lambda t: Section.objects.filter(pk=section(t).pk).update(days_after=7),
    "player_once_per_withdrawn_fixture": lambda t: again(unnamed(t), chair=1),
    "one_player_per_withdrawn_chair": lambda t: again(unnamed(t), player=t.quinn),
    "withdrawn_chair_known": lambda t: unnamed(t, chair=2),
    "exemption_has_a_reason": lambda t: exemption(t, reason=""),
    "one_transfer_asked_at_a_time": lambda t: again(transfer_request(t)),
    "transfer_is_between_two_squads": lambda t: TransferRequest.objects.filter(pk=transfer_request(t).pk).update(
        leaving=Squad.objects.get(number=2)
    ),
    "transfer_is_answered_by_somebody": lambda t: transfer_request(t, answer="declined"),
    "only_an_agreed_transfer_moves_somebody": lambda t: transfer_request(
        t, answer="agreed", answered=AuditLogEntry.objects.all()[0]
    ),
    "one_date_proposal_at_a_time": lambda t: again(date_proposal(t), side=1),
    "date_proposal_is_of_a_side": lambda t: date_proposal(t, side=2),
    "date_proposal_has_a_reason": lambda t: date_proposal(t, reason=""),
    "date_proposal_is_answered_once": lambda t: date_proposal(t, state="declined"),
    "date_is_picked_before_it_counts": lambda t: date_proposal(
        t, state="accepted", answered=AuditLogEntry.objects.all()[0]
    ),
    "only_a_picked_date_is_decided": lambda t: date_proposal(t, decided=AuditLogEntry.objects.all()[0]),
    "one_proposed_date_per_number": lambda t: a_date(t, number=1),
    "date_proposed_once": lambda t: again(a_date(t), number=3),
    "up_to_five_dates_are_proposed": lambda t: a_date(t, number=6),
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
    "only_a_late_card_is_counted_from_one": lambda t: late_card(t, offence=0),
    "one_card_step_per_number": lambda t: again(card_step(t)),
    "card_step_number_from_one": lambda t: card_step(t, number=0),
    "card_step_of_a_captain_has_a_side": lambda t: card_step(t, side=None),
    "only_a_sent_card_has_games": lambda t: card_step(t, games=None),
    "card_answer_answers_a_card": lambda t: answered(t, answers=None),
    "card_is_answered_once_each_way": lambda t: again(answered(t), number=3),
    "card_dispute_and_correction_have_a_reason": lambda t: answered(t, reason=""),
    "handicap_is_of_a_side": lambda t: handicapped(t, side=None),
    "handicap_within_the_limit": lambda t: handicapped(t, halves=7),
    "handicap_needs_both_averages": lambda t: handicapped(t, side=None, halves=0, home_played=0),
    "handicap_is_of_the_weaker_side": lambda t: handicapped(t, away_won=6),
    "one_pass_per_player_and_season": lambda t: again(season_pass(t), token_hash="1" * 64),
    "pass_is_for_an_event_or_a_season": lambda t: season_pass(t, event=t.event),
    "night_number_once_per_season": second_night,
    "one_withdrawal_per_number": lambda t: again(withdrawal(t)),
    "withdrawal_has_a_reason": lambda t: withdrawal(t, reason=""),
    "withdrawal_says_what_counts": lambda t: withdrawal(t, results=""),
    "fixture_withdrawn_once_at_a_time": lambda t: again(withdrawn(t)),
    "one_place_decision_per_turn": lambda t: again(decided(t)),
    "place_decision_has_a_reason": lambda t: decided(t, reason=""),
    "place_decision_method_known": lambda t: decided(t, method="lot"),
    "one_squad_per_seed": second_seat,
    "one_series_line_per_player": lambda t: again(
        SeriesLine.objects.create(season=season(t), player=t.pam, place=1, total="5")
    ),
}
