"""Of what was appended about a season, that which holds now: who left it, and how shared places were decided."""

from collections.abc import Iterable

from games.engine.errors import RuleError
from tournaments.formats.seasons.section_table import Decision
from tournaments.leagues.models import Fixture, PlaceDecision, Season, Section, Withdrawal, WithdrawnFixture


def withdrawals_of(season: Season) -> dict[int, Withdrawal]:
    """Squad id → how it left the season, for those that did."""
    last = {
        withdrawal.squad_id: withdrawal
        for withdrawal in Withdrawal.objects.filter(season=season).order_by("squad", "number")
    }
    return {squad: withdrawal for squad, withdrawal in last.items() if withdrawal.is_gone}


def gone_from(section: Section) -> set[int]:
    """The numbers of the section's squads that left the season."""
    withdrawals = Withdrawal.objects.filter(squad__section=section).order_by("squad", "number")
    last = dict(withdrawals.values_list("squad__number", "kind"))
    return {number for number, kind in last.items() if kind != Withdrawal.Kind.RETURNED}


def decisions_about(section: Section) -> list[PlaceDecision]:
    """The last decision about each set of squads, where it was not undone."""
    return holding(PlaceDecision.objects.filter(section=section).order_by("about", "turn"))


def holding(place_decisions: Iterable[PlaceDecision]) -> list[PlaceDecision]:
    """The same of these, which come in the order of their turns."""
    last = {(place_decision.section_id, place_decision.about): place_decision for place_decision in place_decisions}
    return [place_decision for place_decision in last.values() if place_decision.method != PlaceDecision.Method.UNDONE]


def as_fact(place_decision: PlaceDecision) -> Decision:
    return Decision(tuple(place_decision.order), place_decision.method == PlaceDecision.Method.MATCH)


def decided_by_withdrawal(season: Season) -> dict[int, WithdrawnFixture]:
    """Fixture id → as it was, for those that a squad's leaving decided."""
    standing = [withdrawal.pk for withdrawal in withdrawals_of(season).values()]
    withdrawn_fixtures = WithdrawnFixture.objects.filter(withdrawal__in=standing).select_related(
        "withdrawal__squad__team"
    )
    return {withdrawn_fixture.fixture_id: withdrawn_fixture for withdrawn_fixture in withdrawn_fixtures.order_by("pk")}


def check_not_withdrawn(fixture: Fixture) -> None:
    """RuleError when the fixture is what it is because a squad left the season."""
    if withdrawn_fixture := decided_by_withdrawal(fixture.season).get(fixture.pk):
        raise RuleError(
            "{fixture} was decided when {squad} left the season. Undo the withdrawal first.",
            fixture=fixture,
            squad=withdrawn_fixture.withdrawal.squad,
        )
