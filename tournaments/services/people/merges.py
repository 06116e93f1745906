"""Merging two records of one person, and undoing it. Facts stay as they were recorded; whatever is computed from them
follows (`persons`). What is still to come is handed over, and given back by an undoing."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Model, Q

from games.engine.errors import RuleError
from games.locks import locked
from games.models import Player
from tournaments.errors import Stale
from tournaments.honours.facts import Contest
from tournaments.models import (
    Club,
    EntryPlayer,
    Event,
    Fixture,
    JackpotPeriod,
    JournalEntry,
    LineUpPlayer,
    Match,
    PlayerAlias,
    PlayerMerge,
    Season,
    Seat,
    Source,
    SquadPlayer,
)
from tournaments.permissions import Actor, Verb, require
from tournaments.services import journal
from tournaments.services.honours import counting
from tournaments.services.honours.placing import recount_places
from tournaments.services.honours.queue import make_due
from tournaments.services.jackpots.periods import KIND as JACKPOTS
from tournaments.services.journal import By
from tournaments.services.leagues import tables
from tournaments.services.leagues.door import tell
from tournaments.services.people.memberships import Handed, give_back, hand_over
from tournaments.services.people.merge_preview import entries_to_hand, line_ups_to_hand, preview_of, squads_to_hand
from tournaments.services.people.persons import records_of


@dataclass(frozen=True)
class Locked:
    """What a merge has a say in, locked in the order of the house: seasons, the club, events."""

    club: Club
    seasons: list[Season]
    events: list[Event]


@transaction.atomic
def merge_players(club_id: int, kept_id: int, gone_id: int, *, by: By, seen: str) -> PlayerMerge:
    """From now on both records are one person's, and `kept` is the one that is used. seen: the preview's digest."""
    body = {"club": club_id, "kept": kept_id, "gone": gone_id}
    if done := journal.replayed(by, "merge_players", body):
        return PlayerMerge.objects.get(journal=done)
    kept, gone = (Player.objects.get(pk=pk) for pk in (kept_id, gone_id))
    held = lock(club_id, records_of(gone))
    require(by.actor, Verb.LOOK_AFTER_PLAYERS, held.club)
    return merge_locked(held, kept, gone, journal.write_club(held.club, "merge_players", by, body, detail=body), seen)


def merge_locked(held: Locked, kept: Player, gone: Player, written: JournalEntry, seen: str) -> PlayerMerge:
    """For the verbs of this package, which hold the locks and have asked who may."""
    preview = preview_of(held.club, kept, gone)
    if preview.problems:
        raise RuleError(" ".join(preview.problems))
    if seen != preview.digest:
        raise Stale("Something about these two has changed since the page was made. Look at it again, then decide.")
    records = records_of(gone)
    membership, email = hand_over(held.club, kept, gone)
    handed: dict[str, Any] = {
        "squads": _hand(squads_to_hand(held.club, gone), kept),
        "line_ups": _hand(line_ups_to_hand(held.club, gone), kept),
        "entries": _hand_entries(held.club, gone, kept, written),
        "membership": membership.data(),
    }
    merge = PlayerMerge.objects.create(
        club=held.club, kept=kept, gone=gone, handed=handed, email=email, journal=written
    )
    write_aliases(held.club)
    _compute_again(held, records)
    return merge


@transaction.atomic
def undo_merge(merge_id: int, *, by: By) -> PlayerMerge:
    """They are two people after all: everything is counted as before, and what was handed over goes back, but for what
    was played with since."""
    merge = PlayerMerge.objects.select_related("kept", "gone").get(pk=merge_id)
    body = {"merge": merge_id}
    if done := journal.replayed(by, "undo_merge", body):
        return PlayerMerge.objects.get(journal=done)
    held = lock(merge.club_id, records_of_gone(merge))
    require(by.actor, Verb.LOOK_AFTER_PLAYERS, held.club)
    if merge.undoes_id:
        raise RuleError("That was an undoing. Merge the two again instead.")
    if PlayerMerge.objects.filter(undoes=merge).exists():
        raise Stale("That was undone already: {gone} is a record of its own.", gone=merge.gone)
    if merge.kept.erased_at:
        raise RuleError("What was personal about these two has been erased, for good. They stay one record.")
    if later := PlayerAlias.objects.filter(player=merge.kept).select_related("person").first():
        raise RuleError("{kept} was merged into {person} since. Undo that first.", kept=merge.kept, person=later.person)
    records = records_of_gone(merge)
    written = journal.write_club(held.club, "undo_merge", by, body, detail={"gone": merge.gone_id})
    undoing = PlayerMerge.objects.create(
        club=held.club, kept=merge.kept, gone=merge.gone, undoes=merge, journal=written
    )
    _take_back(merge, written)
    write_aliases(held.club)
    _compute_again(held, records)
    return undoing


def standing_merges(club: Club | None = None) -> list[PlayerMerge]:
    """Those that hold, oldest first."""
    rows = PlayerMerge.objects.filter(undoes=None, undone=None).order_by("pk")
    return list(rows.filter(club=club) if club else rows)


def aliases_of(merges: Collection[PlayerMerge]) -> dict[int, int]:
    """Record → the person's own record, through as many merges as there are."""
    next_one = {merge.gone_id: merge.kept_id for merge in merges}
    found = {}
    for record in next_one:
        person = next_one[record]
        while person in next_one:
            person = next_one[person]
        found[record] = person
    return found


def write_aliases(club: Club) -> None:
    """Make the aliases what the club's standing merges say. Needs its lock."""
    wanted = aliases_of(standing_merges(club))
    ever = PlayerMerge.objects.filter(club=club).values("gone")
    PlayerAlias.objects.filter(player__in=ever).exclude(player__in=wanted).delete()
    for player, person in wanted.items():
        PlayerAlias.objects.update_or_create(player_id=player, defaults={"person_id": person})


def records_of_gone(merge: PlayerMerge) -> list[int]:
    """What goes back with an undoing: the record, and those that were merged into it."""
    below = aliases_of([one for one in standing_merges(merge.club) if one.pk != merge.pk])
    return [merge.gone_id, *sorted(record for record, person in below.items() if person == merge.gone_id)]


def lock(club_id: int, records: Collection[int]) -> Locked:
    entered = EntryPlayer.objects.filter(player__in=records, event__club=club_id).values_list("event", flat=True)
    seated = Seat.objects.filter(player__in=records, round__stage__event__club=club_id)
    events = sorted({*entered, *seated.values_list("round__stage__event", flat=True)})
    of_squads = Q(squads__players__player__in=records)
    seasons = Season.objects.filter(of_squads | Q(nights__event__in=events), league__club=club_id)
    numbers = sorted(set(seasons.values_list("pk", flat=True)))
    rows = locked(Season.objects).select_related("league__club")
    found = list(rows.filter(pk__in=numbers).order_by("pk"))
    return Locked(journal.lock_club(club_id), found, [journal.lock_event(pk) for pk in events])


def _hand(rows: Any, kept: Player) -> list[int]:
    numbers = list(rows.values_list("pk", flat=True))
    rows.model.objects.filter(pk__in=numbers).update(player=kept)
    return numbers


def _hand_entries(club: Club, gone: Player, kept: Player, written: JournalEntry) -> list[int]:
    rows = list(entries_to_hand(club, gone))
    for row in rows:
        _move_entry(row, kept, written)
    return [row.pk for row in rows]


def _move_entry(row: EntryPlayer, player: Player, written: JournalEntry) -> None:
    EntryPlayer.objects.filter(pk=row.pk).update(player=player)
    by = By(Actor(written.user, written.player, written.is_system), Source(written.source))
    event = journal.lock_event(row.event_id)
    journal.write(event, written.verb, by, {"merge": written.pk}, entry=row.entry)


def _take_back(merge: PlayerMerge, written: JournalEntry) -> None:
    """What was played with since stays where it was played."""
    handed, kept, gone = merge.handed, merge.kept, merge.gone
    _give(SquadPlayer, handed["squads"], kept, gone, season__state__in=_not_closed())
    _give(LineUpPlayer, handed["line_ups"], kept, gone, fixture__event=None, fixture__state=Fixture.State.PLANNED)
    seated = Seat.objects.filter(player=kept).values("entry")
    rows = EntryPlayer.objects.filter(pk__in=handed["entries"], player=kept).exclude(entry__in=seated)
    for row in rows.select_related("entry").order_by("event", "pk"):
        _move_entry(row, gone, written)
    give_back(merge.club, kept, gone, Handed(**handed["membership"]), merge.email)


def _give(model: type[Model], rows: list[int], kept: Player, gone: Player, **still: Any) -> None:
    found = model._default_manager.filter(pk__in=rows, player=kept, **still)
    model._default_manager.filter(pk__in=list(found.values_list("pk", flat=True))).update(player=gone)


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
    make_due(JACKPOTS, map(str, periods))
