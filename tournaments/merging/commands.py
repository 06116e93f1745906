"""Merging two records of one person, and undoing it. Facts stay as they were recorded; whatever is computed from them
follows (`clubs.identity`). What is still to come is handed over, and given back by an undoing."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Model, Q

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments import audit_log
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.identity import records_of, tell_apart
from tournaments.clubs.models import Club, Membership, Role
from tournaments.commands import command, lock_club, lock_event
from tournaments.context import Context
from tournaments.cups.models import CupPlayer
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.honours.facts import Contest
from tournaments.jackpots.models import JackpotPeriod
from tournaments.jackpots.periods import KIND as JACKPOTS
from tournaments.leagues import tables
from tournaments.leagues.commands import lock_season, tell
from tournaments.leagues.models import Fixture, LineUpPlayer, Season, SquadPlayer
from tournaments.merging.models import PlayerAlias, PlayerMerge
from tournaments.merging.preview import cups_to_hand, entries_to_hand, line_ups_to_hand, preview_of, squads_to_hand
from tournaments.permissions import Actor, Permission
from tournaments.results.models import Channel
from tournaments.rewards import counting
from tournaments.rewards.placements import recount_places
from tournaments.rewards.queue import enqueue
from tournaments.rounds.models import Match, Seat
from tournaments.signals import members_changed

# A membership that goes over to another record, and back.


@dataclass(frozen=True)
class Handed:
    """role, number: of the record that is no longer used. before: the role of the other one, "" for none. took_number,
    took_email: whether the other one had none of its own and has them now."""

    role: str
    number: str
    before: str
    took_number: bool
    took_email: bool

    def data(self) -> dict[str, Any]:
        return asdict(self)


def hand_over(club: Club, kept: Player, gone: Player) -> tuple[Handed, str]:
    """Hands a membership over; returns what changed, with the address of the membership that ends.

    Roles that let people run things never go over; a former member stays a member.
    """
    old = Membership.objects.get(club=club, player=gone)
    own = Membership.objects.filter(club=club, player=kept).first()
    before = own.role if own else ""
    old.delete()
    own = own or Membership(club=club, player=kept, role=Role.GUEST)
    if own.role == Role.GUEST and old.role != Role.GUEST:
        own.role = Role.MEMBER
    took_number, took_email = bool(old.number and not own.number), bool(old.email and not own.email)
    own.number, own.email = own.number or old.number, own.email or old.email
    own.save()
    members_changed.send(Membership, club=club.pk)
    return Handed(old.role, old.number, before, took_number, took_email), old.email


def give_back(club: Club, kept: Player, gone: Player, was: Handed, email: str) -> None:
    """The inverse. A number that someone else has by now is not taken away."""
    if own := Membership.objects.filter(club=club, player=kept).first():
        if was.took_number and own.number == was.number:
            own.number = ""
        if was.took_email and own.email == email:
            own.email = ""
        if was.before == Role.GUEST and own.role == Role.MEMBER:
            own.role = Role.GUEST
        own.save()
        if not was.before and own.role in (Role.GUEST, Role.MEMBER):
            own.delete()
    taken = was.number and Membership.objects.filter(club=club, number=was.number).exists()
    about = {"role": was.role, "number": "" if taken else was.number, "email": email}
    Membership.objects.get_or_create(club=club, player=gone, defaults=about)
    members_changed.send(Membership, club=club.pk)


@dataclass(frozen=True)
class Locked:
    """What a merge has a say in, locked in the order of the house: seasons, the club, events."""

    club: Club
    seasons: list[Season]
    events: list[Event]


@dataclass(frozen=True)
class _Pair:
    held: Locked
    kept: Player
    gone: Player

    @property
    def club(self) -> Club:
        return self.held.club


def _lock_pair(numbers: tuple[int, int, int]) -> _Pair:
    club_id, kept_id, gone_id = numbers
    kept, gone = (Player.objects.get(pk=pk) for pk in (kept_id, gone_id))
    return _Pair(lock(club_id, records_of(gone)), kept, gone)


def merge_players(club_id: int, kept_id: int, gone_id: int, *, context: Context, expected_version: str) -> PlayerMerge:
    """From now on both records are one person's, and `kept` is the one that is used. expected_version: the preview's
    digest."""
    return _merge_pair((club_id, kept_id, gone_id), context=context, expected_version=expected_version)


@command(
    Action.MERGE_PLAYERS,
    lock=_lock_pair,
    permission=Permission.LOOK_AFTER_PLAYERS,
    replay=lambda done: PlayerMerge.objects.get(journal=done),
    not_hashed=("expected_version",),
)
def _merge_pair(pair: _Pair, *, context: Context, expected_version: str) -> PlayerMerge:
    """Both numbers say what to lock, so they go together."""
    written = context.log(detail={"club": pair.club.pk, "kept": pair.kept.pk, "gone": pair.gone.pk})
    return merge_locked(pair.held, pair.kept, pair.gone, written, expected_version)


def merge_locked(
    held: Locked, kept: Player, gone: Player, written: AuditLogEntry, expected_version: str
) -> PlayerMerge:
    """For the commands of this package, which hold the locks and have asked who may."""
    preview = preview_of(held.club, kept, gone)
    if preview.problems:
        raise RuleError(" ".join(preview.problems))
    if expected_version != preview.digest:
        raise Conflict("One of these records changed while you had the page open. Check both again, then decide.")
    records = records_of(gone)
    membership, email = hand_over(held.club, kept, gone)
    handed: dict[str, Any] = {
        "squads": _hand(squads_to_hand(held.club, gone), kept),
        "line_ups": _hand(line_ups_to_hand(held.club, gone), kept),
        "entries": _hand_entries(held.club, gone, kept, written),
        "cups": _hand(cups_to_hand(held.club, gone), kept),
        "membership": membership.data(),
    }
    merge = PlayerMerge.objects.create(
        club=held.club, kept=kept, gone=gone, handed=handed, email=email, journal=written
    )
    write_aliases(held.club)
    _compute_again(held, records)
    return merge


@dataclass(frozen=True)
class _Merged:
    merge: PlayerMerge
    held: Locked

    @property
    def club(self) -> Club:
        return self.held.club


def _lock_merge(merge_id: int) -> _Merged:
    merge = PlayerMerge.objects.select_related("kept", "gone").get(pk=merge_id)
    return _Merged(merge, lock(merge.club_id, records_of_gone(merge)))


@command(
    Action.UNDO_MERGE,
    lock=_lock_merge,
    permission=Permission.LOOK_AFTER_PLAYERS,
    replay=lambda done: PlayerMerge.objects.get(journal=done),
)
def undo_merge(merged: _Merged, *, context: Context) -> PlayerMerge:
    """They are two people after all: everything is counted as before, and what was handed over goes back, but for what
    was played with since."""
    merge, held = merged.merge, merged.held
    if merge.undoes_id:
        raise RuleError("You can’t undo an undo. Merge the 2 records again instead.")
    if PlayerMerge.objects.filter(undoes=merge).exists():
        raise Conflict("That merge was already undone. {gone} is a separate record.", gone=merge.gone)
    if merge.kept.erased_at:
        raise RuleError("Personal data in these records was erased permanently, so you can’t undo the merge.")
    if later := PlayerAlias.objects.filter(player=merge.kept).select_related("person").first():
        raise RuleError(
            "{kept} was later merged into {person}. Undo that merge first.", kept=merge.kept, person=later.person
        )
    records = records_of_gone(merge)
    written = context.log(detail={"gone": merge.gone_id})
    undoing = PlayerMerge.objects.create(
        club=held.club, kept=merge.kept, gone=merge.gone, undoes=merge, journal=written
    )
    _take_back(merge, written)
    write_aliases(held.club)
    tell_apart(held.club.pk, records)
    _compute_again(held, records)
    return undoing


def standing_merges(club: Club | None = None) -> list[PlayerMerge]:
    """Those that hold, oldest first."""
    player_merges = PlayerMerge.objects.filter(undoes=None, undone=None).order_by("pk")
    return list(player_merges.filter(club=club) if club else player_merges)


def aliases_of(merges: Collection[PlayerMerge]) -> dict[int, int]:
    """Record → the person's own record, through as many merges as there are."""
    next_one = {merge.gone_id: merge.kept_id for merge in merges}
    aliases = {}
    for record in next_one:
        person = next_one[record]
        while person in next_one:
            person = next_one[person]
        aliases[record] = person
    return aliases


def write_aliases(club: Club) -> None:
    """Make the aliases what the club's standing merges say. Needs its lock."""
    wanted = aliases_of(standing_merges(club))
    ever = PlayerMerge.objects.filter(club=club).values("gone")
    PlayerAlias.objects.filter(player__in=ever).exclude(player__in=wanted).delete()
    for player, person in wanted.items():
        PlayerAlias.objects.update_or_create(player_id=player, defaults={"person_id": person})


def records_of_gone(merge: PlayerMerge) -> list[int]:
    """What goes back with an undoing: the record, and those that were merged into it."""
    below = aliases_of([player_merge for player_merge in standing_merges(merge.club) if player_merge.pk != merge.pk])
    return [merge.gone_id, *sorted(record for record, person in below.items() if person == merge.gone_id)]


def lock(club_id: int, records: Collection[int]) -> Locked:
    entered = EntryPlayer.objects.filter(player__in=records, event__club=club_id).values_list("event", flat=True)
    seated = Seat.objects.filter(player__in=records, round__stage__event__club=club_id)
    events = sorted({*entered, *seated.values_list("round__stage__event", flat=True)})
    of_squads = Q(squads__players__player__in=records)
    of_cups = Q(cups__entrants__players__player__in=records)
    seasons = Season.objects.filter(of_squads | of_cups | Q(nights__event__in=events), league__club=club_id)
    numbers = sorted(set(seasons.values_list("pk", flat=True)))
    locked_seasons = [lock_season(pk) for pk in numbers]
    return Locked(lock_club(club_id), locked_seasons, [lock_event(pk) for pk in events])


def _hand(queryset: Any, kept: Player) -> list[int]:
    numbers = list(queryset.values_list("pk", flat=True))
    queryset.model.objects.filter(pk__in=numbers).update(player=kept)
    return numbers


def _hand_entries(club: Club, gone: Player, kept: Player, written: AuditLogEntry) -> list[int]:
    entry_players = list(entries_to_hand(club, gone))
    for entry_player in entry_players:
        _move_entry(entry_player, kept, written)
    return [player.pk for player in entry_players]


def _move_entry(entry_player: EntryPlayer, player: Player, written: AuditLogEntry) -> None:
    EntryPlayer.objects.filter(pk=entry_player.pk).update(player=player)
    context = Context(Actor(written.user, written.player, written.is_system), Channel(written.source))
    audit_log.write(lock_event(entry_player.event_id), Action(written.action), context, entry=entry_player.entry)


def _take_back(merge: PlayerMerge, written: AuditLogEntry) -> None:
    """What was played with since stays where it was played."""
    handed, kept, gone = merge.handed, merge.kept, merge.gone
    _give(SquadPlayer, handed["squads"], kept, gone, season__state__in=_not_closed())
    _give(LineUpPlayer, handed["line_ups"], kept, gone, fixture__event=None, fixture__state=Fixture.State.PLANNED)
    _give(CupPlayer, handed.get("cups", []), kept, gone, cup__season__state__in=_not_closed())
    seated = Seat.objects.filter(player=kept).values("entry")
    entry_players = EntryPlayer.objects.filter(pk__in=handed["entries"], player=kept).exclude(entry__in=seated)
    for entry_player in entry_players.select_related("entry").order_by("event", "pk"):
        _move_entry(entry_player, gone, written)
    give_back(merge.club, kept, gone, Handed(**handed["membership"]), merge.email)


def _give(model: type[Model], pks: list[int], kept: Player, gone: Player, **still: Any) -> None:
    instances = model._default_manager.filter(pk__in=pks, player=kept, **still)
    model._default_manager.filter(pk__in=list(instances.values_list("pk", flat=True))).update(player=gone)


def _not_closed() -> list[str]:
    return [state.value for state in Season.State if state is not Season.State.CLOSED]


def _compute_again(held: Locked, records: Collection[int]) -> None:
    """Whatever these records have a say in: games, places, tables of seasons, jackpots; the rest is due by itself."""
    settled = Match.objects.filter(seats__player__in=records, unsettled_since=None).exclude(standing=None)
    for pk in sorted(set(settled.values_list("pk", flat=True))):
        counting.recount_match(pk)
    online = counting.friendly_games().filter(players__player__in=records, counted__isnull=False)
    for pk in sorted(set(online.values_list("pk", flat=True))):
        counting.recount_game(pk)
    for event in held.events:
        if event.finished_at:
            recount_places(Contest.EVENT, event.pk)
    for season in held.seasons:
        if tables.settle(season):
            tell(season)
    periods = JackpotPeriod.objects.filter(jackpot__club=held.club).values_list("pk", flat=True)
    enqueue(JACKPOTS, map(str, periods))
