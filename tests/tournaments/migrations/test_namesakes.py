"""Venues and namesakes of a site that was there before they had to differ."""

from importlib import import_module
from pkgutil import iter_modules

from django.apps import apps
from django.db import connection

from games.accounts.models import Player
from tests.cast import make_club, make_user
from tests.tournaments.clubs.people_requests import record
from tournaments import migrations
from tournaments.clubs.models import Club, Membership, Venue

NAME = next(one.name for one in iter_modules(migrations.__path__) if one.name.endswith("_venues_retire"))
MIGRATION = import_module(f"{migrations.__name__}.{NAME}")


def run(step: str) -> None:
    with connection.schema_editor() as editor:
        getattr(MIGRATION, step)(apps, editor)


def test_who_came_later_is_marked(transactional_db: None) -> None:
    club, other = make_club(make_user("Olga")), make_club(make_user("Oscar"), "Other club")
    names = ["John", "john", "John", "Jane"]
    johns = [record(club, name) for name in names]
    Membership.objects.filter(player=johns[2]).update(number="007")
    theirs = record(other, "John")
    run("mark_namesakes")
    run("mark_namesakes")
    assert [Player.objects.get(pk=one.pk).called for one in johns] == ["John", "john (2)", "John (007)", "Jane"]
    assert Player.objects.get(pk=theirs.pk).called == "John"


def test_venues_that_differ_by_their_capitals_get_numbers(transactional_db: None) -> None:
    club: Club = make_club(make_user("Olga"))
    constraint = next(one for one in Venue._meta.constraints if one.name == "venue_name_once_per_club")
    with connection.schema_editor() as editor:
        editor.remove_constraint(Venue, constraint)
    try:
        for name in ("Hall", "HALL", "Barn", "hall"):
            Venue.objects.create(club=club, name=name)
        run("tell_venues_apart")
        assert list(Venue.objects.order_by("pk").values_list("name", flat=True)) == ["Hall", "HALL (2)", "Barn", "hall (3)"]
    finally:
        Venue.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(Venue, constraint)
