"""Who takes part: signing up, checking in, walking in, leaving, and substitutes."""

from collections.abc import Sequence

from django.db.models import Max, Q

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.messages import and_list, message
from tournaments.activity_log.models import Action
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.checkin.roster_lines import Person
from tournaments.clubs.identity import tell_apart
from tournaments.clubs.models import Membership, Role
from tournaments.commands import command, lock_entry, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.jackpots.money import put_shares, split_fee
from tournaments.permissions import Permission
from tournaments.prizes.models import PotEntry
from tournaments.prizes.pot import check_pot_is_open, put_in_pot
from tournaments.prizes.settlement import check_kept
from tournaments.results import match_tables
from tournaments.results.standings_update import settle_stage
from tournaments.rounds.commands import check_not_cancelled
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.seen_deals import check_unseen
from tournaments.signals import event_places_changed

Status = Entry.Status
ENTRY_FEE = message("entry fee")
MAX_ENTRIES = 1_000
"""Per event, departed entries included: every format can still draw this many while an organizer waits."""


@command(Action.REGISTER, lock=lock_event, permission=Permission.RUN_EVENT)
def register(event: Event, players: Sequence[Player], *, context: Context, check_in: bool = False) -> Entry:
    """Enter one player, or a pair, in an event. RuleError when one of them is entered already."""
    check_not_cancelled(event)
    _check_players(event, players)
    entry = add_entries(event, [players], check_in=check_in)[0]
    context.log(entry=entry)
    return entry


@command(Action.REGISTER, lock=lock_event, permission=Permission.RUN_EVENT)
def register_empty(event: Event, *, context: Context) -> Entry:
    """Keep the place of a pair that a team came without. Its chairs stay empty."""
    check_not_cancelled(event)
    entry = add_entries(event, [()], check_in=True)[0]
    context.log(entry=entry)
    return entry


def add_entries(event: Event, lineups: Sequence[Sequence[Player]], *, check_in: bool) -> list[Entry]:
    """Entries of players who may enter. For the commands of this package, which hold the event's lock."""
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    if last + len(lineups) > MAX_ENTRIES:
        raise RuleError(
            "An event can have at most {most} entries. Create a second event for the others.", most=f"{MAX_ENTRIES:,}"
        )
    status = Status.CHECKED_IN if check_in else Status.REGISTERED
    added = Entry.objects.bulk_create(
        Entry(event=event, number=number, status=status) for number in range(last + 1, last + 1 + len(lineups))
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(event=event, entry=entry, player=player, chair=chair)
        for entry, players in zip(added, lineups, strict=True)
        for chair, player in enumerate(players)
    )
    return added


@command(Action.WALK_IN, lock=lock_event, permission=Permission.RUN_EVENT)
def walk_in(
    event: Event, names: Sequence[str], *, context: Context, with_fee: bool = False, match_names: bool = False
) -> Entry:
    """Enter people who are known by name only, and check them in. They become guests of the club.

    match_names: a name that one player of the club has is that player. RuleError where several have it.
    """
    clean = [clean_name(name) for name in names]
    known = {name: player for name in clean if match_names and (player := _member_named(event, name))}
    new = iter(new_players(event, [Person(name) for name in clean if name not in known]))
    players = [known[name] if name in known else next(new) for name in clean]
    entry = register(event.pk, players, context=context, check_in=True)
    context.log(entry=entry)
    if with_fee:
        take_fee(entry.pk, context=context)
    return entry


def _member_named(event: Event, name: str) -> Player | None:
    members = Player.objects.filter(name=name, memberships__club=event.club_id, alias=None, erased_at=None)
    namesakes = list(members.distinct()[:2])
    if len(namesakes) > 1:
        raise RuleError("Several people in this club are called {name}. Send the id of the right one.", name=name)
    return namesakes[0] if namesakes else None


def new_player(event: Event, name: str, *, number: str = "", email: str = "") -> Player:
    """A player known to the event's club by name (and perhaps a club number). For the commands of this package."""
    return new_players(event, [Person(clean_name(name), email, number)])[0]


def clean_name(name: str) -> str:
    """The name with one space between its words. RuleError when nothing is left of it, or too much."""
    clean = " ".join(name.split())
    if not clean or len(clean) > 80:
        raise RuleError("A name can have 1 to 80 characters.")
    return clean


def new_players(event: Event, people: Sequence[Person]) -> list[Player]:
    """Create several players, as `new_player` does for one."""
    players = Player.objects.bulk_create(Player(name=person.name) for person in people)
    Membership.objects.bulk_create(
        Membership(
            club=event.club,
            player=player,
            role=Role.MEMBER if person.number else Role.GUEST,
            number=person.number,
            email=person.email,
        )
        for player, person in zip(players, people, strict=True)
    )
    tell_apart(event.club_id, [player.pk for player in players])
    marks = dict(Player.objects.filter(pk__in=[player.pk for player in players]).values_list("pk", "mark"))
    for player in players:
        player.mark = marks[player.pk]
    return players


def named(coming: Player | str) -> int | str:
    """Who comes, as a request names them."""
    return coming if isinstance(coming, str) else coming.pk


def known_player(event: Event, coming: Player | str) -> Player:
    """The player, or a new one of that name. For the commands of this package."""
    return new_player(event, coming) if isinstance(coming, str) else coming


@command(Action.CHECK_IN, lock=lock_entry, permission=Permission.RUN_EVENT)
def check_in(entry: Entry, *, context: Context, expected_version: int | None = None, with_fee: bool = False) -> Entry:
    """Marks an entry as here: from the next draw on it is seated. Also for entries that left and came back.

    with_fee: it pays the entry fee at the same time.
    """
    _set_status(entry, Status.CHECKED_IN, context, expected_version)
    if with_fee:
        take_fee(entry.pk, context=context)
    return entry


@command(Action.NOT_HERE, lock=lock_entry, permission=Permission.RUN_EVENT)
def not_here(entry: Entry, *, context: Context, expected_version: int | None = None) -> Entry:
    """Take a tick that was a mistake back. RuleError once a round that is out has a place for the entry."""
    _set_status(entry, Status.REGISTERED, context, expected_version)
    if has_place(entry):
        raise RuleError("{entry} has a seat in a published round. Mark {entry} as gone instead.", entry=entry.name)
    return entry


def has_place(entry: Entry) -> bool:
    """Whether a round that was published seats it, or lets it sit out."""
    out = Round.objects.exclude(status=Round.Status.DRAFT).filter(stage__event=entry.event_id)
    return out.filter(Q(matches__seats__entry=entry) | Q(byes__entry=entry)).exists()


@command(Action.DROP_OUT, lock=lock_entry, permission=Permission.RUN_EVENT)
def drop_out(entry: Entry, *, context: Context, expected_version: int | None = None) -> Entry:
    """Mark an entry as gone: from the next draw on it is not seated. What it played stays."""
    return _set_status(entry, Status.DROPPED, context, expected_version)


@command(Action.GIVE_UP, lock=lock_entry, permission=Permission.RUN_EVENT)
def give_up(entry: Entry, *, context: Context) -> Entry:
    """Mark an entry as gone for good that was never seated: its players may enter again, alone or with others."""
    _set_status(entry, Status.DROPPED, context, None)
    if has_place(entry):
        raise RuleError("{entry} has a seat in a published round. Mark {entry} as gone instead.", entry=entry.name)
    if entry.lineup.filter(is_active=True).update(is_active=False):
        entry.revision += 1
        entry.save(update_fields=["revision"])
    return entry


@command(Action.SUBSTITUTE, lock=lock_entry, permission=Permission.RUN_EVENT)
def substitute(entry: Entry, leaving: Player, coming: Player | str, *, context: Context) -> Entry:
    """Lets someone take over a player's chair, at once at a table that has not reported, otherwise from the next round.

    The points go to the entry; the player in the chair stays on record. coming: the name of someone new, or a player.
    """
    entry_player = entry.lineup.filter(player=leaving, is_active=True).first()
    if entry_player is None:
        raise Conflict("{leaving} is no longer part of this entry. Reload the page.", leaving=leaving)
    coming = known_player(entry.event, coming)
    _check_players(entry.event, [coming], size=1)
    entry_player.is_active = False
    entry_player.save(update_fields=["is_active"])
    EntryPlayer.objects.create(event=entry.event, entry=entry, player=coming, chair=entry_player.chair)
    open_seats = Seat.objects.filter(entry=entry, player=leaving, match__state=Match.State.OPEN)
    taken = Seat.objects.filter(player=coming, round__stage__event=entry.event).values_list("round", flat=True)
    if Seat.objects.filter(player=coming, called_in__event=entry.event).exists():
        open_seats = open_seats.filter(called_in=None)
    open_seats.exclude(round__status=Round.Status.CLOSED).exclude(round__in=list(taken)).update(player=coming)
    chairs = Seat.objects.filter(entry=entry, player=coming).exclude(round__status=Round.Status.CLOSED)
    for chair in chairs.select_related("round__stage"):
        check_unseen(chair.round)
    for match in Match.objects.filter(seats__player=coming, online_tables__isnull=False, state=Match.State.OPEN):
        match_tables.follow_chair(match)
    context.log(entry=entry)
    if entry.event.finished_at:
        event_places_changed.send(Event, event=entry.event)
    return entry


@command(Action.TAKE_FEE, lock=lock_entry, permission=Permission.RUN_EVENT, replay=lambda done: done.pot.get())
def take_fee(entry: Entry, *, context: Context) -> PotEntry:
    """Book the entry fee as paid, with what of it goes into jackpots. A fee is paid once."""
    check_not_cancelled(entry.event)
    if not entry.event.fee:
        raise RuleError("This event has no entry fee.")
    fees = entry.pot.filter(kind=PotEntry.Kind.FEE, reverses__isnull=True)
    if paid := fees.filter(reversal__isnull=True).first():
        return paid
    check_pot_is_open(entry.event)
    kept, shares = split_fee(entry.event)
    written = context.log(entry=entry)
    about = {"entry": entry, "memo": ENTRY_FEE, "turn": fees.count() + 1}
    fee = put_in_pot(written, PotEntry.Kind.FEE, kept, **about)
    put_shares(fee, shares, written)
    return fee


def _set_status(entry: Entry, status: Status, context: Context, expected_version: int | None) -> Entry:
    """Sets the status. Two helpers who tick the same name agree; one who works from an old list gets a conflict."""
    if entry.status == status:
        return entry
    if status == Status.CHECKED_IN:
        check_not_cancelled(entry.event)
    if not any(entry_player.is_active for entry_player in entry.lineup.all()):
        raise RuleError("{entry} withdrew from this event. To bring them back, enter them again.", entry=entry.name)
    if expected_version is not None and expected_version != entry.revision:
        raise Conflict(
            "Someone changed {entry} while you had this page open. Status: {status}.",
            entry=entry.name,
            status=entry.get_status_display().lower(),
        )
    entry.status = status
    entry.revision += 1
    entry.save(update_fields=["status", "revision"])
    context.log(entry=entry)
    for stage in entry.event.stages.all():
        if stage.play.placing:
            settle_stage(stage.pk)
    check_kept(entry.event)
    return entry


def _check_players(event: Event, players: Sequence[Player], size: int | None = None) -> None:
    wanted = size or entry_size(event)
    if len(players) != wanted or len({player.pk for player in players}) != wanted:
        if wanted == 1:
            raise RuleError("Choose one player.")
        raise RuleError("Choose {number} different players for a pair.", number=wanted)
    is_one_of_them = Q(player__in=players) | Q(player__alias__person__in=players)
    taken = EntryPlayer.objects.filter(is_one_of_them, event=event, is_active=True).select_related("player")
    if names := [str(entry_player.player) for entry_player in taken]:
        raise RuleError("{names} already entered this event.", names=and_list(names))
    known = Membership.objects.filter(club=event.club, player__in=players).count()
    if known != len(players):
        raise RuleError("That player isn’t in the club. Add them as a walk-in instead.")


def entry_size(event: Event) -> int:
    """Players per entry: that of the event's first stage."""
    return event.stages.order_by("number")[0].play.entry_size
