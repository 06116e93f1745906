"""Who would go on to a stage, as the standings are now, and what speaks against it. Writes and decides nothing.

Seeds: the places of the first source, then those of the next; by place, and within a place by group: A1, B1, A2, B2 …
For a knockout each place is crossed, so that those of one group meet late (`formats.pairing.seeding`). Entries that
share a place are in the order of their numbers; in a knockout's standings, in that of its seeds, which is no tie to
decide.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from games.engine.language import say, say_number
from games.engine.messages import and_list
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin.models import Entry
from tournaments.events.models import Stage
from tournaments.events.stage_plans import Places, sources_of
from tournaments.formats.pairing.seeding import seed_tiers
from tournaments.results.history import begun_stages, seeding_of
from tournaments.results.models import Standing
from tournaments.rounds.commands import planned_rounds
from tournaments.rounds.models import Match, Round

Ranking = dict[int, list[Standing]]
"""Group → its rows, best first."""


@dataclass(frozen=True)
class Line:
    """An entry that would go on, or could. origin: "Pools, pool A: place 2"; empty if it played in no source. by_lot:
    nothing but the random draw separates it from a neighbour."""

    entry: Entry
    origin: str = ""
    by_lot: bool = False

    @property
    def has_left(self) -> bool:
        return self.entry.status == Entry.Status.DROPPED

    @property
    def is_here(self) -> bool:
        return self.entry.status == Entry.Status.CHECKED_IN


@dataclass(frozen=True)
class Tie:
    """A shared place that matters: not all of them go on (crosses), or the first seed among them is undecided."""

    entries: tuple[Entry, ...]
    where: str
    crosses: bool

    @property
    def text(self) -> str:
        names = and_list(entry.name for entry in self.entries)
        if self.crosses:
            return say("{names} are tied for {place}, but not all of them advance.", names=names, place=self.where)
        return say("{names} are tied for {place}.", names=names, place=self.where)

    def matters(self, chosen: Collection[int]) -> bool:
        """chosen: ids of the entries that go on."""
        return any(entry.pk in chosen for entry in self.entries)


@dataclass(frozen=True)
class Proposal:
    """lines: best seed first. others: who could be added, best first. unfinished: in words, what should be played
    before; open_round: what must be closed before. seen: the version of the standings it was made from."""

    lines: tuple[Line, ...]
    others: tuple[Line, ...]
    ties: tuple[Tie, ...]
    unfinished: tuple[str, ...]
    open_round: str
    is_settled: bool
    seen: int

    @property
    def missing(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if not line.is_here)


def proposal(stage: Stage) -> Proposal:
    """The seeds of a later stage as they would be now."""
    sources = sources_of(stage)
    earlier = {previous.number: previous for previous in stage.event.stages.filter(number__lt=stage.number)}
    for stage_before in earlier.values():
        stage_before.event = stage.event
    named = {places.stage: earlier[places.stage] for places in sources}
    rankings = {number: _ranking(stage) for number, stage in named.items()}
    tiers = [tier for places in sources for tier in _tiers(places, rankings[places.stage])]
    standings = _in_seed_order(stage, tiers)
    chosen = {standing.entry_id for standing in standings}
    ranked = [standing for ranking in rankings.values() for group in ranking.values() for standing in group]
    next_in_line = sorted(
        (standing for standing in ranked if standing.entry_id not in chosen), key=lambda standing: standing.place
    )
    unranked = stage.event.entries.exclude(pk__in=[standing.entry_id for standing in ranked]).prefetch_related(
        "lineup__player"
    )
    lines = {standing.entry_id: _line(standing, named, rankings) for standing in (*standings, *next_in_line)}
    others = (*(line for number, line in lines.items() if number not in chosen), *map(Line, unranked))
    before = earlier[stage.number - 1]
    return Proposal(
        lines=tuple(lines[standing.entry_id] for standing in standings),
        others=tuple(line for line in others if not line.has_left),
        ties=tuple(tie for places in sources for tie in _ties(places, named[places.stage], rankings[places.stage])),
        unfinished=tuple(_unfinished(before)),
        open_round=_open_round(before),
        is_settled=not Match.objects.filter(round__stage__in=named.values(), unsettled_since__isnull=False).exists(),
        seen=max(stage.settled_version for stage in named.values()),
    )


def would_differ(stage: Stage) -> list[str]:
    """Describes who would now go on with another seed than when the stage was begun, or not at all.

    Nothing is changed: corrections after the beginning move no one.
    """
    begun = AuditLogEntry.objects.filter(
        event=stage.event, action=Action.BEGIN_STAGE, detail__stage=stage.number
    ).first()
    if begun is None:
        return []
    then = {number: seed for seed, number in enumerate(begun.detail["proposed"], start=1)}
    now = {line.entry.number: seed for seed, line in enumerate(proposal(stage).lines, start=1)}
    entries = stage.event.entries.filter(number__in=then.keys() | now.keys()).prefetch_related("lineup__player")
    return [
        say(
            "{entry}: was {before}, now {after}",
            entry=entry.name,
            before=_seed_text(then.get(entry.number)),
            after=_seed_text(now.get(entry.number)),
        )
        for entry in entries
        if then.get(entry.number) != now.get(entry.number)
    ]


def pool_name(group: int) -> str:
    """What people call a group: pool A, pool B."""
    return say("pool {letter}", letter=chr(ord("A") + group - 1) if group <= 26 else group)


def _seed_text(seed: int | None) -> str:
    return say("seed {number}", number=seed) if seed else say("not included")


def _ranking(stage: Stage) -> Ranking:
    standings = stage.standings.select_related("entry").prefetch_related("entry__lineup__player")
    seeds = {number: seed for seed, number in enumerate(seeding_of(stage))}

    def order(standing: Standing) -> tuple[int, int, bool, int, int]:
        number = standing.entry.number
        has_left = standing.entry.status == Entry.Status.DROPPED
        return standing.group, standing.place, has_left, seeds.get(number, len(seeds)), number

    return {
        group: list(in_group)
        for group, in_group in groupby(sorted(standings, key=order), key=lambda standing: standing.group)
    }


def _tiers(places: Places, ranking: Ranking) -> Iterator[dict[int, Standing]]:
    """Group → who has that place, for one place after the other. Groups of two stages are never the same."""
    for index in range(places.first - 1, places.last):
        tier = {
            1000 * places.stage + group: standings[index]
            for group, standings in ranking.items()
            if index < len(standings)
        }
        if not tier:
            return
        yield tier


def _in_seed_order(stage: Stage, tiers: Iterable[dict[int, Standing]]) -> list[Standing]:
    """The rows, best seed first; who qualifies twice counts where it does so first."""
    known: set[int] = set()
    fresh: list[dict[int, Standing]] = []
    for tier in tiers:
        fresh.append({group: standing for group, standing in tier.items() if standing.entry_id not in known})
        known |= {standing.entry_id for standing in tier.values()}
    line = stage.play.seed_order(stage.settings, len(known)) if stage.play.seed_order else ()
    order = seed_tiers([list(tier) for tier in fresh], line)
    return [tier[group] for tier, groups in zip(fresh, order, strict=True) for group in groups]


def _line(standing: Standing, named: Mapping[int, Stage], rankings: Mapping[int, Ranking]) -> Line:
    stage = next(stage for stage in named.values() if stage.pk == standing.stage_id)
    where = _where(stage, standing.group, rankings[stage.number])
    if standing.is_shared:
        origin = say("{where}: rank {place} (tied)", where=where, place=standing.place)
    else:
        origin = say("{where}: rank {place}", where=where, place=standing.place)
    return Line(standing.entry, origin, _by_lot(stage, standing))


def _where(stage: Stage, group: int, ranking: Ranking) -> str:
    return f"{stage.title}, {pool_name(group)}" if len(ranking) > 1 else stage.title


def _by_lot(stage: Stage, standing: Standing) -> bool:
    """A random draw is only recorded for entries that were tied on everything before it."""
    return "lot" in stage.criteria and bool(standing.values[stage.criteria.index("lot")])


def _ties(places: Places, stage: Stage, ranking: Ranking) -> Iterator[Tie]:
    for group, standings in ranking.items():
        going = {standing.entry_id for standing in standings[places.first - 1 : places.last]}
        for place, sharing in groupby(standings, key=lambda standing: standing.place):
            level = [standing for standing in sharing if standing.entry.status != Entry.Status.DROPPED]
            inside = sum(standing.entry_id in going for standing in level)
            crosses = inside < len(level)
            if len(level) > 1 and inside and (crosses or not stage.play.seed_order):
                where = say("rank {place} in {where}", place=place, where=_where(stage, group, ranking))
                yield Tie(tuple(standing.entry for standing in level), where, crosses)


def _unfinished(stage: Stage) -> Iterator[str]:
    if stage not in begun_stages(stage.event):
        yield say("{stage} hasn’t started.", stage=stage.title)
        return
    last = stage.rounds.exclude(status=Round.Status.DRAFT).count()
    left = planned_rounds(stage, last + 1) - last
    if left > 0:
        yield say_number(
            "{stage} still has {number} planned round to play.",
            "{stage} still has {number} planned rounds to play.",
            left,
            stage=stage.title,
        )
    for draft in stage.rounds.filter(status=Round.Status.DRAFT):
        yield say("This deletes the draft of round {number} in {stage}.", number=draft.number, stage=stage.title)


def _open_round(stage: Stage) -> str:
    round_ = stage.rounds.filter(status=Round.Status.PUBLISHED).first()
    return say("{round} of {stage} is still open.", round=round_, stage=stage.title) if round_ else ""
