"""A game keeps whether it was played with open hands: the table's conduct may change between games."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def from_tables(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Matches of events are never practice, whatever their table says."""
    games = apps.get_model("games", "Game").objects.using(schema_editor.connection.alias)
    games.filter(table__options__open_hands=True, table__owner__isnull=False).update(open_hands=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_two_taps"),
    ]

    operations = [
        migrations.AddField(
            "game",
            "open_hands",
            models.BooleanField(default=False, help_text="All players saw all hands: it counts for nothing."),
        ),
        migrations.RunPython(from_tables, migrations.RunPython.noop),
    ]
