"""Points taken from a squad, or given to it, by ruling. Nothing is edited: a mistake is taken back by another row."""

from typing import Any

from django.db import transaction

from games.engine.errors import RuleError
from tournaments.models import Fixture, PointsAdjustment, Season, Squad
from tournaments.models.fixtures import LATE_CARD
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.leagues import tables
from tournaments.services.leagues.door import allow, lock_fixture, lock_season, write
from tournaments.services.leagues.fixtures import needed

Kind = PointsAdjustment.Kind
MOST = 200


@transaction.atomic
def late_card(fixture_id: int, squad_id: int, *, by: By) -> PointsAdjustment:
    """Take the points of a late result card from a squad, once per fixture."""
    fixture, body = lock_fixture(fixture_id), {"fixture": fixture_id, "squad": squad_id}
    if done := journal.replayed(by, "late_card", body):
        return PointsAdjustment.objects.get(journal=done)
    allow(fixture.season, by)
    rules = fixture.season.settings
    squad = next((one for one in fixture.squads if one.pk == squad_id), None)
    if squad is None:
        raise RuleError("This squad does not play in this fixture.")
    if not rules.late_card:
        raise RuleError("In this season a late card costs nothing.")
    if fixture.adjustments.filter(squad=squad, kind=Kind.LATE_CARD).exists():
        raise RuleError("{squad} has lost the points for this card already.", squad=squad)
    reason = LATE_CARD.format(days=rules.card_days)
    return _write(fixture.season, squad, -rules.late_card, reason, Kind.LATE_CARD, by, "late_card", body, fixture)


@transaction.atomic
def adjust(squad_id: int, points: int, reason: str, *, by: By) -> PointsAdjustment:
    """Give points to a squad (or take them, negative), with the reason that its table shows."""
    squad = Squad.objects.select_related("team").get(pk=squad_id)
    season, body = lock_season(squad.season_id), {"squad": squad_id, "points": points, "reason": reason}
    if done := journal.replayed(by, "adjust_points", body):
        return PointsAdjustment.objects.get(journal=done)
    allow(season, by)
    if not points or abs(points) > MOST:
        raise RuleError("Write how many points, from 1 to {most}, with a minus to take them.", most=MOST)
    return _write(season, squad, points, needed(reason), Kind.RULING, by, "adjust_points", body)


@transaction.atomic
def take_back(adjustment_id: int, reason: str, *, by: By) -> PointsAdjustment:
    """Undo an adjustment that was a mistake, by one of the same size."""
    row = PointsAdjustment.objects.select_related("squad__team", "fixture").get(pk=adjustment_id)
    season, body = lock_season(row.season_id), {"adjustment": adjustment_id, "reason": reason}
    if done := journal.replayed(by, "take_back_points", body):
        return PointsAdjustment.objects.get(journal=done)
    allow(season, by)
    if row.kind == Kind.TAKEN_BACK or PointsAdjustment.objects.filter(reverses=row).exists():
        raise RuleError("This was taken back already.")
    about = season, row.squad, -row.points, needed(reason), Kind.TAKEN_BACK, by, "take_back_points", body
    return _write(*about, row.fixture, row)


def _write(
    season: Season, squad: Squad, points: int, reason: str, kind: Kind, by: By, verb: str, body: dict[str, Any],
    fixture: Fixture | None = None, reverses: PointsAdjustment | None = None,
) -> PointsAdjustment:  # fmt: skip
    written = write(season, verb, by, body, reason=reason, detail={"squad": squad.pk, "points": points})
    row = PointsAdjustment.objects.create(
        season=season, squad=squad, fixture=fixture, kind=kind, points=points, reason=reason, reverses=reverses,
        journal=written,
    )  # fmt: skip
    tables.settle(season)
    return row
