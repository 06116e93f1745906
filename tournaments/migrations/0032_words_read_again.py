"""How models are called, and what a constraint says: no table holds it."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_facts_by_their_names'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='pass',
            options={'verbose_name_plural': 'personal links'},
        ),
        migrations.AlterModelOptions(
            name='registrationterms',
            options={'ordering': ['event'], 'verbose_name_plural': 'registration settings'},
        ),
        migrations.AlterModelOptions(
            name='spantotals',
            options={'ordering': ['player', 'scope', 'span'], 'verbose_name_plural': 'totals by period'},
        ),
        migrations.AlterModelOptions(
            name='wish',
            options={'ordering': ['kind', 'pk'], 'verbose_name_plural': 'seating requests'},
        ),
        migrations.AlterConstraint(
            model_name='venue',
            name='venue_name_once_per_club',
            constraint=models.UniqueConstraint(models.F('club'), django.db.models.functions.text.Lower('name'), name='venue_name_once_per_club', violation_error_message='The club already has a venue with that name. Choose another name.'),
        ),
    ]
