"""A club's archive made into a club of this site: all of it or nothing, and only if it agrees with itself."""

import logging
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DataError, IntegrityError, connection, models, transaction

from games.engine.errors import RuleError
from games.models import Player, Table
from tournaments.errors import NotAllowed
from tournaments.honours.jackpots.closing import Closed
from tournaments.honours.jackpots.sharing import Prize
from tournaments.models import (
    Club,
    Event,
    JackpotPeriod,
    JackpotPosting,
    JournalEntry,
    League,
    Season,
)
from tournaments.services import journal
from tournaments.services.agreement.rebuild import rebuild
from tournaments.services.exchange.agreement import check_owners, check_settings, contradictions
from tournaments.services.exchange.archive import Archive, ArchiveRefused
from tournaments.services.exchange.kinds import KINDS, Kind
from tournaments.services.exchange.references import WITHIN
from tournaments.services.exchange.values import typed
from tournaments.services.jackpots.races import frozen_of, race_from
from tournaments.services.journal import By
from tournaments.services.people.merges import write_aliases

log = logging.getLogger(__name__)

PORTION = 500
ADDRESSED = (Club, League, Season, Event)
"""Have an address of their own on the site."""
UNREAD = "0" * 64
NONSENSE = (
    RuleError, ValidationError, IntegrityError, DataError, ArithmeticError, LookupError, AttributeError, TypeError,
    ValueError, AssertionError, RuntimeError,
)  # fmt: skip
"""What rows that are well written and make no sense together can fail with, anywhere in what is computed from them."""


@transaction.atomic
def import_club(archive: Archive, *, by: By) -> Club:
    """The club as a new one of this site; everything derived is computed anew. ArchiveRefused, and nothing is there,
    when the archive is not of one piece. Only for the site's own commands: what it brings is believed."""
    if not by.actor.is_system:
        raise NotAllowed("Only whoever runs the site can bring a club to it: with manage.py import_club.")
    if there := JournalEntry.objects.filter(verb="import_club", detail__digest=archive.digest).first():
        raise ArchiveRefused(
            "This archive was imported already; the club is {club}, at /clubs/{slug}/.",
            club=there.club,
            slug=there.club.slug,
        )
    codes = [row.get("code") for row in archive.rows["games.table"]]
    if Table.objects.filter(code__in=[code for code in codes if isinstance(code, str)]).exists():
        raise ArchiveRefused("This club is here already: its tables online are. Import it into another site.")
    before = contradictions()
    try:
        club = _Reading(archive).club()
        check_settings(club)
        write_aliases(club)
        _compute(club, before)
    except ArchiveRefused:
        raise
    except NONSENSE as error:
        log.info("an archive was refused", exc_info=error)
        raise ArchiveRefused(
            "The archive contradicts itself, so nothing was imported. ({reason})", reason=_short(error)
        ) from error
    journal.write_club(club, "import_club", by, {"digest": archive.digest}, detail={"digest": archive.digest})
    return club


def _compute(club: Club, before: set[str]) -> None:
    paid = JackpotPosting.objects.filter(period__jackpot__club=club)
    count = paid.count()
    rebuild()
    if paid.count() != count:
        raise ArchiveRefused(
            "A jackpot of this club was decided by a lot that is drawn from its players' numbers, and these are taken "
            "here. Import the club into an empty site."
        )
    if found := sorted(contradictions() - before):
        raise ArchiveRefused("The archive contradicts itself: {finding}", finding=found[0])


class _Reading:
    """made: model → number in the archive, less one → the row's number here."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.made: dict[type[models.Model], list[int]] = {kind.model: [] for kind in KINDS}
        self.keeps_numbers = not any(
            Player.objects.filter(pk__in=archive.numbers[begin : begin + PORTION]).exists()
            for begin in range(0, len(archive.numbers), PORTION)
        )

    def club(self) -> Club:
        if len(self.archive.rows[KINDS[0].name]) != 1:
            raise ArchiveRefused("An archive holds one club.")
        for kind in KINDS:
            self.read(kind)
        for kind in KINDS:
            self.finish(kind)
        if self.keeps_numbers:
            _count_on_from(Player)
        check_owners(self.made)
        return Club.objects.get(pk=self.made[Club][0])

    def read(self, kind: Kind) -> None:
        waiting: list[models.Model] = []
        for number, said in enumerate(self.archive.rows[kind.name], start=1):
            where = f"{kind.name}, line {number}"
            names_own = [said.get(one.name) for one in kind.fields if one.related_model is kind.model]
            if len(waiting) >= PORTION or any(
                type(one) is int and one > len(self.made[kind.model]) for one in names_own
            ):
                self.save(kind, waiting)
            waiting.append(self.row(kind, said, where))
        self.save(kind, waiting)

    def save(self, kind: Kind, waiting: list[models.Model]) -> None:
        if kind.model in ADDRESSED:
            _find_addresses(kind.model, waiting)
        if kind.model is Player:
            self._keep_numbers(waiting)
        kind.model._default_manager.bulk_create(waiting)
        self.made[kind.model] += [row.pk for row in waiting]
        waiting.clear()

    def _keep_numbers(self, waiting: list[models.Model]) -> None:
        """People keep their numbers where all of these are free: lots of jackpots are drawn from them."""
        if self.keeps_numbers:
            begin = len(self.made[Player])
            for row, number in zip(waiting, self.archive.numbers[begin:], strict=False):
                row.pk = number

    def row(self, kind: Kind, said: dict[str, Any], where: str) -> models.Model:
        fields = {one.name: one for one in kind.fields}
        if set(said) != set(fields):
            strange = sorted(set(said) ^ set(fields))[0]
            raise ArchiveRefused(
                "{where}: has other fields than this site writes (“{strange}”).", where=where, strange=strange[:40]
            )
        values: dict[str, Any] = {}
        for name, field in fields.items():
            values[field.attname] = self.value(field, said[name], f"{where}, {name}")
        for name, until in kind.later.items():
            values[fields[name].attname] = until
        if kind.model is Player and not said["name"]:
            raise ArchiveRefused("{where}: a player has a name.", where=where)
        if "digest" in kind.left_out and kind.model is JackpotPeriod:
            values["digest"] = UNREAD if said["frozen"] else ""
        return kind.model(**values)

    def value(self, field: Any, value: Any, where: str) -> Any:
        if value is None:
            if field.null:
                return None
            raise ArchiveRefused("{where}: is empty.", where=where)
        if field.related_model is not None:
            if field.name in _later(field.model):
                return None
            return self.number(field.related_model, value, where)
        try:
            return typed(field, value)
        except (ValidationError, ValueError, OverflowError) as error:
            raise ArchiveRefused("{where}: {reason}", where=where, reason=_short(error)) from error

    def number(self, model: type[models.Model], value: Any, where: str) -> int:
        known = self.made.get(model, [])
        if type(value) is not int or not 1 <= value <= len(known):
            raise ArchiveRefused("{where}: names something that is not in the archive.", where=where)
        return known[value - 1]

    def ref(self, model: type[models.Model], value: Any) -> int | None:
        known = self.made[model]
        return known[value - 1] if type(value) is int and 1 <= value <= len(known) else None

    def finish(self, kind: Kind) -> None:
        """What names rows of later kinds."""
        rewritten = WITHIN.get(kind.model)
        if not kind.later and not rewritten:
            return
        names = [*kind.later, *([rewritten[0]] if rewritten else [])]
        fields = {one.name: one for one in kind.fields}
        changed: list[models.Model] = []
        pairs = zip(self.made[kind.model], self.archive.rows[kind.name], strict=True)
        for number, (pk, said) in enumerate(pairs, start=1):
            row, where = kind.model(pk=pk), f"{kind.name}, line {number}"
            for name in kind.later:
                value, field = said[name], fields[name]
                if value is not None and field.related_model is not None:
                    value = self.number(field.related_model, value, f"{where}, {name}")
                setattr(row, field.attname, value)
            if rewritten:
                name, rewrite = rewritten
                setattr(row, name, rewrite(said, said[name], self.ref))
            changed.append(row)
        kind.model._default_manager.bulk_update(changed, names, batch_size=PORTION)
        if kind.model is JackpotPeriod:
            _seal_periods(self.made[JackpotPeriod])


def _later(model: type[models.Model]) -> Iterable[str]:
    return next(kind.later for kind in KINDS if kind.model is model)


def _find_addresses(model: type[models.Model], waiting: Iterable[Any]) -> None:
    """An address that is taken here gets a number behind it."""
    taken = set(model._default_manager.values_list("slug", flat=True))
    for row in waiting:
        base, number = row.slug, 1
        while row.slug in taken:
            number += 1
            row.slug = f"{base[:44]}-{number}"
        taken.add(row.slug)


def _seal_periods(made: Iterable[int]) -> None:
    """The digest of a closed period names jackpot and players by their numbers, so it is another one here."""
    for period in JackpotPeriod.objects.filter(pk__in=list(made)).exclude(frozen=None).select_related("jackpot"):
        data = period.record
        prizes = tuple(Prize(*one) for one in data["prizes"])
        closed = Closed(period.jackpot_id, period.span, frozen_of(period).pot, race_from(data), prizes)
        JackpotPeriod.objects.filter(pk=period.pk).update(digest=closed.digest)


def _short(error: Exception) -> str:
    said = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
    return said.splitlines()[0][:160] if said else type(error).__name__


def _count_on_from(model: type[models.Model]) -> None:
    """PostgreSQL's counters do not see numbers that were given."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)
