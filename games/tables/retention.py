"""Forgets guests who sat down once, finished no game and never came back, and the tables that only they used."""

import datetime

from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.db.models.fields.reverse_related import ForeignObjectRel
from django.utils import timezone

from games.accounts.models import Player
from games.reports.models import Report
from games.tables.models import Game, GamePlayer, Hand, Seat, Table, TableEntry
from games.tables.options import Days

IDLE = datetime.timedelta(days=1)
DAYS = [days.value for days in Days if days.seconds]


@transaction.atomic
def forget_guests(now: datetime.datetime | None = None, most: int = 200) -> int:
    """Remove guests who have been idle for a day and finished no game, with their tables; how many."""
    guests = list(idle_guests((now or timezone.now()) - IDLE).values_list("pk", flat=True)[:most])
    tables = [table.pk for table in _tables_of(guests) if _is_ours(table)]
    Game.objects.filter(table__in=tables).delete()
    Table.objects.filter(pk__in=tables).delete()
    gone = [guest for guest in Player.objects.filter(pk__in=guests) if not _is_known(guest)]
    Player.objects.filter(pk__in=[guest.pk for guest in gone]).delete()
    return len(gone)


def idle_guests(since: datetime.datetime) -> QuerySet[Player]:
    """Guests without an account who finished no game and of whom nothing was heard since. Those who play by the day
    have longer for a move."""
    running = Game.objects.filter(ended_at=None, broken_off_at=None, table__options__by_the_day__in=DAYS)
    return (
        Player.objects.filter(is_guest=True, user=None, created_at__lt=since)
        .exclude(pk__in=GamePlayer.objects.exclude(game__ended_at=None).values("player"))
        .exclude(pk__in=Seat.objects.filter(seen_at__gte=since).values("player"))
        .exclude(pk__in=TableEntry.objects.filter(at__gte=since, player__is_guest=True).values("player"))
        .exclude(pk__in=Seat.objects.filter(table__in=running.values("table")).values("player"))
        .exclude(_is_remembered())
        .order_by("pk")
    )


def _is_remembered() -> Q:
    """Whether something points at a guest that doesn't go with the guest's tables. Left out here rather than later:
    else those that stay would soon be all that are looked at."""
    remembered = Q()
    for model, field in _pointing_at(Player):
        goes_with_a_table = {Table, Game, Hand} & {column.related_model for column in model._meta.concrete_fields}
        if model is not Table and not goes_with_a_table:
            theirs = model._base_manager.filter(**{f"{field}__is_guest": True})
            remembered |= Q(pk__in=theirs.values(field))
    return remembered


def _tables_of(guests: list[int]) -> QuerySet[Table]:
    """Tables of theirs without a finished game, chips or an open report, at which no one else has a seat or a part."""
    others = Q(player__is_bot=False) & ~Q(player__in=guests)
    return (
        Table.objects.filter(owner__in=guests)
        .exclude(games__ended_at__isnull=False)
        .exclude(games__pot__isnull=False)
        .exclude(pk__in=Report.objects.filter(closed_at=None).values("table"))
        .exclude(pk__in=Seat.objects.filter(others).values("table"))
        .exclude(pk__in=GamePlayer.objects.filter(others).values("game__table"))
        .exclude(pk__in=TableEntry.objects.filter(others).values("table"))
    )


def _is_ours(table: Table) -> bool:
    """Whether nothing outside of play online points at the table or its games."""
    return not any(_is_known(thing, besides="games") for thing in (table, *table.games.all()))


def _is_known(thing: models.Model, *, besides: str = "") -> bool:
    """Whether any row points at it, of any app besides this one."""
    return any(
        model._base_manager.filter(**{field: thing}).exists()
        for model, field in _pointing_at(type(thing))
        if model._meta.app_label != besides
    )


def _pointing_at(model: type[models.Model]) -> list[tuple[type[models.Model], str]]:
    """Models with a field that points at this one, and the field's name."""
    relations = [field for field in model._meta.get_fields(include_hidden=True) if isinstance(field, ForeignObjectRel)]
    return [
        (relation.related_model, relation.field.name)
        for relation in relations
        if not isinstance(relation.related_model, str)
    ]
