"""An achievement counts a metric, and a line of registration follows the check-in list."""

from typing import Any

from django.db import migrations


def rename_action(apps: Any, schema_editor: Any) -> None:
    entries = apps.get_model("tournaments", "JournalEntry").objects.using(schema_editor.connection.alias)
    entries.filter(action="follow_door").update(action="follow_check_in")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_result_cards")]

    operations = [
        migrations.RenameField("achievementrule", "deed", "metric"),
        migrations.RunPython(rename_action, migrations.RunPython.noop),
    ]
