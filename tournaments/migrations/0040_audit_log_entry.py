"""The rows of the audit log get the name that the log has. The table and its columns keep theirs: the database changes
nothing, nor do backups and archives."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0039_unlocks_are_notified")]

    operations = [
        migrations.AlterModelTable("JournalEntry", "tournaments_journalentry"),
        migrations.RenameModel("JournalEntry", "AuditLogEntry"),
        migrations.AlterField(
            "auditlogentry",
            "club",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="audit_log", to="tournaments.club"
            ),
        ),
        migrations.AlterField(
            "auditlogentry",
            "event",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="audit_log",
                to="tournaments.event",
            ),
        ),
    ]
