"""More entries than SQLite takes conditions."""

import pytest

from games.accounts.models import Player
from tests.cast import make_club, make_event, make_user
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.entry_names import names_of


@pytest.mark.django_db
def test_two_thousand_people_have_names() -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga)
    people = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(1, 2001))
    entries = Entry.objects.bulk_create(Entry(event=event, number=number) for number in range(1, 2001))
    EntryPlayer.objects.bulk_create(
        EntryPlayer(event=event, entry=entry, player=player) for entry, player in zip(entries, people, strict=True)
    )
    assert names_of(event) == {number: f"Player {number}" for number in range(1, 2001)}
