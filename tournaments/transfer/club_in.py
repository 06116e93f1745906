"""A club's archive made into a club of this site: all of it or nothing, and only if it agrees with itself."""

import datetime
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DataError, IntegrityError, connection, models, transaction

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.rules import rules_from
from games.tables.models import Table
from games.tables.verify import as_of
from tournaments import audit_log
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.events.models import Event, Stage
from tournaments.honours.jackpots.closing import Closed
from tournaments.honours.jackpots.sharing import Prize
from tournaments.integrity.rebuild import rebuild
from tournaments.integrity.verify import CHECKS
from tournaments.jackpots.checks import periods_follow_each_other
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotPosting, JackpotTerms
from tournaments.jackpots.races import frozen_of, race_from
from tournaments.leagues.models import League, Season
from tournaments.merging.commands import write_aliases
from tournaments.prizes.models import PrizeOffer
from tournaments.rewards.custom_achievements import achievement_of
from tournaments.rewards.models import AchievementRule
from tournaments.transfer.archive import Archive, ArchiveRefused
from tournaments.transfer.kinds import KINDS, Kind
from tournaments.transfer.old_archives import renew
from tournaments.transfer.references import WITHIN
from tournaments.transfer.values import typed

# Whether a club that came in agrees with itself: rows of one thing, settings that make sense, nothing for `verify`.


BEFORE_ALL = datetime.datetime(1980, 1, 1, tzinfo=datetime.UTC)
"""At that moment nothing was late: a table here may wait for its bots while a club comes in."""
AGREE: tuple[tuple[str, str, str], ...] = (
    ("tournaments.section", "season__league", "division__league"),
    ("tournaments.squad", "season", "section__season"),
    ("tournaments.squad", "season__league", "team__league"),
    ("tournaments.squadplayer", "season", "squad__season"),
    ("tournaments.entryplayer", "event", "entry__event"),
    ("tournaments.registration", "event", "entry__event"),
    ("tournaments.registeredplayer", "event", "registration__event"),
    ("tournaments.partnerask", "event", "registration__event"),
    ("tournaments.stageentry", "stage__event", "entry__event"),
    ("tournaments.wish", "event", "one__event"),
    ("tournaments.wish", "event", "other__event"),
    ("tournaments.bye", "round__stage__event", "entry__event"),
    ("tournaments.seat", "round", "match__round"),
    ("tournaments.seat", "round__stage__event", "entry__event"),
    ("tournaments.match", "pk", "standing__match"),
    ("tournaments.match", "round__stage", "called_in"),
    ("tournaments.seat", "match__called_in", "called_in"),
    ("tournaments.fixture", "season", "section__season"),
    ("tournaments.fixture", "home__section", "section"),
    ("tournaments.fixture", "away__section", "section"),
    ("tournaments.fixture", "season", "cup__season"),
    ("tournaments.cupentrant", "cup__season", "squad__season"),
    ("tournaments.cupplayer", "cup", "entrant__cup"),
    ("tournaments.cupmatch", "round__cup", "home__cup"),
    ("tournaments.cupmatch", "round__cup", "away__cup"),
    ("tournaments.cupmatch", "round__cup", "fixture__cup"),
    ("tournaments.cupdecision", "match__round__cup", "winner__cup"),
    ("tournaments.lineupplayer", "season", "fixture__season"),
    ("tournaments.lineupplayer", "season", "squad__season"),
    ("tournaments.playermerge", "club", "undoes__club"),
    ("tournaments.pointsadjustment", "season", "squad__season"),
    ("tournaments.pointsadjustment", "season", "fixture__season"),
    ("tournaments.potentry", "event", "entry__event"),
    ("tournaments.potentry", "event", "reverses__event"),
    ("tournaments.prizechange", "event", "match__round__stage__event"),
    ("tournaments.payout", "event", "entry__event"),
    ("tournaments.jackpotperiod", "jackpot", "terms__jackpot"),
    ("tournaments.matchtable", "match", "result__match"),
)
"""Two ways from a row that end at the same place."""


def check_owners(made: Mapping[type[models.Model], list[int]]) -> None:
    models_by_name = {kind.name: kind.model for kind in KINDS}
    for name, field, other in AGREE:
        model = models_by_name[name]
        low, high = (min(made[model]), max(made[model])) if made[model] else (1, 0)
        instances = model._default_manager.filter(pk__gte=low, pk__lte=high).order_by().exclude(**{other: None})
        if instances.exclude(**{field: models.F(other)}).exists():
            raise ArchiveRefused(
                "A record in {name} refers to 2 others that don’t belong together. Export the club again.", name=name
            )


def check_settings(club: Club) -> list[object]:
    """Everything that the club has decided, as its pages will read it. RuleError where it makes no sense."""
    stages, jackpots = Stage.objects.filter(event__club=club), Jackpot.objects.filter(club=club)
    return [
        *(rules_from(stage.rules) for stage in stages),
        *(stage.settings for stage in stages),
        *(season.settings for season in Season.objects.filter(league__club=club)),
        *(offer.promised for offer in PrizeOffer.objects.filter(event__club=club)),
        *(jackpot.calendar for jackpot in jackpots),
        *(terms.agreed for terms in JackpotTerms.objects.filter(jackpot__in=jackpots)),
        *(achievement_of(rule) for rule in AchievementRule.objects.filter(club=club)),
    ]


def contradictions() -> set[str]:
    """As `verify` finds them, but for what only says that a timer has something to do."""
    with as_of(BEFORE_ALL):
        return {sentence for check in CHECKS if check is not periods_follow_each_other for sentence in check()}


log = logging.getLogger(__name__)

PORTION = 500
ADDRESSED = (Club, League, Season, Event)
"""Have an address of their own on the site."""
UNREAD = "0" * 64
NONSENSE = (
    RuleError,
    ValidationError,
    IntegrityError,
    DataError,
    ArithmeticError,
    LookupError,
    AttributeError,
    TypeError,
    ValueError,
    AssertionError,
    RuntimeError,
)
"""What rows that are well written and make no sense together can fail with, anywhere in what is computed from them."""


@transaction.atomic
def import_club(archive: Archive, *, context: Context) -> Club:
    """Imports the club as a new one of this site; everything derived is computed again.

    ArchiveRefused, and nothing is there, when the archive is not of one piece. Only for the site's own commands: what
    it brings is believed.
    """
    if not context.actor.is_system:
        raise NotAllowed("Only the person who runs the site can import a club. The command is manage.py import_club.")
    if there := AuditLogEntry.objects.filter(action=Action.IMPORT_CLUB, detail__digest=archive.digest).first():
        raise ArchiveRefused(
            "This archive was already imported. The club is {club}, at /clubs/{slug}/.",
            club=there.club,
            slug=there.club.slug,
        )
    codes = [values.get("code") for values in archive.rows["games.table"]]
    if Table.objects.filter(code__in=[code for code in codes if isinstance(code, str)]).exists():
        raise ArchiveRefused("This site already has this club’s online tables. Import the club into another site.")
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
            "This archive has conflicting data, so nothing was imported. ({reason})", reason=_short(error)
        ) from error
    audit_log.write(club, Action.IMPORT_CLUB, context, detail={"digest": archive.digest})
    return club


def _compute(club: Club, before: set[str]) -> None:
    paid = JackpotPosting.objects.filter(period__jackpot__club=club)
    count = paid.count()
    rebuild()
    if paid.count() != count:
        raise ArchiveRefused(
            "A random draw decided one of this club’s jackpots. It used player numbers that are already "
            "taken on this site. Import the club into an empty site."
        )
    if contradicted := sorted(contradictions() - before):
        raise ArchiveRefused("This archive has conflicting data: {finding}", finding=contradicted[0])


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
            raise ArchiveRefused("The archive must contain exactly one club. Export the club again.")
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
            names_own = [said.get(field.name) for field in kind.fields if field.related_model is kind.model]
            if len(waiting) >= PORTION or any(
                type(own) is int and own > len(self.made[kind.model]) for own in names_own
            ):
                self.save(kind, waiting)
            renew(kind, said)
            waiting.append(self.row(kind, said, where))
        self.save(kind, waiting)

    def save(self, kind: Kind, waiting: list[models.Model]) -> None:
        if kind.model in ADDRESSED:
            _find_addresses(kind.model, waiting)
        if kind.model is Player:
            self._keep_numbers(waiting)
        kind.model._default_manager.bulk_create(waiting)
        self.made[kind.model] += [instance.pk for instance in waiting]
        waiting.clear()

    def _keep_numbers(self, waiting: list[models.Model]) -> None:
        """Lets people keep their numbers where all of these are free: random draws of jackpots depend on them."""
        if self.keeps_numbers:
            begin = len(self.made[Player])
            for instance, number in zip(waiting, self.archive.numbers[begin:], strict=False):
                instance.pk = number

    def row(self, kind: Kind, said: dict[str, Any], where: str) -> models.Model:
        fields = {kind.called(column): column for column in kind.fields}
        if set(said) != set(fields):
            strange = sorted(set(said) ^ set(fields))[0]
            raise ArchiveRefused(
                "{where} has a missing or unknown field: “{strange}”.", where=where, strange=strange[:40]
            )
        values: dict[str, Any] = {}
        for name, field in fields.items():
            values[field.attname] = self.value(field, said[name], f"{where}, {name}")
        for name, until in kind.later.items():
            values[fields[name].attname] = until
        if kind.model is Player and not said["name"]:
            raise ArchiveRefused("{where}: a player needs a name.", where=where)
        if "digest" in kind.left_out and kind.model is JackpotPeriod:
            values["digest"] = UNREAD if said["frozen"] else ""
        return kind.model(**values)

    def value(self, field: Any, value: Any, where: str) -> Any:
        if value is None:
            if field.null:
                return None
            raise ArchiveRefused("{where} is empty.", where=where)
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
            raise ArchiveRefused("{where} refers to something that isn’t in the archive.", where=where)
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
        fields = {column.name: column for column in kind.fields}
        changed: list[models.Model] = []
        pairs = zip(self.made[kind.model], self.archive.rows[kind.name], strict=True)
        for number, (pk, said) in enumerate(pairs, start=1):
            instance, where = kind.model(pk=pk), f"{kind.name}, line {number}"
            for name in kind.later:
                value, field = said[name], fields[name]
                if value is not None and field.related_model is not None:
                    value = self.number(field.related_model, value, f"{where}, {name}")
                setattr(instance, field.attname, value)
            if rewritten:
                name, rewrite = rewritten
                setattr(instance, name, rewrite(said, said[name], self.ref))
            changed.append(instance)
        kind.model._default_manager.bulk_update(changed, names, batch_size=PORTION)
        if kind.model is JackpotPeriod:
            _seal_periods(self.made[JackpotPeriod])


def _later(model: type[models.Model]) -> Iterable[str]:
    return next(kind.later for kind in KINDS if kind.model is model)


def _find_addresses(model: type[models.Model], waiting: Iterable[Any]) -> None:
    """An address that is taken here gets a number behind it."""
    taken = set(model._default_manager.values_list("slug", flat=True))
    for instance in waiting:
        base, number = instance.slug, 1
        while instance.slug in taken:
            number += 1
            instance.slug = f"{base[:44]}-{number}"
        taken.add(instance.slug)


def _seal_periods(made: Iterable[int]) -> None:
    """The digest of a closed period names jackpot and players by their numbers, so it is another one here."""
    for period in JackpotPeriod.objects.filter(pk__in=list(made)).exclude(frozen=None).select_related("jackpot"):
        data = period.record
        prizes = tuple(Prize(*prize) for prize in data["prizes"])
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
