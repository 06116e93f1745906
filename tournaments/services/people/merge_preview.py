"""What merging two records of a club would do, and why it cannot be done."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.models import GamePlayer, Player
from tournaments.models import (
    Club,
    EntryPlayer,
    Fixture,
    LineUpPlayer,
    Membership,
    Outing,
    PlayerAlias,
    RegisteredPlayer,
    Season,
    Seat,
    SquadPlayer,
)
from tournaments.services.people.persons import records_of


@dataclass(frozen=True)
class Preview:
    """kept: the record that stays in use. problems: why it cannot be, each with what to do. counts: what is counted for
    one person afterwards. handed: what is still to come and goes over, in words."""

    kept: Player
    gone: Player
    problems: tuple[str, ...]
    counts: tuple[tuple[int, str, str], ...]
    handed: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Names what was looked at, so that nothing else is agreed to."""
        shown = [self.kept.pk, self.gone.pk, self.counts, self.handed]
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def preview_of(club: Club, kept: Player, gone: Player) -> Preview:
    problems = tuple(_problems(club, kept, gone))
    return Preview(kept, gone, problems, _counts(gone), () if problems else tuple(_handed(club, gone)))


def squads_to_hand(club: Club, gone: Player) -> QuerySet[SquadPlayer]:
    """Where the record belongs now, in seasons that are not closed."""
    rows = SquadPlayer.objects.filter(season__league__club=club, player=gone, until=None)
    return rows.exclude(season__state=Season.State.CLOSED).select_related("squad__team", "season").order_by("pk")


def line_ups_to_hand(club: Club, gone: Player) -> QuerySet[LineUpPlayer]:
    """Named for a fixture that has not begun."""
    rows = LineUpPlayer.objects.filter(season__league__club=club, player=gone, fixture__event=None)
    return rows.filter(fixture__state=Fixture.State.PLANNED).order_by("pk")


def entries_to_hand(club: Club, gone: Player) -> QuerySet[EntryPlayer]:
    """Entered in an event that is not finished, and without a seat there yet."""
    rows = EntryPlayer.objects.filter(event__club=club, event__finished_at=None, player=gone, is_active=True)
    return rows.select_related("event", "entry").order_by("event", "pk")


def _counts(gone: Player) -> tuple[tuple[int, str, str], ...]:
    records = records_of(gone)
    rows = (
        (EntryPlayer.objects.filter(player__in=records).values("entry").distinct().count(), "entry", "entries"),
        (Seat.objects.filter(player__in=records).count(), "seat in a round", "seats in rounds"),
        (SquadPlayer.objects.filter(player__in=records).count(), "place in a squad", "places in squads"),
        (Outing.objects.filter(player=records[0]).count(), "game counted", "games counted"),
    )
    return tuple(row for row in rows if row[0])


def _handed(club: Club, gone: Player) -> Iterator[str]:
    for squad in squads_to_hand(club, gone):
        yield f"the place in {squad.squad}, {squad.season}"
    if number := line_ups_to_hand(club, gone).count():
        yield f"{number} {'line-up' if number == 1 else 'line-ups'} for fixtures to come"
    for row in entries_to_hand(club, gone):
        yield f"the entry in {row.event}"
    member = Membership.objects.filter(club=club, player=gone).first()
    if member and member.number:
        yield f"the club number {member.number}, if there is no other"


def _problems(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    """The first group that has any is enough: the others build on it."""
    for group in (_not_two_records, _logs_in, _of_elsewhere, _are_two_people, _still_playing):
        found = list(group(club, kept, gone))
        yield from found
        if found:
            return


def _not_two_records(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    if kept == gone:
        yield "These are one record. Choose two."
    for player in PlayerAlias.objects.filter(player__in=(kept, gone)).select_related("player", "person"):
        yield f"{player.player} was merged into {player.person} already. Choose {player.person} instead."
    if kept.is_bot or gone.is_bot:
        yield "A bot is nobody's record."
    for one in (kept, gone):
        if one.erased_at:
            yield f"{one}: what was personal here has been erased. Nobody can tell whose record it was."


def _logs_in(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    if not gone.user_id:
        return
    if kept.user_id:
        yield (
            f"{kept} and {gone} both log in. Ask which account is to stay; once the other one is closed, "
            "its record can be merged."
        )
    else:
        yield f"{gone} logs in and {kept} does not. Keep the record of {gone} instead."


def _of_elsewhere(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    records = records_of(gone)
    known = Membership.objects.filter(player=gone)
    if not known.filter(club=club).exists():
        yield f"{gone} is not known to {club}. Only its own records can be merged."
    played = Seat.objects.filter(player__in=records).exclude(round__stage__event__club=club)
    entered = EntryPlayer.objects.filter(player__in=records).exclude(event__club=club)
    if known.exclude(club=club).exists() or played.exists() or entered.exists():
        yield f"{gone} is known elsewhere too, and this club cannot decide for others. Keep that record instead."


def _are_two_people(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    own, others = records_of(kept), records_of(gone)
    there = Seat.objects.filter(player__in=own).values("round")
    both = Seat.objects.filter(player__in=others, round__in=there).select_related("round__stage__event").first()
    if both:
        yield (
            f"Both sat at a table in {str(both.round).lower()} of {both.round.stage.event}, so they are two people. "
            "If a wrong name was seated there, that result has to stay as it was played."
        )
    entered = EntryPlayer.objects.filter(player__in=own, is_active=True).values("event")
    twice = EntryPlayer.objects.filter(player__in=others, is_active=True, event__in=entered).select_related("event")
    if not both and (row := twice.first()):
        yield f"Both are entered in {row.event}. Let one of them be replaced there, or treat them as two people."
    met = GamePlayer.objects.filter(player__in=own).values("game")
    if GamePlayer.objects.filter(player__in=others, game__in=met).exists():
        yield "Both sat in the same game online, so they are two people."


def _still_playing(club: Club, kept: Player, gone: Player) -> Iterator[str]:
    seats = Seat.objects.filter(player__in=records_of(gone), round__stage__event__finished_at=None)
    for name in seats.values_list("round__stage__event__name", flat=True).order_by().distinct():
        yield f"{gone} has a seat in {name}, which is not finished. Finish it first, then merge."
    registered = RegisteredPlayer.objects.filter(player=gone, is_live=True, event__finished_at=None)
    for one in registered.select_related("event"):
        yield f"{gone} is registered for {one.event}. Take {gone} out there first, and register {kept} instead."
    for row in squads_to_hand(club, gone):
        later = Q(until=None) | Q(until__gt=row.since)
        there = SquadPlayer.objects.filter(later, season=row.season, player=kept).select_related("squad__team").first()
        if there:
            yield (
                f"{kept} belongs to {there.squad} and {gone} to {row.squad} in {row.season}. "
                f"Let {gone} leave the squad first."
            )
    fixtures = line_ups_to_hand(club, gone).values("fixture")
    if LineUpPlayer.objects.filter(player=kept, fixture__in=fixtures).exists():
        yield f"Both are named for the same fixture. Set that line-up again without {gone} first."
    for line_up in line_ups_to_hand(club, gone).filter(turn__isnull=False):
        if LineUpPlayer.objects.filter(season=line_up.season, player=kept, turn__isnull=False).exists():
            yield f"Both are borrowed in {line_up.season}. Set the line-up to come again without {gone} first."
