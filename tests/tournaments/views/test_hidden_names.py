"""Whoever keeps the name from strangers is a number to them on every public board, and has the name for the club."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Player, User
from tests.cast import by, make_user, on_grid, seat_table, slip
from tests.jackpot_staging import JackpotClub, weeks_ago, won_jackpot
from tests.tournaments.views.browsing import log_in, text_of, visitor
from tournaments.models import Membership, ResultEntry
from tournaments.services.honours.queue import work_off_all
from tournaments.services.nights.finishing import finish_event
from tournaments.services.nights.rounds import close_round
from tournaments.services.scores import results
from tournaments.services.scores.settle import settle_unsettled

pytestmark = pytest.mark.django_db

HIDDEN = "Greta Garbo"


def hide(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(name=HIDDEN, hides_name=True)


def read(path: str, owner: User) -> tuple[str, str]:
    """For a stranger with an account, and for the owner of the club; visitors read what strangers do."""
    anonymous, stranger, known = (
        text_of(client.get(path)) for client in (visitor(), log_in(make_user(f"Sam{path}")), log_in(owner))
    )
    assert (HIDDEN in anonymous) == (HIDDEN in stranger)
    return stranger, known


def test_on_the_boards_of_a_jackpot() -> None:
    staged = JackpotClub()
    ann = staged.people[0]
    Membership.objects.create(club=staged.club, player=ann)
    staged.count(timezone.now(), (10, 6))
    work_off_all()
    hide(ann)
    pages = [reverse("jackpots", args=[staged.club.slug]), staged.jackpot.get_absolute_url()]
    for path in (*pages, f"/api/v1/clubs/{staged.club.slug}/jackpots/{staged.jackpot.pk}/"):
        strange, known = read(path, staged.olga)
        assert HIDDEN not in strange, path
        assert f"Player #{ann.pk}" in strange, path
        assert HIDDEN in known, path


def test_on_a_closed_period_in_the_news_and_among_what_was_earned_at_an_event() -> None:
    table = seat_table(4)
    results.record_result(table.match.pk, slip(10, 0), by=on_grid(table.olga))
    # The latest noon: what is older than a day is told in one line, and after midnight all would be night owls, too,
    # and the list longer than what is shown of it.
    now = weeks_ago(0, table.event.club.zone)
    noon = now.replace(hour=12, minute=0) - timedelta(days=now.hour < 12)
    ResultEntry.objects.update(at=noon)
    settle_unsettled()
    work_off_all()
    hide(table.pam)
    news, event = reverse("club_news", args=[table.event.club.slug]), table.event.get_absolute_url()
    strange, known = read(news, table.olga)
    assert HIDDEN not in strange
    assert HIDDEN in known
    number = f"Player #{table.pam.pk}"
    assert [number in text for text in read(event, table.olga)] == [True, False]
    close_round(table.round.pk, by=by(table.olga), seen=table.round.revision)
    finish_event(table.event.pk, by=by(table.olga), override="Late")
    jackpot = won_jackpot(table.event, table.olga)
    strange, known = read(reverse("jackpot_period", args=[table.event.club.slug, jackpot.pk, 1]), table.olga)
    assert HIDDEN not in strange
    assert number in strange
    assert HIDDEN in known
