"""Two people of one name in a club are told apart wherever a page names them."""

import pytest
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import context_of, import_list, make_club, make_event, make_user, on_grid, publish, slip
from tests.tournaments.clubs.people_requests import record
from tests.tournaments.pages.browsing import log_in, text_of, visitor
from tests.tournaments.scenes.people import merge_of
from tournaments.checkin import entries
from tournaments.clubs import members
from tournaments.clubs.identity import tell_apart
from tournaments.clubs.models import Club, Membership, Role
from tournaments.clubs.public_names import hide_name, names_for
from tournaments.entry_names import names_of
from tournaments.events.commands import add_member
from tournaments.events.models import Event
from tournaments.merging.commands import undo_merge
from tournaments.permissions import NOBODY
from tournaments.privacy import erasing
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled


@pytest.fixture
def event(club: Club, olga: User) -> Event:
    return make_event(club, olga)


def walk_in_named(event: Event, olga: User, *names: str) -> list[Player]:
    found = [entries.walk_in(event.pk, [name], context=context_of(olga)) for name in names]
    return [entry.players.get() for entry in found]


def test_the_second_of_a_name_gets_a_number_and_the_first_stays(event: Event, olga: User) -> None:
    walk_in_named(event, olga, "John Smith", "Ann", "john smith", "John Smith")
    assert names_of(event) == {1: "John Smith", 2: "Ann", 3: "john smith (2)", 4: "John Smith (3)"}


def test_a_club_number_says_more(club: Club, olga: User) -> None:
    players = [Player.objects.create(name="John Smith") for _ in range(3)]
    for player, number in zip(players, ("", "007", ""), strict=True):
        add_member(club, player, number=number, context=context_of(olga))
    assert [Player.objects.get(pk=one.pk).called for one in players] == [
        "John Smith",
        "John Smith (007)",
        "John Smith (2)",
    ]


def test_marks_stay_as_they_are(club: Club, olga: User) -> None:
    """Also when the first of the name goes, or everyone is looked at once more."""
    first, second = record(club, "John"), record(club, "John")
    tell_apart(club.pk, [first.pk, second.pk])
    before = list(Player.objects.order_by("pk").values_list("name", "mark"))
    assert sum(bool(mark) for name, mark in before if name == "John") == 1
    tell_apart(club.pk, [second.pk, first.pk])
    assert list(Player.objects.order_by("pk").values_list("name", "mark")) == before


def test_other_clubs_do_not_matter(event: Event, olga: User) -> None:
    oscar = make_user("Oscar")
    theirs = make_event(make_club(oscar, "Other club"), oscar)
    walk_in_named(theirs, oscar, "John")
    [ours] = walk_in_named(event, olga, "John")
    assert ours.called == "John"


def test_pages_of_the_event_distinguish_them(event: Event, olga: User) -> None:
    walk_in_named(event, olga, "John", "John", "Ann", "Bob")
    row = publish(event, olga)
    results.record_result(row.matches.get().pk, slip(10, 6), context=on_grid(olga))
    settle_unsettled()
    owner = log_in(olga)
    pages = {name: owner.get(reverse(name, args=[event.slug])) for name in ("check_in", "grid")}
    pages |= {name: visitor().get(reverse(name, args=[event.slug])) for name in ("event", "seating", "standings")}
    assert {name: "John (2)" in text_of(answer) for name, answer in pages.items()} == dict.fromkeys(pages, True)
    people = owner.get(reverse("people", args=[event.club.slug]))
    merge = owner.get(reverse("merge", args=[event.club.slug]))
    assert "John (2)" in text_of(people)
    assert "John (2)" in text_of(merge)


def test_a_corrected_name_has_the_mark_that_it_needs(event: Event, olga: User) -> None:
    john, jon = walk_in_named(event, olga, "John", "Jon")
    about = {"context": context_of(olga)}
    assert members.rename_player(event.club, jon.pk, "John", expected_version="Jon", **about).called == "John (2)"
    assert members.rename_player(event.club, jon.pk, "Jack", expected_version="John", **about).called == "Jack"
    assert Player.objects.get(pk=john.pk).called == "John"


def test_a_hidden_name_shows_its_number_alone(event: Event, olga: User) -> None:
    _, second = walk_in_named(event, olga, "John", "John")
    hide_name(second.pk, True, context=context_of(olga))
    assert names_for(NOBODY, [second.pk])[second.pk].name.startswith("Player #")
    assert "John" not in names_for(NOBODY, [second.pk])[second.pk].name


def test_erasing_takes_the_mark_too(event: Event, club: Club, olga: User) -> None:
    first = record(club, "John")
    Membership.objects.filter(player=first).update(number="007", role=Role.MEMBER)
    second = record(club, "John")
    Player.objects.filter(pk=second.pk).update(mark="008")
    erasing.erase_player(second.pk, typed="John", context=context_of(olga))
    assert Player.objects.get(pk=second.pk).called == f"Former player {second.pk}"


def test_a_list_of_names_finds_the_one_that_is_meant(event: Event, olga: User, club: Club) -> None:
    players = [Player.objects.create(name="John Smith") for _ in range(2)]
    for player, number in zip(players, ("", "007"), strict=True):
        add_member(club, player, number=number, context=context_of(olga))
    import_list(event, "John Smith (007)", here=True, context=context_of(olga))
    assert event.entries.get().players.get() == players[1]
    assert event.entries.get().name == "John Smith (007)"


def test_a_record_that_is_separate_again_is_marked_again(club: Club, olga: User) -> None:
    first, second = record(club, "John"), record(club, "Jon")
    merge = merge_of(club, first, second, olga)
    rename = members.rename_player(club, first.pk, "Jon", context=context_of(olga), expected_version="John")
    assert rename.called == "Jon"
    undo_merge(merge.pk, context=context_of(olga))
    assert Player.objects.get(pk=second.pk).called == "Jon (2)"


def test_a_list_takes_a_name_as_pages_show_it(event: Event, olga: User, club: Club) -> None:
    _, second = walk_in_named(event, olga, "John", "John")
    later = make_event(club, olga, name="Next week")
    import_list(later, "John (2)", here=True, context=context_of(olga))
    assert later.entries.get().players.get() == second
