"""The home page says in how many games by the day it's the reader's turn."""

from django.urls import reverse

from games.accounts.models import User
from games.tables import opening, play, seating
from games.tables.models import Table
from games.tables.options import options_from
from tests.cast import make_user
from tests.games.tables.cast import SHORT
from tests.tournaments.pages.browsing import log_in, text_of, visitor
from tests.tournaments.pages.test_query_counts import queries


def begun(user: User) -> Table:
    """A game by the day with bots, in which it's the user's turn."""
    table = opening.open_table(user.player, SHORT, options_from({"by_the_day": "1"}))
    seating.fill_with_bots(table)
    play.begin_game(table)
    Table.objects.filter(pk=table.pk).update(turn_seat=0, clock_ends_at="2027-11-26T00:00Z")
    return table


def test_it_counts_the_games_that_wait_for_the_reader(olga: User) -> None:
    client = log_in(olga)
    assert "Your turn in" not in text_of(client.get(reverse("home")))
    begun(olga)
    assert "Your turn in 1 game" in text_of(client.get(reverse("home")))
    begun(olga)
    assert "Your turn in 2 games" in text_of(client.get(reverse("home")))
    for other in (log_in(make_user("Mia")), visitor()):
        assert "Your turn in" not in text_of(other.get(reverse("home")))


def test_the_count_is_one_question_for_a_reader_and_none_for_a_visitor(olga: User) -> None:
    client = log_in(olga)
    for _ in range(3):
        assert (queries(client, reverse("home")), queries(visitor(), reverse("home"))) == (12, 6)
        begun(olga)
