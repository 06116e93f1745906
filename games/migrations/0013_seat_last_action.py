from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0012_table_entries_name_actions")]

    operations = [
        migrations.RenameField("seat", "deed", "last_action"),
        migrations.RenameField("seat", "is_minded", "is_bot_controlled"),
    ]
