"""What the site says at tables stands in columns of its own: messages, each a template with its values."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games.migrations import _old_words as old


def _check_now(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """PostgreSQL alters no table while checks of its rows are put off."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.connection.check_constraints()


def to_messages(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    lines = apps.get_model("games", "TableLine").objects.using(schema_editor.connection.alias)
    for line in lines.filter(kind="site").exclude(text="").only("pk", "text").iterator():
        lines.filter(pk=line.pk).update(said=old.message(line.text), text="")
    tables = apps.get_model("games", "Table").objects.using(schema_editor.connection.alias)
    for table in tables.exclude(notice_text="").only("pk", "notice_text").iterator():
        tables.filter(pk=table.pk).update(notice=old.message(table.notice_text))
    _check_now(schema_editor)


def to_texts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    lines = apps.get_model("games", "TableLine").objects.using(schema_editor.connection.alias)
    for line in lines.filter(said__isnull=False).only("pk", "said").iterator():
        lines.filter(pk=line.pk).update(text=old.text(line.said, 200))
    tables = apps.get_model("games", "Table").objects.using(schema_editor.connection.alias)
    for table in tables.filter(notice__isnull=False).only("pk", "notice").iterator():
        tables.filter(pk=table.pk).update(notice_text=old.text(table.notice, 200))
    _check_now(schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_token_second_step"),
    ]

    operations = [
        migrations.AlterField(
            "tableline", "text", models.CharField(blank=True, help_text="Of people. Empty: forgotten.", max_length=200)
        ),
        migrations.AddField(
            "tableline", "said", models.JSONField(blank=True, help_text="Of the site. Empty: forgotten.", null=True)
        ),
        migrations.RenameField("table", "notice", "notice_text"),
        migrations.AddField(
            "table",
            "notice",
            models.JSONField(blank=True, help_text="What the site says here until the next game.", null=True),
        ),
        migrations.RunPython(to_messages, to_texts),
        migrations.RemoveField("table", "notice_text"),
    ]
