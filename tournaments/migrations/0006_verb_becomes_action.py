from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_messages'),
    ]

    operations = [
        migrations.RenameField(
            model_name='journalentry',
            old_name='verb',
            new_name='action',
        ),
    ]
