"""What tests leave behind is swept, or the last tests of a run read the dead rows of all before them."""

import pytest
from django.db import connection, transaction

from games.accounts.models import Player
from tests.euchre_site.quick_emptying import MAX_BYTES, sweep


def size_of(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_size(%s)", [table])
        return int(cursor.fetchone()[0])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_rows_that_were_taken_back_take_no_room() -> None:
    with transaction.atomic():
        Player.objects.bulk_create([Player(name=f"Player {number}" + 50 * "x") for number in range(3000)])
        transaction.set_rollback(True)
    full = size_of(Player._meta.db_table)
    assert full > MAX_BYTES
    sweep()
    assert size_of(Player._meta.db_table) < full // 4
