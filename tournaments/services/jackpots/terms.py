"""Setting a jackpot up and changing it. Every change of the rules is a version; one that has begun keeps its own
from the first closed period on."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.errors import Stale
from tournaments.formats.config import config_data
from tournaments.honours.jackpots.rules import JackpotRules
from tournaments.models import Club, Jackpot, JackpotPeriod, JackpotTerms, JournalEntry
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.honours.queue import make_due
from tournaments.services.jackpots.periods import KIND, begin_periods, lock_jackpot
from tournaments.services.jackpots.races import tell
from tournaments.services.journal import By


@dataclass(frozen=True)
class Terms:
    """What an owner decides. share: of each entry fee, in cents or in hundredths of a percent, or neither."""

    name: str
    rules: JackpotRules
    share_cents: int = 0
    share_percent: int = 0

    def data(self) -> dict[str, Any]:
        return {
            "name": self.name, "rules": config_data(self.rules), "cents": self.share_cents,
            "percent": self.share_percent,
        }  # fmt: skip


@dataclass(frozen=True)
class Turns:
    """When periods begin, on the club's clock; kept for good. Names as in `Jackpot`."""

    kind: str
    turns_at: int | None = None
    week_starts: int = 0
    days: int = 14
    anchor: datetime.date = datetime.date(2024, 1, 1)
    seasons: tuple[tuple[int, int], ...] = ()


@transaction.atomic
def create_jackpot(
    club: Club, terms: Terms, turns: Turns, *, by: By, begins_at: datetime.datetime | None = None
) -> Jackpot:
    """A jackpot whose first period is the one that begins_at, now unless said, is in."""
    club = journal.lock_club(club.pk)
    body = {"club": club.pk, "terms": terms.data(), "turns": vars(turns), "begins": begins_at}
    if done := journal.replayed(by, "create_jackpot", body):
        return Jackpot.objects.get(terms__journal=done)
    require(by.actor, Verb.RUN_CLUB, club)
    begins = min(begins_at or timezone.now(), timezone.now())
    jackpot = Jackpot(club=club, name=_name(club, terms), zone=club.zone, begins_at=begins, **vars(turns))
    jackpot.calendar.period_of(begins)  # a calendar that cannot be says so here
    jackpot.save()
    _write(jackpot, terms, journal.write_club(club, "create_jackpot", by, body))
    begin_periods(jackpot.pk)
    return jackpot


@transaction.atomic
def change_jackpot(jackpot_id: int, terms: Terms, *, by: By, seen: int) -> Jackpot:
    """Another name, other rules. Before the first closed period they count at once, then from the next period on.

    seen: number of the terms that the form showed.
    """
    jackpot, body = lock_jackpot(jackpot_id), {"jackpot": jackpot_id, "terms": terms.data(), "seen": seen}
    if journal.replayed(by, "change_jackpot", body):
        return jackpot
    require(by.actor, Verb.RUN_CLUB, jackpot.club)
    latest = jackpot.terms.latest("number")
    if latest.number != seen:
        raise Stale("Somebody changed this jackpot since the form was opened. Look at it again.")
    jackpot.name = _name(jackpot.club, terms, jackpot)
    jackpot.save(update_fields=["name"])
    row = _write(jackpot, terms, journal.write_club(jackpot.club, "change_jackpot", by, body, detail=body))
    if not jackpot.periods.exclude(closed=None).exists():
        _use_at_once(jackpot, row)
    tell(jackpot)
    return jackpot


def _write(jackpot: Jackpot, terms: Terms, written: JournalEntry) -> JackpotTerms:
    return JackpotTerms.objects.create(
        jackpot=jackpot, number=jackpot.terms.count() + 1, rules=config_data(terms.rules), journal=written,
        share_cents=terms.share_cents, share_percent=terms.share_percent,
    )  # fmt: skip


def _use_at_once(jackpot: Jackpot, terms: JackpotTerms) -> None:
    for period in JackpotPeriod.objects.filter(jackpot=jackpot):
        JackpotPeriod.objects.filter(pk=period.pk).update(terms=terms)
        make_due(KIND, [str(period.pk)])


def _name(club: Club, terms: Terms, own: Jackpot | None = None) -> str:
    name = " ".join(terms.name.split())
    if not 0 < len(name) <= 60:
        raise RuleError("The name has {number} letters. Choose one with 1 to 60.", number=len(name))
    if club.jackpots.filter(name=name).exclude(pk=own.pk if own else 0).exists():
        raise RuleError("{club} has a jackpot called {name} already. Choose another name.", club=club, name=name)
    if terms.share_cents and terms.share_percent:
        raise RuleError("Say the share of the entry fees in cents or in percent, not both.")
    return name
