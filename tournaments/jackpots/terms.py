"""Setting a jackpot up and changing it. Every change of the rules is a version; one that has begun keeps its own
from the first closed period on."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.formats.config import config_data
from tournaments.honours.jackpots.rules import JackpotRules
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotTerms
from tournaments.jackpots.periods import KIND, begin_periods, lock_jackpot
from tournaments.jackpots.races import count_version
from tournaments.permissions import Permission
from tournaments.rewards.queue import enqueue


@dataclass(frozen=True)
class Terms:
    """What an owner decides. share: of each entry fee, in cents or in hundredths of a percent, or neither."""

    name: str
    rules: JackpotRules
    share_cents: int = 0
    share_percent: int = 0

    def data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "rules": config_data(self.rules),
            "cents": self.share_cents,
            "percent": self.share_percent,
        }


@dataclass(frozen=True)
class Turns:
    """When periods begin, on the club's clock; kept for good. Names as in `Jackpot`."""

    kind: str
    turns_at: int | None = None
    week_starts: int = 0
    days: int = 14
    anchor: datetime.date = datetime.date(2024, 1, 1)
    seasons: tuple[tuple[int, int], ...] = ()


@command(
    Action.CREATE_JACKPOT,
    lock=lock_club,
    permission=Permission.RUN_CLUB,
    replay=lambda done: Jackpot.objects.get(terms__journal=done),
)
def create_jackpot(
    club: Club, terms: Terms, turns: Turns, *, context: Context, begins_at: datetime.datetime | None = None
) -> Jackpot:
    """A jackpot whose first period is the one that begins_at, now unless said, is in."""
    begins = min(begins_at or timezone.now(), timezone.now())
    jackpot = Jackpot(club=club, name=_name(club, terms), zone=club.zone, begins_at=begins, **vars(turns))
    jackpot.calendar.period_of(begins)  # a calendar that cannot be says so here
    jackpot.save()
    _write(jackpot, terms, context.log())
    begin_periods(jackpot.pk)
    return jackpot


@command(Action.CHANGE_JACKPOT, lock=lock_jackpot, permission=Permission.RUN_CLUB)
def change_jackpot(jackpot: Jackpot, terms: Terms, *, context: Context, expected_version: int) -> Jackpot:
    """Another name, other rules. Before the first closed period they count at once, then from the next period on.

    expected_version: number of the terms that the form showed.
    """
    latest = jackpot.terms.latest("number")
    if latest.number != expected_version:
        raise Conflict("Someone changed this jackpot while you had it open. Check it again.")
    jackpot.name = _name(jackpot.club, terms, jackpot)
    jackpot.save(update_fields=["name"])
    detail = {"jackpot": jackpot.pk, "terms": terms.data(), "seen": expected_version}
    jackpot_terms = _write(jackpot, terms, context.log(detail=detail))
    if not jackpot.periods.exclude(closed=None).exists():
        _use_at_once(jackpot, jackpot_terms)
    count_version(jackpot)
    return jackpot


def _write(jackpot: Jackpot, terms: Terms, written: AuditLogEntry) -> JackpotTerms:
    return JackpotTerms.objects.create(
        jackpot=jackpot,
        number=jackpot.terms.count() + 1,
        rules=config_data(terms.rules),
        journal=written,
        share_cents=terms.share_cents,
        share_percent=terms.share_percent,
    )


def _use_at_once(jackpot: Jackpot, terms: JackpotTerms) -> None:
    for period in JackpotPeriod.objects.filter(jackpot=jackpot):
        JackpotPeriod.objects.filter(pk=period.pk).update(terms=terms)
        enqueue(KIND, [str(period.pk)])


def _name(club: Club, terms: Terms, own: Jackpot | None = None) -> str:
    name = " ".join(terms.name.split())
    if not 0 < len(name) <= 60:
        raise RuleError("The name has {number} characters. Enter 1 to 60 characters.", number=len(name))
    if club.jackpots.filter(name=name).exclude(pk=own.pk if own else 0).exists():
        raise RuleError("{club} already has a jackpot called {name}. Choose another name.", club=club, name=name)
    if terms.share_cents and terms.share_percent:
        raise RuleError("Enter the entry fee share as an amount or a percentage, not both.")
    return name
