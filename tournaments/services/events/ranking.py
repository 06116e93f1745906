"""What ranks a stage: chosen when it is set up, changed by an organizer later. The standings follow at once."""

from collections.abc import Sequence

from django.db import transaction

from tournaments.errors import Stale
from tournaments.formats.standings.criteria import check_choice
from tournaments.formats.standings.unplayed import rule_named
from tournaments.models import Event, JournalEntry, Stage
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.money.settlement import check_kept
from tournaments.services.nights.rounds import actor_name, lock_stage
from tournaments.services.scores import settle

VERBS = ("create_event", "set_criteria")


@transaction.atomic
def set_criteria(stage_id: int, criteria: Sequence[str], unplayed: str, *, by: By, seen: int) -> Stage:
    """Rank the stage by these criteria, in this order, with this rule for unplayed rounds.

    seen: `criteria_version` of what the form showed. Stale when somebody changed it meanwhile; RuleError for criteria
    that cannot rank the format.
    """
    stage = lock_stage(stage_id)
    body = {"stage": stage_id, "criteria": list(criteria), "unplayed": unplayed, "seen": seen}
    if journal.replayed(by, "set_criteria", body):
        return stage
    require(by.actor, Verb.RUN_EVENT, stage)
    last = _last_change(stage.event)
    if last and last.number != seen:
        raise Stale("What ranks the event was just changed by {name}. Look at it again.", name=actor_name(last))
    check_choice(stage.play, criteria)
    stage.criteria, stage.unplayed = list(criteria), rule_named(unplayed).value
    stage.save(update_fields=["criteria", "unplayed"])
    journal.write(stage.event, "set_criteria", by, body, detail=body)
    settle.settle_stage(stage_id)
    check_kept(stage.event)
    return stage


def criteria_version(event: Event) -> int:
    """The number of the journal entry that last said what ranks the event."""
    last = _last_change(event)
    return last.number or 0 if last else 0


def _last_change(event: Event) -> JournalEntry | None:
    rows = event.journal.filter(verb__in=VERBS).select_related("user__player", "player")
    return rows.order_by("-number").first()
