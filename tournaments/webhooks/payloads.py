"""What receivers get: numbers, public names and facts that anyone may read on the club's pages.

No free text but the names of events, rounds and jackpots. docs/webhooks.md lists the fields.
"""

from typing import Any

from tournaments.activity_log.models import JournalEntry
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.honours.jackpots.closing import Closed
from tournaments.jackpots.models import JackpotPeriod
from tournaments.results.models import ResultEntry
from tournaments.rounds.final_places import finish_of
from tournaments.rounds.finishing import people_of
from tournaments.rounds.models import Match, Round, Seat
from tournaments.webhooks.models import Happening
from tournaments.webhooks.people import Person, people
from tournaments.webhooks.queue import Data, enqueue

State = Match.State


def tell_result(match: Match, before: tuple[str, int | None], entry: ResultEntry) -> None:
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


def tell_round(round_: Round) -> None:
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


def tell_event(event: Event, entry: JournalEntry) -> None:
    """The number of the entry: an event that is opened again may be finished again."""
    enqueue(event.club_id, Happening.EVENT, f"event:{event.pk}:{entry.number}", lambda: _event(event, entry))


def _event(event: Event, entry: JournalEntry) -> Data:
    """Everyone's place at the moment the event was ended."""
    names = people_of(event)
    finishers = finish_of(event, with_lot=False).finishers
    places = [{"place": finisher.place, "players": people(names.get(finisher.entry, ()))} for finisher in finishers]
    return about_event(event) | {"finished_at": entry.at.isoformat(timespec="seconds"), "places": places}


def tell_jackpot(period: JackpotPeriod, closed: Closed) -> None:
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
        "winners": [one | {"cents": prize.cents} for one, prize in zip(winners, closed.prizes, strict=True)],
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
    rows = list(seats.values_list("match", "side", "player"))
    found: dict[int, dict[int, list[Any]]] = {}
    for (match, side, _), person in zip(rows, people(player for _, _, player in rows), strict=True):
        found.setdefault(match, {}).setdefault(side, []).append(person)
    return {match: list(sides.values()) for match, sides in found.items()}
