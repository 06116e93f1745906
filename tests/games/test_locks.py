"""One way to lock rows; locking a row does not hold up writers that merely point at it."""

import re
import threading
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet

from games.accounts.models import Player
from games.locks import locked
from games.tables.models import PlayerSettings

ROOT = Path(__file__).parents[2]


def test_nothing_is_locked_in_another_way() -> None:
    sources = [path for room in ("euchre_site", "games", "tournaments") for path in (ROOT / room).rglob("*.py")]
    found = {str(path.relative_to(ROOT)) for path in sources if re.search("select_for_update", path.read_text())}
    assert found == {"games/locks.py"}


def points_at_it_meanwhile(rows: "QuerySet[Player]", player: Player) -> bool:
    """Whether another connection can write a row that points at the player, who is locked."""
    written = threading.Event()

    def write() -> None:
        PlayerSettings.objects.create(player=player)
        written.set()
        connection.close()

    other = threading.Thread(target=write)
    with transaction.atomic():
        rows.get(pk=player.pk)
        other.start()
        done = written.wait(5)
    other.join(30)
    assert written.is_set()
    return done


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_lock_does_not_hold_up_who_points_at_the_row() -> None:
    player = Player.objects.create(name="Ann")
    assert points_at_it_meanwhile(locked(Player.objects), player)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.heavy
def test_djangos_own_lock_would() -> None:
    """The control."""
    player = Player.objects.create(name="Ann")
    assert not points_at_it_meanwhile(Player.objects.select_for_update(), player)
