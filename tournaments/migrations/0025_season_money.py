"""A ledger for the money of a season, and what the season costs."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_seat_last_action'),
        ('tournaments', '0024_season_eligibility'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeasonFees',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('team', models.PositiveIntegerField(default=0, verbose_name='entry fee of a team in cents')),
                ('player', models.PositiveIntegerField(default=0, verbose_name='fee for a new player in cents')),
                ('late_card', models.PositiveIntegerField(default=0, verbose_name='fine for a late card in cents')),
                ('revision', models.PositiveIntegerField(default=1)),
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='fees', to='tournaments.season')),
            ],
        ),
        migrations.CreateModel(
            name='SeasonPosting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('team_fee', 'Entry fee'), ('player_fee', 'New player'), ('fine', 'Fine'), ('payment', 'Payment'), ('waiver', 'Waived'), ('added', 'Added to the fund'), ('spent', 'Spent')], max_length=12)),
                ('debit', models.CharField(choices=[('teams', 'Teams'), ('owed', 'Owed'), ('fund', 'Fund'), ('spent', 'Spent'), ('club', 'Club')], max_length=8)),
                ('credit', models.CharField(choices=[('teams', 'Teams'), ('owed', 'Owed'), ('fund', 'Fund'), ('spent', 'Spent'), ('club', 'Club')], max_length=8)),
                ('cents', models.PositiveIntegerField()),
                ('fund', models.PositiveIntegerField()),
                ('turn', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('left', models.PositiveIntegerField(blank=True, null=True)),
                ('way', models.CharField(blank=True, choices=[('cash', 'Cash'), ('bank', 'Bank transfer'), ('card', 'Card'), ('check', 'Check'), ('other', 'Another way')], max_length=8)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('charge', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='settled_by', to='tournaments.seasonposting')),
                ('fixture', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='tournaments.fixture')),
                ('journal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='season_postings', to='games.player')),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='tournaments.seasonposting')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='tournaments.season')),
                ('squad', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='tournaments.squad')),
            ],
            options={
                'ordering': ['season', 'number'],
                'constraints': [models.UniqueConstraint(fields=('season', 'number'), name='one_season_posting_per_number'), models.CheckConstraint(condition=models.Q(('cents__gt', 0), ('number__gte', 1)), name='season_posting_moves_money'), models.CheckConstraint(condition=models.Q(('debit', models.F('credit')), _negated=True), name='season_posting_between_two_accounts'), models.CheckConstraint(condition=models.Q(models.Q(('credit', 'owed'), ('debit', 'teams'), ('kind__in', ['team_fee', 'player_fee', 'fine']), ('reverses', None)), models.Q(('credit', 'teams'), ('debit', 'owed'), ('kind__in', ['team_fee', 'player_fee', 'fine']), ('reverses__isnull', False)), models.Q(('credit', 'fund'), ('debit', 'owed'), ('kind', 'payment'), ('reverses', None)), models.Q(('credit', 'owed'), ('debit', 'fund'), ('kind', 'payment'), ('reverses__isnull', False)), models.Q(('credit', 'teams'), ('debit', 'owed'), ('kind', 'waiver'), ('reverses', None)), models.Q(('credit', 'owed'), ('debit', 'teams'), ('kind', 'waiver'), ('reverses__isnull', False)), models.Q(('credit', 'fund'), ('debit', 'club'), ('kind', 'added'), ('reverses', None)), models.Q(('credit', 'club'), ('debit', 'fund'), ('kind', 'added'), ('reverses__isnull', False)), models.Q(('credit', 'spent'), ('debit', 'fund'), ('kind', 'spent'), ('reverses', None)), models.Q(('credit', 'fund'), ('debit', 'spent'), ('kind', 'spent'), ('reverses__isnull', False)), _connector='OR'), name='season_posting_goes_its_way'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['added', 'spent']), ('squad', None)), models.Q(models.Q(('kind__in', ['added', 'spent']), _negated=True), models.Q(('squad', None), _negated=True)), _connector='OR'), name='season_posting_is_of_a_squad_or_the_fund'), models.CheckConstraint(condition=models.Q(models.Q(('charge__isnull', False), ('kind__in', ['payment', 'waiver']), ('left__isnull', False), ('turn__gte', 1), ('turn__isnull', False)), models.Q(models.Q(('kind__in', ['payment', 'waiver']), _negated=True), ('charge', None), ('left', None)), _connector='OR'), name='only_payments_and_waivers_settle_a_charge'), models.UniqueConstraint(fields=('charge', 'turn'), name='charge_settled_in_turns'), models.UniqueConstraint(condition=models.Q(('kind', 'team_fee'), ('reverses', None)), fields=('squad', 'turn'), name='team_fee_charged_once'), models.UniqueConstraint(condition=models.Q(('kind', 'player_fee'), ('reverses', None)), fields=('season', 'player', 'turn'), name='player_fee_charged_once'), models.UniqueConstraint(condition=models.Q(('kind', 'fine'), ('reverses', None)), fields=('squad', 'fixture', 'turn'), name='fine_of_a_fixture_charged_once'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['team_fee', 'player_fee', 'fine']), _negated=True), ('reverses__isnull', False), models.Q(('turn__gte', 1), ('turn__isnull', False)), _connector='OR'), name='charge_is_counted'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'player_fee'), _negated=True), ('player__isnull', False), _connector='OR'), name='player_fee_is_for_somebody'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'payment'), ('reverses', None), models.Q(('way', ''), _negated=True)), models.Q(('way', ''), models.Q(models.Q(('kind', 'payment'), _negated=True), ('reverses__isnull', False), _connector='OR')), _connector='OR'), name='only_a_payment_has_a_way'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['fine', 'waiver', 'added', 'spent']), ('note', ''), _negated=True), models.Q(('note', ''), ('reverses__isnull', False), _negated=True)), name='season_posting_says_what_for')],
            },
        ),
    ]
