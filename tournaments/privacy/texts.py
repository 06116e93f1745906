"""What people write in their own words: places where a name may occur outside the columns for names."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Model, Q, QuerySet

from games import models as tables
from games.engine.messages import Joined, Message
from tournaments import models as rows

SITE = ""
"""Rows that belong to no club: all of them are searched."""
AT_TABLE = "table"
IN_EVENT = "event__club"
IN_ROUND = "round__stage__event__club"
IN_MATCH = f"match__{IN_ROUND}"
IN_SEASON = "season__league__club"


@dataclass(frozen=True)
class Texts:
    """way: from a row to its club, AT_TABLE to its table online, or SITE."""

    model: type[Model]
    way: str
    fields: tuple[str, ...]


WRITTEN: tuple[Texts, ...] = (
    Texts(rows.Club, "pk", ("about",)),
    Texts(rows.Venue, "club", ("name", "address")),
    Texts(rows.League, "club", ("name", "about")),
    Texts(rows.Division, "league__club", ("name",)),
    Texts(rows.Team, "league__club", ("name",)),
    Texts(rows.Season, "league__club", ("name",)),
    Texts(rows.Event, "club", ("name", "cancelled_because")),
    Texts(rows.EventTemplate, "club", ("name", "setup")),
    Texts(rows.RecurringEvent, "club", ("name",)),
    Texts(rows.Stage, IN_EVENT, ("name",)),
    Texts(rows.Announcement, IN_EVENT, ("text",)),
    Texts(rows.AuditLogEntry, "club", ("detail", "reason")),
    Texts(rows.ResultEntry, IN_MATCH, ("reason",)),
    Texts(rows.Call, IN_MATCH, ("words",)),
    Texts(rows.Bye, IN_ROUND, ("reason",)),
    Texts(rows.Fixture, IN_SEASON, ("reason",)),
    Texts(rows.Postponement, f"fixture__{IN_SEASON}", ("reason",)),
    Texts(rows.DateProposal, f"fixture__{IN_SEASON}", ("reason", "answer_reason")),
    Texts(rows.CardStep, f"fixture__{IN_SEASON}", ("reason",)),
    Texts(rows.PointsAdjustment, IN_SEASON, ("reason",)),
    Texts(rows.Exemption, IN_SEASON, ("reason", "revoked_why")),
    Texts(rows.SeasonPosting, IN_SEASON, ("note",)),
    Texts(rows.Withdrawal, IN_SEASON, ("reason",)),
    Texts(rows.WithdrawnFixture, f"fixture__{IN_SEASON}", ("reason",)),
    Texts(rows.Cup, IN_SEASON, ("name", "cancelled_because")),
    Texts(rows.CupEntrant, f"cup__{IN_SEASON}", ("region",)),
    Texts(rows.CupDecision, f"match__round__cup__{IN_SEASON}", ("reason",)),
    Texts(rows.PlaceDecision, f"section__{IN_SEASON}", ("reason",)),
    Texts(rows.PotEntry, IN_EVENT, ("memo",)),
    Texts(rows.TieDecision, IN_EVENT, ("reason",)),
    Texts(rows.PrizeChange, IN_EVENT, ("reason",)),
    Texts(rows.Payout, IN_EVENT, ("reason",)),
    Texts(rows.Jackpot, "club", ("name",)),
    Texts(rows.JackpotPosting, "period__jackpot__club", ("memo",)),
    Texts(rows.AchievementRule, "club", ("name", "description")),
    Texts(rows.RecordClaim, "club", ("words",)),
    Texts(tables.ApiAnswer, SITE, ("body",)),
    Texts(rows.ImportedGame, "club", ("place",)),
    Texts(tables.Game, AT_TABLE, ("names",)),
    Texts(rows.WebhookDelivery, "webhook__club", ("body",)),
    Texts(rows.StreamedHappening, "stream__club", ("body",)),
    Texts(tables.Table, AT_TABLE, ("name", "notice")),
    Texts(tables.TableLine, AT_TABLE, ("text", "said")),
    Texts(tables.TableEntry, AT_TABLE, ("detail",)),
    Texts(rows.MatchTable, SITE, ("trouble",)),
    Texts(rows.RewardJob, SITE, ("error",)),
    Texts(LogEntry, SITE, ("object_repr", "change_message")),
)
"""Not what a club calls itself and its prizes: these are on frozen sheets and in addresses that people have kept."""


def replaced(words: str, by: str) -> Callable[[str], str]:
    """Writes `by` for these words wherever they stand as whole words, whatever their case and spacing."""
    spaced = r"\s+".join(map(re.escape, words.split()))
    pattern = re.compile(rf"(?<!\w){spaced}(?!\w)", re.IGNORECASE)
    return lambda text: pattern.sub(lambda _: by, text)


def naming(words: str, clubs: Collection[int], online: Collection[int]) -> Iterator[tuple[Texts, Any]]:
    """Rows in which the words may stand, of these clubs and tables online. The database finds candidates by a part that
    is written alike in text and in JSON; who reads them looks closer."""
    part = max(re.findall("[A-Za-z0-9]+", words), key=len, default="")
    for texts in WRITTEN:
        q = Q()
        for field in texts.fields:
            q |= Q(**{f"{field}__icontains": part})
        for instance in _within(texts, clubs, online).filter(q).order_by("pk").iterator(chunk_size=500):
            yield texts, instance


def rewrite(words: str, by: str, clubs: Collection[int], online: Collection[int]) -> int:
    """Write `by` for the words wherever people of these clubs, or at these tables, wrote them. In how many rows."""
    write, changed = replaced(words, by), 0
    for texts, instance in naming(words, clubs, online):
        fresh = {
            field: _fitting(texts.model, field, _written(getattr(instance, field), write)) for field in texts.fields
        }
        differing = {field: value for field, value in fresh.items() if value != getattr(instance, field)}
        if differing:
            texts.model._default_manager.filter(pk=instance.pk).update(**differing)
            changed += 1
    return changed


def _within(texts: Texts, clubs: Collection[int], online: Collection[int]) -> QuerySet[Any]:
    everything = texts.model._default_manager.all()
    if texts.way == SITE:
        return everything
    if texts.way == AT_TABLE:
        return everything.filter(**{"pk__in" if texts.model is tables.Table else "table__in": online})
    return everything.filter(**{f"{texts.way}__in": clubs})


def _written(value: Any, write: Callable[[str], str]) -> Any:
    """The text, or every text inside of what a JSON column holds."""
    if isinstance(value, str):
        return write(value)
    if isinstance(value, Message):
        return Message(value.template, {name: _written(part, write) for name, part in value.values.items()})
    if isinstance(value, Joined):
        return Joined(tuple(_written(part, write) for part in value.values), value.between)
    if isinstance(value, list | tuple):
        return [_written(part, write) for part in value]
    if isinstance(value, dict):
        return {write(key): _written(part, write) for key, part in value.items()}
    return value


def _fitting(model: type[Model], field: str, value: Any) -> Any:
    """No longer than the column takes."""
    most = getattr(model._meta.get_field(field), "max_length", None)
    return value[:most] if most else value
