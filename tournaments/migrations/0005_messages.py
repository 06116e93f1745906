"""Columns of English text become messages: a template with its values."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.migrations import _old_sentences as old

AT_ONCE = 500
TEXTS = (
    ("Bye", "reason", None), ("Standing", "because", None), ("SectionLine", "because", None),
    ("PotEntry", "memo", 80), ("JackpotPosting", "memo", 120), ("Payout", "reason", 200),
    ("MatchTable", "trouble", 200),
)
"""Model, column, and how long its text could be."""
JOURNALLED = (
    "undo_posting", "decide_tie", "undo_bulk", "compare", "mend", "import_roster", "enter_names",
)


def _check_now(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """PostgreSQL alters no table while checks of its rows are put off."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.connection.check_constraints()


def to_messages(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    for name, column, _ in TEXTS:
        read = old.of_standings if name == "Standing" else old.message
        may_be_missing = column == "trouble"
        _each(apps, alias, name, column, partial(_as_json, read, may_be_missing))
    _each(apps, alias, "Round", "reasons", old.messages)
    _each(apps, alias, "JackpotPeriod", "frozen", lambda data: old.frozen(data) if data else data)
    _each_detail(apps, alias, old.journal_detail)
    for row in apps.get_model("tournaments", "ShownPrizes").objects.using(alias).iterator():
        fresh = old.settled(row.settled)
        if row.digest == old.digest_of(row.settled):
            row.digest = old.digest_of(fresh)
        row.settled = fresh
        row.save(update_fields=["settled", "digest"])
    _check_now(schema_editor)


def _as_json(read: Callable[[str], Any], may_be_missing: bool, text: str) -> str | None:
    return None if may_be_missing and not text else json.dumps(read(text))


def to_texts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    for name, column, most in TEXTS:
        _each(apps, alias, name, column, lambda text, most=most: old.english(json.loads(text))[:most] if text else "")
    _each(apps, alias, "Round", "reasons", lambda found: list(map(old.english, found)))
    _each(apps, alias, "JackpotPeriod", "frozen", _thawed)
    _each_detail(apps, alias, _detail_in_english)
    for row in apps.get_model("tournaments", "ShownPrizes").objects.using(alias).iterator():
        former = _settled_in_english(row.settled)
        if row.digest == old.digest_of(row.settled):
            row.digest = old.digest_of(former)
        row.settled = former
        row.save(update_fields=["settled", "digest"])
    _check_now(schema_editor)


def _thawed(data: Any) -> Any:
    if not data:
        return data
    return data | {"prizes": [[*one[:2], *map(old.english, one[2:])] for one in data["prizes"]]}


def _settled_in_english(data: dict[str, Any]) -> dict[str, Any]:
    payouts = [
        payout | {name: old.english(payout[name]) for name in ("title", "reason")} for payout in data["payouts"]
    ]
    return data | {"explanations": list(map(old.english, data["explanations"])), "payouts": payouts}


def _detail_in_english(verb: str, detail: dict[str, Any]) -> dict[str, Any]:
    new = dict(detail)
    for name in ("memo", "method"):
        if isinstance(new.get(name), list):
            new[name] = old.english(new[name])
    for name in ("kept", "found", "report"):
        if isinstance(new.get(name), list):
            new[name] = list(map(old.english, new[name]))
    return new


def _each(apps: Apps, alias: str, name: str, column: str, write: Callable[[Any], Any]) -> None:
    model = apps.get_model("tournaments", name).objects.using(alias)
    for rows in _by_portions(model.order_by("pk").only("pk", column).iterator(chunk_size=AT_ONCE)):
        for row in rows:
            setattr(row, column, write(getattr(row, column)))
        model.bulk_update(rows, [column])


def _each_detail(apps: Apps, alias: str, write: Callable[[str, dict[str, Any]], dict[str, Any]]) -> None:
    model = apps.get_model("tournaments", "JournalEntry").objects.using(alias)
    found = model.filter(verb__in=JOURNALLED).order_by("pk").only("pk", "verb", "detail")
    for rows in _by_portions(found.iterator(chunk_size=AT_ONCE)):
        for row in rows:
            row.detail = write(row.verb, row.detail)
        model.bulk_update(rows, ["detail"])


def _by_portions(rows: Iterator[Any]) -> Iterator[list[Any]]:
    portion: list[Any] = []
    for row in rows:
        portion.append(row)
        if len(portion) == AT_ONCE:
            yield portion
            portion = []
    if portion:
        yield portion


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_which_cards_a_round_has"),
    ]

    operations = [
        # First room for what is longer, then the messages as text, then what they are.
        migrations.AlterField("potentry", "memo", models.TextField()),
        migrations.AlterField("jackpotposting", "memo", models.TextField()),
        migrations.AlterField("payout", "reason", models.TextField()),
        migrations.AlterField("matchtable", "trouble", models.TextField(blank=True, null=True)),
        migrations.RunPython(to_messages, to_texts),
        migrations.AlterField("bye", "reason", models.JSONField()),
        migrations.AlterField(
            "standing",
            "because",
            models.JSONField(blank=True, help_text="Why the entry above is above this one."),
        ),
        migrations.AlterField("sectionline", "because", models.JSONField(blank=True)),
        migrations.AlterField("potentry", "memo", models.JSONField()),
        migrations.AlterField("jackpotposting", "memo", models.JSONField()),
        migrations.AlterField("payout", "reason", models.JSONField()),
        migrations.AlterField("matchtable", "trouble", models.JSONField(blank=True, null=True)),
    ]
