"""A list of people entered at once, and taken out again: what is done of it is what `roster_plan` says."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import ForeignKey, Model

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.messages import NOTHING, Message, message
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.checkin.roster_lines import Line
from tournaments.checkin.roster_plan import Choices, PlannedLine, plan_roster
from tournaments.clubs.models import Membership
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.formats.numbers import EntryRef
from tournaments.permissions import Permission
from tournaments.prizes.models import PotEntry
from tournaments.rounds.models import Bye, Seat

ENTRY, NEW_ENTRY = message("Row {line}: entry {number}"), message("Row {line}: entry {number}, new to the club")
_CHANGED = message("{entry}’s entry has since changed, so we left it as it is.")
_HAS_PLACE = message("{entry} now has a seat in a round, so we left the entry as it is.")
_HAS_PAID = message("{entry} has paid, so we kept the entry.")
_IN_USE = message("{entry} already appears elsewhere on the site, so we kept the entry.")
_GONE = message("One entry was already removed.")
Uses = dict[type[Model], set[int]]
"""A model, and whom its rows point at."""


class RosterRefused(RuleError):
    """No one was entered. problems: one sentence for each thing to fix, with its line."""

    def __init__(self, problems: list[str]):
        self.problems = problems
        super().__init__(mark("No rows were imported. {problems}"), problems=" ".join(problems[:20]))


@command(
    Action.IMPORT_ROSTER,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: done,
    not_hashed=("shown",),
)
def import_roster(
    event: Event,
    lines: Sequence[Line],
    *,
    choices: Choices | None = None,
    left_out: Collection[str] = (),
    here: bool = False,
    shown: str = "",
    whole: bool = False,
    context: Context,
) -> AuditLogEntry:
    """Enters everyone on a list who can be entered, and checks them in if they are here.

    choices, left_out: as `plan_roster` takes them. shown: `Plan.shown` of the plan that the page showed; Conflict when
    the plan has changed since. whole: RosterRefused unless everyone can be entered. The log's entry lists in
    `detail["report"]` what became of each line.
    """
    plan = plan_roster(event, lines, choices or {}, left_out)
    if shown and shown != plan.shown:
        raise Conflict("The preview is out of date, so no one was entered. Check the rows again.")
    if whole:
        _require_whole(plan.lines)
    if not plan.entered:
        raise RuleError("No one on this list can be entered. Check the rows.")
    people = [person for line in plan.entered for person in line.people]
    new = [person for person in people if person.player is None]
    players = {person.key: person.player for person in people if person.player}
    made = entries.new_players(event, [fresh.person for fresh in new])
    players |= {fresh.key: player for fresh, player in zip(new, made, strict=True)}
    lineups = [[players[person.key] for person in line.people] for line in plan.entered]
    added = entries.add_entries(event, lineups, check_in=here)
    for line, entry in zip(plan.entered, added, strict=True):
        if line.line.paid and event.fee:
            entries.take_fee(entry.pk, context=context)
    report = [_report(line, entry).as_data() for line, entry in zip(plan.entered, added, strict=True)]
    detail = {
        "parts": [(entry.pk, entry.revision) for entry in added],
        "new_players": [player.pk for player in made],
        "left_out": len(plan.lines) - len(added),
        "report": report,
    }
    return context.log(detail=detail)


def _require_whole(lines: Iterable[PlannedLine]) -> None:
    """Raises RosterRefused for any problem. No one looks at these rows, so a cell that was not understood counts
    too."""
    problems = [
        say("Row {line}: {problem}", line=line.line.number, problem=line.problem or line.line.note)
        for line in lines
        if not line.is_entered or line.line.note
    ]
    if problems:
        raise RosterRefused(problems)


def _report(line: PlannedLine, entry: Entry) -> Message:
    sentence = NEW_ENTRY if any(person.player is None for person in line.people) else ENTRY
    return sentence(line=line.line.number, number=entry.number)


def take_out(done: AuditLogEntry, parts: Sequence[tuple[int, int]]) -> list[Message]:
    """Of an undoing: remove the entries that an import made, and the people whom it made and who have nothing else.

    Returns for each part why it stays, or NOTHING. For the commands of this package.
    """
    added = {entry.pk: entry for entry in Entry.objects.filter(pk__in=[pk for pk, _ in parts])}
    changed = set(EntryPlayer.objects.filter(entry__in=added, is_active=False).values_list("entry", flat=True))
    used = _uses(Entry, added, besides=(EntryPlayer, AuditLogEntry))
    answers = [_why_it_stays(added.get(pk), revision, changed, used) for pk, revision in parts]
    gone = [pk for (pk, _), answer in zip(parts, answers, strict=True) if not answer]
    made = set(done.detail.get("new_players", ()))
    people = made & set(EntryPlayer.objects.filter(entry__in=gone).values_list("player", flat=True))
    Entry.objects.filter(pk__in=gone).delete()
    needed = {pk for pks in _uses(Player, people, besides=(Membership,)).values() for pk in pks}
    elsewhere = Membership.objects.filter(player__in=people).exclude(club=done.club_id)
    needed |= set(elsewhere.values_list("player", flat=True))
    needed |= set(Player.objects.filter(pk__in=people, user__isnull=False).values_list("pk", flat=True))
    Player.objects.filter(pk__in=people - needed).delete()
    return answers


def _why_it_stays(entry: Entry | None, revision: int, changed: set[int], used: Uses) -> Message:
    if entry is None:
        return _GONE
    about = {"entry": EntryRef(entry.number)}
    if any(entry.pk in used.get(model, ()) for model in (Seat, Bye)):
        return _HAS_PLACE(**about)
    if entry.pk in used.get(PotEntry, ()):
        return _HAS_PAID(**about)
    if entry.revision != revision or entry.pk in changed:
        return _CHANGED(**about)
    return _IN_USE(**about) if any(entry.pk in pks for pks in used.values()) else NOTHING


def _uses(of: type[Model], pks: Iterable[int], besides: Collection[type[Model]]) -> Uses:
    """Which of these rows others point at, by the model of those. One question for each column that may."""
    uses: Uses = {}
    for field in of._meta.get_fields(include_hidden=True):
        column: Any = getattr(field, "field", None)
        if not field.auto_created or field.concrete or not isinstance(column, ForeignKey):
            continue
        if column.model in besides:
            continue
        instances = column.model._default_manager.filter(**{f"{column.name}__in": list(pks)})
        uses.setdefault(column.model, set()).update(instances.values_list(column.attname, flat=True))
    return uses
