"""What the pages say of the people who look for a game, and how long it may take."""

import datetime
import math
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from games.engine.language import say, say_number
from games.finding.commands import SILENT
from games.finding.fair import bots_after, expected_wait, range_after
from games.finding.kinds import KINDS, name_of, rules_of
from games.finding.models import Search

LATELY = datetime.timedelta(hours=1)


@dataclass(frozen=True)
class Queue:
    """Who looks for one kind of game. number: of people now. expected: seconds; None: it can't be told."""

    kind: str
    number: int
    expected: int | None

    @property
    def name(self) -> str:
        return name_of(self.kind)

    @property
    def wait_words(self) -> str:
        """What people may expect, as far as it is known."""
        if self.expected is None:
            return say("We can’t estimate your wait, because too few people have played recently.")
        if self.expected < 60:
            return say("Recent waits were about {seconds} seconds.", seconds=max(10, round(self.expected, -1)))
        minutes = round(self.expected / 60)
        return say_number(
            "Recent waits were about {number} minute.", "Recent waits were about {number} minutes.", minutes
        )

    @property
    def short_words(self) -> str:
        """The same in a list; empty if it can't be told."""
        return "" if self.expected is None else self.wait_words

    @property
    def looking_words(self) -> str:
        """Empty if no one looks: one sentence below the list says so of all."""
        if not self.number:
            return ""
        return say_number(
            "{number} person is looking for a game.", "{number} people are looking for a game.", self.number
        )


def queues(kinds: Collection[str] = KINDS) -> list[Queue]:
    """Each of these kinds of game, with who looks for it now and how long it took those of the last hour."""
    now = timezone.now()
    searches = Search.objects.filter(Q(ended_at=None) | Q(since__gt=now - LATELY), rules__in=kinds)
    numbers, waits = dict.fromkeys(kinds, 0), {kind: list[float | None]() for kind in kinds}
    for kind, how, since, seen, end in searches.values_list("rules", "outcome", "since", "seen_at", "ended_at"):
        if end:
            waits[kind].append((end - since).total_seconds() if how == Search.Outcome.PEOPLE else None)
        else:
            numbers[kind] += seen > now - SILENT
    return [Queue(kind, numbers[kind], expected_wait(waits[kind])) for kind in kinds]


def choices() -> dict[str, list[Queue] | bool]:
    """What the form shows: each kind of game, and whether no one looks for any."""
    offered = queues()
    return {"queues": offered, "is_quiet": not any(queue.number for queue in offered)}


class Waiting:
    """A search that goes on, as its page shows it."""

    def __init__(self, search: Search) -> None:
        self.search = search
        [self.queue] = queues([search.rules])
        self.seats = rules_of(search.rules).players
        self.waited = (timezone.now() - search.since).total_seconds()

    @property
    def others(self) -> int:
        return max(0, self.queue.number - 1)

    @property
    def chairs(self) -> list[bool]:
        """Those of the others at one table: whether someone is looking who may take it."""
        return [number < self.others for number in range(self.seats - 1)]

    @property
    def bots_after(self) -> int:
        return bots_after(self.queue.expected)

    @property
    def offers_bots(self) -> bool:
        return self.waited >= self.bots_after

    @property
    def range_words(self) -> str:
        """Whom the player would sit with now."""
        wide = range_after(self.waited)
        if math.isinf(wide):
            return say("The next player to arrive will sit down with you.")
        own = self.search.strength
        return say(
            "You’re looking for players rated {low} to {high}. The range widens while you wait.",
            low=own - _rounded(wide),
            high=own + _rounded(wide),
        )

    @property
    def digest(self) -> str:
        """Changes with whatever the page says."""
        wide = _rounded(min(range_after(self.waited), 9999))
        return f"{self.others} {self.queue.expected} {self.offers_bots} {wide}"


def _rounded(points: float) -> int:
    return 50 * round(points / 50)
