"""The life of a round: drawn (only organizers see it), published (numbered for the phones), closed."""

import dataclasses
from collections.abc import Iterable

from django.db import transaction

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.errors import CannotDraw, Stale
from tournaments.formats.base import DrawRequest, RoundDraw
from tournaments.formats.constraints import Constraints
from tournaments.models import Bye, JournalEntry, Match, Round, ShownPrizes, Stage
from tournaments.permissions import Actor, Verb, require
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.names import names_of, with_names
from tournaments.services.nights.checks import findings
from tournaments.services.nights.seating import write_seats
from tournaments.services.scores import match_tables, settle
from tournaments.services.scores.history import based_on, current_stage, field_of, played_rounds, request_after
from tournaments.services.webhooks.told import tell_round

Status = Round.Status
_BY_HAND = mark("{round} was just changed by hand by {name}.")
_AT_ONE_TABLE = mark("{round} was just changed at one table by {name}.")
_DONE = {
    "draw_round": mark("{round} was just drawn by {name}."),
    "blank_round": mark("{round} was just made by hand by {name}."),
    "swap_places": _BY_HAND,
    "move_table": _BY_HAND,
    "publish_round": mark("{round} was just published by {name}."),
    "unpublish_round": mark("{round} was just taken back by {name}."),
    "close_round": mark("{round} was just closed by {name}."),
    **dict.fromkeys(("sit_in", "take_place", "join_round", "play_short"), _AT_ONE_TABLE),
}


@transaction.atomic
def draw_round(stage_id: int, number: int, *, by: By, seen: int | None = None) -> Round:
    """Compute the stage's next round as a draft, or compute its draft again.

    seen: revision of the draft that is to be replaced. Stale when somebody else drew it meanwhile; RuleError when it
    is not this round's turn, CannotDraw when the format finds no legal round.
    """
    stage = lock_stage(stage_id)
    body = {"stage": stage_id, "number": number, "seen": seen}
    if journal.replayed(by, "draw_round", body):
        return stage.rounds.get(number=number)
    require(by.actor, Verb.RUN_EVENT, stage)
    draft = draft_in_turn(stage, number, seen)
    request = draw_request(stage, number)
    row = write_draw(stage, draft, ask_format(stage, request), request.constraints)
    journal.write(stage.event, "draw_round", by, body, round=row)
    return row


@transaction.atomic
def publish_round(round_id: int, *, by: By, seen: int, override: str = "") -> Round:
    """Show the draft to everybody. Violations found by the audit need a reason to be overridden."""
    row, body = lock_round(round_id), {"round": round_id, "seen": seen, "override": override}
    if journal.replayed(by, "publish_round", body):
        return row
    require(by.actor, Verb.RUN_EVENT, row)
    check_revision(row, seen, Status.DRAFT)
    check_still_played(row.stage)
    violations = [with_names(finding.text, names_of(row.stage.event)) for finding in findings(row) if finding.hard]
    if violations and not override.strip():
        raise RuleError(
            "Not published: {violations} Change the draft, or say why it is right.", violations=" ".join(violations)
        )
    if row.based_on != based_on(row.stage):
        raise RuleError("A result changed after this draw. Draw the round again, so that it follows the results.")
    row.version += 1
    _move(row, Status.PUBLISHED)
    match_tables.open_round(row)
    journal.write(row.stage.event, "publish_round", by, body, round=row, reason=override.strip())
    tell_round(row)
    settle.settle_stage(row.stage_id)
    return row


@transaction.atomic
def unpublish_round(round_id: int, *, by: By, seen: int) -> Round:
    """Take a published round back to the organizers, as long as no table has reported anything."""
    row, body = lock_round(round_id), {"round": round_id, "seen": seen}
    if journal.replayed(by, "unpublish_round", body):
        return row
    require(by.actor, Verb.RUN_EVENT, row)
    check_revision(row, seen, Status.PUBLISHED)
    matches = row.matches.all()
    started = {match.table for match in matches if match.last_version} | set(match_tables.finished_tables(row))
    if started:
        raise RuleError(
            "Table {tables} has already reported a score, so this seating stays. Play the round out.",
            tables=_listed(started),
        )
    match_tables.close_tables(match.pk for match in matches)
    _move(row, Status.DRAFT)
    journal.write(row.stage.event, "unpublish_round", by, body, round=row)
    settle.settle_stage(row.stage_id)
    return row


@transaction.atomic
def close_round(round_id: int, *, by: By, seen: int) -> Round:
    """End a round whose tables are all decided; afterwards only corrections change it."""
    row, body = lock_round(round_id), {"round": round_id, "seen": seen}
    if journal.replayed(by, "close_round", body):
        return row
    require(by.actor, Verb.RUN_EVENT, row)
    check_revision(row, seen, Status.PUBLISHED)
    missing = [match.table for match in row.matches.all() if not match.is_terminal]
    if missing:
        raise RuleError(
            "Table {tables} has no result that counts yet. Enter, confirm or void it first.", tables=_listed(missing)
        )
    _move(row, Status.CLOSED)
    journal.write(row.stage.event, "close_round", by, body, round=row)
    settle.settle_stage(row.stage_id)
    return row


def lock_stage(stage_id: int) -> Stage:
    event = journal.lock_event(Stage.objects.values_list("event_id", flat=True).get(pk=stage_id))
    stage = Stage.objects.get(pk=stage_id)
    stage.event = event
    return stage


def lock_round(round_id: int) -> Round:
    """The event's lock is the round's lock."""
    stage = lock_stage(Round.objects.values_list("stage_id", flat=True).get(pk=round_id))
    row = Round.objects.get(pk=round_id)
    row.stage = stage
    return row


def draw_request(stage: Stage, number: int) -> DrawRequest:
    """What the format may look at for this round, from who is here now and what counts now."""
    history = tuple(played for played in played_rounds(stage) if played.number < number)
    return dataclasses.replace(request_after(stage, history, field_of(stage)), number=number)


def planned_rounds(stage: Stage, number: int) -> int:
    """How many rounds the stage takes in all, as things stand before round `number` is drawn."""
    return number - 1 + stage.play.rounds_left(stage.settings, draw_request(stage, number))


def _check_stage(stage: Stage) -> None:
    current = current_stage(stage.event)
    if stage.number > current.number:
        raise RuleError(
            "{stage} has not begun. Begin it on the page of the stages, then draw its rounds.", stage=stage.title
        )
    if stage.number < current.number:
        raise RuleError("{stage} is over, because {current} has begun.", stage=stage.title, current=current.title)


def check_still_played(stage: Stage) -> None:
    """RuleError once the event is finished."""
    if ShownPrizes.objects.filter(event=stage.event).exists():
        raise RuleError("The prizes of this event were shown, so no more rounds are played.")
    if stage.event.finished_at:
        raise RuleError("The event is finished. Open it again before another round is played.")


def ask_format(stage: Stage, request: DrawRequest) -> RoundDraw:
    """The round as the format draws it. CannotDraw, with the format's own sentence, when it finds none."""
    try:
        return stage.play.draw(stage.settings, request)
    except RuleError as refusal:
        raise CannotDraw(str(refusal)) from refusal


def draft_in_turn(stage: Stage, number: int, seen: int | None) -> Round | None:
    """The draft that a draw of this round replaces, if there is one. Stale or RuleError when it is not its turn."""
    _check_stage(stage)
    check_still_played(stage)
    draft = stage.rounds.filter(number=number).first()
    if draft and (draft.status != Status.DRAFT or seen != draft.revision):
        raise Stale(_news(draft))
    if draft is None and seen is not None:
        raise Stale("The draft of round {number} is gone. Reload the page.", number=number)
    latest = stage.rounds.order_by("-number").first()
    if draft is None and latest and latest.status != Status.CLOSED:
        raise RuleError("Round {number} is still open. Close it before drawing the next one.", number=latest.number)
    expected = draft.number if draft else (latest.number if latest else 0) + 1
    if number != expected:
        raise Stale("The next round to draw is round {number}.", number=expected)
    planned = planned_rounds(stage, number)
    if number > planned and number > 1:
        raise RuleError("All {number} rounds of this stage have been played.", number=planned)
    return draft


def write_draw(stage: Stage, draft: Round | None, drawn: RoundDraw, wishes: Constraints) -> Round:
    """Keep a round as the stage's draft, in the place of the one before. For the verbs of this package."""
    row = draft or Round(stage=stage, number=drawn.number, revision=0)
    row.revision += 1
    row.reasons, row.based_on, row.wishes = list(drawn.reasons), based_on(stage), dataclasses.asdict(wishes)
    row.save()
    row.matches.all().delete()
    row.byes.all().delete()
    entries = {entry.number: entry for entry in stage.event.entries.prefetch_related("lineup__player")}
    for table in drawn.tables:
        write_seats(Match.objects.create(round=row, table=table.table), table, entries)
    Bye.objects.bulk_create(
        Bye(round=row, entry=entries[bye.entry], points=bye.points, reason=bye.reason, halves=bye.halves)
        for bye in drawn.byes
    )
    return row


def check_revision(row: Round, seen: int, status: Status) -> None:
    if row.status != status or row.revision != seen:
        raise Stale(_news(row))


def _move(row: Round, status: Status) -> None:
    row.status = status
    row.revision += 1
    row.save(update_fields=["status", "revision", "version"])


def _news(row: Round) -> str:
    """What happened to the round since somebody looked."""
    last = JournalEntry.objects.filter(round=row, verb__in=_DONE).select_related("user__player", "player").first()
    if last is None:
        return say("{round} was changed meanwhile.", round=row)
    return say(_DONE[last.verb], round=row, name=actor_name(last))


def actor_name(entry: JournalEntry) -> str:
    """Who did it, as others know them: the player's name, else the account's e-mail address."""
    if entry.player is None and entry.user is not None and hasattr(entry.user, "player"):
        return str(entry.user.player)
    return Actor(entry.user, entry.player, entry.is_system).name


def _listed(tables: Iterable[int]) -> str:
    return ", ".join(str(table) for table in sorted(tables))
