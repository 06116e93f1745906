"""A version of the site that there is not yet: one more column of a player, filled from what is there."""

from pathlib import Path

from tests.processes import ROOT

SETTINGS = """
from euchre_site.settings import *
MIGRATION_MODULES = {"games": "next_games"}
"""
MIGRATION = """
from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Upper


def fill(apps, schema_editor):
    players = apps.get_model("games", "Player").objects.using(schema_editor.connection.alias)
    players.update(shouted=Upper(F("name")))


class Migration(migrations.Migration):
    dependencies = [("games", "{newest}")]
    operations = [
        migrations.AddField("player", "shouted", models.CharField(max_length=200, default="")),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
"""


def write_next_version(folder: Path) -> dict[str, str]:
    """The environment in which `manage.py` is that version."""
    (folder / "next_games").mkdir(parents=True)
    (folder / "next_games" / "__init__.py").touch()
    files = sorted((ROOT / "games" / "migrations").glob("0*.py"))
    for file in files:
        (folder / "next_games" / file.name).write_text(file.read_text())
    (folder / "next_games" / "9999_shouted.py").write_text(MIGRATION.replace("{newest}", files[-1].stem))
    (folder / "next_settings.py").write_text(SETTINGS)
    return {"PYTHONPATH": str(folder), "DJANGO_SETTINGS_MODULE": "next_settings"}
