"""Marks becoming a number, within one scope and for one achievement; and the same as JSON keeps it."""

from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.dossier import Mark, Scope
from tournaments.honours.achievements.metrics import Fold

EVIDENCE = 10
"""So many of the facts that led to an award are named, the newest ones."""
OLD_NIGHTS = timedelta(days=3)
"""Games come in the order of time: a night this much older than the newest one gets no more of them, in any zone."""

Plain = str | int


def plain(thing: Hashable) -> Plain:
    """The same for the same thing, as JSON keeps it."""
    if type(thing) is int:
        return thing
    return "/".join(map(str, thing)) if isinstance(thing, tuple) else str(thing)


@dataclass
class Tally:
    """A metric being counted within one scope, mark by mark."""

    fold: Fold
    value: int = 0
    evidence: deque[str] = field(default_factory=lambda: deque(maxlen=EVIDENCE))
    seen: set[Plain] = field(default_factory=set)

    def count(self, mark: Mark) -> None:
        if self.fold is Fold.SUM:
            self._add(mark)
        elif self.fold is Fold.BEST:
            self._replace(mark)
        elif self.fold is Fold.RUN and not mark.amount:
            self.value = 0
            self.evidence.clear()
        elif self.fold is Fold.RUN or self._is_new(mark):
            self._add(mark)

    def _is_new(self, mark: Mark) -> bool:
        what = plain(mark.what)
        is_new = what not in self.seen
        self.seen.add(what)
        return is_new

    def _add(self, mark: Mark) -> None:
        if mark.amount:
            self.value += mark.amount
            self._note(mark)

    def _replace(self, mark: Mark) -> None:
        if mark.amount > self.value:
            self.value = mark.amount
            self.evidence.clear()
            self._note(mark)

    def _note(self, mark: Mark) -> None:
        """Marks come in order, so that those of one fact stand together and are named once."""
        if not self.evidence or self.evidence[-1] != mark.evidence:
            self.evidence.append(mark.evidence)


@dataclass
class Count:
    """One achievement of one player being counted. most: reached so far. earned: per tier when, and by what."""

    row: Achievement
    most: int = 0
    earned: list[tuple[datetime, tuple[str, ...]]] = field(default_factory=list)
    tallies: dict[Plain, Tally] = field(default_factory=dict)

    def add(self, mark: Mark) -> None:
        if self.row.club and self.row.club not in mark.within[Scope.CLUB]:
            return
        for within in mark.within[self.row.scope]:
            key = plain(within)
            tally = self.tallies.get(key)
            if tally is None:
                tally = self.tallies[key] = Tally(self.row.counted.fold)
            tally.count(mark)
            if tally.value > self.most:
                self.most = tally.value
                self._earn(mark, tally)

    def _earn(self, mark: Mark, tally: Tally) -> None:
        tiers = self.row.tiers
        while len(self.earned) < len(tiers) and self.most >= tiers[len(self.earned)]:
            self.earned.append((mark.at, tuple(tally.evidence)))

    def data(self) -> dict[str, Any]:
        """As JSON keeps it; `count_from` is the inverse."""
        return {
            "recipe": self.row.recipe,
            "most": self.most,
            "earned": [[at.isoformat(), list(evidence)] for at, evidence in self.earned],
            "tallies": [
                [within, tally.value, list(tally.evidence), sorted(tally.seen, key=str)]
                for within, tally in sorted(self._open_tallies(), key=lambda item: str(item[0]))
            ],
        }

    def _open_tallies(self) -> Iterator[tuple[Plain, Tally]]:
        """Those that another game may still add to, and that are not as they began."""
        nights = [_night(within) for within in self.tallies] if self.row.scope is Scope.NIGHT else []
        oldest = max(nights, default=date.min) - OLD_NIGHTS if nights else date.min
        for within, tally in self.tallies.items():
            if (tally.value or tally.seen) and (not nights or _night(within) >= oldest):
                yield within, tally


def count_from(achievement: Achievement, data: dict[str, Any]) -> Count:
    """What was counted for an achievement, to go on with."""
    earned = [(datetime.fromisoformat(at), tuple(evidence)) for at, evidence in data["earned"]]
    fold = achievement.counted.fold
    tallies = {
        within: Tally(fold, value, deque(evidence, EVIDENCE), set(seen))
        for within, value, evidence, seen in data["tallies"]
    }
    return Count(achievement, data["most"], earned, tallies)


def _night(within: Plain) -> date:
    return date.fromisoformat(str(within).rpartition("/")[2])
