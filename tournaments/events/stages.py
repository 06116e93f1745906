"""The sequence of an event's stages: planned, begun with a field that then stays, taken back."""

from collections.abc import Sequence

from games.engine.errors import RuleError
from games.live import publish
from tournaments.activity_log.models import Action
from tournaments.checkin.models import Entry, StageEntry
from tournaments.commands import command, lock_event, lock_stage
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event, Stage
from tournaments.events.proposals import Proposal, proposal
from tournaments.events.stage_plans import StagePlan, write_stage
from tournaments.permissions import Permission
from tournaments.results.history import begun_stages
from tournaments.rounds.commands import check_still_played
from tournaments.rounds.models import Round


@command(
    Action.ADD_STAGE,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: Stage.objects.get(event=done.event, number=done.detail["stage"]),
)
def add_stage(event: Event, plan: StagePlan, *, context: Context) -> Stage:
    """Adds a stage after the last one. Nothing is drawn and no one is notified before it begins."""
    stage = write_stage(event, plan)
    context.log(detail=_about(stage))
    return stage


@command(Action.REMOVE_STAGE, lock=lock_event, permission=Permission.RUN_EVENT)
def remove_stage(event: Event, stage_id: int, *, context: Context) -> None:
    """Take the last stage out, as long as it has not begun."""
    stage = event.stages.get(pk=stage_id)
    if stage in begun_stages(event):
        raise RuleError("{stage} has started, so you can’t remove it.", stage=stage.title)
    follower = event.stages.filter(number=stage.number + 1).first()
    if follower:
        raise RuleError(
            "{follower} comes after {stage}. Remove {follower} first.", follower=follower.title, stage=stage.title
        )
    context.log(detail=_about(stage))
    stage.delete()


@command(Action.BEGIN_STAGE, lock=lock_stage, permission=Permission.RUN_EVENT)
def begin_stage(
    stage: Stage, order: Sequence[int], *, context: Context, expected_version: int, decided: str = ""
) -> Stage:
    """Freezes who plays in a stage. The stages before it are then over: no more rounds are drawn there, and a draft is
    discarded.

    order: ids of the entries, best seed first; the proposal, or as the organizer wants it. expected_version: the
    version of the proposal. decided: how ties that matter were broken, in a few words; without it they block the stage.
    """
    check_still_played(stage)
    before = _check_turn(stage)
    proposed = proposal(stage)
    _check_standings(stage, proposed, expected_version)
    entries = _chosen(stage, order)
    _check_size(stage, len(entries))
    _check_ties(proposed, order, decided)
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seed=seed) for seed, entry in enumerate(entries, start=1)
    )
    before.rounds.filter(status=Round.Status.DRAFT).delete()
    detail = _about(stage) | {
        "order": [entry.number for entry in entries],
        "proposed": [line.entry.number for line in proposed.lines],
    }
    context.log(detail=detail, reason=decided.strip())
    publish(before.topic, stage.event.version)
    return stage


@command(Action.UNBEGIN_STAGE, lock=lock_stage, permission=Permission.RUN_EVENT)
def unbegin_stage(stage: Stage, *, context: Context) -> Stage:
    """Take the beginning back, with the draft of the first round, as long as no round is published."""
    check_still_played(stage)
    begun = begun_stages(stage.event)
    if stage not in begun[1:]:
        if stage.number == 1:
            raise RuleError("{stage} starts with the event, so you can’t undo its start.", stage=stage.title)
        raise RuleError("{stage} hasn’t started, so there’s nothing to undo.", stage=stage.title)
    if stage != begun[-1]:
        raise RuleError("{stage} has started. Undo the start first.", stage=begun[-1].title)
    published = stage.rounds.exclude(status=Round.Status.DRAFT).first()
    if published:
        raise RuleError(
            "{round} of {stage} is published, so you can’t change who’s in the stage.",
            round=published,
            stage=stage.title,
        )
    stage.rounds.all().delete()
    stage.places.all().delete()
    context.log(detail=_about(stage))
    publish(stage.topic, stage.event.version)
    return stage


def _about(stage: Stage) -> dict[str, object]:
    return {"stage": stage.number, "title": stage.kept_title}


def _check_turn(stage: Stage) -> Stage:
    """The stage that is being played; the next one can begin."""
    begun = begun_stages(stage.event)
    if stage in begun:
        raise Conflict("{stage} has already started.", stage=stage.title)
    if stage.number != begun[-1].number + 1:
        raise RuleError(
            "You can’t start {stage} yet. Stage {number} comes next, after {latest}.",
            stage=stage.title,
            latest=begun[-1].title,
            number=begun[-1].number + 1,
        )
    return begun[-1]


def _check_standings(stage: Stage, proposed: Proposal, expected_version: int) -> None:
    if proposed.open_round:
        raise RuleError(
            "{open_round} Close it before {stage} starts.", open_round=proposed.open_round, stage=stage.title
        )
    if not proposed.is_settled:
        raise Conflict("We’re still counting a new score. Check the seeding again in a moment.")
    if proposed.seen != expected_version:
        raise Conflict("The standings have changed since you opened this page. Check the seeding again.")


def _chosen(stage: Stage, order: Sequence[int]) -> list[Entry]:
    entries_by_pk = {entry.pk: entry for entry in stage.event.entries.prefetch_related("lineup__player")}
    unknown = [number for number in order if number not in entries_by_pk]
    if unknown:
        raise RuleError("Someone on this list isn’t entered in the event. Reload the page.")
    entries = [entries_by_pk[number] for number in order]
    twice = [entry.name for entry in entries if order.count(entry.pk) > 1]
    if twice:
        raise RuleError("{entry} is on the list twice. List everyone only once.", entry=twice[0])
    left = [entry.name for entry in entries if entry.status == Entry.Status.DROPPED]
    if left:
        raise RuleError("{entry} has left. Remove them from the list, or check them back in.", entry=left[0])
    return entries


def _check_size(stage: Stage, size: int) -> None:
    if size < 2 or not stage.play.rounds(stage.settings, size):
        raise RuleError(
            "Only {number} would advance to {stage}, which isn’t enough. Let more advance.",
            number=size,
            stage=stage.title,
        )


def _check_ties(proposed: Proposal, order: Sequence[int], decided: str) -> None:
    undecided = [tie.text for tie in proposed.ties if tie.matters(order)]
    if undecided and not decided.strip():
        raise RuleError("{ties} Put them in order, and enter how you broke the tie.", ties=" ".join(undecided))
