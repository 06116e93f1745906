"""What is left of a league's week: exceptions are revoked, charges dismissed, teams join late, nights differ."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_seat_last_action'),
        ('tournaments', '0026_cups'),
    ]

    operations = [
        migrations.CreateModel(
            name='DismissedCharge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('team_fee', 'Entry fee'), ('player_fee', 'New player'), ('fine', 'Fine')], max_length=12)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('fixture', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='dismissed_charges', to='tournaments.fixture')),
                ('journal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='dismissed_charges', to='games.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dismissed_charges', to='tournaments.season')),
                ('squad', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dismissed_charges', to='tournaments.squad')),
                ('undone', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'team_fee'), ('undone', None)), fields=('squad',), name='team_fee_dismissed_once'), models.UniqueConstraint(condition=models.Q(('kind', 'player_fee'), ('undone', None)), fields=('season', 'player'), name='player_fee_dismissed_once'), models.UniqueConstraint(condition=models.Q(('kind', 'fine'), ('undone', None)), fields=('squad', 'fixture'), name='fine_dismissed_once'), models.CheckConstraint(condition=models.Q(models.Q(('fixture', None), ('kind', 'team_fee'), ('player', None)), models.Q(('fixture', None), ('kind', 'player_fee'), ('player__isnull', False)), models.Q(('fixture__isnull', False), ('kind', 'fine'), ('player', None)), _connector='OR'), name='dismissed_charge_is_about_something')],
            },
        ),
        migrations.CreateModel(
            name='WithdrawnLineUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pair', models.PositiveSmallIntegerField()),
                ('chair', models.PositiveSmallIntegerField()),
                ('is_own', models.BooleanField(default=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawn_places', to='games.player')),
                ('squad', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.squad')),
                ('withdrawn', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_up', to='tournaments.withdrawnfixture')),
            ],
            options={
                'ordering': ['withdrawn', 'squad', 'pair', 'chair'],
                'constraints': [models.UniqueConstraint(fields=('withdrawn', 'player'), name='player_once_per_withdrawn_fixture'), models.UniqueConstraint(fields=('withdrawn', 'squad', 'pair', 'chair'), name='one_player_per_withdrawn_chair'), models.CheckConstraint(condition=models.Q(('chair__in', [0, 1]), ('pair__gte', 1)), name='withdrawn_chair_known')],
            },
        ),
        migrations.RemoveConstraint(
            model_name='exemption',
            name='one_exemption_per_player_and_fixture',
        ),
        migrations.AddField(
            model_name='exemption',
            name='revoked',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry'),
        ),
        migrations.AddField(
            model_name='exemption',
            name='revoked_why',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='section',
            name='days_after',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='squad',
            name='joined_week',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='transferrequest',
            name='is_offer',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='exemption',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked__isnull', True)), fields=('fixture', 'squad', 'player'), name='one_exemption_per_player_and_fixture'),
        ),
        migrations.AddConstraint(
            model_name='exemption',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('revoked__isnull', True), ('revoked_why', '')), models.Q(('revoked__isnull', False), models.Q(('revoked_why', ''), _negated=True)), _connector='OR'), name='exemption_is_revoked_with_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='section',
            constraint=models.CheckConstraint(condition=models.Q(('days_after__lte', 6)), name='section_plays_within_a_week'),
        ),
        migrations.AddConstraint(
            model_name='squad',
            constraint=models.CheckConstraint(condition=models.Q(('joined_week__isnull', True), ('joined_week__gte', 1), _connector='OR'), name='squad_joined_in_a_week_from_one'),
        ),
    ]
