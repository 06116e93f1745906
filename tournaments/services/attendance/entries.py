"""Who takes part: signing up, checking in, walking in, leaving, and somebody taking over a chair."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max, Q

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import Stale
from tournaments.formats.kept import kept, said_list
from tournaments.honours.facts import Contest
from tournaments.models import Entry, EntryPlayer, Event, JournalEntry, Match, Membership, PotEntry, Role, Round, Seat
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.honours.placing import recount_places
from tournaments.services.jackpots.money import put_shares, split_fee
from tournaments.services.journal import By
from tournaments.services.money.pot import check_pot_is_open, put_in_pot
from tournaments.services.money.settlement import check_kept
from tournaments.services.scores import match_tables
from tournaments.services.scores.settle import settle_stage

Status = Entry.Status
ENTRY_FEE = kept("entry fee")()
MOST_ENTRIES = 1_000
"""Of one event, gone ones too: every format still draws so many while an organizer waits."""


@transaction.atomic
def register(event_id: int, players: Sequence[Player], *, by: By, check_in: bool = False) -> Entry:
    """Enter one player, or a pair, in an event. RuleError when one of them is entered already."""
    event = journal.lock_event(event_id)
    body = {"event": event_id, "players": [player.pk for player in players], "check_in": check_in}
    if done := journal.replayed(by, "register", body):
        return _entry_of(done)
    require(by.actor, Verb.RUN_EVENT, event)
    _check_players(event, players)
    number = (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    if number > MOST_ENTRIES:
        raise RuleError(
            "An event takes {most:,} entries at most. Make a second event for the others.", most=MOST_ENTRIES
        )
    status = Status.CHECKED_IN if check_in else Status.REGISTERED
    entry = Entry.objects.create(event=event, number=number, status=status)
    for chair, player in enumerate(players):
        EntryPlayer.objects.create(event=event, entry=entry, player=player, chair=chair)
    journal.write(event, "register", by, body, entry=entry)
    return entry


@transaction.atomic
def walk_in(event_id: int, names: Sequence[str], *, by: By, with_fee: bool = False) -> Entry:
    """Enter people who are known by name only, and check them in. They become guests of the club."""
    event = journal.lock_event(event_id)
    body = {"event": event_id, "names": list(names), "fee": with_fee}
    if done := journal.replayed(by, "walk_in", body):
        return _entry_of(done)
    require(by.actor, Verb.RUN_EVENT, event)
    players = [new_player(event, name) for name in names]
    entry = register(event_id, players, by=By(by.actor, by.source), check_in=True)
    event.refresh_from_db(fields=["version"])
    journal.write(event, "walk_in", by, body, entry=entry)
    if with_fee:
        take_fee(entry.pk, by=By(by.actor, by.source))
    return entry


def new_player(event: Event, name: str, *, number: str = "", email: str = "") -> Player:
    """A player known to the event's club by name (and perhaps a club number). For the verbs of this package."""
    clean = " ".join(name.split())
    if not clean or len(clean) > 80:
        raise RuleError("A name has 1 to 80 letters.")
    player = Player.objects.create(name=clean)
    role = Role.MEMBER if number else Role.GUEST
    Membership.objects.create(club=event.club, player=player, role=role, number=number, email=email)
    return player


def named(coming: Player | str) -> int | str:
    """Who comes, as a request names them."""
    return coming if isinstance(coming, str) else coming.pk


def known_player(event: Event, coming: Player | str) -> Player:
    """The player, or a new one of that name. For the verbs of this package."""
    return new_player(event, coming) if isinstance(coming, str) else coming


@transaction.atomic
def check_in(entry_id: int, *, by: By, seen: int | None = None, with_fee: bool = False) -> Entry:
    """Mark an entry as here: from the next draw on it is seated. Also for whoever left and came back.

    with_fee: it pays the entry fee at the same time.
    """
    entry = _set_status(entry_id, "check_in", Status.CHECKED_IN, by, seen)
    if with_fee:
        take_fee(entry_id, by=By(by.actor, by.source))
    return entry


@transaction.atomic
def not_here(entry_id: int, *, by: By, seen: int | None = None) -> Entry:
    """Take a tick that was a mistake back. RuleError once a round that is out has a place for the entry."""
    entry = _set_status(entry_id, "not_here", Status.REGISTERED, by, seen)
    if has_place(entry):
        raise RuleError(
            "{entry} has a place in a round that is published. Mark {entry} as gone instead.", entry=entry.name
        )
    return entry


def has_place(entry: Entry) -> bool:
    """Whether a round that was published seats it, or lets it sit out."""
    out = Round.objects.exclude(status=Round.Status.DRAFT).filter(stage__event=entry.event_id)
    return out.filter(Q(matches__seats__entry=entry) | Q(byes__entry=entry)).exists()


@transaction.atomic
def drop_out(entry_id: int, *, by: By, seen: int | None = None) -> Entry:
    """Mark an entry as gone: from the next draw on it is not seated. What it played stays."""
    return _set_status(entry_id, "drop_out", Status.DROPPED, by, seen)


@transaction.atomic
def give_up(entry_id: int, *, by: By) -> Entry:
    """Mark an entry as gone for good that was never seated: its players may enter again, alone or with others."""
    entry = _set_status(entry_id, "give_up", Status.DROPPED, by, None)
    if has_place(entry):
        raise RuleError(
            "{entry} has a place in a round that is published. Mark {entry} as gone instead.", entry=entry.name
        )
    if entry.lineup.filter(is_active=True).update(is_active=False):
        entry.revision += 1
        entry.save(update_fields=["revision"])
    return entry


@transaction.atomic
def substitute(entry_id: int, leaving: Player, coming: Player | str, *, by: By) -> Entry:
    """Let somebody take over a player's chair, at once at a table that has not reported, else from the next round.

    The points go to the entry; who sat in the chair stays on record. coming: the name of somebody new, or a player.
    """
    entry, body = _lock(entry_id), {"entry": entry_id, "leaving": leaving.pk, "coming": named(coming)}
    if journal.replayed(by, "substitute", body):
        return entry
    require(by.actor, Verb.RUN_EVENT, entry)
    row = entry.lineup.filter(player=leaving, is_active=True).first()
    if row is None:
        raise Stale("{leaving} does not play for this entry any more.", leaving=leaving)
    coming = known_player(entry.event, coming)
    _check_players(entry.event, [coming], size=1)
    row.is_active = False
    row.save(update_fields=["is_active"])
    EntryPlayer.objects.create(event=entry.event, entry=entry, player=coming, chair=row.chair)
    open_seats = Seat.objects.filter(entry=entry, player=leaving, match__state=Match.State.OPEN)
    taken = Seat.objects.filter(player=coming, round__stage__event=entry.event).values_list("round", flat=True)
    open_seats.exclude(round__status=Round.Status.CLOSED).exclude(round__in=list(taken)).update(player=coming)
    for match in Match.objects.filter(seats__player=coming, online_tables__isnull=False, state=Match.State.OPEN):
        match_tables.follow_chair(match)
    journal.write(entry.event, "substitute", by, body, entry=entry)
    if entry.event.finished_at:
        recount_places(Contest.EVENT, entry.event_id)
    return entry


@transaction.atomic
def take_fee(entry_id: int, *, by: By) -> PotEntry:
    """Book the entry fee as paid, with what of it goes into jackpots. A fee is paid once."""
    entry, body = _lock(entry_id), {"entry": entry_id}
    if done := journal.replayed(by, "take_fee", body):
        return done.pot.get()
    require(by.actor, Verb.RUN_EVENT, entry)
    if not entry.event.fee:
        raise RuleError("This event has no entry fee.")
    fees = entry.pot.filter(kind=PotEntry.Kind.FEE, reverses__isnull=True)
    if paid := fees.filter(reversal__isnull=True).first():
        return paid
    check_pot_is_open(entry.event)
    kept, shares = split_fee(entry.event)
    written = journal.write(entry.event, "take_fee", by, body, entry=entry)
    about = {"entry": entry, "memo": ENTRY_FEE, "turn": fees.count() + 1}
    fee = put_in_pot(written, PotEntry.Kind.FEE, kept, **about)
    put_shares(fee, shares, written)
    return fee


def _entry_of(done: JournalEntry) -> Entry:
    assert done.entry, "every verb that enters somebody journals the entry"
    return done.entry


def _lock(entry_id: int) -> Entry:
    event = journal.lock_event(Entry.objects.values_list("event_id", flat=True).get(pk=entry_id))
    entry = Entry.objects.prefetch_related("lineup__player").get(pk=entry_id)
    entry.event = event
    return entry


def _set_status(entry_id: int, verb: str, status: Status, by: By, seen: int | None) -> Entry:
    """Two helpers who tick the same name agree; one who works from an old list is told."""
    entry, body = _lock(entry_id), {"entry": entry_id, "seen": seen}
    if journal.replayed(by, verb, body):
        return entry
    require(by.actor, Verb.RUN_EVENT, entry)
    if entry.status == status:
        return entry
    if not any(row.is_active for row in entry.lineup.all()):
        raise RuleError("{entry} gave this entry up. Enter them again instead.", entry=entry.name)
    if seen is not None and seen != entry.revision:
        raise Stale(
            "{entry} was changed meanwhile: {status}.", entry=entry.name, status=entry.get_status_display().lower()
        )
    entry.status = status
    entry.revision += 1
    entry.save(update_fields=["status", "revision"])
    journal.write(entry.event, verb, by, body, entry=entry)
    for stage in entry.event.stages.all():
        if stage.play.placing:
            settle_stage(stage.pk)
    check_kept(entry.event)
    return entry


def _check_players(event: Event, players: Sequence[Player], size: int | None = None) -> None:
    wanted = size or entry_size(event)
    if len(players) != wanted or len({player.pk for player in players}) != wanted:
        if wanted == 1:
            raise RuleError("Name one player.")
        raise RuleError("Name {number} different players for a pair.", number=wanted)
    is_one_of_them = Q(player__in=players) | Q(player__alias__person__in=players)
    taken = EntryPlayer.objects.filter(is_one_of_them, event=event, is_active=True).select_related("player")
    if names := [str(row.player) for row in taken]:
        raise RuleError("{names} entered this event already.", names=said_list(names))
    known = Membership.objects.filter(club=event.club, player__in=players).count()
    if known != len(players):
        raise RuleError("Only players known to the club can be entered. Add a walk-in by name instead.")


def entry_size(event: Event) -> int:
    """Players per entry: that of the event's first stage."""
    return event.stages.order_by("number")[0].play.entry_size
