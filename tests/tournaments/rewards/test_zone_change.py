"""Facts of a club that changed its time zone: the same moments, told in the new zone, as a rebuild would count them."""

from tests.cast import Table, context_of, on_grid, slip
from tournaments.clubs.settings import change_club
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards import queue
from tournaments.rewards.counting import read_games
from tournaments.rewards.models import GameFact


def test_facts_say_the_new_zone_and_nothing_contradicts_them(table: Table) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    settle_unsettled()
    queue.run_all()
    [before] = read_games(GameFact.objects.all())
    assert before.zone == "America/Detroit"
    change_club(table.event.club.pk, {"zone": "Asia/Tokyo"}, context=context_of(table.olga))
    queue.run_all()
    [after] = read_games(GameFact.objects.all())
    assert (after.zone, after.ended_at) == ("Asia/Tokyo", before.ended_at)
    assert violations() == []
