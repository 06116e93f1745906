"""Who may play in a season: transfers and borrowed players are counted, and nobody is named twice on one day."""

from collections import defaultdict
from typing import Any
from zoneinfo import ZoneInfo

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def count_transfers(apps: Any, schema_editor: Any) -> None:
    """Of seasons that are not closed. Until now they had no limit."""
    alias = schema_editor.connection.alias
    rows = apps.get_model("tournaments", "SquadPlayer").objects.using(alias).exclude(season__state="closed")
    before: dict[tuple[int, int], Any] = {}
    moves: dict[tuple[int, int], int] = defaultdict(int)
    for row in rows.order_by("season", "player", "since", "pk"):
        key = row.season_id, row.player_id
        if key in before and before[key] != row.squad_id:
            moves[key] += 1
            row.move = moves[key]
            row.save(update_fields=["move"])
        before[key] = row.squad_id


def know_the_days(apps: Any, schema_editor: Any) -> None:
    """Of line-ups to come. Whoever is named twice on a day already stays so, and is found when it is set again."""
    alias = schema_editor.connection.alias
    rows = apps.get_model("tournaments", "LineUpPlayer").objects.using(alias).select_related("season__league__club")
    rows = rows.filter(fixture__state="planned", fixture__event=None).select_related("fixture").order_by("pk")
    taken: set[tuple[int, int, Any]] = set()
    for row in rows:
        day = row.fixture.starts_at.astimezone(ZoneInfo(row.season.league.club.zone)).date()
        key = row.season_id, row.player_id, day
        if key not in taken:
            taken.add(key)
            row.day = day
            row.save(update_fields=["day"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_seat_last_action'),
        ('tournaments', '0023_fixture_handicap'),
    ]

    operations = [
        migrations.CreateModel(
            name='Exemption',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TransferRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('on', models.DateField()),
                ('answer', models.CharField(blank=True, choices=[('', 'waits for the other captain'), ('agreed', 'agreed'), ('declined', 'declined'), ('cancelled', 'canceled')], default='', max_length=12)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='lineupplayer',
            name='day',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='lineupplayer',
            name='loan',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='lineupplayer',
            name='loans',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='players_until',
            field=models.DateField(blank=True, null=True, verbose_name='new players until'),
        ),
        migrations.AddField(
            model_name='season',
            name='transfers_until',
            field=models.DateField(blank=True, null=True, verbose_name='transfers until'),
        ),
        migrations.AddField(
            model_name='squadplayer',
            name='most',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='squadplayer',
            name='move',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name='squadplayer',
            constraint=models.UniqueConstraint(fields=('season', 'player', 'move'), name='transfer_counted_once'),
        ),
        migrations.AddConstraint(
            model_name='squadplayer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('most__isnull', True), ('move__isnull', True)), models.Q(('most__isnull', True), ('move__gte', 1)), models.Q(('most__gte', models.F('move')), ('most__isnull', False), ('move__gte', 1), ('move__isnull', False)), _connector='OR'), name='transfers_within_the_limit'),
        ),
        migrations.AddField(
            model_name='exemption',
            name='fixture',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='exemptions', to='tournaments.fixture'),
        ),
        migrations.AddField(
            model_name='exemption',
            name='journal',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry'),
        ),
        migrations.AddField(
            model_name='exemption',
            name='membership',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='exemption', to='tournaments.squadplayer'),
        ),
        migrations.AddField(
            model_name='exemption',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='exemptions', to='games.player'),
        ),
        migrations.AddField(
            model_name='exemption',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='exemptions', to='tournaments.season'),
        ),
        migrations.AddField(
            model_name='exemption',
            name='squad',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exemptions', to='tournaments.squad'),
        ),
        migrations.AddField(
            model_name='lineupplayer',
            name='exemption',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='line_up', to='tournaments.exemption'),
        ),
        migrations.AddConstraint(
            model_name='lineupplayer',
            constraint=models.UniqueConstraint(fields=('fixture', 'squad', 'loan'), name='loan_counted_once'),
        ),
        migrations.AddConstraint(
            model_name='lineupplayer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('loan__isnull', True), ('loans__isnull', True)), models.Q(('loan__gte', 1), ('loans__isnull', True), ('turn__isnull', False)), models.Q(('loan__gte', 1), ('loan__isnull', False), ('loans__gte', models.F('loan')), ('loans__isnull', False), ('turn__isnull', False)), _connector='OR'), name='loans_within_the_limit'),
        ),
        migrations.AddConstraint(
            model_name='lineupplayer',
            constraint=models.UniqueConstraint(condition=models.Q(('exemption__isnull', True)), fields=('season', 'player', 'day'), name='one_line_up_per_player_and_day'),
        ),
        migrations.AddConstraint(
            model_name='lineupplayer',
            constraint=models.CheckConstraint(condition=models.Q(('exemption__isnull', True), models.Q(('loan__isnull', True), ('turn__isnull', True)), _connector='OR'), name='exemption_is_not_counted'),
        ),
        migrations.AddField(
            model_name='transferrequest',
            name='answered',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry'),
        ),
        migrations.AddField(
            model_name='transferrequest',
            name='asked',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.journalentry'),
        ),
        migrations.AddField(
            model_name='transferrequest',
            name='leaving',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfers_to_answer', to='tournaments.squad'),
        ),
        migrations.AddField(
            model_name='transferrequest',
            name='membership',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.squadplayer'),
        ),
        migrations.AddField(
            model_name='transferrequest',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfer_requests', to='games.player'),
        ),
        migrations.AddField(
            model_name='transferrequest',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfer_requests', to='tournaments.season'),
        ),
        migrations.AddField(
            model_name='transferrequest',
            name='squad',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfers_asked', to='tournaments.squad'),
        ),
        migrations.AddConstraint(
            model_name='exemption',
            constraint=models.UniqueConstraint(fields=('fixture', 'squad', 'player'), name='one_exemption_per_player_and_fixture'),
        ),
        migrations.AddConstraint(
            model_name='exemption',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('fixture__isnull', False), ('membership__isnull', True)), models.Q(('fixture__isnull', True), ('membership__isnull', False)), _connector='OR'), name='exemption_is_for_a_fixture_or_a_membership'),
        ),
        migrations.AddConstraint(
            model_name='exemption',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='exemption_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='transferrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('answer', '')), fields=('season', 'player'), name='one_transfer_asked_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='transferrequest',
            constraint=models.CheckConstraint(condition=models.Q(('squad', models.F('leaving')), _negated=True), name='transfer_is_between_two_squads'),
        ),
        migrations.AddConstraint(
            model_name='transferrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered__isnull', True)), models.Q(('answer__in', ['agreed', 'declined', 'cancelled']), ('answered__isnull', False)), _connector='OR'), name='transfer_is_answered_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='transferrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', 'agreed'), ('membership__isnull', False)), models.Q(models.Q(('answer', 'agreed'), _negated=True), ('membership__isnull', True)), _connector='OR'), name='only_an_agreed_transfer_moves_somebody'),
        ),
        migrations.RunPython(count_transfers, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(know_the_days, migrations.RunPython.noop, elidable=True),
    ]
