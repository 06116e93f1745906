"""How many people will likely come. Reads, never writes.

A “yes” counts 1 and a “maybe” ½. Anyone without an answer counts by how often they came before, in the last dates of
the recurring event: of those where they were on the list, or, for members who were only asked, of all. Without such a
past, someone on the list counts 1 and anyone else 0.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from django.db.models import Exists, OuterRef, Q

from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.identity import persons
from tournaments.events.models import Event
from tournaments.recurring.regulars import BEGUN, LAST
from tournaments.rounds.models import Bye, Seat

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Past:
    """What the last dates of a recurring event were like. dates: how many. listed, came: person → at how many of them
    they were on the list, and played or sat out."""

    dates: int
    listed: Counter[int]
    came: Counter[int]

    def share(self, person: int, *, is_listed: bool) -> Fraction:
        """How likely someone comes who hasn't answered. is_listed: whether they're on the list this time."""
        times = self.listed[person] if is_listed else self.dates
        return Fraction(self.came[person], times) if times else Fraction(is_listed)


def likely(yes: int, maybe: int, others: Iterable[Fraction]) -> int:
    """The number of people, with halves rounded up. others: the shares of those without an answer."""
    return floor(yes + maybe * HALF + sum(others) + HALF)


def past_of(event: Event) -> Past:
    """The last played dates of its recurring event. Three queries."""
    occurrence = getattr(event, "occurrence", None)
    if occurrence is None:
        return Past(0, Counter(), Counter())
    before = occurrence.recurring.occurrences.filter(BEGUN, date__lt=occurrence.date).order_by("-date")
    events = list(before.values_list("event", flat=True)[:LAST])
    seated = Exists(Seat.objects.filter(entry=OuterRef("entry"))) | Exists(Bye.objects.filter(entry=OuterRef("entry")))
    lineups = EntryPlayer.objects.filter(event__in=events).annotate(came=seated & Q(is_active=True))
    appearances = list(lineups.order_by("pk").values_list("event", "player", "came"))
    person_of = persons(player for _, player, _ in appearances)
    listed = {(event_id, person_of[player]) for event_id, player, _ in appearances}
    came = {(event_id, person_of[player]) for event_id, player, is_here in appearances if is_here}
    return Past(len(events), Counter(person for _, person in listed), Counter(person for _, person in came))
