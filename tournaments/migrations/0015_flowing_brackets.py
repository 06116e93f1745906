"""Rounds whose matches are called one by one may be out beside each other; nobody and no table is called twice."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_namesakes_have_marks'),
        ('tournaments', '0014_venues_retire'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='round',
            name='one_round_open_at_a_time',
        ),
        migrations.AddField(
            model_name='match',
            name='called_in',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.stage'),
        ),
        migrations.AddField(
            model_name='round',
            name='opens_singly',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='called_in',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.stage'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('called_in', 'table'), name='one_called_match_per_table'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('called_in', None), models.Q(('state__in', ['standing', 'void']), _negated=True), _connector='OR'), name='called_match_is_not_decided'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(models.Q(('status', 'closed'), _negated=True), ('opens_singly', False)), fields=('stage',), name='one_round_open_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('opens_singly', False), models.Q(('status', 'draft'), _negated=True), _connector='OR'), name='matches_called_singly_are_no_draft'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('called_in', 'player'), name='one_called_seat_per_player'),
        ),
    ]
