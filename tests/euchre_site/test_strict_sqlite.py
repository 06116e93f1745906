"""What PostgreSQL refuses is an error in every test, on whichever database it runs."""

import pytest
from django.db import DataError

from games.accounts.models import Player
from games.jobs.models import OutgoingMail

pytestmark = pytest.mark.django_db


def test_a_text_that_is_longer_than_its_column() -> None:
    longest = "a" * 80
    Player.objects.create(name=longest)
    with pytest.raises(DataError):
        Player.objects.bulk_create([Player(name=f"{longest}a")])


def test_by_update_too() -> None:
    OutgoingMail.objects.create(error="a" * 60)
    with pytest.raises(DataError):
        OutgoingMail.objects.update(error="a" * 61)


def test_a_number_that_is_too_large_for_its_column() -> None:
    with pytest.raises(DataError):
        OutgoingMail.objects.create(attempts=2**15)
