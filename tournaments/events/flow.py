"""The stages of an event as people read them: what comes after what, and who goes on. Reads only."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.language import say
from games.house_rules.panel import in_short
from tournaments.checkin.models import StageEntry
from tournaments.events.models import Event, Stage
from tournaments.events.seeding import offers_seeds
from tournaments.events.stage_plans import Places, groups_planned, sources_of
from tournaments.results.history import begun_stages
from tournaments.results.scoring import table_rules
from tournaments.rounds.models import Round


@dataclass(frozen=True)
class StageCard:
    """One stage of the flow. who: in words, who plays in it. size: how many do, or at most will; None: everyone who is
    here. rounds: how many are closed."""

    stage: Stage
    is_begun: bool
    is_current: bool
    is_last: bool
    who: tuple[str, ...]
    size: int | None
    rounds: int

    @property
    def is_played(self) -> bool:
        return self.is_current and (self.rounds > 0 or self.stage.number > 1)

    @property
    def state(self) -> str:
        if self.is_played:
            return say("being played")
        if self.is_current:
            return say("first stage")
        return say("finished") if self.is_begun else say("upcoming")

    @property
    def rules(self) -> str:
        """Its house rules where they differ from plain euchre."""
        return in_short(table_rules(self.stage))

    @property
    def sets_seeds(self) -> bool:
        return offers_seeds(self.stage)

    @property
    def may_be_removed(self) -> bool:
        return self.is_last and not self.is_begun


def flow(event: Event) -> list[StageCard]:
    """All stages of an event in order, begun or not."""
    stages = {stage.number: stage for stage in event.stages.order_by("number")}
    begun = begun_stages(event)
    places = Counter(StageEntry.objects.filter(stage__event=event, stage__number__gt=1).values_list("stage", flat=True))
    closed = Counter(
        Round.objects.filter(stage__event=event, status=Round.Status.CLOSED).values_list("stage", flat=True)
    )
    return [
        StageCard(
            stage=stage,
            is_begun=stage in begun,
            is_current=stage == begun[-1],
            is_last=number == len(stages),
            who=tuple(who_text(source, stages) for source in sources_of(stage)) or (say("Everyone who’s checked in"),),
            size=places[stage.pk] or _most(sources_of(stage), stages),
            rounds=closed[stage.pk],
        )
        for number, stage in stages.items()
    ]


def who_text(places: Places, stages: Mapping[int, Stage]) -> str:
    """ "Pools: places 1 to 2 of each of the 4 pools"."""
    groups = groups_planned(stages[places.stage])
    about = {"stage": stages[places.stage].title, "places": places, "groups": groups}
    if groups > 1:
        return say("{stage}: {places} in each of the {groups} pools", **about)
    return say("{stage}: {places}", **about)


def _most(sources: Sequence[Places], stages: Mapping[int, Stage]) -> int | None:
    return sum((source.last - source.first + 1) * groups_planned(stages[source.stage]) for source in sources) or None
