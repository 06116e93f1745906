"""A stage as it is planned: its format, and which places of earlier stages go on to it. Begins nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.rules import HouseRules, rules_data
from games.house_rules.models import rules_in
from tournaments.clubs.house_rules import default_rules
from tournaments.events.house_rules import for_stage
from tournaments.events.models import Event, Stage, Where
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.config import config_data, config_from
from tournaments.formats.standings.criteria import check_choice
from tournaments.formats.standings.unplayed import NEWEST, rule_named
from tournaments.results.scoring import night_rules, online_refusal

LAST_PLACE = 999
MAX_NAME = 40


@dataclass(frozen=True)
class Places:
    """The places first to last of an earlier stage, of each of its groups, if it has several."""

    stage: int
    first: int
    last: int

    def __str__(self) -> str:
        if self.first == self.last:
            return say("rank {place}", place=self.first)
        return say("ranks {first} to {last}", first=self.first, last=self.last)


@dataclass(frozen=True)
class StagePlan:
    """config: the format's parameters; those not named keep their defaults. sources: none for the first stage.
    hands, or else play_to: how long a table plays, for formats that do not say so themselves. criteria: none for those
    of the format. rules: the house rules but for that; None: those of the stage before, or the club's default."""

    format_key: str
    config: Mapping[str, Any]
    sources: tuple[Places, ...] = ()
    name: str = ""
    play_to: int | None = None
    hands: int | None = None
    criteria: tuple[str, ...] = ()
    unplayed: str = NEWEST.value
    rules: HouseRules | None = None


def sources_of(stage: Stage) -> tuple[Places, ...]:
    """Who goes on to a stage, in the order of the seeds; nothing for the first stage."""
    return tuple(Places(**source) for source in stage.sources)


def groups_planned(stage: Stage) -> int:
    """How many groups, pools, a stage will have."""
    return int(getattr(stage.settings, "groups", 1))


def write_stage(event: Event, plan: StagePlan) -> Stage:
    """The event's next stage, as a row. For commands here. RuleError when it cannot be played like that."""
    if plan.format_key not in FORMATS:
        raise RuleError(
            "There’s no format called {key}. Choose one of: {formats}.", key=plan.format_key, formats=", ".join(FORMATS)
        )
    play, earlier = FORMATS[plan.format_key], list(event.stages.order_by("number"))
    settings = config_from(play.config, plan.config)
    check_choice(play, plan.criteria or play.criteria)
    chosen = plan.rules or (rules_in(earlier[-1].rules) if earlier else default_rules(event.club))
    rules, is_cut_short = night_rules(settings, plan.play_to, plan.hands, for_stage(chosen))
    stage = Stage(
        event=event,
        number=len(earlier) + 1,
        name=" ".join(plan.name.split()),
        format=plan.format_key,
        sources=[asdict(places) for places in plan.sources],
        config=config_data(settings),
        criteria=list(plan.criteria or play.criteria),
        unplayed=rule_named(plan.unplayed).value,
        rules=rules_data(rules),
        is_cut_short=is_cut_short,
    )
    _check_name(stage, earlier)
    if event.where == Where.ONLINE and (refusal := online_refusal(play, is_cut_short=is_cut_short)):
        raise RuleError(refusal)
    if earlier:
        _check_follows(stage, earlier[0])
        _check_sources(plan.sources, {stage.number: stage for stage in earlier})
    stage.save()
    return stage


def _check_name(stage: Stage, earlier: Sequence[Stage]) -> None:
    if len(stage.name) > MAX_NAME:
        raise RuleError(
            "A stage name can have at most {most} characters. This one has {number}.",
            most=MAX_NAME,
            number=len(stage.name),
        )
    if stage.title.casefold() in {stage.title.casefold() for stage in earlier}:
        raise RuleError("There’s already a stage called {stage}. Choose a different name.", stage=stage.title)


def _check_follows(stage: Stage, first: Stage) -> None:
    if stage.play.entry_size == first.play.entry_size:
        return
    if first.play.entry_size == 1:
        raise RuleError(
            "Players have entered this event individually, but {format} is for pairs. Choose another format.",
            format=stage.play.name,
        )
    raise RuleError(
        "Pairs have entered this event, but {format} is for individual players. Choose another format.",
        format=stage.play.name,
    )


def _check_sources(sources: Sequence[Places], earlier: Mapping[int, Stage]) -> None:
    if not sources:
        raise RuleError("Choose which ranks advance from which stage.")
    for places in sources:
        if places.stage not in earlier:
            raise RuleError("There’s no stage {number} before this one. Choose an earlier stage.", number=places.stage)
        if not 1 <= places.first <= places.last <= LAST_PLACE:
            raise RuleError(
                "Ranks {first} to {last} in {stage} aren’t possible. Choose ranks from 1 to {most}, the lower number "
                "first.",
                first=places.first,
                last=places.last,
                stage=earlier[places.stage].title,
                most=LAST_PLACE,
            )
    for earlier_part, other in combinations(sources, 2):
        if earlier_part.stage == other.stage and earlier_part.first <= other.last and other.first <= earlier_part.last:
            raise RuleError(
                "Some ranks in {stage} are used twice. Use each rank once.", stage=earlier[earlier_part.stage].title
            )
