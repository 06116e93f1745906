"""Points taken from a squad, or given to it, by ruling. Nothing is edited: a mistake is taken back by another row."""

from dataclasses import dataclass

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.leagues import tables
from tournaments.leagues.commands import allow, lock_fixture, lock_part, lock_squad, write
from tournaments.leagues.models import LATE_AGAIN, LATE_CARD, Fixture, PointsAdjustment, Squad

Kind = PointsAdjustment.Kind
MAX_POINTS = 200


@dataclass(frozen=True)
class LatePenalty:
    """What a squad's next late card costs. offence: which one of the season it would be, those taken back left out.
    side: 0 where the squad is at home, 1 where it visits."""

    squad: Squad
    offence: int
    points: int
    side: int

    @property
    def reason(self) -> str:
        """In English, as it is stored."""
        words = LATE_AGAIN if self.offence > 1 else LATE_CARD
        return words.format(days=self.squad.season.settings.card_days, offence=self.offence)

    @classmethod
    def next_of(cls, squad: Squad, before: int, side: int) -> "LatePenalty":
        """As the season's rules have it for a squad with this many late cards before."""
        return cls(squad, before + 1, squad.season.settings.late_points(before + 1), side)


@command(
    Action.LATE_CARD,
    lock=lock_fixture,
    permission=allow,
    replay=lambda done: PointsAdjustment.objects.get(journal=done),
)
def late_card(fixture: Fixture, squad_id: int, *, context: Context) -> PointsAdjustment:
    """Take the points of a late score card from a squad, once per fixture: more for its second and later ones."""
    squad = next((squad for squad in fixture.squads if squad.pk == squad_id), None)
    if squad is None:
        raise RuleError("This team isn’t in this match.")
    if fixture.cup_id:
        raise RuleError(
            "A cup match doesn’t count in the standings, so a late score card costs no points. Charge the "
            "team a fine instead."
        )
    before = squad.adjustments.filter(kind=Kind.LATE_CARD, reversal=None).count()
    late_penalty = LatePenalty.next_of(squad, before, fixture.squads.index(squad))
    if not late_penalty.points:
        raise RuleError("This late score card costs no points this season.")
    if fixture.adjustments.filter(squad=squad, kind=Kind.LATE_CARD).exists():
        raise RuleError("{squad} already lost points for this late score card.", squad=squad)
    return _write(
        squad, -late_penalty.points, late_penalty.reason, Kind.LATE_CARD, context, fixture, offence=late_penalty.offence
    )


@command(
    Action.ADJUST_POINTS,
    lock=lock_squad,
    permission=allow,
    replay=lambda done: PointsAdjustment.objects.get(journal=done),
)
def adjust(squad: Squad, points: int, reason: str, *, context: Context) -> PointsAdjustment:
    """Give points to a squad (or take them, negative), with the reason that its table shows."""
    if not points or abs(points) > MAX_POINTS:
        raise RuleError("Enter 1 to {most} points. Use a minus sign to deduct points.", most=MAX_POINTS)
    return _write(squad, points, require_reason(reason), Kind.RULING, context)


def _lock(adjustment_id: int) -> PointsAdjustment:
    points_adjustment = lock_part(PointsAdjustment.objects.select_related("squad__team", "fixture"), adjustment_id)
    points_adjustment.squad.season = points_adjustment.season
    return points_adjustment


@command(
    Action.TAKE_BACK_POINTS,
    lock=_lock,
    permission=allow,
    replay=lambda done: PointsAdjustment.objects.get(journal=done),
)
def take_back(points_adjustment: PointsAdjustment, reason: str, *, context: Context) -> PointsAdjustment:
    """Undo an adjustment that was a mistake, by one of the same size."""
    if (
        points_adjustment.kind == Kind.TAKEN_BACK
        or PointsAdjustment.objects.filter(reverses=points_adjustment).exists()
    ):
        raise RuleError("This change was already undone. Reload the page.")
    return _write(
        points_adjustment.squad,
        -points_adjustment.points,
        require_reason(reason),
        Kind.TAKEN_BACK,
        context,
        points_adjustment.fixture,
        points_adjustment,
    )


def _write(
    squad: Squad,
    points: int,
    reason: str,
    kind: Kind,
    context: Context,
    fixture: Fixture | None = None,
    reverses: PointsAdjustment | None = None,
    offence: int | None = None,
) -> PointsAdjustment:
    season = squad.season
    written = write(season, context, reason=reason, detail={"squad": squad.pk, "points": points})
    points_adjustment = PointsAdjustment.objects.create(
        season=season,
        squad=squad,
        fixture=fixture,
        kind=kind,
        points=points,
        reason=reason,
        reverses=reverses,
        offence=offence,
        journal=written,
    )
    tables.settle(season, sections=[squad.section_id])
    return points_adjustment
