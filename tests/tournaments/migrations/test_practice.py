"""Achievements that games with bots earned under older releases are computed again after the upgrade."""

from importlib import import_module
from random import Random
from types import SimpleNamespace

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.accounts.models import Player
from tests.tournaments.rewards.played import play_hall
from tournaments.rewards import queue
from tournaments.rewards.awards import check
from tournaments.rewards.models import Award, AwardCounting, RewardJob, Unlock

pytestmark = pytest.mark.django_db
NAME = "0007_practice_and_club_tables"


def test_everyone_who_is_counted_is_counted_again() -> None:
    hall = play_hall(games=8)
    bot = Player.objects.create(name="Bot", is_bot=True)
    hall.play(Random(4), players=[bot, *hall.people[:3]], bots=1)
    queue.run_all()
    fresh = set(Award.objects.values_list("player", "achievement", "tier"))
    counting = AwardCounting.objects.filter(player=hall.people[1]).last()
    assert counting
    unlock = Unlock.objects.create(player=hall.people[1], achievement="marathon", tier=1, is_late=True)
    Award.objects.create(
        unlock=unlock, player=unlock.player, achievement="marathon", tier=1, earned_at=unlock.at, evidence=["game 1"]
    )
    for key in [key for key in counting.counted["counts"] if key.startswith("practice")]:
        del counting.counted["counts"][key]
    counting.save()
    assert list(check()), "as an older release left it"
    queue.enqueue("awards", [str(hall.people[0].pk)], hall.games()[-1].position)
    editor = SimpleNamespace(connection=connection)
    then = MigrationLoader(connection).project_state([("tournaments", NAME)]).apps
    import_module(f"tournaments.migrations.{NAME}").count_again(then, editor)
    assert set(RewardJob.objects.values_list("kind", "key", "from_at")) == {
        ("awards", str(player), None) for player in AwardCounting.objects.values_list("player", flat=True)
    }
    queue.run_all()
    assert list(check()) == []
    assert set(Award.objects.values_list("player", "achievement", "tier")) == fresh
