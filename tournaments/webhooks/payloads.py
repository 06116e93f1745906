"""What receivers get: numbers, public names and facts that anyone may read on the club's pages.

No free text but the names of events, venues, rounds and jackpots, and why an event is canceled. docs/webhooks.md lists
the fields.
"""

import datetime
from functools import partial
from typing import Any

from django.db.models import Q
from django.utils import timezone

from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.formats.standings import rows
from tournaments.happenings.models import ClubStream
from tournaments.honours.jackpots.closing import Closed
from tournaments.jackpots.models import JackpotPeriod
from tournaments.registration.models import RegistrationTerms
from tournaments.results import standings_update
from tournaments.results.models import ResultEntry
from tournaments.rounds.final_places import finish_of
from tournaments.rounds.finishing import people_of
from tournaments.rounds.models import Match, Round, Seat
from tournaments.webhooks.models import Happening, WebhookKind
from tournaments.webhooks.people import Person, people
from tournaments.webhooks.queue import Data, enqueue, is_queued, listened_since

State = Match.State
JUST_OPENED = datetime.timedelta(hours=1)
"""Registration that opened longer ago is no news."""


def emit_result(match: Match, before: tuple[str, int | None], entry: ResultEntry) -> None:
    """When the entry changed what counts. before: the match's state and standing entry as they were."""
    after = match.state, match.standing_id
    if after == before or (State.VOID not in (before[0], after[0]) and before[1] == after[1]):
        return
    key = f"result:{match.pk}:{entry.version}"
    enqueue(match.round.stage.event.club_id, Happening.RESULT, key, lambda: _result(match, entry))


def _result(match: Match, entry: ResultEntry) -> Data:
    standing = match.standing
    return about_round(match.round) | {
        "match": match.pk,
        "table": match.table,
        "version": entry.version,
        "state": str(match.state),
        "points": standing.slip["points"] if standing else None,
        "forfeited": standing.slip.get("forfeited", []) if standing else None,
        "because": str(entry.kind),
        "sides": _sides_of([match.pk])[match.pk],
    }


def emit_round(round_: Round) -> None:
    """Each publication is one happening; where matches open singly, whenever the round has more of them."""
    event = round_.stage.event
    now = f":{event.version}" if round_.opens_singly else ""
    enqueue(event.club_id, Happening.ROUND, f"round:{round_.pk}:{round_.version}{now}", lambda: _round(round_))


def _round(round_: Round) -> Data:
    matches = list(round_.matches.order_by("table").values_list("pk", "table"))
    sides = _sides_of([pk for pk, _ in matches])
    resting = round_.byes.filter(entry__lineup__is_active=True).order_by("entry__number", "entry__lineup__chair")
    return about_round(round_) | {
        "publication": round_.version,
        "tables": [{"match": pk, "table": table, "sides": sides.get(pk, [])} for pk, table in matches],
        "sitting_out": people(resting.values_list("entry__lineup__player", flat=True)),
    }


def emit_event(event: Event, entry: AuditLogEntry) -> None:
    """The number of the entry: an event that is opened again may be finished again."""
    enqueue(event.club_id, Happening.EVENT, f"event:{event.pk}:{entry.number}", lambda: _event(event, entry))


def _event(event: Event, entry: AuditLogEntry) -> Data:
    """Everyone's place at the moment the event was ended."""
    names = people_of(event)
    tied = {finisher.entry: finisher.place for finisher in finish_of(event, with_lot=False).finishers}
    places = [
        {
            "place": tied[finisher.entry],
            "place_by_lot": finisher.place,
            "entry": finisher.entry,
            "players": people(names.get(finisher.entry, ())),
        }
        for finisher in finish_of(event, with_lot=True).finishers
    ]
    return about_event(event) | {"finished_at": entry.at.isoformat(timespec="seconds"), "places": places}


def emit_standings(round_: Round) -> None:
    """When the round is closed; not when it became a draft again."""
    if round_.status == Round.Status.CLOSED:
        key = f"standings:{round_.pk}:{round_.version}"
        enqueue(round_.stage.event.club_id, Happening.STANDINGS, key, lambda: _standings(round_))


def _standings(round_: Round) -> Data:
    names = people_of(round_.stage.event)
    numbers, contests = standings_update.contests(round_.stage)
    ranked = [(group, placed) for group, contest in enumerate(contests, start=1) for placed in rows.rank(*contest)]
    standings = [
        {"group": group, "place": placed.place, "entry": placed.entry, "players": people(names.get(placed.entry, ()))}
        for group, placed in ranked
        if placed.entry in numbers
    ]
    return about_round(round_) | {"standings": standings}


def emit_action(entry: AuditLogEntry) -> None:
    """Of what the log says, what concerns everyone who wants to come."""
    if entry.event is None or entry.action not in _KINDS_OF_ACTIONS:
        return
    if entry.action == Action.CHANGE_EVENT and not {"starts_at", "venue"} & set(entry.detail.get("changed", {})):
        return
    event = entry.event
    enqueue(
        event.club_id, _KINDS_OF_ACTIONS[Action(entry.action)], f"log:{event.pk}:{entry.number}", lambda: _plan(event)
    )


def _plan(event: Event) -> Data:
    """When and where it is, or why it isn't."""
    return about_event(event) | {
        "starts_at": event.starts_at.isoformat(timespec="seconds"),
        "zone": event.club.zone,
        "venue": event.venue.name if event.venue else "",
        "is_canceled": event.cancelled_at is not None,
        "reason": event.cancelled_because,
    }


_KINDS_OF_ACTIONS = {
    Action.CHANGE_EVENT: Happening.CHANGED,
    Action.CANCEL_EVENT: Happening.CANCELED,
    Action.RESTORE_EVENT: Happening.CANCELED,
}


def emit_check_in(event: Event) -> None:
    """Once for each day on which it is to be."""
    key = f"check_in:{event.pk}:{event.local_start:%Y-%m-%d}"
    enqueue(event.club_id, Happening.CHECK_IN, key, lambda: _plan(event))


def emit_registrations() -> int:
    """For the sweep: registration opens by the clock. Once for each time at which it opens. For how many events."""
    now = timezone.now()
    wanting = WebhookKind.objects.filter(kind=Happening.REGISTRATION, webhook__is_active=True)
    listening = ClubStream.objects.filter(listened_on__gte=listened_since())
    opened = RegistrationTerms.objects.filter(
        Q(closes_at=None) | Q(closes_at__gt=now),
        Q(event__club__in=wanting.values("webhook__club")) | Q(event__club__in=listening.values("club")),
        opens_at__lte=now,
        opens_at__gt=now - JUST_OPENED,
        event__starts_at__gt=now,
        event__finished_at=None,
        event__cancelled_at=None,
    )
    count = 0
    for terms in opened.select_related("event__club", "event__venue"):
        event, key = terms.event, f"registration:{terms.event_id}:{terms.opens_at:%Y%m%d%H%M%S}"
        if not is_queued(event.club_id, key):
            enqueue(event.club_id, Happening.REGISTRATION, key, partial(_plan, event))
            count += 1
    return count


def emit_jackpot(period: JackpotPeriod, closed: Closed) -> None:
    jackpot = period.jackpot
    enqueue(jackpot.club_id, Happening.JACKPOT, f"jackpot:{period.pk}", lambda: _jackpot(period, closed))


def _jackpot(period: JackpotPeriod, closed: Closed) -> Data:
    winners = people(prize.player for prize in closed.prizes)
    return {
        "club": about_club(period.jackpot.club),
        "jackpot": {"id": period.jackpot_id, "name": period.jackpot.name},
        "period": period.number,
        "first": period.first.isoformat(),
        "last": period.last.isoformat(),
        "currency": period.jackpot.club.currency,
        "pot_cents": closed.pot.total,
        "carried_over_cents": closed.carried_over,
        "winners": [winner | {"cents": prize.cents} for winner, prize in zip(winners, closed.prizes, strict=True)],
    }


def about_club(club: Club) -> Data:
    return {"id": club.pk, "slug": club.slug, "name": club.name}


def about_event(event: Event) -> Data:
    """With its club."""
    return {"club": about_club(event.club), "event": {"id": event.pk, "slug": event.slug, "name": event.name}}


def about_round(round_: Round) -> Data:
    stage = round_.stage
    return about_event(stage.event) | {"stage": stage.number, "round": {"id": round_.pk, "number": round_.number}}


def _sides_of(matches: list[int]) -> dict[int, list[list[Person]]]:
    """Match → the people of each side, clockwise."""
    seats = Seat.objects.filter(match__in=matches).order_by("match", "side", "position")
    seated = list(seats.values_list("match", "side", "player"))
    by_match: dict[int, dict[int, list[Any]]] = {}
    for (match, side, _), person in zip(seated, people(player for _, _, player in seated), strict=True):
        by_match.setdefault(match, {}).setdefault(side, []).append(person)
    return {match: list(sides.values()) for match, sides in by_match.items()}
