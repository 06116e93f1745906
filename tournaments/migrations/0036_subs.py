import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_notifications'),
        ('tournaments', '0035_attendance'),
    ]

    operations = [
        migrations.CreateModel(
            name='SubRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('start', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('next_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'Looking for a substitute'), ('filled', 'Substitute found'), ('withdrawn', 'No longer needed'), ('expired', 'No one said yes')], default='open', max_length=12)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.player')),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sub_requests', to='tournaments.entry')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sub_requests', to='tournaments.event')),
                ('fixture', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sub_requests', to='tournaments.fixture')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sub_requests', to='games.player')),
                ('squad', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sub_requests', to='tournaments.squad')),
                ('sub', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.player')),
            ],
            options={
                'verbose_name': 'substitute request',
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('state', 'open')), fields=['until'], name='sub_requests_open')],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('event__isnull', False), ('fixture__isnull', True), ('squad__isnull', True)), models.Q(('entry__isnull', True), ('event__isnull', True), ('fixture__isnull', False), ('squad__isnull', False)), _connector='OR'), name='sub_request_is_for_an_entry_or_a_line_up'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state', 'filled'), ('sub__isnull', False)), models.Q(('state__in', ['open', 'withdrawn', 'expired']), ('sub__isnull', True)), _connector='OR'), name='only_a_filled_sub_request_has_a_sub'),
                    models.CheckConstraint(condition=models.Q(('sub', None), models.Q(('sub', models.F('player')), _negated=True), _connector='OR'), name='sub_is_someone_else'),
                    models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('event', 'player'), name='one_open_sub_request_per_event'),
                    models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('fixture', 'player'), name='one_open_sub_request_per_fixture'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SubAsk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(blank=True, choices=[('', 'No answer yet'), ('yes', 'Said yes'), ('no', 'Said no')], default='', max_length=3)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sub_asks', to='games.player')),
                ('request', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='asks', to='tournaments.subrequest')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(fields=('request', 'player'), name='asked_once_for_a_seat'),
                    models.UniqueConstraint(condition=models.Q(('answer', 'yes')), fields=('request',), name='one_yes_per_seat'),
                    models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True)), models.Q(('answer__in', ['yes', 'no']), ('answered_at__isnull', False)), _connector='OR'), name='sub_answer_known'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SubEvening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('weekday', models.PositiveSmallIntegerField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sub_evenings', to='tournaments.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sub_evenings', to='games.player')),
            ],
            options={
                'ordering': ['club', 'player', 'weekday'],
                'constraints': [models.UniqueConstraint(fields=('club', 'player', 'weekday'), name='sub_evening_once'), models.CheckConstraint(condition=models.Q(('weekday__lte', 6)), name='sub_evening_is_a_day_of_the_week')],
            },
        ),
    ]
