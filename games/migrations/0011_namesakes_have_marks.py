"""What tells namesakes of a club apart. Who is marked already on this site: tournaments 0011."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_turn_sound")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="mark",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="Tells people with the same name apart in a club, after the name.",
                max_length=20,
            ),
        ),
    ]
