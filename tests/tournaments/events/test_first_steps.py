"""The first hour: what the home page asks a new organizer to do, and when it stops."""

import pytest
from django.urls import reverse

from games.accounts.models import User
from tests.cast import context_of, import_list, make_club, make_event, make_user
from tests.tournaments.pages.browsing import log_in, text_of, visitor
from tests.tournaments.pages.test_query_counts import queries
from tournaments.checkin import entries
from tournaments.clubs.models import Membership, Role
from tournaments.events.first_steps import first_steps
from tournaments.events.models import Event


def steps(user: User) -> list[tuple[bool, str]]:
    found = first_steps(
        user, set(Membership.objects.filter(player__user=user, role="owner").values_list("club", flat=True))
    )
    return [(one.is_done, one.path) for one in found]


def test_the_list_ticks_itself_and_goes_with_the_first_guest_who_is_here(olga: User) -> None:
    none = (False, "")
    assert steps(olga) == [(False, reverse("new_club")), none, none, none]
    club = make_club(olga)
    assert steps(olga) == [(True, ""), (False, reverse("new_event", args=[club.slug])), none, none]
    event = make_event(club, olga)
    assert steps(olga) == [(True, ""), (True, ""), (False, reverse("check_in", args=[event.slug])), none]
    import_list(event, "Ann\nBob", here=False, context=context_of(olga))
    assert steps(olga) == [(True, "")] * 3 + [(False, reverse("papers", args=[event.slug]))]
    make_event(club, olga, name="Another one")
    assert steps(olga)[2][0], "the event that has come furthest counts"
    entries.check_in(event.entries.get(number=1).pk, context=context_of(olga))
    assert steps(olga) == []


def test_it_is_for_those_who_will_organize(olga: User) -> None:
    club, mia = make_club(olga), make_user("Mia")
    assert "Create a club" in text_of(log_in(mia).get(reverse("home")))
    Membership.objects.create(club=club, player=mia.player, role=Role.MEMBER)
    said = text_of(log_in(mia).get(reverse("home")))
    assert "in 4 steps" not in said
    assert "without a hitch" not in said, "no marketing for users with an account"
    assert "without a hitch" in text_of(visitor().get(reverse("home")))


@pytest.mark.slow
def test_the_home_page_shows_it_and_costs_no_more_with_many_events(olga: User) -> None:
    club = make_club(olga)
    client, counts = log_in(olga), []
    assert "Run your first night in 4 steps Create a club Done Set up an event Enter players" in " ".join(
        text_of(client.get(reverse("home"))).split()
    )
    for number in range(1, 9):
        make_event(club, olga, name=f"Night {number}")
        Event.objects.update(starts_at="2027-11-26T00:00Z")
        counts.append(queries(client, reverse("home")))
    assert set(counts) == {12}
