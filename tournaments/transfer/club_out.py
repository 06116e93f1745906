"""A whole club as an archive: its facts and its audit log, without accounts, secrets and what is derived."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import models

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from games.locks import locked
from games.tables.models import Table
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.jackpots.models import JackpotPeriod
from tournaments.leagues.models import Season, SeriesNight
from tournaments.permissions import Actor, Permission, require
from tournaments.transfer.archive import Archive
from tournaments.transfer.kinds import KINDS, Kind, people_in, tables_at_play
from tournaments.transfer.references import WITHIN
from tournaments.transfer.values import plain

OFFICIAL = "Official"
"""What an account that plays nowhere is called in an archive, with a number: accounts themselves do not travel."""


def _lock(club_id: int) -> Club:
    """Every command begins with one of these locks, so nothing changes while the club is read."""
    list(locked(Season.objects).filter(league__club=club_id).order_by("pk").values_list("pk"))
    club = lock_club(club_id)
    list(locked(Event.objects).filter(club=club_id).order_by("pk").values_list("pk"))
    return club


def _again(done: AuditLogEntry) -> Archive:
    """The club as it is now, and only for a user who may still have it."""
    require(Actor(done.user, done.player, done.is_system), Permission.RUN_CLUB, done.club)
    return archive_of(done.club)


@command(Action.EXPORT_CLUB, lock=_lock, permission=Permission.RUN_CLUB, replay=_again)
def export_club(club: Club, *, context: Context) -> Archive:
    """Everything that the club's records are, as it is at one moment."""
    archive = archive_of(club)
    context.log()
    return archive


def archive_of(club: Club) -> Archive:
    """The archive of the club. The caller holds the club's locks."""
    _check_tables(club)
    return _Writing(club).archive()


def _check_tables(club: Club) -> None:
    """Games that count and stay at home would be missed where the club comes in: jackpots rest on them."""
    if table := tables_at_play(club).first():
        raise RuleError(
            "A game is in progress at {table}, one of the club’s online tables. Export the club when the game is over.",
            table=table,
        )


class _Writing:
    """local: model → number of a row → its number in the archive, from 1 in the order in which the rows were made."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.people = _people(club)
        self.local: dict[type[models.Model], dict[int, int]] = {Player: _from_one(self.people.players)}
        for kind in KINDS:
            if kind.model is not Player:
                self.local[kind.model] = _from_one(kind.of(club).values_list("pk", flat=True))

    def archive(self) -> Archive:
        lines = {kind.name: list(self.rows(kind)) for kind in KINDS}
        numbers = list(self.people.players)
        last = numbers[-1] if numbers else 0
        numbers += [last + number for number, _ in enumerate(self.people.officials, start=1)]
        return Archive(self.club.name, lines, numbers)

    def rows(self, kind: Kind) -> Iterator[dict[str, Any]]:
        instances = (
            kind.of(self.club) if kind.model is not Player else Player.objects.filter(pk__in=self.people.players)
        )
        for instance in instances.order_by("pk").iterator(chunk_size=2000):
            yield self.row(kind, instance)
        if kind.model is Player:
            for number, user in enumerate(self.people.officials, start=1):
                blank = Player(name=f"{OFFICIAL} {number}", created_at=user.date_joined)
                yield self.row(kind, blank)

    def row(self, kind: Kind, instance: models.Model) -> dict[str, Any]:
        said = {kind.called(field): self.value(field, getattr(instance, field.attname)) for field in kind.fields}
        if isinstance(instance, Table) and instance.closed_at is None:
            # Where it is imported no one has an account to play on with.
            said["closed_at"] = plain(instance.journal.latest("version").at)
        if "user" in kind.left_out and "player" in said and said["player"] is None:
            said["player"] = self.people.of_user.get(getattr(instance, "user_id", None))
        if kind.model in WITHIN:
            name, rewrite = WITHIN[kind.model]
            said[name] = rewrite(said, said[name], self.ref)
        return said

    def value(self, field: Any, value: Any) -> Any:
        if value is None or field.related_model is None:
            return plain(value)
        number = self.ref(field.related_model, value)
        if number is None:
            raise RuleError(
                "We can’t export the club: a record in {kind} refers to another club. Run manage.py verify.",
                kind=field.model._meta.verbose_name_plural,
            )
        return number

    def ref(self, model: type[models.Model], number: Any) -> int | None:
        return self.local[model].get(number)


class _People:
    """Everyone whom the club's rows name. of_user: account → number in the archive of the player it acts as."""

    def __init__(self, players: Iterable[int], users: Iterable[User]) -> None:
        own = {user.pk: user.player.pk for user in users if hasattr(user, "player")}
        self.officials = [user for user in users if user.pk not in own]
        self.players = sorted({*players, *own.values()})
        local = _from_one(self.players)
        self.of_user: dict[int | None, int] = {user: local[player] for user, player in own.items()}
        for number, user in enumerate(self.officials, start=len(self.players) + 1):
            self.of_user[user.pk] = number


def _people(club: Club) -> _People:
    people: dict[type[models.Model], set[int]] = {Player: set(), User: set()}
    for kind in KINDS:
        if kind.model is Player:
            continue
        for field in people_in(kind):
            instances = kind.of(club).order_by().exclude(**{field.name: None})
            if field.related_model is User:
                # An account that acted as a player is already in as that player.
                instances = instances.filter(player=None)
            people[field.related_model] |= set(instances.values_list(field.attname, flat=True))
    for guests in SeriesNight.objects.filter(season__league__club=club).values_list("guests", flat=True):
        people[Player] |= set(guests)
    for period in JackpotPeriod.objects.filter(jackpot__club=club).exclude(frozen=None):
        data = period.record
        people[Player] |= {*data["members"], *map(int, data["earlier"]), *(line[1] for line in data["rows"])}
        people[Player] |= {line[0] for line in (*data["waiting"], *data["prizes"])}
    players = Player.objects.filter(pk__in=people[Player]).values_list("pk", flat=True)
    users = User.objects.filter(pk__in=people[User]).select_related("player").order_by("pk")
    return _People(players, list(users))


def _from_one(numbers: Iterable[int]) -> dict[int, int]:
    return {number: local for local, number in enumerate(numbers, start=1)}
