"""The pages of a format at work ask the database as often for many as for few."""

import pytest
from django.urls import reverse

from tests.cast import enter_pairs, make_club, make_event, make_user, publish
from tests.tournaments.pages.browsing import finish_round, log_in, visitor
from tests.tournaments.pages.test_query_counts import queries
from tournaments.events.models import Event

# Page → queries of a visitor; an organizer also learns what the check says.
COUNTS = {"bracket": 15, "cross_table": 13, "fairness": 12, "round_why": 25, "organizer: round_why": 48}


@pytest.mark.parametrize(
    ("pairs", "begun"), [pytest.param(3, 2, id="few"), pytest.param(13, 3, id="many", marks=pytest.mark.slow)]
)
@pytest.mark.heavy
def test_it_asks_as_many_questions_as_the_table_says(db: None, pairs: int, begun: int) -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    events: dict[str, Event] = {}
    for format_key in ("elimination", "swiss"):
        events[format_key] = event = make_event(club, olga, format_key, name=format_key)
        enter_pairs(event, olga, pairs)
        for number in range(1, begun):
            publish(event, olga, number)
            finish_round(event.stages.get(), olga)
        publish(event, olga, begun)
    counts = {"bracket": queries(visitor(), reverse("bracket", args=["elimination"]))}
    counts |= {name: queries(visitor(), reverse(name, args=["swiss"])) for name in ("cross_table", "fairness")}
    why = reverse("round_why", args=["swiss", begun])
    counts |= {"round_why": queries(visitor(), why), "organizer: round_why": queries(log_in(olga), why)}
    assert counts == COUNTS
