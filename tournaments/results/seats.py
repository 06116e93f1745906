"""Where a player sits now: for a phone with an old seating, and for anyone who types three letters. Reads only."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.db.models import Q

from games.accounts.models import Player
from games.cells import plain
from games.engine.language import say
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.events.models import Event
from tournaments.rounds.models import Bye, Round, Seat

MIN_LETTERS = 3
IS_SHOWN = Q(round__opens_singly=False) | Q(called_in__isnull=False)
"""Chairs of a round that is out; where matches open singly, of those that are being played."""


class Found(NamedTuple):
    """A name on the seating. seat: None for a player who sits out."""

    name: str
    seat: Seat | None


def seat_now(event: Event, player: Player | None) -> Seat | None:
    """The player's chair in the round that is being played."""
    seats = Seat.objects.filter(round__stage__event=event, round__status=Round.Status.PUBLISHED, player=player)
    return seats.filter(IS_SHOWN).select_related("match").first() if player else None


def in_words(seat: Seat) -> str:
    return say("table {table}, {seat}", table=seat.match.table, seat=seat.compass)


def rounds_out(event: Event) -> list[Round]:
    """What is being played, the newest first: one, or several where matches open singly."""
    return list(Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED).order_by("-number"))


def find_names(rounds: Collection[Round], letters: str) -> list[Found]:
    """Whose name has a word that begins with the letters; fewer than three must be the whole word."""
    wanted = plain(letters).split()
    if not wanted:
        return []
    seats = [seat for seat in _everybody(rounds) if _fits(seat.name, wanted)]
    return sorted(seats, key=lambda seat: seat.name.casefold())


def _fits(name: str, wanted: list[str]) -> bool:
    words = plain(name).replace("-", " ").split()
    return all(
        any(word == letters or (len(letters) >= MIN_LETTERS and word.startswith(letters)) for word in words)
        for letters in wanted
    )


def _everybody(rounds: Collection[Round]) -> Iterator[Found]:
    seated = set[int]()
    chairs = Seat.objects.filter(IS_SHOWN, round__in=rounds, player__isnull=False)
    for seat in chairs.select_related("player", "match"):
        seated.add(seat.player_id or 0)
        yield Found(seat.name, seat)
    if any(round_.opens_singly for round_ in rounds):
        waiting = EntryPlayer.objects.filter(event__stages__rounds__in=rounds, is_active=True).distinct()
        lines = list(waiting.exclude(entry__status=Entry.Status.DROPPED).select_related("player"))
    else:
        byes = Bye.objects.filter(round__in=rounds).prefetch_related("entry__lineup__player")
        lines = [line for bye in byes for line in bye.entry.lineup.all() if line.is_active]
    yield from (Found(line.player.called, None) for line in lines if line.player_id not in seated)
