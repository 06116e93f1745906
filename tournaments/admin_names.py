"""Names of models and fields that Django makes of their names in the code, said in the reader's language in the admin.

Written into the fields themselves they would be part of migrations.
"""

from django.apps import AppConfig
from django.db.models import Field
from django.utils.translation import gettext_lazy as _

from games.engine.language import mark

NAMES = (
    mark("about"),
    mark("achievements"),
    mark("action"),
    mark("address"),
    mark("attempts"),
    mark("away"),
    mark("changed at"),
    mark("closed tables"),
    mark("club"),
    mark("clubs"),
    mark("color"),
    mark("confirmation"),
    mark("created at"),
    mark("credit"),
    mark("criteria"),
    mark("days"),
    mark("debit"),
    mark("delivered at"),
    mark("delivery"),
    mark("description"),
    mark("fingerprint"),
    mark("division"),
    mark("divisions"),
    mark("end"),
    mark("entry"),
    mark("error"),
    mark("event"),
    mark("events"),
    mark("fee"),
    mark("finished at"),
    mark("format"),
    mark("home"),
    mark("icon"),
    mark("host"),
    mark("jackpot"),
    mark("jackpot period"),
    mark("jackpot periods"),
    mark("jackpot posting"),
    mark("jackpot postings"),
    mark("jackpots"),
    mark("activity log"),
    mark("key"),
    mark("last version"),
    mark("league"),
    mark("leagues"),
    mark("level"),
    mark("tied"),
    mark("match"),
    mark("membership"),
    mark("memberships"),
    mark("memo"),
    mark("milliseconds"),
    mark("name"),
    mark("number"),
    mark("period"),
    mark("player"),
    mark("players"),
    mark("rating margin"),
    mark("reason"),
    mark("result"),
    mark("result entry"),
    mark("revision"),
    mark("role"),
    mark("round"),
    mark("season"),
    mark("seasons"),
    mark("section"),
    mark("sections"),
    mark("seed"),
    mark("side"),
    mark("since"),
    mark("short address"),
    mark("source"),
    mark("sources"),
    mark("stage"),
    mark("stages"),
    mark("start"),
    mark("starts at"),
    mark("state"),
    mark("status"),
    mark("table"),
    mark("tables"),
    mark("team"),
    mark("teams"),
    mark("terms"),
    mark("thresholds"),
    mark("until"),
    mark("user"),
    mark("venue"),
    mark("venues"),
    mark("version"),
    mark("webhook"),
    mark("webhook attempt"),
    mark("webhook attempts"),
    mark("webhook delivery"),
    mark("week"),
)
"""Of what the admin shows."""

OTHERS = {
    "anchor": mark("reference date"),
    "at fault": mark("team at fault"),
    "at": mark("time"),
    "begins at": mark("starts at"),
    "body": mark("content"),
    "cents": mark("amount"),
    "closed": mark("closing entry"),
    "audit log entry": mark("log entry"),
    "config": mark("settings"),
    "days after": mark("days after the match day"),
    "detail": mark("details"),
    "first": mark("first day"),
    "fixture": mark("league match"),
    "fixtures": mark("league matches"),
    "follows": mark("previous season"),
    "from at": mark("recalculated from"),
    "from number": mark("recalculated from game number"),
    "frozen": mark("frozen results"),
    "is retired": mark("retired"),
    "is system": mark("automatic"),
    "kind": mark("type"),
    "leg": mark("leg"),
    "next at": mark("next attempt"),
    "parked at": mark("on hold since"),
    "settled version": mark("calculated version"),
    "slip": mark("score slip"),
    "squad": mark("team"),
    "squads": mark("teams"),
    "standing": mark("counted result"),
    "turn": mark("sequence number"),
    "unsettled since": mark("out of date since"),
    "week starts": mark("first day of the week"),
}
"""Those that people call by another word than the code."""


def speak_names(app: AppConfig) -> None:
    for model in app.get_models():
        meta = model._meta
        for field in meta.get_fields():
            if not isinstance(field, Field) or getattr(field, "_verbose_name", "") is not None:
                continue
            if name := _name_of(str(field.verbose_name)):
                field.verbose_name = _(name)
        for name in ("verbose_name", "verbose_name_plural"):
            if name not in meta.original_attrs and (said := _name_of(str(getattr(meta, name)))):
                setattr(meta, name, _(said))


def _name_of(name: str) -> str:
    """As the admin says it; "" for what it doesn't show."""
    return OTHERS.get(name, name if name in NAMES else "")
