"""Random histories of results, corrections and voids, their tasks delivered three times and shuffled, done by a worker
that is killed at random, or by the sweep alone as there is no broker: one outcome.

Every kind of honour is among them by being in the catalogue. SOAK=1 runs a thousand histories of 200 steps.
"""

import datetime
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

import pytest
from django.db import transaction

from games.accounts.models import Player, User
from tests.cast import context_of, make_club, make_event, make_user, on_grid
from tests.kept import kept
from tests.sizes import Counted, sample, size
from tournaments.checkin import entries
from tournaments.clubs.models import Membership
from tournaments.demo import made_up_slip
from tournaments.integrity.rebuild import derived_digest
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_match, settle_unsettled
from tournaments.rewards.models import RewardJob
from tournaments.rewards.queue import honours, run, run_all
from tournaments.rewards.rebuild import honours_agree, rebuild_honours
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match

HISTORIES, STEPS = int(os.environ.get("HISTORIES", size(1, 1000))), size(10, 200)
START = datetime.datetime(2026, 10, 30, 22, tzinfo=datetime.UTC)


@dataclass
class Town:
    """Two clubs in different zones with the same people; the rounds are out, nothing is played."""

    olga: User
    matches: list[int]


def a_town() -> Town:
    olga = make_user("Olga")
    people = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(1, 9))
    clubs = [make_club(olga), make_club(olga, "Sydney Bowers")]
    clubs[1].zone = "Australia/Sydney"
    clubs[1].save()
    Membership.objects.bulk_create(Membership(club=club, player=one) for club in clubs for one in people)
    events = [make_event(clubs[number % 2], olga, name=f"Night {number}") for number in range(3)]
    for event in events:
        for player in people:
            entries.register(event.pk, [player], check_in=True, context=context_of(olga))
        event.stages.update(seed=f"{event.pk:064x}")
        row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
        rounds.publish_round(row.pk, context=context_of(olga), expected_version=row.revision)
    return Town(olga, list(Match.objects.order_by("pk").values_list("pk", flat=True)))


town = kept(a_town)


def step(town: Town, chance: Random, number: int) -> None:
    """A result at some table, or what is done to one that stands or was taken away."""
    match = Match.objects.select_related("round__stage").get(pk=chance.choice(town.matches))
    slip = made_up_slip(match, chance)
    asked = {"context": on_grid(town.olga), "expected_version": match.last_version}
    if match.state == Match.State.OPEN:
        entry = results.record_result(match.pk, slip, context=on_grid(town.olga))
        # Out of turn, and several at the same moment.
        moment = START + datetime.timedelta(minutes=30 * (chance.randrange(STEPS) // 2))
        ResultEntry.objects.filter(pk=entry.pk).update(at=moment)
    elif match.state == Match.State.STANDING and chance.random() < 0.3:
        results.void_result(match.pk, reason=f"Step {number}", **asked)
    else:
        results.correct_result(match.pk, slip, reason=f"Step {number}", **asked)


def jobs_waiting() -> Iterator[tuple[str, str]]:
    yield from RewardJob.objects.order_by("pk").values_list("kind", "key")


def worked_off(tasks: Iterable[tuple[str, str]], luck: Random, *, may_die: bool) -> None:
    """By a worker that may be killed at each: then nothing of that task is committed."""
    for task in tasks:
        with transaction.atomic():
            run(*task)
            transaction.set_rollback(may_die and luck.random() < 0.4)


NO_BROKER, KILLED = None, 2


def play(town: Town, history: int, delivery: int | None) -> str:
    """The digest after that history.

    delivery: how tasks come in. NO_BROKER: no one hears anything until all is over, and then the sweep finds it.
    KILLED: the worker dies at four tasks of ten.
    """
    chance, luck = Random(history), Random(delivery)
    waking: set[tuple[str, str]] = set()
    for number in range(STEPS):
        step(town, chance, number)
        if delivery is not NO_BROKER and luck.random() < 0.5:
            settling = [*town.matches * 3] if luck.random() < 0.3 else luck.sample(town.matches, 2)
            for pk in luck.sample(settling, len(settling)):
                settle_match(pk)
            waking |= set(jobs_waiting())
            some = luck.sample(sorted(waking), luck.randrange(len(waking) + 1))
            worked_off(some, luck, may_die=delivery == KILLED)
    settle_unsettled()
    tasks = sorted(waking | set(jobs_waiting())) * 3
    if delivery is not NO_BROKER:
        worked_off(luck.sample(tasks, len(tasks)), luck, may_die=delivery == KILLED)
    run_all()
    return derived_digest()


@pytest.mark.slow
@pytest.mark.parametrize("history", sample(0, of=range(HISTORIES)))
@pytest.mark.heavy
def test_whatever_comes_when_and_how_often_the_outcome_is_one(
    town: Town, history: int, record_property: Counted
) -> None:
    record_property("random histories of honours", 1)
    record_property("steps of them, by three deliveries", 3 * STEPS)
    assert len(honours()) > 1
    digests = set()
    for delivery in (NO_BROKER, 1, KILLED):
        with transaction.atomic():
            digests.add(play(town, history, delivery))
            assert list(honours_agree()) == []
            if delivery == 1:
                rebuild_honours()
                digests.add(derived_digest())
            transaction.set_rollback(True)
    assert len(digests) == 1
