"""What ranks a stage: chosen when it is set up, changed by an organizer later. The standings follow at once."""

from collections.abc import Sequence

from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.audit_log import actor_name
from tournaments.commands import command, lock_stage
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event, Stage
from tournaments.formats.standings.criteria import check_choice
from tournaments.formats.standings.unplayed import rule_named
from tournaments.permissions import Permission
from tournaments.prizes.settlement import check_kept
from tournaments.results import standings_update

ACTIONS = (Action.CREATE_EVENT, Action.DUPLICATE_EVENT, Action.USE_TEMPLATE, Action.SET_CRITERIA)


@command(Action.SET_CRITERIA, lock=lock_stage, permission=Permission.RUN_EVENT)
def set_criteria(
    stage: Stage, criteria: Sequence[str], unplayed: str, *, context: Context, expected_version: int
) -> Stage:
    """Rank the stage by these criteria, in this order, with this rule for unplayed rounds.

    expected_version: `criteria_version` of what the form showed. Conflict when someone else has changed it since;
    RuleError for criteria that cannot rank the format.
    """
    last = _last_change(stage.event)
    if last and last.number != expected_version:
        raise Conflict("{name} just changed the ranking criteria. Check them again.", name=actor_name(last))
    check_choice(stage.play, criteria)
    stage.criteria, stage.unplayed = list(criteria), rule_named(unplayed).value
    stage.save(update_fields=["criteria", "unplayed"])
    detail = {"stage": stage.pk, "criteria": list(criteria), "unplayed": unplayed, "seen": expected_version}
    context.log(detail=detail)
    standings_update.settle_stage(stage.pk)
    check_kept(stage.event)
    return stage


def criteria_version(event: Event) -> int:
    """The number of the log entry that last said what ranks the event."""
    last = _last_change(event)
    return last.number or 0 if last else 0


def _last_change(event: Event) -> AuditLogEntry | None:
    entries = event.audit_log.filter(action__in=ACTIONS).select_related("user__player", "player")
    return entries.order_by("-number").first()
