import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0034_date_proposals'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='ask_days_before',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Number of days before the event. Leave empty to never ask.', null=True, verbose_name='ask who’s coming'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('ask_days_before', None), models.Q(('ask_days_before__gte', 1), ('ask_days_before__lte', 14)), _connector='OR'), name='event_asks_within_two_weeks'),
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('answer', models.CharField(blank=True, choices=[('yes', 'Yes'), ('maybe', 'Maybe'), ('no', 'No')], max_length=5)),
                ('left', models.BooleanField(default=False)),
                ('answered', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry')),
                ('asked', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.club')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attendance', to='tournaments.event')),
                ('fixture', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attendance', to='tournaments.fixture')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attendance', to='games.player')),
            ],
            options={
                'verbose_name_plural': 'attendance',
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'player'), name='one_answer_per_person_and_event'),
                    models.UniqueConstraint(fields=('fixture', 'player'), name='one_answer_per_person_and_match'),
                    models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', False), ('fixture', None)), models.Q(('event', None), ('fixture__isnull', False)), _connector='OR'), name='answer_is_about_an_event_or_a_match'),
                    models.CheckConstraint(condition=models.Q(('answer__in', ['', 'yes', 'maybe', 'no'])), name='coming_answer_known'),
                    models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered', None)), models.Q(models.Q(('answer', ''), _negated=True), ('answered__isnull', False)), _connector='OR'), name='answer_is_in_the_log'),
                    models.CheckConstraint(condition=models.Q(('asked__isnull', False), ('answered__isnull', False), _connector='OR'), name='someone_asked_or_answered'),
                    models.CheckConstraint(condition=models.Q(('left', False), ('answer', 'no'), _connector='OR'), name='only_a_no_gives_up_the_spot'),
                ],
            },
        ),
    ]
