"""What the secretary of a league has to do about cards, and what a captain has to do about fixtures. Reads only."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from tournaments.leagues.card_steps import Card, State, replay
from tournaments.leagues.commands import day_of
from tournaments.leagues.models import CardStep, Fixture, PointsAdjustment, Season, Squad
from tournaments.leagues.penalties import LatePenalty

FixtureState = Fixture.State
SHOWN = "home__team", "away__team", "venue", "section__division", "cup", "event"


@dataclass(frozen=True)
class CardRow:
    """A fixture with its card. due: the last day for it. penalties: what a late card would cost each team, the home
    team first; empty where it's in time, was decided, or of a cup."""

    fixture: Fixture
    card: Card
    due: date
    penalties: tuple[LatePenalty, ...] = ()


@dataclass(frozen=True)
class Desk:
    """Every list has the oldest fixture first. late: settled, but came too late, and no team was penalized. applied:
    rulings on points that can be undone."""

    overdue: tuple[CardRow, ...]
    disputed: tuple[CardRow, ...]
    reported: tuple[CardRow, ...]
    confirmed: tuple[CardRow, ...]
    late: tuple[CardRow, ...]
    applied: tuple[PointsAdjustment, ...]

    @property
    def count(self) -> int:
        """How many cards ask for something."""
        return len(self.overdue) + len(self.disputed) + len(self.reported) + len(self.confirmed)


@dataclass(frozen=True)
class Task:
    """What a captain has to do about a fixture: "send", "answer", "name", or "wait" for the other side."""

    fixture: Fixture
    kind: str


def desk_of(season: Season) -> Desk:
    """The secretary's week."""
    card_rows = _rows(season)
    applied = season.adjustments.filter(reversal=None).exclude(kind=PointsAdjustment.Kind.TAKEN_BACK)
    applied = applied.select_related("squad__team", "fixture__home__team", "fixture__away__team", "season")
    waiting = [card_row for card_row in card_rows if card_row.fixture.state == FixtureState.PLANNED]
    today = timezone.now().astimezone(season.zone).date()
    by_state = {
        state: tuple(
            card_row for card_row in card_rows if card_row.card.state is state and card_row.fixture.state in OPEN
        )
        for state in State
    }
    return Desk(
        tuple(card_row for card_row in waiting if card_row.card.state is State.NONE and card_row.due < today),
        by_state[State.DISPUTED],
        by_state[State.REPORTED],
        by_state[State.CONFIRMED],
        tuple(card_row for card_row in by_state[State.APPROVED] if card_row.penalties),
        tuple(applied),
    )


OPEN = FixtureState.PLANNED, FixtureState.PLAYED


def tasks_of(squad: Squad, side_rows: Iterable[Fixture]) -> list[Task]:
    """What the squad's captain has to do about these fixtures, in their order; nothing where nothing is to do."""
    today = timezone.now().astimezone(squad.season.zone).date()
    ids = [side_row.pk for side_row in side_rows if side_row.state == FixtureState.PLANNED]
    fixtures = Fixture.objects.filter(pk__in=ids).select_related(*SHOWN).prefetch_related("line_up", _STEPS)
    tasks: list[Task] = []
    for fixture in fixtures.order_by("starts_at", "number"):
        fixture.season = fixture.home.season = fixture.away.season = squad.season
        side = 0 if fixture.home_id == squad.pk else 1
        kind = _task(fixture, replay(fixture.card_steps.all()), side, is_due=day_of(fixture) <= today)
        # Of the line-ups to come only the next one is asked for.
        if kind and (kind != "name" or all(task.kind != "name" for task in tasks)):
            tasks.append(Task(fixture, kind))
    return tasks


_STEPS = Prefetch("card_steps", CardStep.objects.select_related("journal__user__player", "journal__player"))


def _task(fixture: Fixture, card: Card, side: int, *, is_due: bool) -> str:
    if card.is_decided:
        return ""
    if card.state is State.REPORTED:
        return "wait" if card.claim_of(side) else "answer"
    if card.state is State.DISPUTED or (is_due and _has_line_ups(fixture)):
        return "send"
    is_named = any(line_up_player.squad_id == fixture.squads[side].pk for line_up_player in fixture.line_up.all())
    return "" if is_named or fixture.is_begun else "name"


def _has_line_ups(fixture: Fixture) -> bool:
    return fixture.is_begun or {line_up_player.squad_id for line_up_player in fixture.line_up.all()} == {
        fixture.home_id,
        fixture.away_id,
    }


def _rows(season: Season) -> list[CardRow]:
    """Fixtures whose day has come, or whose card did."""
    come = Q(state=FixtureState.PLANNED, starts_at__lt=timezone.now()) | Q(card_steps__isnull=False)
    fixtures: QuerySet[Fixture] = season.fixtures.filter(come).select_related(*SHOWN).distinct()
    ruled, offences = set(), Counter[int]()
    late = season.adjustments.filter(kind=PointsAdjustment.Kind.LATE_CARD)
    for fixture_id, squad_id, taken_back in late.values_list("fixture", "squad", "reversal"):
        ruled.add(fixture_id)
        offences[squad_id] += taken_back is None
    card_rows = []
    for fixture in fixtures.prefetch_related(_STEPS).order_by("starts_at", "number"):
        fixture.season = fixture.home.season = fixture.away.season = season
        card_rows.append(_row(fixture, offences, is_ruled=fixture.pk in ruled))
    return card_rows


def _row(fixture: Fixture, offences: Counter[int], *, is_ruled: bool) -> CardRow:
    rules, zone = fixture.season.settings, fixture.season.zone
    card, due = replay(fixture.card_steps.all()), day_of(fixture) + timedelta(days=rules.card_days)
    came = (card.received_at or timezone.now()).astimezone(zone).date()
    if is_ruled or came <= due or fixture.cup_id:
        return CardRow(fixture, card, due)
    costs = (LatePenalty.next_of(squad, offences[squad.pk], side=side) for side, squad in enumerate(fixture.squads))
    return CardRow(fixture, card, due, tuple(cost for cost in costs if cost.points))
