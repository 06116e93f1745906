"""Cups beside a league: their rounds, and matches that are fixtures without a section."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_seat_last_action'),
        ('tournaments', '0025_season_money'),
    ]

    operations = [
        migrations.CreateModel(
            name='Cup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60)),
                ('kind', models.CharField(choices=[('teams', 'Teams'), ('pairs', 'Pairs')], max_length=8)),
                ('method', models.CharField(choices=[('hat', 'From the hat'), ('seeded', 'Seeded'), ('regional', 'By region')], max_length=12)),
                ('opening', models.CharField(choices=[('preliminary', 'Preliminary round'), ('byes', 'Byes in round 1')], max_length=12)),
                ('is_neutral', models.BooleanField(default=False, verbose_name='at neutral venues')),
                ('best_of', models.PositiveSmallIntegerField(default=3)),
                ('cancelled_because', models.CharField(blank=True, max_length=200)),
                ('version', models.PositiveIntegerField(default=1, editable=False)),
            ],
            options={
                'ordering': ['season', 'number'],
            },
        ),
        migrations.CreateModel(
            name='CupDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn', models.PositiveSmallIntegerField()),
                ('method', models.CharField(choices=[('match', 'They played a deciding match'), ('organizers', 'The organizers decide'), ('undone', 'Undone')], max_length=12)),
                ('reason', models.CharField(max_length=200)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['match', 'turn'],
            },
        ),
        migrations.CreateModel(
            name='CupEntrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('seed', models.PositiveSmallIntegerField()),
                ('region', models.CharField(blank=True, max_length=40)),
            ],
            options={
                'ordering': ['cup', 'seed'],
            },
        ),
        migrations.CreateModel(
            name='CupMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('bye', models.CharField(blank=True, choices=[('lot', 'by random draw'), ('seed', 'as one of the best seeds'), ('region', 'as the last one left in the region')], max_length=8)),
                ('play_by', models.DateField(blank=True, null=True)),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['round', 'number'],
            },
        ),
        migrations.CreateModel(
            name='CupPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chair', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['entrant', 'chair'],
            },
        ),
        migrations.CreateModel(
            name='CupRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('seed', models.CharField(max_length=64)),
                ('starts_at', models.DateTimeField()),
                ('play_by', models.DateField()),
            ],
            options={
                'ordering': ['cup', 'number'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='fixture',
            name='one_fixture_per_meeting',
        ),
        migrations.AlterField(
            model_name='fixture',
            name='section',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fixtures', to='tournaments.section'),
        ),
        migrations.AddField(
            model_name='cup',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cups', to='tournaments.season'),
        ),
        migrations.AddField(
            model_name='fixture',
            name='cup',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fixtures', to='tournaments.cup'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(condition=models.Q(('cup__isnull', True)), fields=('home', 'away', 'leg'), name='one_fixture_per_meeting'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('cup', 'week', 'home'), name='home_once_per_round_of_a_cup'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('cup', 'week', 'away'), name='away_once_per_round_of_a_cup'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cup__isnull', True), ('section__isnull', False)), models.Q(('cup__isnull', False), ('section__isnull', True)), _connector='OR'), name='fixture_counts_in_a_table_or_a_cup'),
        ),
        migrations.AddField(
            model_name='cupdecision',
            name='journal',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry'),
        ),
        migrations.AddField(
            model_name='cupentrant',
            name='cup',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='tournaments.cup'),
        ),
        migrations.AddField(
            model_name='cupentrant',
            name='squad',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cup_entries', to='tournaments.squad'),
        ),
        migrations.AddField(
            model_name='cupdecision',
            name='winner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.cupentrant'),
        ),
        migrations.AddField(
            model_name='cupmatch',
            name='away',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.cupentrant'),
        ),
        migrations.AddField(
            model_name='cupmatch',
            name='event',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cup_match', to='tournaments.event'),
        ),
        migrations.AddField(
            model_name='cupmatch',
            name='fixture',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cup_match', to='tournaments.fixture'),
        ),
        migrations.AddField(
            model_name='cupmatch',
            name='home',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.cupentrant'),
        ),
        migrations.AddField(
            model_name='cupmatch',
            name='venue',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cup_matches', to='tournaments.venue'),
        ),
        migrations.AddField(
            model_name='cupdecision',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournaments.cupmatch'),
        ),
        migrations.AddField(
            model_name='cupplayer',
            name='cup',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.cup'),
        ),
        migrations.AddField(
            model_name='cupplayer',
            name='entrant',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournaments.cupentrant'),
        ),
        migrations.AddField(
            model_name='cupplayer',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cup_places', to='games.player'),
        ),
        migrations.AddField(
            model_name='cupround',
            name='cup',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tournaments.cup'),
        ),
        migrations.AddField(
            model_name='cupround',
            name='journal',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry'),
        ),
        migrations.AddField(
            model_name='cupmatch',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='tournaments.cupround'),
        ),
        migrations.AddConstraint(
            model_name='cup',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='cup_number_once_per_season'),
        ),
        migrations.AddConstraint(
            model_name='cup',
            constraint=models.UniqueConstraint(fields=('season', 'name'), name='cup_name_once_per_season'),
        ),
        migrations.AddConstraint(
            model_name='cup',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['teams', 'pairs']), ('method__in', ['hat', 'seeded', 'regional']), ('opening__in', ['preliminary', 'byes'])), name='cup_rules_known'),
        ),
        migrations.AddConstraint(
            model_name='cup',
            constraint=models.CheckConstraint(condition=models.Q(('best_of', 1), ('best_of', 3), ('best_of', 5), ('best_of', 7), ('best_of', 9), _connector='OR'), name='cup_best_of_is_odd'),
        ),
        migrations.AddConstraint(
            model_name='cupentrant',
            constraint=models.UniqueConstraint(fields=('cup', 'number'), name='cup_entrant_number_once'),
        ),
        migrations.AddConstraint(
            model_name='cupentrant',
            constraint=models.UniqueConstraint(fields=('cup', 'seed'), name='one_cup_entrant_per_seed'),
        ),
        migrations.AddConstraint(
            model_name='cupentrant',
            constraint=models.UniqueConstraint(fields=('cup', 'squad'), name='squad_once_per_cup'),
        ),
        migrations.AddConstraint(
            model_name='cupentrant',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('seed__gte', 1)), name='cup_entrant_counted_from_one'),
        ),
        migrations.AddConstraint(
            model_name='cupdecision',
            constraint=models.UniqueConstraint(fields=('match', 'turn'), name='one_cup_decision_per_turn'),
        ),
        migrations.AddConstraint(
            model_name='cupdecision',
            constraint=models.CheckConstraint(condition=models.Q(('turn__gte', 1), models.Q(('reason', ''), _negated=True)), name='cup_decision_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='cupdecision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('method__in', ['match', 'organizers']), ('winner__isnull', False)), models.Q(('method', 'undone'), ('winner__isnull', True)), _connector='OR'), name='cup_decision_names_a_winner'),
        ),
        migrations.AddConstraint(
            model_name='cupplayer',
            constraint=models.UniqueConstraint(fields=('cup', 'player'), name='player_once_per_cup'),
        ),
        migrations.AddConstraint(
            model_name='cupplayer',
            constraint=models.UniqueConstraint(fields=('entrant', 'chair'), name='one_cup_player_per_chair'),
        ),
        migrations.AddConstraint(
            model_name='cupplayer',
            constraint=models.CheckConstraint(condition=models.Q(('chair__lte', 1)), name='cup_chair_known'),
        ),
        migrations.AddConstraint(
            model_name='cupround',
            constraint=models.UniqueConstraint(fields=('cup', 'number'), name='one_cup_round_per_number'),
        ),
        migrations.AddConstraint(
            model_name='cupround',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='cup_round_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='cupmatch',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='one_cup_match_per_number'),
        ),
        migrations.AddConstraint(
            model_name='cupmatch',
            constraint=models.UniqueConstraint(fields=('round', 'home'), name='home_once_per_cup_round'),
        ),
        migrations.AddConstraint(
            model_name='cupmatch',
            constraint=models.UniqueConstraint(fields=('round', 'away'), name='away_once_per_cup_round'),
        ),
        migrations.AddConstraint(
            model_name='cupmatch',
            constraint=models.CheckConstraint(condition=models.Q(('home', models.F('away')), _negated=True), name='cup_match_has_two_sides'),
        ),
        migrations.AddConstraint(
            model_name='cupmatch',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('away__isnull', True), ('bye__in', ['lot', 'seed', 'region']), ('play_by__isnull', True)), models.Q(('away__isnull', False), ('bye', ''), ('play_by__isnull', False)), _connector='OR'), name='only_a_bye_says_why'),
        ),
        migrations.AddConstraint(
            model_name='cupmatch',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('away__isnull', True), ('event__isnull', True), ('fixture__isnull', True), ('starts_at__isnull', True), ('venue__isnull', True)), models.Q(('event__isnull', True), ('fixture__isnull', False), ('starts_at__isnull', True), ('venue__isnull', True)), models.Q(('fixture__isnull', True), ('starts_at__isnull', False)), _connector='OR'), name='cup_match_has_one_day'),
        ),
    ]
