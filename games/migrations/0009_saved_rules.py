"""Players save house rules of their own; saved rules have a link."""

import secrets

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import games.house_rules.models


def give_codes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("games", "RulePreset").objects.using(schema_editor.connection.alias)
    for pk in rows.values_list("pk", flat=True):
        rows.filter(pk=pk).update(code=secrets.token_urlsafe(10))


class Migration(migrations.Migration):
    dependencies = [("games", "0008_co_owners")]

    operations = [
        migrations.AlterField("rulepreset", "name", models.CharField("name", max_length=60)),
        migrations.AddField(
            "rulepreset",
            "owner",
            models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rule_presets",
                to="games.player",
            ),
        ),
        migrations.AddField("rulepreset", "code", models.CharField(editable=False, max_length=20, null=True)),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            "rulepreset",
            "code",
            models.CharField(
                default=games.house_rules.models.new_code, editable=False, max_length=20, unique=True
            ),
        ),
        migrations.AddConstraint(
            "rulepreset",
            models.UniqueConstraint(
                condition=models.Q(("owner", None)),
                fields=("name",),
                name="one_rule_preset_of_the_site_per_name",
            ),
        ),
        migrations.AddConstraint(
            "rulepreset",
            models.UniqueConstraint(fields=("owner", "name"), name="one_rule_preset_per_name_and_owner"),
        ),
    ]
