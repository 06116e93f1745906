"""Why a delivery failed becomes a message, and why the site switched a webhook off becomes a choice."""

import json
import re

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

TEMPLATES = (
    "There was no answer within {seconds} seconds.",
    "No safe connection could be made: {reason}.",
    "No connection could be made ({reason}).",
    "The answer was {status}, leading elsewhere. That is not followed: give the address it leads to.",
    "The answer was {status}; 200 to 299 would mean that it has arrived.",
    "Leave the port out of the address: nothing is sent to {port}.",
)
GONE, FAILING = "gone", "failing"
OFF_BECAUSE = {
    "The receiver answered 410, so nothing is sent there any more.": GONE,
    "Everything that was sent there failed for three days.": FAILING,
}
KEPT_AS_TEXT = ("WebhookAttempt", "WebhookDelivery")


def as_data(text: str) -> list[object]:
    """The template with its values as text; what is none of them stands as it is."""
    for template in TEMPLATES:
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(template))
        if found := re.fullmatch(pattern, text):
            return [template, found.groupdict()]
    return [text, {}]


def to_messages(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    for name in KEPT_AS_TEXT:
        rows = apps.get_model("tournaments", name).objects.using(alias)
        rows.filter(error="").update(error=None)
        for text in rows.filter(error__isnull=False).order_by("error").values_list("error", flat=True).distinct():
            rows.filter(error=text).update(error=json.dumps(as_data(text)))
    webhooks = apps.get_model("tournaments", "Webhook").objects.using(alias)
    for row in webhooks.exclude(off_because=""):
        row.off_because = OFF_BECAUSE.get(row.off_because, FAILING)
        row.save(update_fields=["off_because"])
    _check_now(schema_editor)


def to_texts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    for name in KEPT_AS_TEXT:
        rows = apps.get_model("tournaments", name).objects.using(alias)
        for text in rows.filter(error__isnull=False).order_by("error").values_list("error", flat=True).distinct():
            template, values = json.loads(text)
            rows.filter(error=text).update(error=template.format(**values)[:200] if values else template[:200])
        rows.filter(error__isnull=True).update(error="")
    sentences = {key: text for text, key in OFF_BECAUSE.items()}
    webhooks = apps.get_model("tournaments", "Webhook").objects.using(alias)
    for row in webhooks.exclude(off_because=""):
        row.off_because = sentences[row.off_because]
        row.save(update_fields=["off_because"])
    _check_now(schema_editor)


def _check_now(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """PostgreSQL alters no table while checks of its rows are put off."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_place_before"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="webhookattempt", name="webhook_attempt_says_what_failed"),
        migrations.AlterField("webhookattempt", "error", models.TextField(blank=True, null=True)),
        migrations.AlterField("webhookdelivery", "error", models.TextField(blank=True, null=True)),
        migrations.RunPython(to_messages, to_texts),
        migrations.AlterField("webhookattempt", "error", models.JSONField(blank=True, null=True)),
        migrations.AlterField("webhookdelivery", "error", models.JSONField(blank=True, null=True)),
        migrations.AlterField(
            model_name="webhook",
            name="off_because",
            field=models.CharField(
                blank=True,
                choices=[
                    (GONE, "The receiver answered 410, so we no longer send anything there."),
                    (FAILING, "Every delivery failed for three days."),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=Q(("off_because__in", ["", GONE, FAILING])), name="webhook_off_for_a_known_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="webhookattempt",
            constraint=models.CheckConstraint(
                condition=Q(
                    ("error__isnull", False),
                    Q(("status__gte", 200), ("status__isnull", False), ("status__lt", 300)),
                    _connector="OR",
                ),
                name="webhook_attempt_says_what_failed",
            ),
        ),
    ]
