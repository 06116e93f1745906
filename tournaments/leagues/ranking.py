"""What ranks the squads of a season, and how a place that nothing counted could part is decided."""

from collections.abc import Sequence

from games.engine.errors import RuleError
from games.engine.language import say_number
from tournaments.activity_log.models import Action
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.formats.seasons.section_table import DECIDING_MATCH, check_criteria
from tournaments.leagues import tables
from tournaments.leagues.commands import allow, check_seen, lock_season, lock_section, write
from tournaments.leagues.models import OVER, PlaceDecision, Season, Section

Method = PlaceDecision.Method


@command(Action.SET_TABLE_ORDER, lock=lock_season, permission=allow, version=check_seen)
def set_order(
    season: Season, criteria: Sequence[str], *, context: Context, expected_version: int | None = None
) -> Season:
    """Rank the season's squads by these criteria, in this order. Until it opens."""
    if season.state != Season.State.SETUP:
        raise RuleError("{season} is in progress, so you can’t change how its teams are ranked.", season=season)
    check_criteria(criteria)
    season.criteria = list(criteria)
    season.save(update_fields=["criteria"])
    write(season, context, detail={"criteria": season.criteria})
    return season


@command(
    Action.DECIDE_PLACE,
    lock=lock_section,
    permission=allow,
    replay=lambda done: PlaceDecision.objects.get(journal=done),
)
def decide_place(
    section: Section, order: Sequence[int], method: str, reason: str, *, context: Context, expected_version: int
) -> PlaceDecision:
    """Say who is above whom among squads that share a place, by a deciding match or as the organizers decide.

    order: their numbers in the season, the best first. expected_version: how many decisions about them there were.
    """
    why = require_reason(reason)
    left = section.fixtures.exclude(state__in=OVER).count()
    if left:
        raise RuleError(
            say_number(
                "{number} match in {section} still has to be played. Play it first, then break ties.",
                "{number} matches in {section} still have to be played. Play them first, then break ties.",
                left,
                section=section,
            )
        )
    if method not in (Method.MATCH, Method.ORGANIZERS):
        raise RuleError("Choose how the tie was broken.")
    if method == Method.MATCH and DECIDING_MATCH not in section.season.criteria:
        raise RuleError("This season has no deciding matches. Enter the organizers’ decision and the reason instead.")
    if sorted(order) not in shared_places(section):
        raise RuleError("These teams aren’t tied. Check the standings again.")
    return _append(section, sorted(order), list(order), Method(method), why, context, expected_version)


@command(
    Action.UNDO_PLACE,
    lock=lock_section,
    permission=allow,
    replay=lambda done: PlaceDecision.objects.get(journal=done),
)
def undo_decision(
    section: Section, squads: Sequence[int], reason: str, *, context: Context, expected_version: int
) -> PlaceDecision:
    """Undo the decision about squads that shared a place: they share it again."""
    why = require_reason(reason)
    last = PlaceDecision.objects.filter(section=section, about=_about(squads)).last()
    if last is None or last.method == Method.UNDONE:
        raise RuleError("There’s no decision about these teams to undo.")
    return _append(section, sorted(squads), [], Method.UNDONE, why, context, expected_version)


def shared_places(section: Section) -> list[list[int]]:
    """The numbers of the squads that share a place of the section, place by place, leaving decisions out."""
    places: dict[int, list[int]] = {}
    for table_row in tables.table_of(section.season, section, with_decisions=False):
        if table_row.is_shared:
            places.setdefault(table_row.place, []).append(table_row.squad)
    return [sorted(squads) for _, squads in sorted(places.items())]


def _append(
    section: Section,
    squads: Sequence[int],
    order: list[int],
    method: Method,
    why: str,
    context: Context,
    expected_version: int,
) -> PlaceDecision:
    about = _about(squads)
    if PlaceDecision.objects.filter(section=section, about=about).count() != expected_version:
        raise Conflict("Someone just broke this tie. Check the standings again.")
    written = write(section.season, context, reason=why, detail={"section": section.pk})
    made = PlaceDecision.objects.create(
        section=section,
        about=about,
        turn=expected_version + 1,
        method=method,
        order=order,
        reason=why,
        journal=written,
    )
    tables.settle(section.season)
    return made


def _about(squads: Sequence[int]) -> str:
    return ",".join(map(str, sorted(squads)))
