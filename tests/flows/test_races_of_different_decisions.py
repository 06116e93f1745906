"""Different decisions about one thing at the same moment: one is taken, the slower are told, nothing is half done.

The controls take the lock away (`unguarded` in tests/flows/crowd.py) and must find something wrong.
"""

import time
from collections import Counter
from functools import partial
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction

from games.accounts.models import User
from tests.cast import context_of, on_grid, on_phone, players_at, slip
from tests.flows.crowd import Call, Crowd, done, errors, refusals
from tests.flows.test_races import open_night
from tests.sizes import Counted, size
from tests.tournaments.jackpots.test_closing import fund, paid
from tests.tournaments.jackpots.test_closing import violations as jackpot_violations
from tests.tournaments.scenes import jackpot as jackpot_staging
from tests.tournaments.scenes.jackpot import JackpotClub
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.context import SITE
from tournaments.errors import Conflict
from tournaments.integrity.verify import violations
from tournaments.jackpots.closing import close_due, close_period
from tournaments.jackpots.models import JackpotPeriod
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.queue import run_due
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Round

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(10, 200)
MAX_UNGUARDED = 60


# -- two scores for one match -----------------------------------------------------------------------------------------


def race_two_scores(crowd: Crowd, row: Round, pair: tuple[User, User], most: int) -> Counter[str]:
    """Two organizers type in different scores."""
    wrong: Counter[str] = Counter()
    for match in row.matches.all()[:most]:
        outcomes = crowd.race(
            *(
                partial(results.record_result, match.pk, score, context=on_grid(user, key=uuid4()), expected_version=0)
                for user, score in zip(pair, (slip(10, 6), slip(6, 10)), strict=True)
            )
        )
        wrong["server errors"] += len(errors(outcomes))
        wrong["no clear loser"] += refusals(outcomes) != [Conflict]
        wrong["not one result"] += match.results.count() != 1
    return +wrong


def test_of_two_scores_one_counts_and_the_other_is_told(crowd: Crowd, record_property: Counted) -> None:
    olga, owen, row = open_night(TRIALS)
    assert race_two_scores(crowd, row, (olga, owen), TRIALS) == {}
    record_property("races of two scores", TRIALS)


@pytest.mark.heavy
def test_control_two_scores_without_the_lock(unguarded: None, crowd: Crowd) -> None:
    olga, owen, row = open_night(MAX_UNGUARDED)
    assert race_two_scores(crowd, row, (olga, owen), MAX_UNGUARDED) != {}


# -- an opponent confirms, the other disputes, the organizer decides ---------------------------------------------------


def race_three_answers(crowd: Crowd, row: Round, olga: User, most: int) -> tuple[Counter[str], Counter[str]]:
    wrong: Counter[str] = Counter()
    winners: Counter[str] = Counter()
    for match in row.matches.all()[:most]:
        claimer, (quinn, bob) = players_at(match, 0)[0], players_at(match, 1)
        results.record_result(match.pk, slip(10, 6), context=on_phone(claimer))
        outcomes = crowd.race(
            partial(results.confirm_result, match.pk, context=on_phone(quinn, key=uuid4()), expected_version=1),
            partial(results.dispute_result, match.pk, context=on_phone(bob, key=uuid4()), expected_version=1),
            partial(
                results.record_result, match.pk, slip(7, 9), context=on_grid(olga, key=uuid4()), expected_version=1
            ),
        )
        wrong["server errors"] += len(errors(outcomes))
        wrong["not one winner"] += len(done(outcomes)) != 1
        wrong["a loser is not told"] += refusals(outcomes) != [Conflict, Conflict]
        versions = list(match.results.order_by("version").values_list("version", "kind"))
        wrong["not one version more"] += [version for version, _ in versions] != [1, 2]
        winners[versions[-1][1]] += 1
    return +wrong, winners


@pytest.mark.parametrize("crowd", [3], indirect=True)
def test_of_confirm_dispute_and_the_organizer_one_decides(crowd: Crowd, record_property: Counted) -> None:
    olga, _, row = open_night(TRIALS)
    wrong, winners = race_three_answers(crowd, row, olga, TRIALS)
    assert wrong == {}
    assert set(winners) <= {"confirm", "dispute", "record"}
    settle_unsettled()
    assert violations() == []
    record_property("races of confirm, dispute and override", TRIALS)


@pytest.mark.parametrize("crowd", [3], indirect=True)
@pytest.mark.heavy
def test_control_three_answers_without_the_lock(unguarded: None, crowd: Crowd) -> None:
    olga, _, row = open_night(MAX_UNGUARDED)
    wrong, _ = race_three_answers(crowd, row, olga, MAX_UNGUARDED)
    assert wrong != {}


# -- a correction, the next round, somebody who leaves -----------------------------------------------------------------


class Evening:
    """Round one is over. Each trial a score of it is corrected, round two drawn, and one of the field leaves."""

    def __init__(self, trials: int) -> None:
        self.olga, self.owen, self.row = open_night(3)
        self.stage = self.row.stage
        for match in self.row.matches.all():
            results.record_result(match.pk, slip(10, 6), context=on_grid(self.olga), expected_version=0)
        self.row.refresh_from_db()
        rounds.close_round(self.row.pk, context=context_of(self.olga), expected_version=self.row.revision)
        self.trials = trials
        self.match = self.row.matches.get(table=1)
        self.leaver = Entry.objects.get(event=self.stage.event_id, number=1)

    def calls(self, trial: int) -> tuple[Call, Call, Call]:
        self.match.refresh_from_db()
        draft = self.stage.rounds.filter(number=2).first()
        leave = entries.drop_out if trial % 2 == 0 else entries.check_in
        score = slip(6, 10) if trial % 2 == 0 else slip(10, 6)
        return (
            partial(
                results.correct_result,
                self.match.pk,
                score,
                reason="Misread",
                context=on_grid(self.olga, key=uuid4()),
                expected_version=self.match.last_version,
            ),
            partial(
                rounds.draw_round,
                self.stage.pk,
                2,
                context=context_of(self.owen, key=uuid4()),
                expected_version=draft.revision if draft else None,
            ),
            partial(leave, self.leaver.pk, context=context_of(self.olga, key=uuid4())),
        )

    def race(self, crowd: Crowd) -> Counter[str]:
        wrong: Counter[str] = Counter()
        for trial in range(self.trials):
            outcomes = crowd.race(*self.calls(trial))
            wrong["server errors"] += len(errors(outcomes))
            wrong["somebody was not heard"] += len(done(outcomes)) != 3
            settle_unsettled()
            wrong["contradictions"] += violations() != []
            if wrong["server errors"]:
                break
        return +wrong


@pytest.mark.parametrize("crowd", [3], indirect=True)
@pytest.mark.heavy
def test_a_correction_a_draw_and_a_leaver_all_count(crowd: Crowd, record_property: Counted) -> None:
    evening = Evening(TRIALS)
    assert evening.race(crowd) == {}
    row = evening.stage.rounds.get(number=2)
    drawn = rounds.draw_round(evening.stage.pk, 2, context=context_of(evening.olga), expected_version=row.revision)
    rounds.publish_round(drawn.pk, context=context_of(evening.olga), expected_version=drawn.revision)
    assert violations() == []
    record_property("races of correction, draw and leaving", TRIALS)


# -- a period ends while a late score comes in -------------------------------------------------------------------------


def race_late_scores(crowd: Crowd, periods: int) -> Counter[str]:
    """Each period's only game is turned round while the period is closed."""
    with transaction.atomic():
        scene = JackpotClub(periods)
        games = {number: scene.count(scene.inside(number), (10, 6)) for number in range(1, periods + 1)}
        for number in games:
            fund(scene, number, 100)
    scene.settle()
    wrong: Counter[str] = Counter()
    chance = Random(7)
    took = 0.05

    def close(period: JackpotPeriod) -> None:
        nonlocal took
        began = time.monotonic()
        close_period(period.pk, context=SITE)
        took = time.monotonic() - began

    def come_late(number: int, after: float) -> None:
        """Closing takes longer than a score, so that without a pause the score would always be there first."""
        time.sleep(after)
        with transaction.atomic():
            scene.recount(games[number], scene.inside(number), (6, 10))

    for number in games:
        outcomes = crowd.race(
            partial(close, scene.period(number)), partial(come_late, number, 2 * took * chance.random())
        )
        wrong["server errors"] += len(errors(outcomes))
    while run_due() or close_due():
        pass
    for number in games:
        wrong["not paid to who won in the end"] += paid(scene.period(number)) != {"Bob": 50, "Dee": 50}
    return +wrong


@pytest.mark.heavy
def test_a_late_score_counts_for_its_period_whoever_is_first(crowd: Crowd, record_property: Counted) -> None:
    weeks = size(8, 200)
    assert race_late_scores(crowd, weeks) == {}
    assert jackpot_violations() == []
    record_property("races of a period's end and a late score", weeks)


@pytest.mark.heavy
def test_control_a_late_score_that_nobody_is_told_of(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jackpot_staging, "touch", lambda *facts: None)
    assert race_late_scores(crowd, 20)["not paid to who won in the end"] > 0
