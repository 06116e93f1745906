"""Who leaves a knock-out loses the matches to come, and the places follow at once."""

import pytest

from tests.cast import context_of, enter_pairs, make_club, make_event, make_user, on_grid, publish, slip
from tournaments.checkin import entries
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled


def places(event: Event) -> dict[int, int]:
    settle_unsettled()
    return {row.entry.number: row.place for row in event.stages.get().standings.select_related("entry")}


@pytest.mark.slow
def test_a_final_is_won_when_the_other_pair_has_left(db: None) -> None:
    olga = make_user("Olga")
    event = make_event(make_club(olga), olga, "elimination")
    pairs = enter_pairs(event, olga, 4)
    for match in publish(event, olga).matches.all():
        results.record_result(match.pk, slip(10, 5), context=on_grid(olga))
    assert places(event) == {1: 1, 2: 1, 3: 3, 4: 3}
    entries.drop_out(pairs[1].pk, context=context_of(olga))
    assert places(event) == {1: 1, 2: 2, 3: 3, 4: 3}
    assert violations() == []
    entries.check_in(pairs[1].pk, context=context_of(olga))
    assert places(event) == {1: 1, 2: 1, 3: 3, 4: 3}
    assert violations() == []
