from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0036_subs'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='webhookdelivery',
            name='webhook_delivery_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='webhookkind',
            name='webhook_kind_known',
        ),
        migrations.AddField(
            model_name='webhook',
            name='language',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='webhook',
            name='shape',
            field=models.CharField(default='plain', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(('shape__in', ['plain', 'chat'])), name='webhook_shape_known'),
        ),
        migrations.AddConstraint(
            model_name='webhookdelivery',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['result.standing', 'round.published', 'round.closed', 'event.finished', 'event.changed', 'event.canceled', 'registration.opened', 'check_in.opened', 'achievement.earned', 'jackpot.closed', 'webhook.test'])), name='webhook_delivery_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='webhookkind',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['result.standing', 'round.published', 'round.closed', 'event.finished', 'event.changed', 'event.canceled', 'registration.opened', 'check_in.opened', 'achievement.earned', 'jackpot.closed'])), name='webhook_kind_known'),
        ),
    ]
