"""Which achievements a player has earned, by which evidence, how far the next one is, and what a correction changes."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.honours.achievements.achievement import Achievement
from tournaments.honours.achievements.catalogue import ROWS
from tournaments.honours.achievements.counting import Counting
from tournaments.honours.achievements.dossier import Dossier
from tournaments.honours.achievements.tally import Count
from tournaments.honours.facts import Placing


@dataclass(frozen=True)
class Award:
    """A tier (from 1) of an achievement. at: when it was earned. evidence: the facts that did it, the last one last."""

    player: int
    achievement: str
    tier: int
    at: datetime
    evidence: tuple[str, ...]

    @property
    def key(self) -> str:
        """Names the award for good: no moment, game or number is in it that a correction could change."""
        return f"award/{self.player}/{self.achievement}/{self.tier}"


@dataclass(frozen=True)
class Progress:
    """current: the most so far. threshold: of the next tier; None when all are earned. tier: that tier, or the last."""

    achievement: str
    tier: int
    current: int
    threshold: int | None

    @property
    def share(self) -> float:
        """From 0 to 1, for a bar."""
        return 1.0 if self.threshold is None else min(1.0, self.current / self.threshold)


@dataclass(frozen=True)
class Earned:
    """What one player has earned, and the way to what is next, in the order of the achievements."""

    awards: tuple[Award, ...]
    progress: tuple[Progress, ...]


def awards_for(facts: Dossier, achievements: Iterable[Achievement] = ROWS) -> Earned:
    """The same facts give the same awards, however often and in whatever order they arrived."""
    counted = tuple(achievements)
    counting = Counting(facts.player)
    counting.begin(counted)
    counting.add(facts.games, facts.edges)
    return earned(counting, facts.placings, counted)


def earned(counting: Counting, placings: tuple[Placing, ...], achievements: Iterable[Achievement]) -> Earned:
    """What follows from games that are counted and from placings."""
    awards, progress = list[Award](), list[Progress]()
    for achievement in achievements:
        count = counting.count_of(achievement, placings)
        awards += [
            Award(counting.player, achievement.key, tier, at, evidence)
            for tier, (at, evidence) in enumerate(count.earned, start=1)
        ]
        progress.append(_progress(achievement, count))
    return Earned(tuple(awards), tuple(progress))


def _progress(achievement: Achievement, count: Count) -> Progress:
    reached = len(count.earned)
    threshold = achievement.tiers[reached] if reached < len(achievement.tiers) else None
    return Progress(achievement.key, min(reached + 1, len(achievement.tiers)), count.most, threshold)


@dataclass(frozen=True)
class Difference:
    """What has to be written so that what is awarded is what is due.

    new: to be announced. restored: were revoked before and stand again; they are not announced a second time. changed:
    stand as before, by other evidence or since another moment. revoked: have lost their evidence.
    """

    new: tuple[Award, ...] = ()
    restored: tuple[Award, ...] = ()
    changed: tuple[Award, ...] = ()
    revoked: tuple[Award, ...] = ()


def compare(awarded: Iterable[Award], due: Iterable[Award], revoked_before: Collection[str] = ()) -> Difference:
    """awarded: those that stand. due: computed from the facts as they are now. revoked_before: keys of revoked ones."""
    standing, wanted = ({award.key: award for award in awards} for awards in (awarded, due))
    missing = [award for key, award in wanted.items() if key not in standing]
    return Difference(
        new=tuple(award for award in missing if award.key not in revoked_before),
        restored=tuple(award for award in missing if award.key in revoked_before),
        changed=tuple(award for key, award in wanted.items() if key in standing and standing[key] != award),
        revoked=tuple(award for key, award in standing.items() if key not in wanted),
    )
