"""Points taken from a squad, or given to it, by ruling. Nothing is edited: a mistake is taken back by another row."""

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.leagues import tables
from tournaments.leagues.commands import allow, lock_fixture, lock_part, lock_squad, write
from tournaments.leagues.models import LATE_CARD, Fixture, PointsAdjustment, Squad

Kind = PointsAdjustment.Kind
MOST = 200


@command(
    Action.LATE_CARD,
    lock=lock_fixture,
    permission=allow,
    replay=lambda done: PointsAdjustment.objects.get(journal=done),
)
def late_card(fixture: Fixture, squad_id: int, *, context: Context) -> PointsAdjustment:
    """Take the points of a late result card from a squad, once per fixture."""
    rules = fixture.season.settings
    squad = next((one for one in fixture.squads if one.pk == squad_id), None)
    if squad is None:
        raise RuleError("This squad does not play in this fixture.")
    if not rules.late_card:
        raise RuleError("In this season a late card costs nothing.")
    if fixture.adjustments.filter(squad=squad, kind=Kind.LATE_CARD).exists():
        raise RuleError("{squad} has lost the points for this card already.", squad=squad)
    reason = LATE_CARD.format(days=rules.card_days)
    return _write(squad, -rules.late_card, reason, Kind.LATE_CARD, context, fixture)


@command(
    Action.ADJUST_POINTS,
    lock=lock_squad,
    permission=allow,
    replay=lambda done: PointsAdjustment.objects.get(journal=done),
)
def adjust(squad: Squad, points: int, reason: str, *, context: Context) -> PointsAdjustment:
    """Give points to a squad (or take them, negative), with the reason that its table shows."""
    if not points or abs(points) > MOST:
        raise RuleError("Write how many points, from 1 to {most}, with a minus to take them.", most=MOST)
    return _write(squad, points, require_reason(reason), Kind.RULING, context)


def _lock(adjustment_id: int) -> PointsAdjustment:
    row = lock_part(PointsAdjustment.objects.select_related("squad__team", "fixture"), adjustment_id)
    row.squad.season = row.season
    return row


@command(
    Action.TAKE_BACK_POINTS,
    lock=_lock,
    permission=allow,
    replay=lambda done: PointsAdjustment.objects.get(journal=done),
)
def take_back(row: PointsAdjustment, reason: str, *, context: Context) -> PointsAdjustment:
    """Undo an adjustment that was a mistake, by one of the same size."""
    if row.kind == Kind.TAKEN_BACK or PointsAdjustment.objects.filter(reverses=row).exists():
        raise RuleError("This was taken back already.")
    return _write(row.squad, -row.points, require_reason(reason), Kind.TAKEN_BACK, context, row.fixture, row)


def _write(
    squad: Squad,
    points: int,
    reason: str,
    kind: Kind,
    context: Context,
    fixture: Fixture | None = None,
    reverses: PointsAdjustment | None = None,
) -> PointsAdjustment:
    season = squad.season
    written = write(season, context, reason=reason, detail={"squad": squad.pk, "points": points})
    row = PointsAdjustment.objects.create(
        season=season,
        squad=squad,
        fixture=fixture,
        kind=kind,
        points=points,
        reason=reason,
        reverses=reverses,
        journal=written,
    )
    tables.settle(season)
    return row
