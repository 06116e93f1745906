from django.db import migrations


def keep_choices(apps, schema_editor):
    """Whoever asked for emails about achievements has chosen the daily email for them."""
    database = schema_editor.connection.alias
    player = apps.get_model("games", "Player").objects.using(database)
    asked = apps.get_model("tournaments", "DigestSubscription").objects.using(database).values("user")
    players = player.filter(user__in=asked, erased_at=None).order_by("pk").values_list("pk", flat=True)
    choice = apps.get_model("games", "NotificationChoice")
    choice.objects.using(database).bulk_create(
        [choice(player_id=pk, kind="achievement", push=False, mail="daily") for pk in players], ignore_conflicts=True
    )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_notifications'),
        ('tournaments', '0037_chat_webhooks'),
    ]

    operations = [
        migrations.RunPython(keep_choices, migrations.RunPython.noop),
        migrations.RemoveIndex(
            model_name='unlock',
            name='feats_not_mailed',
        ),
        migrations.RemoveField(
            model_name='unlock',
            name='mail',
        ),
        migrations.DeleteModel(
            name='DigestMail',
        ),
        migrations.DeleteModel(
            name='DigestSubscription',
        ),
    ]
