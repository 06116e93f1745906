"""Awards follow the facts, whatever order they come in and however often they are corrected."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from games.engine.errors import RuleError
from tests.sizes import SOAK, sample
from tests.tournaments.honours.achievements.examples import UNITS, Facts, placing
from tests.tournaments.honours.histories import corrected, random_games, shuffled
from tests.tournaments.honours.played import OLGA, PAM, QUINN, SAM, START, game, loner, made, tapped
from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.awards import Award, Progress, awards_for, compare
from tournaments.honours.achievements.catalogue import ACHIEVEMENTS, PRACTICE_ROWS, ROWS
from tournaments.honours.achievements.dossier import Scope, dossier
from tournaments.honours.achievements.tally import EVIDENCE
from tournaments.honours.facts import Contest, in_order

HISTORIES = 300 if SOAK else 3
ELSEWHERE = {
    Scope.NIGHT: {"ended_at": START + timedelta(days=3)},
    Scope.SEASON: {"season": None},
    Scope.CLUB: {"club": 2},
    Scope.TABLE: {"table": 2},
    Scope.PARTNER: {"sides": ((OLGA, 77), (PAM, SAM))},
}
SCOPED = [row for row in ROWS if row.scope is not Scope.EVER]


@pytest.mark.parametrize("row", SCOPED, ids=lambda row: row.key)
def test_what_was_done_elsewhere_does_not_count(row):
    first = row.tiers[0]
    units = (
        UNITS[row.metric](first).games if row.metric in ("games", "wins", "win_streak") else one_each(row.metric, first)
    )
    assert len(Facts(units).earned(row).awards) == 1
    elsewhere = replace(units[-1], **ELSEWHERE[row.scope])
    missed = Facts((*units[:-1], elsewhere)).earned(row)
    assert missed.awards == ()
    assert missed.progress[0].current == first - 1


def one_each(metric, count):
    """One of the metric in each of so many games."""
    (once,) = UNITS[metric](1).games
    return tuple(replace(once, id=number, ended_at=START + timedelta(minutes=number)) for number in range(count))


def test_unknown_places_are_no_place():
    assert Facts(tuple(game(number) for number in range(1, 31))).earned(ACHIEVEMENTS["table_regular"]).awards == ()


def test_a_partner_in_a_side_of_three_counts_for_each():
    three = tuple(game(number, sides=((OLGA, QUINN, 7), (PAM, SAM, 8))) for number in range(1, 11))
    row = replace(ACHIEVEMENTS["old_pair"], tiers=(10,))
    assert Facts(three).earned(row).awards[0].evidence == tuple(f"game {number}" for number in range(1, 11))


@pytest.mark.parametrize("row", PRACTICE_ROWS, ids=lambda row: row.key)
def test_practice_counts_games_with_a_bot_and_nothing_else_does(row):
    units = UNITS[row.metric](row.tiers[0])
    with_bots = replace(units, games=tuple(replace(one, bots=frozenset({PAM})) for one in units.games))
    assert [award.tier for award in with_bots.earned(row).awards] == [1]
    assert units.earned(row).progress[0].current == 0
    assert {one.current for one in with_bots.earned(*ROWS).progress} == {0}


def test_a_club_makes_none_of_practice():
    with pytest.raises(RuleError, match="doesn’t work with the scope"):
        Achievement("own", "Own", "Win.", "wins", scope=Scope.PRACTICE, club=1)


def test_placings_count_at_a_club_and_in_a_season():
    row = Achievement("cup", "Cup", "Win twice.", "event_wins", (2,), Scope.CLUB)
    here, there = placing(1), replace(placing(2), club=2)
    assert Facts((), (here, there)).earned(row).awards == ()
    assert len(Facts((), (here, there, placing(3))).earned(row).awards) == 1
    seasonal = replace(row, scope=Scope.SEASON)
    same = tuple(replace(placing(number), season=4) for number in (1, 2))
    assert len(Facts((), same).earned(seasonal).awards) == 1
    assert Facts((), (placing(1), placing(2))).earned(seasonal).awards == ()


def test_a_run_is_broken_and_begins_anew():
    row = ACHIEVEMENTS["streak"]
    won_twice_twice = (game(1), game(2), game(3, (0, 10)), game(4), game(5))
    missed = Facts(won_twice_twice).earned(row)
    assert (missed.awards, missed.progress[0].current) == ((), 2)
    (award,) = Facts((*won_twice_twice, game(6))).earned(row).awards
    assert award.evidence == ("game 4", "game 5", "game 6")


def test_the_best_is_named_alone_and_stays_the_best():
    row = ACHIEVEMENTS["high_game"]
    games = (game(1, (14, 3)), game(2, (12, 3)), game(3, (17, 3)), game(4, (17, 3)))
    awards = Facts(games).earned(row).awards
    assert [(award.tier, award.evidence) for award in awards] == [(1, ("game 1",)), (2, ("game 3",))]


def test_a_leap_earns_several_tiers_at_once():
    awards = Facts((game(1, (21, 3)),)).earned(ACHIEVEMENTS["high_game"]).awards
    assert [award.tier for award in awards] == [1, 2, 3]
    assert len({award.key for award in awards}) == 3


def test_the_newest_evidence_is_named():
    (_, award) = UNITS["wins"](50).earned(ACHIEVEMENTS["winner"]).awards
    assert award.evidence == tuple(f"game {number}" for number in range(51 - EVIDENCE, 51))


def test_progress_goes_from_tier_to_tier_and_ends_full():
    row = ACHIEVEMENTS["streak"]
    assert UNITS["wins"](4).earned(row).progress == (Progress("streak", 2, 4, 5),)
    (full,) = UNITS["wins"](10).earned(row).progress
    assert (full, full.share) == (Progress("streak", 3, 10, None), 1.0)


def test_a_negative_score_is_no_progress():
    assert Facts((game(1, (-6, 8)),)).earned(ACHIEVEMENTS["points"]).progress[0].share == 0


def test_corrections_of_the_score_revoke_and_restore_without_a_second_announcement():
    won, row = game(1), ACHIEVEMENTS["first_win"]
    had = Facts((won,)).earned(row).awards
    lost = Facts((replace(won, points=(6, 10), winners=(1,), version=2),)).earned(row).awards
    fallen = compare(had, lost)
    assert (fallen.revoked, fallen.new, fallen.restored) == (had, (), ())
    again = Facts((replace(won, version=3),)).earned(row).awards
    risen = compare((), again, {had[0].key})
    assert (risen.restored, risen.new, risen.revoked) == (had, (), ())


def test_a_corrected_hand_revokes_a_loner():
    row, right = ACHIEVEMENTS["loner"], tapped(loner(0), made(1))
    had = Facts((right,)).earned(row).awards
    for wrong in (tapped(loner(1), made(1)), replace(right, hands=None), replace(right, forfeited=(0,))):
        assert compare(had, Facts((wrong,)).earned(row).awards).revoked == had


def test_a_corrected_place_revokes_a_champion():
    row, won = ACHIEVEMENTS["season_champion"], placing(1, Contest.SEASON)
    had = Facts((), (won,)).earned(row).awards
    assert compare(had, Facts((), (replace(won, place=2),)).earned(row).awards).revoked == had


def test_other_evidence_changes_an_award_and_keeps_its_key():
    row = ACHIEVEMENTS["first_win"]
    had, due = (Facts(games).earned(row).awards for games in ((game(5),), (game(2), game(5))))
    difference = compare(had, due)
    assert (difference.changed, difference.new, difference.revoked) == (due, (), ())
    assert had[0].key == due[0].key == "award/1/first_win/1"
    assert not any(vars(compare(due, due)).values())


def test_the_key_holds_nothing_that_a_correction_can_change():
    award = Award(1, "streak", 2, START, ("game 4",))
    assert award.key == replace(award, at=START + timedelta(days=9), evidence=("game 9", "game 8")).key


def everything(games):
    """What all players have earned: every seventh game decides its event for those who played it."""
    players = {player for one in games for player in one.players}
    places = {
        (player, one.event): one for one in in_order(games) if one.event and one.id % 7 == 0 for player in one.players
    }
    placings = [replace(placing(event, place=1 + one.id % 5), player=player) for (player, event), one in places.items()]
    edges = {one.id: one.id % 300 for one in games}
    return {player: awards_for(dossier(player, games, placings, edges)) for player in players}


@pytest.mark.slow
@pytest.mark.parametrize("number", sample(0, of=range(HISTORIES)))
def test_arrival_corrections_and_voids_end_in_the_same_awards(number):
    rng = Random(f"awards/{number}")
    games = random_games(rng, 80, players=8)
    standing, revoked, announced = {}, set(), []
    for _ in range(4):
        due = everything(games)
        assert due == everything(in_order(games))
        for _ in range(2):  # told twice
            wanted = [award for earned in due.values() for award in earned.awards]
            difference = compare(standing.values(), wanted, revoked)
            announced += [award.key for award in difference.new]
            gone = {award.key for award in difference.revoked}
            revoked |= gone
            standing = {key: award for key, award in standing.items() if key not in gone}
            standing |= {a.key: a for a in (*difference.new, *difference.restored, *difference.changed)}
        assert standing == {award.key: award for award in wanted}
        games = shuffled(rng, corrected(rng, games))
    assert len(announced) == len(set(announced)) > 50
