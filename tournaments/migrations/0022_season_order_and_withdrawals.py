"""Squads leave a season, shared places are decided, and no lot decides a season that is not closed."""

from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def leave_out_the_lot(apps: Any, schema_editor: Any) -> None:
    """The sweep makes the tables of running seasons again."""
    alias = schema_editor.connection.alias
    seasons = apps.get_model("tournaments", "Season").objects.using(alias).exclude(state="closed")
    for season in seasons.only("criteria"):
        if "lot" in season.criteria:
            season.criteria = [key for key in season.criteria if key != "lot"]
            season.save(update_fields=["criteria"])
            lines = apps.get_model("tournaments", "SectionLine").objects.using(alias)
            lines.filter(section__season=season).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_achievement_metric'),
    ]

    operations = [
        migrations.CreateModel(
            name='Withdrawal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('withdrew', 'Withdrew'), ('expelled', 'Expelled'), ('returned', 'Returned')], max_length=8)),
                ('results', models.CharField(blank=True, choices=[('expunge', 'No result of the team counts'), ('keep', "Results so far count. The rest isn’t played"), ('award', "Results so far count. The opponents win the rest")], max_length=8)),
                ('on', models.DateField(blank=True, null=True)),
                ('reason', models.CharField(max_length=200)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('journal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to='tournaments.season')),
                ('squad', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to='tournaments.squad')),
            ],
            options={
                'ordering': ['squad', 'number'],
            },
        ),
        migrations.CreateModel(
            name='WithdrawnFixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('draft', 'Draft'), ('planned', 'To be played'), ('postponed', 'Postponed, no day yet'), ('played', 'Played'), ('walkover', "Forfeit"), ('unfulfilled', "Not played"), ('void', 'Void')], max_length=12)),
                ('at_fault', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawn', to='tournaments.fixture')),
                ('withdrawal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='fixtures', to='tournaments.withdrawal')),
            ],
            options={
                'ordering': ['withdrawal', 'fixture'],
            },
        ),
        migrations.CreateModel(
            name='PlaceDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(max_length=200)),
                ('turn', models.PositiveSmallIntegerField()),
                ('method', models.CharField(choices=[('match', 'They played a deciding match'), ('organizers', 'The organizers decide'), ('undone', 'Undone')], max_length=12)),
                ('order', models.JSONField(blank=True, default=list)),
                ('reason', models.CharField(max_length=200)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('journal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry')),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournaments.section')),
            ],
            options={
                'ordering': ['section', 'about', 'turn'],
                'constraints': [models.UniqueConstraint(fields=('section', 'about', 'turn'), name='one_place_decision_per_turn'), models.CheckConstraint(condition=models.Q(('turn__gte', 1), models.Q(('reason', ''), _negated=True)), name='place_decision_has_a_reason'), models.CheckConstraint(condition=models.Q(('method__in', ['match', 'organizers', 'undone'])), name='place_decision_method_known')],
            },
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.UniqueConstraint(fields=('squad', 'number'), name='one_withdrawal_per_number'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), models.Q(('reason', ''), _negated=True)), name='withdrawal_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['withdrew', 'expelled']), ('on__isnull', False), ('results__in', ['expunge', 'keep', 'award'])), models.Q(('kind', 'returned'), ('on__isnull', True), ('results', '')), _connector='OR'), name='withdrawal_says_what_counts'),
        ),
        migrations.AddConstraint(
            model_name='withdrawnfixture',
            constraint=models.UniqueConstraint(fields=('withdrawal', 'fixture'), name='fixture_withdrawn_once_at_a_time'),
        ),
        migrations.RemoveConstraint(
            model_name='seat',
            name='seat_is_an_entrys_or_the_houses',
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('house__isnull', True), ('player__isnull', False)), models.Q(('entry__isnull', True), ('house__isnull', False), ('player__isnull', True)), models.Q(('entry__isnull', False), ('house', 0), ('house__isnull', False), ('player__isnull', True)), _connector='OR'), name='seat_is_an_entrys_or_the_houses'),
        ),
        migrations.RunPython(leave_out_the_lot, migrations.RunPython.noop),
    ]
