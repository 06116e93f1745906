"""Many things at once: all claims accepted, all missing tables decided, everybody checked in; and the way back.

Each part goes through its own verb; the whole is one journal entry that names its parts. Undoing appends new facts
and says which parts it left alone because they have changed since.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.language import mark, say, say_number
from tournaments.errors import Stale
from tournaments.formats.base import Slip
from tournaments.formats.kept import kept, told
from tournaments.formats.numbers import called
from tournaments.models import Entry, Event, JournalEntry, Match, Round
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.attendance import entries
from tournaments.services.journal import By
from tournaments.services.nights.rounds import actor_name
from tournaments.services.scores import results
from tournaments.services.scores.scoring import side_count

NIGHT = timedelta(hours=12)
"""How long the undo button stays."""
MOST_SHOWN = 20_000
"""Letters that name a thousand things with their versions."""
_TABLE_CHANGED = kept("Table {table} has changed since and stays as it is.")
_ROUND_CLOSED = kept("Table {table}: Round {round} is closed. Correct the score on the table's own page.")
_ENTRY_CHANGED = kept("{entry} has changed since and stays as it is.")
_HAS_PLACE = kept("{entry} has a place in a round by now and stays.")
Thing = Match | Entry
Part = tuple[int, int]
"""A row's id and the version that it has, or was brought to."""


@dataclass(frozen=True)
class Bulk:
    """One kind of doing many things at once. title: what is done, as a button says it, marked. things_text: so many of
    them, in words. do: to one of them; undo: from one part, with a sentence when that cannot be. needs_reason: as
    its parts do."""

    title: str
    things_text: Callable[[int], str]
    things: Callable[[Event], Sequence[Thing]]
    do: Callable[[Thing, By, str], Part]
    undo: Callable[[Part, By], str]
    needs_reason: bool = False


@dataclass(frozen=True)
class Offer:
    """Something that may be done to many things at once, as a page shows it."""

    verb: str
    things: Sequence[Thing]

    @property
    def count(self) -> int:
        return len(self.things)

    @property
    def title(self) -> str:
        return say(BULKS[self.verb].title, count=self.count)

    @property
    def things_text(self) -> str:
        return BULKS[self.verb].things_text(self.count)

    @property
    def needs_reason(self) -> bool:
        return BULKS[self.verb].needs_reason

    @property
    def shown(self) -> str:
        """Which things, and in which version: goes with the form, so that nothing is done to what was not shown."""
        return " ".join(f"{thing.pk}:{_version(thing)}" for thing in self.things)


@transaction.atomic
def do_all(event_id: int, verb: str, *, count: int, shown: str, by: By, reason: str = "") -> JournalEntry:
    """Do one of `BULKS` to everything that was shown. count: what was typed.

    RuleError when another number was typed than was shown; Stale, with the present number, when other things are there
    now than were shown.
    """
    event = journal.lock_event(event_id)
    body = {"event": event_id, "count": count, "shown": shown, "reason": reason}
    if done := journal.replayed(by, verb, body):
        return done
    require(by.actor, Verb.RUN_EVENT, event)
    bulk, offer = BULKS[verb], Offer(verb, BULKS[verb].things(event))
    _check(offer, count, shown, reason)
    quiet = By(by.actor, by.source)
    parts = [bulk.do(thing, quiet, reason) for thing in offer.things]
    tables = [thing.table for thing in offer.things if isinstance(thing, Match)]
    around = next((thing.round for thing in offer.things if isinstance(thing, Match)), None)
    event.refresh_from_db(fields=["version"])
    return journal.write(event, verb, by, body, round=around, reason=reason, detail={"parts": parts, "tables": tables})


@transaction.atomic
def undo(journal_id: int, *, by: By) -> JournalEntry:
    """Take back what was done at once, part by part. What has changed since stays, and the journal entry says so in
    `detail["kept"]`, with entry numbers in the place of names."""
    row = JournalEntry.objects.select_related("user__player", "player").get(pk=journal_id)
    assert row.event_id, "only what belongs to an event is done at once"
    event, body = journal.lock_event(row.event_id), {"journal": journal_id}
    if done := journal.replayed(by, "undo_bulk", body):
        return done
    require(by.actor, Verb.RUN_EVENT, event)
    _check_undo(event, row)
    parts: list[Part] = [(pk, version) for pk, version in row.detail["parts"]]
    answers = [BULKS[row.verb].undo(part, By(by.actor, by.source)) for part in parts]
    event.refresh_from_db(fields=["version"])
    detail = {
        "undoes": row.number, "verb": row.verb, "kept": [answer for answer in answers if answer],
        "parts": [part for part, answer in zip(parts, answers, strict=True) if not answer], "count": len(parts),
    }  # fmt: skip
    return journal.write(event, "undo_bulk", by, body, round=row.round, detail=detail)


def left_alone(undone: JournalEntry) -> list[str]:
    """What an undoing could not take back: sentences for people, with entry numbers in the place of names."""
    return [told(one) for one in undone.detail["kept"]]


def undoable(event: Event) -> list[JournalEntry]:
    """What was done at once this night and not undone yet, newest first."""
    rows = event.journal.filter(verb__in=[*BULKS, "undo_bulk"], at__gt=timezone.now() - NIGHT)
    found = list(rows.select_related("user__player", "player", "round").order_by("-number"))
    undone = {row.detail["undoes"] for row in found if row.verb == "undo_bulk"}
    return [row for row in found if row.verb in BULKS and row.number not in undone]


def offers(verbs: Sequence[str], things: Sequence[Thing]) -> list[Offer]:
    """What a page offers for these things; one alone has its own button."""
    return [Offer(verb, sorted(things, key=lambda thing: thing.pk)) for verb in verbs] if len(things) > 1 else []


def absent(event: Event) -> list[Entry]:
    """Who is entered and has not come."""
    rows = event.entries.filter(status=Entry.Status.REGISTERED)
    return list(rows.prefetch_related("lineup__player").order_by("pk"))


def _check(offer: Offer, count: int, shown: str, reason: str) -> None:
    asked = len(shown.split())
    if not shown or shown != offer.shown:
        things = BULKS[offer.verb].things_text(asked)
        if offer.count == 1:
            raise Stale("Nothing was done: {things} were shown, now there is 1. Look at them again.", things=things)
        raise Stale(
            "Nothing was done: {things} were shown, now there are {count}. Look at them again.",
            things=things,
            count=offer.count,
        )
    if count != asked:
        raise RuleError(
            "Nothing was done: you typed {count}, but it is {things}. Type {asked} to go on.",
            count=count,
            asked=asked,
            things=offer.things_text,
        )
    if offer.needs_reason and not reason:
        raise RuleError("Say in a few words why, so that it can be understood later.")


def _check_undo(event: Event, row: JournalEntry) -> None:
    if row.verb not in BULKS:
        raise RuleError("Only what was done to many things at once can be undone at once.")
    rows = event.journal.filter(verb="undo_bulk", detail__undoes=row.number).select_related("user__player", "player")
    if done := rows.first():
        raise Stale("This was just undone by {name}.", name=actor_name(done))
    if row.at <= timezone.now() - NIGHT:
        raise RuleError("This can be undone for the rest of the night only. Change each part on its own page.")


def _version(thing: Thing) -> int:
    return thing.last_version if isinstance(thing, Match) else thing.revision


def _tables(state: Match.State) -> Callable[[Event], list[Match]]:
    """The tables of the open round in that state."""

    def found(event: Event) -> list[Match]:
        rows = Match.objects.filter(round__stage__event=event, round__status=Round.Status.PUBLISHED, state=state)
        return list(rows.select_related("round").order_by("pk"))

    return found


def _accept(match: Thing, by: By, reason: str) -> Part:
    entry = results.confirm_result(match.pk, by=by, seen=_version(match))
    return match.pk, entry.version


def _void(match: Thing, by: By, reason: str) -> Part:
    entry = results.void_result(match.pk, reason=reason, by=by, seen=_version(match))
    return match.pk, entry.version


def _forfeit(match: Thing, by: By, reason: str) -> Part:
    """No side played: nobody gets a point."""
    assert isinstance(match, Match)
    sides = range(side_count(match))
    slip = Slip(points=tuple(0 for _ in sides), forfeited=tuple(sides))
    entry = results.record_result(match.pk, slip, by=by, seen=match.last_version)
    return match.pk, entry.version


def _check_in(entry: Thing, by: By, reason: str) -> Part:
    found = entries.check_in(entry.pk, by=by, seen=_version(entry))
    return found.pk, found.revision


def _leave(entry: Thing, by: By, reason: str) -> Part:
    found = entries.drop_out(entry.pk, by=by, seen=_version(entry))
    return found.pk, found.revision


def _reported(number: int) -> str:
    return say_number("{number} reported score", "{number} reported scores", number)


def _without(number: int) -> str:
    return say_number("{number} table without a score", "{number} tables without a score", number)


def _absent(number: int) -> str:
    return say_number("{number} entry not here yet", "{number} entries not here yet", number)


def _reopen(part: Part, by: By) -> str:
    pk, version = part
    match = Match.objects.select_related("round").get(pk=pk)
    if match.last_version != version:
        return _TABLE_CHANGED(table=match.table)
    if match.round.status != Round.Status.PUBLISHED:
        return _ROUND_CLOSED(table=match.table, round=match.round.number)
    results.reopen_result(pk, by=by, seen=version)
    return ""


def _expect(part: Part, by: By) -> str:
    pk, revision = part
    entry = Entry.objects.get(pk=pk)
    if entry.revision != revision:
        return _ENTRY_CHANGED(entry=called(entry.number))
    if entries.has_place(entry):
        return _HAS_PLACE(entry=called(entry.number))
    entries.not_here(pk, by=by, seen=revision)
    return ""


_WAITING, _MISSING = _tables(Match.State.WAITING), _tables(Match.State.OPEN)
BULKS: dict[str, Bulk] = {
    "accept_all": Bulk(mark("Accept all {count}"), _reported, _WAITING, _accept, _reopen),
    "void_missing": Bulk(mark("Declare all {count} without a score void"), _without, _MISSING, _void, _reopen, True),
    "forfeit_missing": Bulk(
        mark("Nobody played at the {count} without a score"), _without, _MISSING, _forfeit, _reopen
    ),
    "check_in_all": Bulk(mark("Check all {count} in"), _absent, absent, _check_in, _expect),
    "leave_all": Bulk(mark("None of the {count} will come"), _absent, absent, _leave, _expect),
}
"""Journal verb → what it does."""
