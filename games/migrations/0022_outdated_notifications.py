from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0021_reviews_daily_deal_and_puzzles'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notificationdelivery',
            name='why_not',
            field=models.CharField(blank=True, choices=[('late', 'Late'), ('outdated', 'Outdated'), ('turned_off', 'Turned Off'), ('no_address', 'No Address'), ('gone', 'Gone'), ('refused', 'Refused')], max_length=10),
        ),
    ]
