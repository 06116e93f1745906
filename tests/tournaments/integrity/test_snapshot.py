"""What is read together is of one moment, whatever is written meanwhile; and reading holds no one up."""

import threading

import pytest
from django.db import connection

from games.accounts.models import Player
from tournaments.integrity.snapshot import one_moment

pytestmark = pytest.mark.django_db(transaction=True)


def written_by_someone_else(name: str) -> None:
    def write() -> None:
        Player.objects.create(name=name)
        connection.close()

    other = threading.Thread(target=write)
    other.start()
    other.join(30)
    assert not other.is_alive(), "the reader holds the writer up"


def test_what_is_written_meanwhile_is_not_seen() -> None:
    with one_moment():
        assert Player.objects.count() == 0
        written_by_someone_else("Ann")
        assert Player.objects.count() == 0
    assert Player.objects.count() == 1
    Player.objects.create(name="Bob")
    with one_moment():
        assert Player.objects.count() == 2


def test_a_process_may_begin_with_it() -> None:
    connection.close()
    with one_moment():
        assert Player.objects.count() == 0
    Player.objects.create(name="Ann")


def test_without_it_it_is_seen() -> None:
    """The control."""
    assert Player.objects.count() == 0
    written_by_someone_else("Ann")
    assert Player.objects.count() == 1
