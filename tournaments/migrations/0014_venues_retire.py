"""Venues can be retired, and a club has none twice, whatever the capitals. Namesakes of a club are told apart."""

from itertools import chain, count

import django.db.models.functions.text
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def tell_venues_apart(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A later one of the same name but for its capitals gets a number: "grange hall (2)"."""
    venues = apps.get_model("tournaments", "Venue").objects.using(schema_editor.connection.alias)
    taken: set[tuple[int, str]] = set()
    for venue in venues.order_by("club", "pk"):
        name, number = venue.name, 1
        while (venue.club_id, name.lower()) in taken:
            number += 1
            name = f"{venue.name[:74]} ({number})"
        taken.add((venue.club_id, name.lower()))
        if name != venue.name:
            venues.filter(pk=venue.pk).update(name=name)


def mark_namesakes(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who came later to a club that has somebody of the name is marked: by the club number, or as the second."""
    alias = schema_editor.connection.alias
    players = apps.get_model("games", "Player").objects.using(alias)
    rows = apps.get_model("tournaments", "Membership").objects.using(alias)
    rows = rows.filter(player__alias=None, player__erased_at=None).order_by("club", "player")
    marks: dict[int, str] = {}
    taken: dict[tuple[int, str], set[str]] = {}
    for club, player, name, number in rows.values_list("club", "player", "player__name", "number").iterator():
        there = taken.setdefault((club, name.casefold()), set())
        if (mark := marks.get(player, "")).casefold() in there:
            wanted = chain([number] if number else [], map(str, count(2)))
            marks[player] = mark = next(one for one in wanted if one.casefold() not in there)
        there.add(mark.casefold())
    for player, mark in marks.items():
        players.filter(pk=player).update(mark=mark)


class Migration(migrations.Migration):
    dependencies = [("games", "0011_namesakes_have_marks"), ("tournaments", "0013_recurring_events")]

    operations = [
        migrations.RunPython(tell_venues_apart, migrations.RunPython.noop),
        migrations.RunPython(mark_namesakes, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="venue", name="venue_name_once_per_club"),
        migrations.AddField(
            model_name="venue",
            name="is_retired",
            field=models.BooleanField(default=False, help_text="New events don’t offer it. Past events keep it."),
        ),
        migrations.AddConstraint(
            model_name="venue",
            constraint=models.UniqueConstraint(
                models.F("club"),
                django.db.models.functions.text.Lower("name"),
                name="venue_name_once_per_club",
                violation_error_message="The club already has a venue with that name.",
            ),
        ),
    ]
