"""Regulars of a recurring event: who is expected at every date, and who might be, by how often they came.

They're put on the list of the next date as soon as the one before it has begun, and only once: anyone removed from that
list stays removed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.messages import and_list
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.identity import persons
from tournaments.clubs.models import Membership
from tournaments.commands import command
from tournaments.context import SITE, Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.permissions import Permission
from tournaments.recurring.commands import lock_recurring, today_of
from tournaments.recurring.models import Occurrence, RecurringEvent, Regular
from tournaments.registration.models import RegisteredPlayer
from tournaments.rounds.models import Round

LAST, MIN_DATES = 8, 4
"""A suggested regular came to at least MIN_DATES of the LAST dates before now."""
MAX_DATES = 52
BEGUN = Exists(Round.objects.filter(stage__event=OuterRef("event")).exclude(status=Round.Status.DRAFT))


@dataclass(frozen=True)
class Lineup:
    """A regular, or two who are a pair. is_expected: whether they're put on lists; not with someone who left the club,
    or whose partner did, or where the event is played by another number of people."""

    number: int
    players: tuple[Player, ...]
    is_expected: bool

    @property
    def name(self) -> str:
        return " & ".join(player.called for player in self.players)


@dataclass(frozen=True)
class Suggestion:
    """A player, and how many of the dates they came to."""

    players: tuple[Player, ...]
    came: int

    @property
    def name(self) -> str:
        return " & ".join(player.called for player in self.players)

    @property
    def key(self) -> str:
        """As a form names them."""
        return "-".join(str(player.pk) for player in self.players)


@command(Action.ADD_REGULARS, lock=lock_recurring, permission=Permission.RUN_EVENT)
def add_regulars(recurring: RecurringEvent, lineups: Sequence[Sequence[Player]], *, context: Context) -> RecurringEvent:
    """Put players, or pairs, on the list of regulars; they're expected at the next date from now on."""
    if not lineups:
        raise RuleError("Choose at least one regular.")
    _check(recurring, lineups)
    last = recurring.regulars.aggregate(last=Max("number"))["last"] or 0
    Regular.objects.bulk_create(
        Regular(recurring=recurring, player=player, number=number, chair=chair)
        for number, players in enumerate(lineups, start=last + 1)
        for chair, player in enumerate(players)
    )
    context.log(detail={"recurring": recurring.pk, "name": recurring.name})
    added = range(last + 1, last + 1 + len(lineups))
    _expect(recurring, context, only=added)
    return recurring


@command(Action.REMOVE_REGULAR, lock=lock_recurring, permission=Permission.RUN_EVENT)
def remove_regular(recurring: RecurringEvent, number: int, *, context: Context) -> RecurringEvent:
    """Take a player or a pair off the list of regulars, and off that of the next date if nothing was done about them
    there."""
    lineup = next((lineup for lineup in lineups_of(recurring) if lineup.number == number), None)
    if lineup is None:
        raise Conflict("Someone already removed this regular. Reload the page.")
    recurring.regulars.filter(number=number).delete()
    context.log(detail={"recurring": recurring.pk, "name": recurring.name, "player": lineup.players[0].pk})
    if entry := _untouched(recurring, lineup.players):
        entries.give_up(entry.pk, context=context)
    return recurring


@command(Action.EXPECT_REGULARS, lock=lock_recurring, permission=Permission.RUN_EVENT)
def expect_regulars(recurring: RecurringEvent, *, context: Context) -> None:
    """Put the regulars on the list of the next date, unless that was done before."""
    _expect(recurring, context)


def expect_due() -> int:
    """For the sweep: how many events got their regulars."""
    has_regulars = Exists(Regular.objects.filter(recurring=OuterRef("recurring")))
    occurrences = _open(Occurrence.objects.filter(has_regulars)).select_related("recurring__club")
    made = 0
    for _, dates in groupby(occurrences.order_by("recurring", "date"), key=lambda occurrence: occurrence.recurring_id):
        coming = next((date for date in dates if date.date >= today_of(date.recurring)), None)
        if coming and coming.regulars_at is None:
            expect_regulars(coming.recurring_id, context=SITE)
            made += 1
    return made


def next_date(recurring: RecurringEvent) -> Occurrence | None:
    """The first date to come whose event has not begun."""
    occurrences = _open(recurring.occurrences.filter(date__gte=today_of(recurring)))
    return occurrences.select_related("event__club").order_by("date").first()


def lineups_of(recurring: RecurringEvent) -> list[Lineup]:
    """Everyone on the list, in its order. Of a record that was merged into another the other one."""
    regulars = list(recurring.regulars.select_related("player").order_by("number", "chair"))
    persons_of = _players(persons(regular.player_id for regular in regulars))
    known, size = _known(recurring, persons_of.values()), size_of(recurring)
    lineups = []
    for number, chairs in groupby(regulars, key=lambda regular: regular.number):
        players = tuple(persons_of[chair.player_id] for chair in chairs)
        fits = len({player.pk for player in players}) == size
        lineups.append(Lineup(number, players, fits and known.issuperset(player.pk for player in players)))
    return lineups


def size_of(recurring: RecurringEvent) -> int:
    """Players per entry of its newest event; 1 where every event was deleted."""
    newest = recurring.occurrences.exclude(event=None).select_related("event").order_by("-date").first()
    return entries.entry_size(newest.event) if newest and newest.event else 1


def suggestions(recurring: RecurringEvent, *, least: int = MIN_DATES, last: int = LAST) -> tuple[list[Suggestion], int]:
    """Players who came to enough of the last dates and aren't regulars, most frequent first; and how many dates."""
    played = recurring.occurrences.filter(BEGUN, date__lte=today_of(recurring)).order_by("-date")
    events = list(played.values_list("event", flat=True)[:last])
    came = Q(entry__seats__isnull=False) | Q(entry__byes__isnull=False)
    entry_players = EntryPlayer.objects.filter(came, entry__event__in=events, is_active=True).distinct()
    chairs = list(entry_players.order_by("entry", "chair").values_list("entry__event", "entry", "player"))
    persons_of = _players(persons(player for *_, player in chairs))
    counted: Counter[tuple[int, ...]] = Counter()
    for _, lineup in groupby(chairs, key=lambda line: line[:2]):
        counted[tuple(sorted(persons_of[player].pk for *_, player in lineup))] += 1
    regulars = {player.pk for lineup in lineups_of(recurring) for player in lineup.players}
    known, size = _known(recurring, persons_of.values()), size_of(recurring)
    by_number = {player.pk: player for player in persons_of.values()}
    chosen = [
        Suggestion(tuple(by_number[number] for number in lineup), times)
        for lineup, times in counted.items()
        if times >= least and len(lineup) == size and known.issuperset(lineup) and not regulars.intersection(lineup)
    ]
    return sorted(chosen, key=lambda suggestion: (-suggestion.came, suggestion.name.casefold())), len(events)


def _expect(recurring: RecurringEvent, context: Context, only: Iterable[int] | None = None) -> None:
    """only: the numbers of those who were added since the next date got its regulars."""
    coming = next_date(recurring)
    lineups = lineups_of(recurring)
    if coming is None or coming.event is None or not lineups:
        return
    is_first = coming.regulars_at is None
    if is_first:
        coming.regulars_at = timezone.now()
        coming.save(update_fields=["regulars_at"])
        context.log(coming.event, action=Action.EXPECT_REGULARS)
    elif only is None:
        return
    wanted = [lineup for lineup in lineups if lineup.is_expected and (is_first or lineup.number in set(only or ()))]
    spoken, room = _spoken(coming.event), _room(coming.event)
    for lineup in [lineup for lineup in wanted if not spoken.intersection(player.pk for player in lineup.players)][
        :room
    ]:
        entries.register(coming.event.pk, lineup.players, context=context)


def _untouched(recurring: RecurringEvent, players: Sequence[Player]) -> Entry | None:
    """Their entry at the next date, as it was when they were put on its list."""
    coming = next_date(recurring)
    if coming is None or coming.regulars_at is None:
        return None
    untouched = Entry.objects.filter(
        event=coming.event_id, status=Entry.Status.REGISTERED, revision=1, registrations=None
    )
    untouched = untouched.filter(lineup__player=players[0], lineup__is_active=True).prefetch_related("lineup", "pot")
    entry = untouched.first()
    if (
        entry is None
        or entry.has_paid
        or {entry_player.player_id for entry_player in entry.lineup.all()} != {player.pk for player in players}
    ):
        return None
    return entry


def _open(occurrences: QuerySet[Occurrence]) -> QuerySet[Occurrence]:
    """Dates with an event that is still to come."""
    return occurrences.filter(~BEGUN, event__isnull=False, event__finished_at=None, event__cancelled_at=None)


def _spoken(event: Event) -> set[int]:
    """Players who are or were entered or registered: they have decided for themselves whether they come."""
    entered = EntryPlayer.objects.filter(event=event).values_list("player", flat=True)
    registered = RegisteredPlayer.objects.filter(event=event).values_list("player", flat=True)
    return set(persons([*entered, *registered]).values())


def _room(event: Event) -> int | None:
    """How many more entries the event takes; None for no limit."""
    terms = getattr(event, "registration", None)
    if terms is None or terms.capacity is None:
        return None
    return max(0, terms.capacity - event.entries.exclude(status=Entry.Status.DROPPED).count())


def _check(recurring: RecurringEvent, lineups: Sequence[Sequence[Player]]) -> None:
    size, players = size_of(recurring), [player for lineup in lineups for player in lineup]
    if any(len(lineup) != size for lineup in lineups):
        if size == 1:
            raise RuleError("Choose one player.")
        raise RuleError("Choose a pair.")
    if len({player.pk for player in players}) < len(players):
        raise RuleError("You chose someone twice. Choose different players.")
    if there := [
        str(regular.player) for regular in recurring.regulars.filter(player__in=players).select_related("player")
    ]:
        raise RuleError("Already on the list of regulars: {names}.", names=and_list(there))
    if len(_known(recurring, players)) < len(players):
        raise RuleError("Only people in the club can be regulars. Add them to the club first.")


def _known(recurring: RecurringEvent, players: Iterable[Player]) -> set[int]:
    """Those whom the club still knows, and who were not erased."""
    memberships = Membership.objects.filter(club=recurring.club_id, player__in=list(players), player__erased_at=None)
    return set(memberships.values_list("player", flat=True))


def _players(numbers: dict[int, int]) -> dict[int, Player]:
    people = Player.objects.in_bulk(set(numbers.values()))
    return {player: people[person] for player, person in numbers.items()}
