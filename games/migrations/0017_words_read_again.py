"""What a constraint says: no table holds it."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('games', '0016_help_in_plainer_words'),
    ]

    operations = [
        migrations.AlterConstraint(
            model_name='user',
            name='one_user_per_email',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_user_per_email', violation_error_message='That email address is taken. Use a different one.'),
        ),
    ]
