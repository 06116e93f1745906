"""Games with bots earn practice achievements only, so everyone's achievements are computed again."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F
from django.utils import timezone

AT_ONCE = 500


def count_again(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A row in the queue for everyone who has achievements counted; workers take them when the site runs again."""
    alias = schema_editor.connection.alias
    Counting, Due = (apps.get_model("tournaments", name) for name in ("AwardCounting", "Due"))
    due = Due.objects.using(alias)
    players = Counting.objects.using(alias).order_by().values_list("player", flat=True).distinct()
    keys = sorted(map(str, players))
    now = timezone.now()
    for start in range(0, len(keys), AT_ONCE):
        part = keys[start : start + AT_ONCE]
        due.bulk_create([Due(kind="awards", key=key, next_at=now) for key in part], ignore_conflicts=True)
        due.filter(kind="awards", key__in=part).update(
            revision=F("revision") + 1, from_at=None, from_number=None, attempts=0, error="", parked_at=None, next_at=now
        )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_verb_becomes_action")]

    operations = [migrations.RunPython(count_again, count_again, elidable=False)]
