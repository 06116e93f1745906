"""Pairs cups: who plays, matches as events of their own, results that count, and decisions without play."""

import datetime
from zoneinfo import ZoneInfo

import pytest

from games.engine.errors import RuleError
from tests.cast import slip
from tests.kept import kept
from tests.tournaments.cups.cup_stage import CUP_DAY, CupStage
from tests.tournaments.scenes.league import BIRDS, a_hall, a_member
from tests.tournaments.scenes.people import merge_of
from tournaments.checkin.substitutes import forfeit_slip
from tournaments.clubs.settings import change_club, zone_change_of
from tournaments.clubs.venues import is_used
from tournaments.cups import commands, matches
from tournaments.cups.models import Cup, CupMatch
from tournaments.events import cancelling, duplicates
from tournaments.events.models import Event
from tournaments.integrity import verify
from tournaments.leagues import fixtures
from tournaments.merging.commands import undo_merge
from tournaments.merging.preview import preview_of
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.models import GameFact, PlacementFact
from tournaments.rewards.queue import run_all
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match

NAMES = ["Ann Lee", "Bob Ray", "Cid Fox", "Dee May", "Eve Orr", "Fay Ash"]


class Pairs(CupStage):
    """Three pairs of members, who play the best of three."""

    def __init__(self, method: str = "seeded", **more: object) -> None:
        super().__init__(method, (BIRDS[:2],), "pairs", **more)
        for name in NAMES:
            a_member(self, name)
        pairs = [(NAMES[index], NAMES[index + 1], "") for index in (0, 2, 4)]
        commands.set_pairs(self.cup.pk, pairs, context=self.context_of())

    def play_one(self, match: CupMatch, *games: tuple[int, int]) -> None:
        matches.play_match(match.pk, games, context=self.context_of())


pairs = kept(Pairs)


@pytest.mark.slow
@pytest.mark.heavy
def test_a_pairs_cup_from_the_draw_to_the_champions(pairs: Pairs) -> None:
    pairs.draw(venue=a_hall(pairs, None))
    assert [str(one.match.home) for one in pairs.now.last.byes] == ["Ann Lee & Bob Ray"]
    match = pairs.last[0].match
    assert (match.day, str(match.where), match.event, match.fixture) == (CUP_DAY, "Elks Hall", None, None)
    pairs.play_one(match, (10, 4), (3, 10), (10, 9))
    one = pairs.last[0]
    assert (one.score, one.winner) == ("2–1", match.home)
    event = Event.objects.get(cup_match=match)
    assert (event.starts_at, str(event.venue)) == (CUP_DAY, "Elks Hall")
    assert event.finished_at
    pairs.draw()
    final = pairs.last[0].match
    pairs.play_one(final, (2, 10), (5, 10))
    assert pairs.now.champion == final.away
    assert pairs.now.runner_up == final.home
    settle_unsettled()
    run_all()
    assert GameFact.objects.count() == 5
    assert verify.violations() == []


@pytest.mark.slow
def test_the_points_are_the_home_pairs_first(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    pairs.play_one(match, (1, 10))
    assert (pairs.last[0].score, pairs.last[0].winner) == ("0–1", None)
    with pytest.raises(RuleError, match="at most 3"):
        pairs.play_one(match, *[(10, 1)] * 4)
    pairs.play_one(match, (1, 10), (1, 10))
    assert (pairs.last[0].score, pairs.last[0].winner) == ("0–2", match.away)
    with pytest.raises(RuleError, match="has a winner"):
        pairs.play_one(match, (10, 1))


def test_phones_report_a_match_that_began_without_games(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    pairs.play_one(match)
    event = Event.objects.get(cup_match=match)
    assert event.stages.get().rounds.get().status == "published"
    assert pairs.last[0].is_begun
    assert cancelling.why_not_deleted(event)
    assert cancelling.why_not_cancelled(event)
    assert duplicates.why_not_duplicated(event)
    with pytest.raises(RuleError, match="was already played or decided"):
        matches.move_match(match.pk, CUP_DAY, CUP_DAY.date(), "x", venue=None, context=pairs.context_of())
    pairs.play_one(match, (10, 1), (10, 2))
    assert pairs.last[0].winner == match.home


@pytest.mark.slow
def test_games_that_the_phones_decided_are_not_recorded_again(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    pairs.play_one(match)
    game = Match.objects.get(round__stage__event__cup_match=match)
    results.record_result(game.pk, slip(10, 4), context=pairs.context_of())
    why = r"Game 1 already has a score: 10–4\. Correct it on the game’s page first\."
    with pytest.raises(RuleError, match=why):
        pairs.play_one(match, (10, 3), (10, 5))
    assert pairs.last[0].score == "1–0"
    pairs.play_one(match, (10, 4), (7, 10), (10, 8))
    assert (pairs.last[0].score, pairs.last[0].winner) == ("2–1", match.home)
    counted = Match.objects.filter(round__stage__event__cup_match=match).order_by("round__number")
    assert [one.standing.reported.points for one in counted] == [(10, 4), (7, 10), (10, 8)]
    assert set(counted.values_list("round__status", flat=True)) == {"closed"}
    assert verify.violations() == []


@pytest.mark.slow
def test_the_whole_match_is_entered_where_its_first_game_is_over(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    pairs.play_one(match, (10, 4))
    with pytest.raises(RuleError, match="Game 1 already has a score: 10–4"):
        pairs.play_one(match, (7, 10), (10, 8))
    with pytest.raises(RuleError, match="Keep them and add the new ones after them"):
        pairs.play_one(match, (10, 4))
    pairs.play_one(match, (10, 4), (7, 10), (10, 8))
    assert (pairs.last[0].score, pairs.last[0].winner) == ("2–1", match.home)


@pytest.mark.slow
def test_a_void_game_is_played_again(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    pairs.play_one(match)
    game = Match.objects.get(round__stage__event__cup_match=match)
    results.void_result(game.pk, reason="Misdealt", context=pairs.context_of(), expected_version=0)
    pairs.play_one(match, (10, 4), (10, 8))
    assert (pairs.last[0].score, pairs.last[0].winner) == ("2–0", match.home)


@pytest.mark.slow
def test_a_game_is_entered_while_the_console_has_a_draft(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    pairs.play_one(match, (10, 4))
    stage = Event.objects.get(cup_match=match).stages.get()
    draft = rounds.draw_round(stage.pk, 2, context=pairs.context_of())
    first = Match.objects.get(round__stage=stage, round__number=1)
    results.correct_result(first.pk, slip(4, 10), reason="Misread", context=pairs.context_of(), expected_version=1)
    pairs.play_one(match, (4, 10), (10, 8))
    draft.refresh_from_db()
    assert (pairs.last[0].score, draft.status) == ("1–1", "closed")


@pytest.mark.parametrize(("games", "side", "score"), [([], 1, "2–0"), ([(1, 10)], 1, "2–1"), ([(1, 10)], 0, "0–2")])
def test_a_forfeit_gives_the_wins_that_are_needed(
    pairs: Pairs, games: list[tuple[int, int]], side: int, score: str
) -> None:
    pairs.draw()
    match = pairs.last[0].match
    pairs.play_one(match, *games)
    stage = Event.objects.get(cup_match=match).stages.get()
    row = fixtures.open_round(stage, 2, pairs.context_of()) if games else stage.rounds.get()
    game = row.matches.get()
    results.record_result(game.pk, forfeit_slip(stage, game, side), context=pairs.context_of())
    assert (pairs.last[0].score, pairs.last[0].winner) == (score, (match.home, match.away)[1 - side])


def test_what_is_stored_of_a_match_that_began_names_no_one(pairs: Pairs) -> None:
    """Names are hidden at any time, and an event's name is in feeds, calendars and webhooks."""
    pairs.draw()
    match = pairs.last[0].match
    pairs.play_one(match, (10, 4))
    event = Event.objects.get(cup_match=match)
    assert event.name == f"Elm Cup: round 1, match {match.number}"
    stored = " ".join(
        [event.name, event.slug, event.stages.get().name, *(str(row.detail) for row in event.audit_log.all())]
    )
    people = [row.player.name for side in (match.home, match.away) for row in side.players.all()]
    assert not [name for name in people if name in stored or name.split()[0].lower() in event.slug]


def test_a_score_that_cannot_be_changes_nothing(pairs: Pairs) -> None:
    pairs.draw()
    with pytest.raises(RuleError):
        pairs.play_one(pairs.last[0].match, (99, 4))
    assert not Event.objects.filter(cup_match__isnull=False).exists()


def test_who_did_not_come_is_decided_with_a_reason(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    matches.decide_match(match.pk, match.away.number, "organizers", "Did not come", context=pairs.context_of())
    one = pairs.last[0]
    assert (one.winner, one.decision.reason) == (match.away, "Did not come")
    with pytest.raises(RuleError, match="has a winner"):
        pairs.play_one(match, (10, 1))
    assert verify.violations() == []


def test_a_match_of_pairs_moves(pairs: Pairs) -> None:
    pairs.draw()
    hall, match = a_hall(pairs, None), pairs.last[0].match
    day = CUP_DAY + datetime.timedelta(days=2)
    matches.move_match(match.pk, day, day.date(), "Away", venue=hall, context=pairs.context_of())
    match = pairs.last[0].match
    assert (match.day, match.where, match.play_by) == (day, hall, day.date())


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([("Ann Lee", "Ann Lee", "")], "listed twice"),
        ([("Ann Lee", "Nobody Known", "")], "has no player called Nobody Known"),
        ([("Ann Lee", "Bob Ray", ""), ("Cid Fox", "ann  lee", "")], "listed twice"),
    ],
)
def test_pairs_that_cannot_be_are_refused(pairs: Pairs, lines: list, wrong: str) -> None:
    with pytest.raises(RuleError, match=wrong):
        commands.set_pairs(pairs.cup.pk, lines, context=pairs.context_of())
    assert len(pairs.now.entrants) == 3


def test_a_team_is_no_pair(pairs: Pairs) -> None:
    with pytest.raises(RuleError, match=r"This is a pairs cup\. Choose pairs for it, not teams\."):
        commands.set_teams(pairs.cup.pk, [], context=pairs.context_of())
    team_cup = pairs.new_cup("Team Cup")
    with pytest.raises(RuleError, match=r"This is a team cup\. Choose teams for it, not pairs\."):
        commands.set_pairs(team_cup.pk, [], context=pairs.context_of())
    pairs.enter(cup=team_cup)
    pairs.draw(team_cup)
    match = CupMatch.objects.get(round__cup=Cup.objects.get(pk=team_cup.pk))
    with pytest.raises(RuleError, match="Only matches between pairs"):
        matches.play_match(match.pk, [(10, 4)], context=pairs.context_of())


@pytest.mark.slow
def test_a_match_of_a_cup_is_no_event_won(pairs: Pairs) -> None:
    pairs.draw()
    pairs.play_one(pairs.last[0].match, (10, 1), (10, 2))
    settle_unsettled()
    run_all()
    assert GameFact.objects.count() == 2
    assert not PlacementFact.objects.exists()


def test_a_venue_of_a_match_stays(pairs: Pairs) -> None:
    hall = a_hall(pairs, None)
    assert not is_used(hall)
    pairs.draw(venue=hall)
    assert is_used(hall)


def test_a_match_keeps_its_time_of_day_in_another_zone(pairs: Pairs) -> None:
    pairs.draw()
    before = pairs.last[0].match.day.astimezone(pairs.season.zone)
    counted = zone_change_of(pairs.club, "Europe/London").fixtures
    change_club(pairs.club.pk, {"zone": "Europe/London"}, context=pairs.context_of())
    after = pairs.last[0].match.day.astimezone(ZoneInfo("Europe/London"))
    assert (after.date(), after.time()) == (before.date(), before.time())
    assert counted == pairs.season.fixtures.count() + 1


@pytest.mark.slow
def test_two_records_of_one_person(pairs: Pairs) -> None:
    kept, gone, partner = a_member(pairs, "Ann B. Lee"), *pairs.now.entrants[0].players.all()
    merge = merge_of(pairs.club, kept, gone.player, pairs.olga)
    assert [row.player for row in pairs.now.entrants[0].players.all()] == [kept, partner.player]
    assert verify.violations() == []
    undo_merge(merge.pk, context=pairs.context_of())
    assert [row.player for row in pairs.now.entrants[0].players.all()] == [gone.player, partner.player]
    [problem] = preview_of(pairs.club, partner.player, gone.player).problems
    assert problem.startswith("Both players are in Elm Cup.")
