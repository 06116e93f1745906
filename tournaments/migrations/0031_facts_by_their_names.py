"""Facts of rewards get the names that the glossary has for them. Tables and columns keep theirs: the database changes nothing."""

from django.db import migrations

RENAMED = {"CountedGame": "GameFact", "CountedPlace": "PlacementFact"}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_help_in_plainer_words")]

    operations = [
        *(migrations.AlterModelTable(old, f"tournaments_{old.lower()}") for old in RENAMED),
        *(migrations.RenameModel(old, new) for old, new in RENAMED.items()),
    ]
