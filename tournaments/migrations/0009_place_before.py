"""Where everybody stood before the newest round. Standings of before say nothing of it, so each stage settles once."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone


def settle_each_stage(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Mark one match with a score in every stage: the sweep settles its stage, and writes the new column."""
    match = apps.get_model("tournaments", "Match").objects.using(schema_editor.connection.alias)
    scored = match.filter(standing__isnull=False).values("round__stage").annotate(newest=models.Max("pk"))
    match.filter(pk__in=[row["newest"] for row in scored], unsettled_since__isnull=True).update(
        unsettled_since=timezone.now()
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_house_rules'),
    ]

    operations = [
        migrations.AddField(
            model_name='standing',
            name='place_before',
            field=models.PositiveSmallIntegerField(blank=True, help_text="Before the newest round with a result. Empty for players "
            "who weren’t in it yet.", null=True),
        ),
        migrations.RunPython(settle_each_stage, migrations.RunPython.noop),
    ]
