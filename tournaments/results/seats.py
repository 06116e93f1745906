"""Where somebody sits now: for a phone with an old seating, and for whoever types three letters. Reads only."""

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from games.accounts.models import Player
from games.engine.language import say
from tournaments.events.models import Event
from tournaments.rounds.models import Bye, Round, Seat

MIN_LETTERS = 3
_SPELLINGS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "’": "'"})


class Found(NamedTuple):
    """A name on the seating. seat: None for whoever sits out."""

    name: str
    seat: Seat | None


def seat_now(event: Event, player: Player | None) -> Seat | None:
    """The player's chair in the round that is being played."""
    rows = Seat.objects.filter(round__stage__event=event, round__status=Round.Status.PUBLISHED, player=player)
    return rows.select_related("match").first() if player else None


def in_words(seat: Seat) -> str:
    return say("table {table}, {seat}", table=seat.match.table, seat=seat.compass)


def round_played(event: Event) -> Round | None:
    return Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED).first()


def find_names(row: Round, letters: str) -> list[Found]:
    """Whose name has a word that begins with the letters; fewer than three must be the whole word."""
    wanted = plain(letters).split()
    if not wanted:
        return []
    found = [one for one in _everybody(row) if _fits(one.name, wanted)]
    return sorted(found, key=lambda one: one.name.casefold())


def plain(text: str) -> str:
    """Without accents and capitals, as people type on a phone."""
    bare = unicodedata.normalize("NFD", text.casefold().translate(_SPELLINGS))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def _fits(name: str, wanted: list[str]) -> bool:
    words = plain(name).replace("-", " ").split()
    return all(
        any(word == one or (len(one) >= MIN_LETTERS and word.startswith(one)) for word in words) for one in wanted
    )


def _everybody(row: Round) -> Iterator[Found]:
    for seat in Seat.objects.filter(round=row, player__isnull=False).select_related("player", "match"):
        yield Found(seat.name, seat)
    for bye in Bye.objects.filter(round=row).prefetch_related("entry__lineup__player"):
        for line in bye.entry.lineup.all():
            if line.is_active:
                yield Found(line.player.name, None)
