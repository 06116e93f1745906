"""Reporting a player at a table, and closing a report. The reported player isn't told."""

import uuid

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.blocks.commands import tables_of
from games.engine.errors import RuleError
from games.errors import Conflict, NotAllowed
from games.locks import locked
from games.reports.models import Report
from games.reports.moderators import reports_for
from games.tables import talk
from games.tables.commands import lock_table
from games.tables.models import Table


@transaction.atomic
def report(table_id: int, about_id: int, player: Player, key: uuid.UUID, *, reason: str, words: str = "") -> Report:
    """Tell the moderators, with what was said and played at the table. The same key again is the same report; a second
    one about the same person adds its words to the first while that is open, unless they are there."""
    table = lock_table(table_id)
    if done := Report.objects.filter(key=key, by=player).first():
        return done
    about = Player.objects.filter(pk=about_id, is_bot=False).exclude(pk=player.pk).first()
    if about is None or not was_at(table, about):
        raise RuleError("Choose another person who was at this table.")
    if not was_at(table, player):
        raise NotAllowed("You can only report someone if you were at the same table.")
    if reason not in Report.Reason.values:
        raise RuleError("Choose a reason from the list.")
    if earlier := Report.objects.filter(table=table, about=about, by=player, closed_at=None).first():
        if f" {words} " not in f" {earlier.words} ":
            earlier.words = f"{earlier.words} {words}".strip()[: Report._meta.get_field("words").max_length]
        earlier.reason, earlier.last_line = reason, talk.version_of(table)
        earlier.save(update_fields=["words", "reason", "last_line"])
        return earlier
    about_it = {"reason": reason, "words": words, "game": table.games.last(), "last_line": talk.version_of(table)}
    return Report.objects.create(table=table, about=about, by=player, key=key, **about_it)


@transaction.atomic
def close_report(report_id: int, player: Player, *, answer: str = "") -> Report:
    """A moderator has seen to it. answer: what was done, for the other moderators. Done twice it is done once.

    Conflict when it was closed with another answer, or by someone else.
    """
    report = locked(reports_for(player)).filter(pk=report_id).first()
    if report is None:
        raise NotAllowed("Only moderators can close a report.")
    if report.closed_at is None:
        report.closed_at, report.closed_by, report.answer = timezone.now(), player, answer
        report.save(update_fields=["closed_at", "closed_by", "answer"])
    elif (report.closed_by, report.answer) != (player, answer):
        raise Conflict("This report is already closed. Your answer wasn’t saved.")
    return report


def was_at(table: Table, player: Player) -> bool:
    """Whether the player sits there, watches, or did something, said something or played there."""
    return Table.objects.filter(pk=table.pk).filter(pk__in=tables_of(player)).exists()


def people_at(table: Table, player: Player | None) -> list[Player]:
    """Everyone who sits there, watches or played the last game, except the player."""
    last = table.games.last()
    numbers = {seat.player_id for seat in table.seats.all()} | {watcher.player_id for watcher in table.watchers.all()}
    numbers |= set(last.players.values_list("player", flat=True)) if last else set()
    return list(Player.objects.filter(pk__in=numbers - {player.pk if player else 0}, is_bot=False))
