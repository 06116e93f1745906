"""Achievements that games with bots earned under older releases are computed again after the upgrade."""

from importlib import import_module
from random import Random
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from games.accounts.models import Player
from tests.tournaments.rewards.played import play_hall
from tournaments.rewards import queue
from tournaments.rewards.awards import check
from tournaments.rewards.models import Award, AwardCounting, Due, Feat

pytestmark = pytest.mark.django_db


def test_everyone_who_is_counted_is_counted_again() -> None:
    hall = play_hall(games=8)
    bot = Player.objects.create(name="Bot", is_bot=True)
    hall.play(Random(4), players=[bot, *hall.people[:3]], bots=1)
    queue.work_off_all()
    fresh = set(Award.objects.values_list("player", "achievement", "tier"))
    counting = AwardCounting.objects.filter(player=hall.people[1]).last()
    assert counting
    feat = Feat.objects.create(player=hall.people[1], achievement="marathon", tier=1, is_late=True)
    Award.objects.create(
        feat=feat, player=feat.player, achievement="marathon", tier=1, earned_at=feat.at, evidence=["game 1"]
    )
    for key in [key for key in counting.counted["counts"] if key.startswith("practice")]:
        del counting.counted["counts"][key]
    counting.save()
    assert list(check()), "as an older release left it"
    queue.make_due("awards", [str(hall.people[0].pk)], hall.games()[-1].position)
    editor = SimpleNamespace(connection=connection)
    import_module("tournaments.migrations.0007_practice_and_club_tables").count_again(apps, editor)
    assert set(Due.objects.values_list("kind", "key", "from_at")) == {
        ("awards", str(player), None) for player in AwardCounting.objects.values_list("player", flat=True)
    }
    queue.work_off_all()
    assert list(check()) == []
    assert set(Award.objects.values_list("player", "achievement", "tier")) == fresh
