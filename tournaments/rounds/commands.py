"""The life of a round: drawn (only organizers see it), published (numbered for the phones), closed."""

import dataclasses
from collections.abc import Mapping

from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.messages import in_a_row
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.audit_log import actor_name
from tournaments.commands import command, lock_round, lock_stage
from tournaments.context import Context
from tournaments.entry_names import names_of
from tournaments.errors import CannotDraw, Conflict
from tournaments.events.models import Event, Stage
from tournaments.formats.base import DrawRequest, RoundDraw
from tournaments.formats.constraints import Constraints
from tournaments.permissions import Permission
from tournaments.prizes.models import ShownPrizes
from tournaments.results import match_tables, standings_update
from tournaments.results.history import based_on, current_stage, field_of, played_rounds, request_after
from tournaments.rounds.checks import findings
from tournaments.rounds.models import Bye, Match, Round
from tournaments.rounds.places import listed
from tournaments.rounds.seat_rows import write_seats
from tournaments.rounds.seen_deals import check_unseen, next_dealing
from tournaments.signals import round_ended, round_published

Status = Round.Status
_BY_HAND = mark("{name} just changed {round} by hand.")
_AT_ONE_TABLE = mark("{name} just changed one table in {round}.")
_DONE: Mapping[str, str] = {
    Action.DRAW_ROUND: mark("{name} just drew {round}."),
    Action.BLANK_ROUND: mark("{name} just seated everyone in {round} by hand."),
    Action.SWAP_PLACES: _BY_HAND,
    Action.MOVE_TABLE: _BY_HAND,
    Action.PUBLISH_ROUND: mark("{name} just published {round}."),
    Action.UNPUBLISH_ROUND: mark("{name} just unpublished {round}."),
    Action.CLOSE_ROUND: mark("{name} just closed {round}."),
    **dict.fromkeys((Action.SIT_IN, Action.TAKE_PLACE, Action.JOIN_ROUND, Action.PLAY_SHORT), _AT_ONE_TABLE),
}


def _news(round_: Round) -> str:
    """What happened to the round since the viewer opened it."""
    last = AuditLogEntry.objects.filter(round=round_, action__in=_DONE).select_related("user__player", "player").first()
    if last is None:
        return say("Someone changed {round} while you had it open. Check it again.", round=round_)
    return say(_DONE[last.action], round=round_, name=actor_name(last))


def is_draft(round_: Round, expected_version: int) -> None:
    """Conflict unless the round is a draft, and the one that was shown."""
    _check_revision(round_, expected_version, Status.DRAFT)


def is_published(round_: Round, expected_version: int) -> None:
    """Conflict unless the round is being played, and as it was shown."""
    _check_revision(round_, expected_version, Status.PUBLISHED)


def _check_revision(round_: Round, expected_version: int, status: Status) -> None:
    if round_.status != status or round_.revision != expected_version:
        raise Conflict(_news(round_))


@command(Action.DRAW_ROUND, lock=lock_stage, permission=Permission.RUN_EVENT)
def draw_round(stage: Stage, number: int, *, context: Context, expected_version: int | None = None) -> Round:
    """Computes the stage's next round as a draft, or computes its draft again.

    expected_version: revision of the draft to replace. Conflict when someone else has drawn it since; RuleError when it
    is not this round's turn, CannotDraw when the format finds no legal round.
    """
    draft = draft_in_turn(stage, number, expected_version)
    request = draw_request(stage, number)
    round_ = write_draw(stage, draft, ask_format(stage, request), request.constraints)
    context.log(round=round_)
    return round_


@command(Action.PUBLISH_ROUND, lock=lock_round, permission=Permission.RUN_EVENT, version=is_draft)
def publish_round(round_: Round, *, context: Context, expected_version: int, override: str = "") -> Round:
    """Publishes the draft for everyone. Violations found by the audit need a reason to be overridden."""
    check_still_played(round_.stage)
    check_unseen(round_)
    violations = [finding.text for finding in findings(round_) if finding.hard]
    if violations and not override.strip():
        said = in_a_row(violations).render(names_of(round_.stage.event))
        raise RuleError(
            "We didn’t publish this round. {violations} Change the draft, or enter a reason to publish it anyway.",
            violations=said,
        )
    if round_.based_on != based_on(round_.stage):
        raise RuleError("A result changed after this draw. Draw the round again to use the new results.")
    round_.version += 1
    _move(round_, Status.PUBLISHED)
    match_tables.open_round(round_)
    context.log(round=round_, reason=override.strip())
    round_published.send(Round, round=round_)
    standings_update.settle_stage(round_.stage_id)
    return round_


@command(Action.UNPUBLISH_ROUND, lock=lock_round, permission=Permission.RUN_EVENT, version=is_published)
def unpublish_round(round_: Round, *, context: Context, expected_version: int) -> Round:
    """Take a published round back to the organizers, as long as no table has reported anything."""
    if round_.opens_singly:
        raise RuleError(
            "You can’t unpublish {round}, because its matches were called one by one. Undo the start of the "
            "stage instead.",
            round=round_,
        )
    matches = round_.matches.all()
    check_none_reported(round_)
    match_tables.close_tables(match.pk for match in matches)
    _move(round_, Status.DRAFT)
    context.log(round=round_)
    round_ended.send(Round, round=round_)
    standings_update.settle_stage(round_.stage_id)
    return round_


def check_none_reported(round_: Round) -> None:
    """RuleError once a table of the round has reported something."""
    reported = set(round_.matches.filter(last_version__gt=0).values_list("table", flat=True))
    if started := reported | set(match_tables.finished_tables(round_)):
        raise RuleError(
            "Scores have already come in for these tables: {tables}. You can’t change the seating now, so "
            "finish the round.",
            tables=listed(started),
        )


@command(Action.CLOSE_ROUND, lock=lock_round, permission=Permission.RUN_EVENT, version=is_published)
def close_round(round_: Round, *, context: Context, expected_version: int) -> Round:
    """End a round whose tables are all decided; afterwards only corrections change it."""
    missing = [match.table for match in round_.matches.all() if not match.is_terminal]
    if missing:
        raise RuleError(
            "These tables don’t have a final result yet: {tables}. Enter, confirm or void each result first.",
            tables=listed(missing),
        )
    _move(round_, Status.CLOSED)
    context.log(round=round_)
    round_ended.send(Round, round=round_)
    standings_update.settle_stage(round_.stage_id)
    return round_


def draw_request(stage: Stage, number: int) -> DrawRequest:
    """What the format may look at for this round, from who is here now and what counts now."""
    history = tuple(played for played in played_rounds(stage) if played.number < number)
    return dataclasses.replace(request_after(stage, history, field_of(stage)), number=number)


def planned_rounds(stage: Stage, number: int) -> int:
    """How many rounds the stage takes in all, as things stand before round `number` is drawn."""
    return number - 1 + stage.play.rounds_left(stage.settings, draw_request(stage, number))


def check_turn(stage: Stage) -> None:
    """RuleError unless this stage is the one that is being played, and the event is not over."""
    current = current_stage(stage.event)
    if stage.number > current.number:
        raise RuleError("{stage} hasn’t started. Start it on the Stages page, then draw its rounds.", stage=stage.title)
    if stage.number < current.number:
        raise RuleError("{stage} is over, because {current} has started.", stage=stage.title, current=current.title)
    check_still_played(stage)


def check_not_cancelled(event: Event) -> None:
    """RuleError while the event is canceled."""
    if event.cancelled_at:
        raise RuleError("{event} is canceled. Restore it in the event’s settings first.", event=event)


def check_still_played(stage: Stage) -> None:
    """RuleError once the event is finished, and while it is canceled."""
    check_not_cancelled(stage.event)
    if ShownPrizes.objects.filter(event=stage.event).exists():
        raise RuleError("This event’s payouts are published, so you can’t play more rounds.")
    if stage.event.finished_at:
        raise RuleError("The event is finished. Reopen it to play another round.")


def ask_format(stage: Stage, request: DrawRequest) -> RoundDraw:
    """The round as the format draws it. CannotDraw, with the format's own sentence, when it finds none."""
    try:
        return stage.play.draw(stage.settings, request)
    except RuleError as refusal:
        raise CannotDraw(refusal.words) from refusal


def draft_in_turn(stage: Stage, number: int, expected_version: int | None) -> Round | None:
    """The draft that a draw of this round replaces, if there is one. Conflict or RuleError when it is not its turn."""
    check_turn(stage)
    if stage.opens_singly:
        raise RuleError("Matches in {stage} are called one by one. Call them on the console.", stage=stage.title)
    draft = stage.rounds.filter(number=number).first()
    if draft and (draft.status != Status.DRAFT or expected_version != draft.revision):
        raise Conflict(_news(draft))
    if draft is None and expected_version is not None:
        raise Conflict("The draft for round {number} is gone. Reload the page.", number=number)
    latest = stage.rounds.order_by("-number").first()
    if draft is None and latest and latest.status != Status.CLOSED:
        raise RuleError("Round {number} is still open. Close it before drawing the next one.", number=latest.number)
    expected = draft.number if draft else (latest.number if latest else 0) + 1
    if number != expected:
        raise Conflict("The next round to draw is round {number}.", number=expected)
    planned = planned_rounds(stage, number)
    if number > planned and number > 1:
        raise RuleError(
            "Round {number} was the last round of this stage. Start the next stage or finish the event.", number=planned
        )
    return draft


def write_draw(stage: Stage, draft: Round | None, drawn: RoundDraw, wishes: Constraints) -> Round:
    """Keep a round as the stage's draft, in the place of the one before. For the commands of this package."""
    round_ = draft or Round(stage=stage, number=drawn.number, revision=0)
    round_.revision += 1
    round_.dealing = next_dealing(stage, round_.number)
    round_.reasons, round_.based_on, round_.wishes = list(drawn.reasons), based_on(stage), dataclasses.asdict(wishes)
    round_.save()
    round_.matches.all().delete()
    round_.byes.all().delete()
    entries = {entry.number: entry for entry in stage.event.entries.prefetch_related("lineup__player")}
    for table in drawn.tables:
        write_seats(Match.objects.create(round=round_, table=table.table), table, entries)
    Bye.objects.bulk_create(
        Bye(round=round_, entry=entries[bye.entry], points=bye.points, reason=bye.reason, halves=bye.halves)
        for bye in drawn.byes
    )
    return round_


def _move(round_: Round, status: Status) -> None:
    round_.status = status
    round_.revision += 1
    round_.save(update_fields=["status", "revision", "version"])
