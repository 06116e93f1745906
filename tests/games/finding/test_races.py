"""Two queues and one seat, and people who look at the same moment: nobody sits twice, no seat is given twice."""

from functools import partial

import pytest
from django.utils import timezone

from games.engine.presets import preset
from games.finding.commands import look, start_with_bots, still_here
from games.finding.models import Search
from games.tables import opening, seating
from games.tables.models import Seat, Table
from games.tables.options import TableOptions
from tests.flows.crowd import Crowd, errors
from tests.games.tables.cast import NAMES, command_by, player
from tests.sizes import Counted, size

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
TRIALS = size(4, 200)


def clean() -> None:
    """As if nobody had looked for anything."""
    Search.objects.all().delete()
    Seat.objects.all().delete()
    Table.objects.filter(closed_at=None).update(closed_at=timezone.now())


@pytest.mark.parametrize("crowd", [4], indirect=True)
def test_for_the_last_seat_of_a_table_one_of_four_is_chosen(crowd: Crowd, record_property: Counted) -> None:
    people = [player(name) for name in NAMES]
    for _ in range(TRIALS):
        clean()
        table = opening.open_table(people[0], preset("plain"), TableOptions(), visibility="public")
        for number in (1, 2):
            seating.sit(table.pk, number, command_by(people[number], table))
        outcomes = crowd.race(*(partial(look, one, "plain") for one in people[3:7]))
        assert errors(outcomes) == []
        assert table.seats.filter(player__in=people[3:7]).count() == 1
        assert Search.objects.filter(table=table).count() == 1
        assert Search.objects.filter(ended_at=None).count() == 3
        assert table.games.count() == 1
        table.games.all().update(broken_off_at=timezone.now())
    record_property("races for the last seat", TRIALS)


@pytest.mark.parametrize("crowd", [8], indirect=True)
def test_of_eight_who_look_at_once_each_sits_once(crowd: Crowd, record_property: Counted) -> None:
    people = [player(name) for name in NAMES]
    for _ in range(TRIALS):
        clean()
        before = Table.objects.count()
        assert errors(crowd.race(*(partial(look, one, "plain") for one in people))) == []
        for one in people:
            still_here(one)
        assert set(Search.objects.values_list("outcome", flat=True)) == {"people"}
        assert Table.objects.count() == before + 2
        assert sorted(Seat.objects.values_list("player", flat=True)) == sorted(one.pk for one in people)
        Seat.objects.all().delete()
    record_property("races of eight who look", TRIALS)


@pytest.mark.parametrize("crowd", [4], indirect=True)
def test_one_person_with_two_queues_waits_in_one_and_gets_one_seat(crowd: Crowd, record_property: Counted) -> None:
    people = [player(name) for name in NAMES[:4]]
    for _ in range(TRIALS):
        clean()
        before = Table.objects.count()
        for kind, one in (("plain", people[1]), ("plain", people[2]), ("plain", people[3])):
            look(one, kind)
        pages = [partial(look, people[0], kind) for kind in ("plain", "web_classic", "plain")]
        outcomes = crowd.race(*pages, partial(start_with_bots, people[0]))
        assert errors(outcomes) == []
        assert Search.objects.filter(player=people[0], ended_at=None).count() <= 1
        found = Search.objects.filter(player=people[0]).exclude(table=None)
        assert Seat.objects.filter(player=people[0]).count() == found.count() <= Table.objects.count() - before
        assert Seat.objects.exclude(player__is_bot=True).count() == Search.objects.exclude(table=None).count()
    record_property("races of two queues", TRIALS)
