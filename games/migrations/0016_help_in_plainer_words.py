"""Only words of fields, which no table holds (euchre_site/migration_changes.py)."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_people_to_play_with'),
    ]

    operations = []
