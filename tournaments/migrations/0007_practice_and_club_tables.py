"""Tables online of clubs. Games with bots earn practice achievements only, so all achievements are computed again."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
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

    operations = [
        migrations.AddField(
            model_name="club",
            name="counts_friendly_games",
            field=models.BooleanField(
                default=False,
                help_text=(
                    "Games at online tables that members open for the club count on its leaderboards, in its "
                    "ratings and in jackpots that include them. This applies to tables opened from now on. "
                    "Games with bots never count."
                ),
                verbose_name="friendly games online count",
            ),
        ),
        migrations.CreateModel(
            name="ClubTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("counts", models.BooleanField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables_online", to="tournaments.club"
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="for_club", to="games.table"
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.RunPython(count_again, count_again),
    ]
