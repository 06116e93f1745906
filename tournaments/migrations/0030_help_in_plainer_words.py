"""Only words of fields, which no table holds (euchre_site/migration_changes.py)."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_help_in_plain_words'),
    ]

    operations = []
