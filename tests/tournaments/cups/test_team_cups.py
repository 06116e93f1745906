"""Team cups: the field, draws, matches as fixtures of the season, decisions, and what a cup leaves alone."""

import datetime
from itertools import cycle, product
from random import Random

import pytest
from django.db.models import Q

from games.engine.errors import RuleError
from tests.cast import context_of, make_user, with_key
from tests.kept import kept
from tests.sizes import size
from tests.tournaments.cups.cup_stage import CUP_DAY, CupStage, sides_of, yesterday
from tests.tournaments.scenes.league import BIRDS, SMALL, TREES, Stage, a_hall
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.cups import commands, draws, matches
from tournaments.cups.models import Cup, CupDecision, CupMatch, CupRound
from tournaments.errors import Conflict, NotAllowed
from tournaments.formats.cups.draw import Entrant, Method, draw_round
from tournaments.integrity import verify
from tournaments.leagues import closing, fixtures, line_ups, penalties, schedule, withdrawals
from tournaments.leagues.averages import averages_of
from tournaments.leagues.models import Fixture, SectionLine
from tournaments.leagues.schedule import Plan
from tournaments.rewards.queue import run_all

ELEVEN = [*BIRDS[:6], *TREES[:5]]
METHODS, OPENINGS = ["hat", "seeded", "regional"], ["preliminary", "byes"]
WAYS = size(tuple(zip(METHODS, cycle(OPENINGS))), tuple(product(METHODS, OPENINGS)))
"""Each method and each opening; at full size each with each."""


def a_stage() -> CupStage:
    found = CupStage()
    found.enter()
    return found


stage = kept(a_stage)


def a_four() -> CupStage:
    """Four teams in one division, drawn."""
    found = CupStage(divisions=(BIRDS[:4],))
    found.enter()
    found.draw()
    return found


four = kept(a_four)


def lines(stage: CupStage) -> list[tuple]:
    rows = SectionLine.objects.filter(section__season=stage.season).order_by("pk")
    return list(rows.values_list("squad", "place", "points_over", "played", "won", "halves", "scored"))


@pytest.mark.slow
@pytest.mark.parametrize(("method", "opening"), WAYS)
@pytest.mark.heavy
def test_eleven_teams_from_the_first_draw_to_the_champion(db: None, method: str, opening: str) -> None:
    stage, dice = CupStage(method, opening=opening), Random(f"{method} {opening}")
    stage.enter()
    stage.play_all(dice)
    before, averages = lines(stage), averages_of(stage.season)
    names, out = [], set()
    while stage.now.champion is None:
        left = {str(one) for one in stage.now.left}
        row = stage.draw()
        assert set(sides_of(row)) == left
        assert not left & out
        stage.play_round(dice)
        names.append(stage.now.last.name)
        out |= {str(one.loser) for one in stage.last}
        run_all()
        assert verify.violations() == []
    assert len(out) == 10
    assert {str(stage.now.champion), *out} == set(ELEVEN)
    if method != "regional":
        first = "Preliminary round" if opening == "preliminary" else "Round 1"
        assert names == [first, "Quarterfinals", "Semifinals", "Final"]
        assert [len(row.byes) for row in stage.now.rounds] == [5, 0, 0, 0]
        assert {one.match.bye for one in stage.now.rounds[0].byes} == {"lot" if method == "hat" else "seed"}
    assert lines(stage) == before
    assert averages_of(stage.season) == averages
    closing.close_season(stage.season.pk, context=stage.context_of())
    assert verify.violations() == []


@pytest.mark.slow
def test_the_log_keeps_the_seed_that_repeats_the_draw(stage: CupStage) -> None:
    row = stage.draw()
    entry = AuditLogEntry.objects.filter(action=Action.DRAW_CUP_ROUND).latest("pk")
    assert (entry.detail["cup"], entry.detail["number"], entry.detail["seed"]) == (stage.cup.pk, 1, row.seed)
    again = draw_round(Method.HAT, [Entrant(number, number) for number in range(1, 12)], int(row.seed, 16))
    drawn = [(one.home.number, one.away and one.away.number) for one in row.matches.order_by("number")]
    assert drawn == [(one.home, one.away) for one in again]


@pytest.mark.slow
def test_the_best_seeds_have_the_byes(db: None) -> None:
    stage = CupStage("seeded")
    stage.enter()
    stage.draw()
    assert sorted(one.match.home.seed for one in stage.now.last.byes) == [1, 2, 3, 4, 5]


@pytest.mark.slow
@pytest.mark.heavy
def test_regions_play_their_own_finals_first(db: None) -> None:
    stage, dice = CupStage("regional"), Random(2)
    stage.enter()
    for _ in range(3):
        stage.draw()
        stage.play_round(dice)
        assert all(one.match.home.region == one.match.away.region for one in stage.last)
    stage.draw()
    assert {stage.last[0].match.home.region, stage.last[0].match.away.region} == {"Division 1", "Division 2"}
    assert stage.now.last.name == "Final"


def test_a_match_of_a_cup_is_a_fixture(stage: CupStage) -> None:
    hall = a_hall(stage, 3)
    for squad in stage.season.squads.select_related("team"):
        squad.team.venue = hall
        squad.team.save()
    row = stage.draw()
    first = stage.last[0].match
    assert (first.fixture.starts_at, first.fixture.state) == (CUP_DAY, "planned")
    assert (first.fixture.section, first.fixture.cup, first.fixture.week) == (None, stage.cup, 1)
    assert first.play_by == row.play_by
    assert {one.match.where for one in stage.last} == {hall}


def test_a_home_venue_that_is_full_is_left_out(db: None) -> None:
    stage = CupStage(divisions=(BIRDS[:4],))
    hall = a_hall(stage, 1)
    for squad in stage.season.squads.select_related("team"):
        squad.team.venue = hall
        squad.team.save()
    stage.enter()
    stage.draw()
    assert sorted(str(one.match.where) for one in stage.last) == ["Elks Hall", "None"]
    assert [one.is_without_venue for one in stage.last] == [False, True]


@pytest.mark.slow
def test_at_neutral_venues_the_organizers_choose(db: None) -> None:
    stage = CupStage(is_neutral=True)
    hall = a_hall(stage, None)
    stage.enter()
    stage.draw(venue=hall)
    assert {one.match.where for one in stage.last} == {hall}


@pytest.mark.slow
def test_the_next_round_waits_for_every_winner(four: CupStage) -> None:
    with pytest.raises(RuleError, match="has no winner yet"):
        four.draw()
    four.play_round(Random(1))
    four.draw()
    assert four.now.last.name == "Final"
    four.play_round(Random(1))
    assert str(four.now.champion) in BIRDS
    with pytest.raises(RuleError, match="won it"):
        four.draw()


@pytest.mark.slow
def test_a_draw_is_undone_until_a_match_begins(four: CupStage) -> None:
    seed = four.now.last.row.seed
    first = four.last[0].match.fixture
    four.line_up(four.season.fixtures.get(pk=first.pk), first.home)
    with pytest.raises(RuleError, match="short reason"):
        draws.undo_draw(four.cup.pk, " ", context=four.context_of())
    draws.undo_draw(four.cup.pk, "A team was forgotten", context=four.context_of())
    assert not four.now.rounds
    assert not four.season.fixtures.filter(cup=four.cup).exists()
    entry = AuditLogEntry.objects.filter(action=Action.UNDO_CUP_DRAW).get()
    assert (entry.detail["seed"], entry.reason) == (seed, "A team was forgotten")
    four.draw()
    assert four.now.last.row.seed != seed
    one = four.last[0].match.fixture
    four.play(four.season.fixtures.get(pk=one.pk), [[(10, 4)]])
    with pytest.raises(RuleError, match="was already played or decided"):
        draws.undo_draw(four.cup.pk, "Again", context=four.context_of())
    assert verify.violations() == []


def test_a_draw_stays_when_money_or_an_exception_hangs_on_it(four: CupStage) -> None:
    match = four.last[0].match
    line_ups.exempt_player(
        match.fixture.pk, match.home.squad_id, four.players("Wrens")[0], "Ill", context=four.context_of()
    )
    with pytest.raises(RuleError, match="you can’t undo the draw"):
        draws.undo_draw(four.cup.pk, "Again", context=four.context_of())
    assert four.now.last


def test_the_field_is_open_until_the_draw(stage: CupStage) -> None:
    wrens, larks = stage.squad("Wrens"), stage.squad("Larks")
    with pytest.raises(RuleError, match="once"):
        commands.set_teams(stage.cup.pk, [(wrens.pk, ""), (wrens.pk, "")], context=stage.context_of())
    with pytest.raises(RuleError, match="once"):
        commands.set_teams(stage.cup.pk, [(wrens.pk, ""), (10**6, "")], context=stage.context_of())
    commands.set_teams(stage.cup.pk, [(larks.pk, " North  side "), (wrens.pk, "")], context=stage.context_of())
    assert [(str(one), one.seed, one.region) for one in stage.now.entrants] == [
        ("Larks", 1, "North side"),
        ("Wrens", 2, ""),
    ]
    stage.draw()
    with pytest.raises(RuleError, match="no one can join or leave"):
        stage.enter()
    with pytest.raises(RuleError, match="only change its name"):
        commands.change_cup(
            stage.cup.pk,
            "Oak Cup",
            "seeded",
            opening="byes",
            is_neutral=False,
            best_of=3,
            context=stage.context_of(),
        )
    commands.change_cup(
        stage.cup.pk,
        "Oak Cup",
        "hat",
        opening="preliminary",
        is_neutral=False,
        best_of=3,
        context=stage.context_of(),
    )
    assert str(stage.now.cup) == "Oak Cup"


def test_one_team_alone_is_not_drawn(stage: CupStage) -> None:
    stage.enter(["Wrens"])
    with pytest.raises(RuleError, match="at least 2"):
        stage.draw()


@pytest.mark.slow
@pytest.mark.heavy
def test_a_tied_match_is_decided_without_a_lot(db: None) -> None:
    stage = CupStage(divisions=(BIRDS[:2],), rules={**SMALL, "pairs": 2, "meetings": "single"})
    stage.enter()
    stage.draw()
    one = stage.last[0]
    with pytest.raises(RuleError, match="isn’t over"):
        matches.decide_match(one.match.pk, 1, "match", "Replay", context=stage.context_of())
    stage.play(stage.season.fixtures.get(pk=one.match.fixture.pk), [[(10, 4), (4, 10)]])
    one = stage.last[0]
    assert (one.score, one.winner, one.may_decide) == ("1–1", None, True)
    for winner, method, why, wrong in (
        (1, "lot", "x", "how the match was decided"),
        (9, "match", "x", "one of the 2"),
        (1, "match", " ", "short reason"),
    ):
        with pytest.raises(RuleError, match=wrong):
            matches.decide_match(one.match.pk, winner, method, why, context=stage.context_of())
    matches.decide_match(one.match.pk, 2, "match", "A third game: 10–8", context=stage.context_of())
    assert stage.now.champion.number == 2
    with pytest.raises(RuleError, match="has a winner"):
        matches.decide_match(one.match.pk, 1, "match", "x", context=stage.context_of())
    matches.undo_decision(one.match.pk, "It was 8–10", context=stage.context_of())
    assert stage.now.champion is None
    matches.decide_match(one.match.pk, 1, "organizers", "The other team left early", context=stage.context_of())
    assert stage.now.champion.number == 1
    assert [row.turn for row in CupDecision.objects.all()] == [1, 2, 3]
    assert verify.violations() == []


@pytest.mark.slow
def test_rulings_say_who_goes_on(four: CupStage) -> None:
    one, other = four.last
    fixtures.rule(one.match.fixture.pk, "walkover", "Did not come", at_fault=0, context=four.context_of())
    fixtures.rule(other.match.fixture.pk, "void", "Lights went out", context=four.context_of())
    one, other = four.last
    assert (one.winner, one.score) == (one.match.away, "Forfeit")
    assert (other.winner, other.may_decide) == (None, True)
    matches.decide_match(other.match.pk, other.match.home.number, "organizers", "Was ahead", context=four.context_of())
    four.draw()
    with pytest.raises(RuleError, match="Undo that draw first"):
        matches.undo_decision(other.match.pk, "Wrong", context=four.context_of())
    assert {str(one.match.away), str(other.match.home)} == set(sides_of(four.now.last.row))
    fixtures.lift_ruling(one.match.fixture.pk, "They came", context=four.context_of())
    wrong = four.now.rounds[1].wrong
    assert wrong == (one.match.away,)
    assert verify.violations() == []


@pytest.mark.slow
def test_a_match_has_its_own_day_venue_and_deadline(four: CupStage) -> None:
    hall, one = a_hall(four, None), four.last[0]
    day = CUP_DAY + datetime.timedelta(days=1)
    with pytest.raises(RuleError, match="deadline is before"):
        matches.move_match(one.match.pk, day, CUP_DAY.date(), "x", venue=hall, context=four.context_of())
    late = day.date() + datetime.timedelta(days=9)
    matches.move_match(one.match.pk, day, late, "Darts night", venue=hall, context=four.context_of())
    match = four.last[0].match
    assert (match.day, match.where, match.play_by) == (day, hall, late)
    assert match.fixture.postponements.get().reason == "Darts night"
    fixtures.postpone(match.fixture.pk, None, "Snow", context=four.context_of())
    assert four.last[0].match.day is None
    matches.move_match(one.match.pk, day, late, "Thawed", venue=None, context=four.context_of())
    match = four.last[0].match
    assert (match.day, match.where, match.fixture.state) == (day, None, "planned")
    four.play_round(Random(1))
    with pytest.raises(RuleError, match="you can’t move it"):
        matches.move_match(one.match.pk, day, late, "x", venue=None, context=four.context_of())


def test_no_team_plays_twice_on_a_day(stage: CupStage) -> None:
    league_day = stage.season.fixtures.order_by("starts_at")[0].starts_at
    with pytest.raises(RuleError, match="Choose another day for the round"):
        draws.draw_round(stage.cup.pk, league_day, league_day.date(), context=stage.context_of())
    assert not CupRound.objects.exists()
    stage.draw()
    match = stage.last[0].match
    own = stage.season.fixtures.filter(cup=None, home=match.home.squad).order_by("number")[0]
    with pytest.raises(RuleError, match="Choose another date"):
        matches.move_match(match.pk, own.starts_at, own.starts_at.date(), "x", venue=None, context=stage.context_of())


@pytest.mark.slow
def test_finals_night(db: None) -> None:
    stage = CupStage(divisions=(BIRDS[:4],))
    hall = a_hall(stage, 4)
    stage.enter(BIRDS[:2])
    plate = stage.new_cup("Plate")
    stage.enter(BIRDS[2:4], plate)
    with pytest.raises(RuleError, match="There are no finals to schedule"):
        matches.set_finals(stage.season.pk, CUP_DAY, hall, "Finals night", context=stage.context_of())
    stage.draw()
    stage.draw(plate)
    evening = CUP_DAY + datetime.timedelta(days=30)
    key = with_key(stage.olga)
    moved = [matches.set_finals(stage.season.pk, evening, hall, "Finals night", context=key) for _ in range(2)]
    assert moved[0] == moved[1]
    assert [str(one.round.cup) for one in moved[0]] == ["Elm Cup", "Plate"]
    again = matches.set_finals(stage.season.pk, evening, hall, "Finals night", context=with_key(stage.olga))
    assert again == moved[0]
    assert matches.set_finals(stage.season.pk, evening, hall, "Finals night", context=key) == moved[0]
    found = CupMatch.objects.select_related("fixture__venue")
    assert {(one.fixture.starts_at, one.fixture.venue, one.play_by) for one in found} == {
        (evening, hall, evening.astimezone(stage.season.zone).date())
    }
    assert verify.violations() == []


@pytest.mark.slow
@pytest.mark.heavy
def test_a_player_is_tied_to_the_team_that_they_played_for(db: None) -> None:
    stage = CupStage(divisions=(BIRDS[:4],))
    stage.enter()
    stage.draw()
    stage.play_round(Random(1))
    loser = next(one.loser for one in stage.last)
    stage.draw()
    final = stage.last[0].match
    star, partner = stage.players(str(loser))[0], stage.players(str(final.home))[1]

    def name() -> Fixture:
        return line_ups.set_line_up(
            final.fixture.pk, final.home.squad_id, [[star, partner]], context=stage.context_of()
        )

    with pytest.raises(RuleError, match=f"already played for {loser} in this cup"):
        name()
    own = Q(home=final.home.squad) | Q(away=final.home.squad)
    theirs = Q(home=loser.squad) | Q(away=loser.squad)
    league = stage.season.fixtures.filter(own, cup=None).exclude(theirs)[0]
    line_ups.set_line_up(league.pk, final.home.squad_id, [[star, partner]], context=stage.context_of())
    line_ups.exempt_player(final.fixture.pk, final.home.squad_id, star, "Three are ill", context=stage.context_of())
    name()
    stage.play(stage.season.fixtures.get(pk=final.fixture.pk), [[(10, 4)]])
    assert verify.violations() == []


def test_a_late_card_costs_no_points(four: CupStage) -> None:
    match = four.last[0].match
    with pytest.raises(RuleError, match="doesn’t count in the standings"):
        penalties.late_card(match.fixture.pk, match.home.squad_id, context=four.context_of())


@pytest.mark.slow
@pytest.mark.parametrize("results", ["expunge", "keep", "award"])
@pytest.mark.heavy
def test_a_team_that_leaves_keeps_what_it_won_and_is_not_drawn(stage: CupStage, results: str) -> None:
    for fixture in stage.season.fixtures.all():
        fixtures.rule(fixture.pk, "void", "Only the cup", context=stage.context_of())
    stage.draw()
    stage.play_round(Random(3))
    gone = stage.last[0].winner
    day = yesterday().date()
    left = len(stage.now.left)
    withdrawals.withdraw(
        gone.squad_id, "withdrew", results, day, "Pub closed", context=stage.context_of(), expected_version=0
    )
    assert stage.last[0].winner == gone
    assert len(stage.now.left) == left - 1
    stage.draw()
    assert str(gone) not in sides_of(stage.now.last.row)
    assert len(stage.now.last.byes) == 1
    other = stage.last[0].match.home
    withdrawals.withdraw(
        other.squad_id, "withdrew", results, day, "Flood", context=stage.context_of(), expected_version=0
    )
    assert stage.last[0].winner == stage.last[0].match.away
    assert verify.violations() == []


def test_weeks_to_come_move_without_the_cup(stage: CupStage) -> None:
    stage.draw()
    plan = Plan(CUP_DAY.date() + datetime.timedelta(days=60), datetime.time(20))
    schedule.move_weeks(stage.season.pk, plan, "Hall painted", context=stage.context_of())
    assert {one.match.day for one in stage.last} == {CUP_DAY}


@pytest.mark.slow
@pytest.mark.heavy
def test_a_season_stays_open_until_its_cups_are_over(four: CupStage) -> None:
    four.play_all(Random(1))
    with pytest.raises(RuleError, match="Elm Cup isn’t over"):
        closing.close_season(four.season.pk, context=four.context_of())
    commands.cancel_cup(four.cup.pk, "Too late in the year", context=four.context_of())
    closing.close_season(four.season.pk, context=four.context_of())


@pytest.mark.slow
def test_a_cup_is_canceled(four: CupStage) -> None:
    four.play(four.season.fixtures.get(pk=four.last[0].match.fixture.pk), [[(10, 4)]])
    commands.cancel_cup(four.cup.pk, "Plague", context=four.context_of())
    assert [one.match.fixture.state for one in four.last] == ["played", "void"]
    assert four.now.is_ended
    for step in (
        lambda: four.draw(),
        lambda: commands.cancel_cup(four.cup.pk, "Again", context=four.context_of()),
        lambda: draws.undo_draw(four.cup.pk, "Again", context=four.context_of()),
    ):
        with pytest.raises(RuleError, match="is canceled: Plague"):
            step()
    assert verify.violations() == []


def test_an_older_page_is_refused(stage: CupStage) -> None:
    seen = Cup.objects.get(pk=stage.cup.pk).version
    stage.draw(expected_version=seen)
    with pytest.raises(Conflict, match="Elm Cup has changed"):
        draws.undo_draw(stage.cup.pk, "x", context=stage.context_of(), expected_version=seen)


def test_a_request_that_comes_twice_draws_once(stage: CupStage) -> None:
    asked = with_key(stage.olga)
    day = CUP_DAY.date()
    first = draws.draw_round(stage.cup.pk, CUP_DAY, day, context=asked)
    assert draws.draw_round(stage.cup.pk, CUP_DAY, day, context=asked) == first
    assert CupRound.objects.count() == 1


@pytest.mark.slow
@pytest.mark.heavy
def test_only_organizers_and_only_while_the_season_runs(db: None) -> None:
    stage = CupStage(divisions=(BIRDS[:4],))
    stage.enter()
    stranger = context_of(make_user("Sam"))
    for step in (
        lambda: draws.draw_round(stage.cup.pk, CUP_DAY, CUP_DAY.date(), context=stranger),
        lambda: commands.create_cup(stage.season.pk, "X", "teams", "hat", context=stranger),
        lambda: commands.cancel_cup(stage.cup.pk, "x", context=stranger),
    ):
        with pytest.raises(NotAllowed):
            step()
    stage.play_all(Random(1))
    closing.close_season(stage.season.pk, context=stage.context_of())
    with pytest.raises(RuleError, match="is closed"):
        stage.draw()


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        (("Elm Cup", "teams", "hat"), "already has a cup called"),
        ((" ", "teams", "hat"), "name"),
        (("X", "nobody", "hat"), "teams or pairs"),
        (("X", "teams", "dice"), "how the cup is drawn"),
    ],
)
def test_a_cup_that_cannot_be_is_refused(stage: CupStage, fields: tuple, wrong: str) -> None:
    with pytest.raises(RuleError, match=wrong):
        commands.create_cup(stage.season.pk, *fields, context=stage.context_of())
    with pytest.raises(RuleError, match="odd number"):
        commands.create_cup(stage.season.pk, "Y", "pairs", "hat", best_of=2, context=stage.context_of())


def test_a_series_of_nights_has_no_team_cup(db: None) -> None:
    stage = Stage({"kind": "nights"}, ((),))
    with pytest.raises(RuleError, match="no teams"):
        commands.create_cup(stage.season.pk, "X", "teams", "hat", context=stage.context_of())
    commands.create_cup(stage.season.pk, "X", "pairs", "hat", context=stage.context_of())
