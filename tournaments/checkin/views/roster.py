"""A list of people on its way in: chosen or pasted, looked at with what would become of each row, and entered."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.cells import tidy
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.checkin import entries
from tournaments.checkin.roster import import_roster
from tournaments.checkin.roster_columns import TITLES, Column, Layout
from tournaments.checkin.roster_lines import (
    Line,
    Person,
    data_of,
    fixed,
    guess_layout,
    has_couples,
    is_last_first,
    layout_under,
    lines_of,
    read_file,
    read_text,
)
from tournaments.checkin.roster_plan import PlannedLine, plan_roster
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.http import context_for, done, organizer_page, refusal_status
from tournaments.results.models import Channel
from tournaments.spreadsheets.grids import LONGEST, MAX_BYTES, MAX_LETTERS, GridRow
from tournaments.spreadsheets.problems import FileRefused, letter
from tournaments.spreadsheets.texts import LOOKED_AT

MAX_FIXES = 50
"""So many rows can be put right on the page; who has more puts the list right."""
SAMPLES = 3
WHO = "who-"
SALT = "tournaments.checkin.roster"


@dataclass(frozen=True)
class ImportRequest:
    """A list with everything that was chosen for it. fixes: by a line's key, who is meant. left_out: keys of lines."""

    rows: list[GridRow]
    pairs: bool
    layout: Layout
    choices: dict[str, str]
    left_out: frozenset[str]
    fixes: dict[str, list[Person]]
    here: bool

    @cached_property
    def unfixed(self) -> list[Line]:
        return lines_of(self.rows, self.layout, pairs=self.pairs)

    @cached_property
    def lines(self) -> list[Line]:
        return fixed(self.unfixed, self.fixes, pairs=self.pairs)


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_page
def roster(request: HttpRequest, event: Event) -> HttpResponse:
    """The form for a list; a posted list is previewed, and a confirmed preview enters everyone."""
    if request.method != "POST":
        return _form_page(request, event)
    pairs = entries.entry_size(event) > 1
    try:
        asked = _repeated_request(request, event, pairs) if "cells" in request.POST else _first_request(request, pairs)
    except RuleError as error:
        return _form_page(request, event, error, status=422)
    if request.POST.get("do") != "enter":
        return _preview(request, event, asked)
    try:
        written = import_roster(
            event.pk,
            asked.lines,
            choices=asked.choices,
            left_out=asked.left_out,
            here=asked.here,
            shown=request.POST.get("shown", ""),
            context=context_for(request, event, Channel.PAGE),
        )
    except (RuleError, Conflict) as error:
        return _preview(request, event, asked, error)
    return done(request, _said(written.detail, pairs), reverse("check_in", args=[event.slug]))


def _said(detail: dict[str, Any], pairs: bool) -> str:
    entered, left_out = len(detail["parts"]), detail["left_out"]
    said = say_number("{number} player entered.", "{number} players entered.", entered)
    if pairs:
        said = say_number("{number} pair entered.", "{number} pairs entered.", entered)
    if not left_out:
        return said
    return f"{said} {say_number('{number} row left out.', '{number} rows left out.', left_out)}"


def _first_request(request: HttpRequest, pairs: bool) -> ImportRequest:
    """What was chosen or pasted, as it seems to be meant."""
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    if file and (file.size or 0) > MAX_BYTES:
        raise RuleError("The file is larger than 1.5 MB. Import the list in parts.")
    if len(text) > MAX_LETTERS:
        raise RuleError("That’s too much text to paste. Import the list as a file, or in parts.")
    grid_rows = read_file(file.read()) if file else read_text(text)
    if not grid_rows:
        raise RuleError("The list is empty. Choose a file, or paste names.")
    return ImportRequest(grid_rows, pairs, guess_layout(grid_rows, pairs=pairs), {}, frozenset(), {}, here=False)


def _repeated_request(request: HttpRequest, event: Event, pairs: bool) -> ImportRequest:
    """The list that a preview was of, with what was chosen there."""
    try:
        kept = signing.loads(request.POST["cells"], salt=f"{SALT}.{event.pk}")
    except signing.BadSignature as error:
        raise RuleError("This page is out of date or belongs to another event. Choose the list again.") from error
    grid_rows = [GridRow(number, tuple(cells)) for number, *cells in kept]
    return ImportRequest(
        grid_rows,
        pairs,
        _layout(request, grid_rows, pairs),
        {key[len(WHO) :]: request.POST[key] for key in request.POST if key.startswith(WHO) and request.POST[key]},
        frozenset(request.POST.getlist("out")),
        _fixes(request),
        here="here" in request.POST,
    )


def _layout(request: HttpRequest, grid_rows: list[GridRow], pairs: bool) -> Layout:
    header = _number(request.POST.get("header", ""), len(grid_rows))
    if str(header) != request.POST.get("columns_under", ""):
        return layout_under(grid_rows, header, pairs=pairs)
    width = max(len(grid_row.cells) for grid_row in grid_rows)
    kinds = [request.POST.get(f"column-{index}", "") for index in range(width)]
    columns = tuple(Column(kind) if kind in list(Column) else Column.IGNORE for kind in kinds)
    return Layout(header, columns, "turned" in request.POST, "split" in request.POST)


def _number(text: str, most: int) -> int:
    """-1 for what is no row's."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 and int(text) < most else -1


def _fixes(request: HttpRequest) -> dict[str, list[Person]]:
    """What was typed into rows that could not be entered as they are."""
    fixes: dict[str, list[Person]] = {}
    for field in request.POST:
        line = field.removeprefix("name-")
        if line == field or len(fixes) >= MAX_FIXES:
            continue
        names = [tidy(name) for name in request.POST.getlist(field)[:2]]
        email, number = (tidy(request.POST.get(f"{more}-{line}", ""))[:LONGEST] for more in ("email", "number"))
        if any(names) and _as_text(names, email, number) != request.POST.get(f"was-{line}", ""):
            people = [Person(name) for name in names if name]
            fixes[line] = [replace(people[0], email=email.lower(), number=number), *people[1:]]
    return fixes


def _as_text(names: Sequence[str], email: str, number: str) -> str:
    """What the fields of a row have, to find out whether someone typed there."""
    return json.dumps([*names, email, number])


def _form_page(request: HttpRequest, event: Event, error: RuleError | None = None, status: int = 200) -> HttpResponse:
    problems = list(map(str, error.problems)) if isinstance(error, FileRefused) else [str(error)] if error else []
    context = {
        "event": event,
        "club": event.club,
        "pairs": entries.entry_size(event) > 1,
        "text": request.POST.get("text", ""),
        "problems": problems,
    }
    return render(request, "checkin/import.html", context, status=status)


def _preview(request: HttpRequest, event: Event, asked: ImportRequest, error: Exception | None = None) -> HttpResponse:
    plan = plan_roster(event, asked.lines, asked.choices, asked.left_out)
    unfixed = {line.key: line for line in asked.unfixed}
    asking = [line for line in plan.lines if _needs_a_look(line, asked)]
    questions = [
        _question(planned_line, unfixed[planned_line.line.key], asked, index)
        for index, planned_line in enumerate(asking)
    ]
    asked_about = {planned_line.line.key for planned_line in asking}
    others = [line for line in plan.lines if line.line.key not in asked_about]
    ready = [planned_line for planned_line in others if planned_line.is_entered or planned_line.is_out]
    there = [planned_line for planned_line in others if not (planned_line.is_entered or planned_line.is_out)]
    context = {
        "event": event,
        "club": event.club,
        "pairs": asked.pairs,
        "error": error,
        "plan": plan,
        "questions": questions,
        "may_fix": any(question.typed for question in questions),
        "groups": [
            (title, planned_lines)
            for title, planned_lines in ((_ready(ready), ready), (_entered(there), there))
            if planned_lines
        ],
        "left_out": len(plan.lines) - len(plan.entered),
        "all_here": asked.here,
        "cells": signing.dumps(
            [(grid_row.number, *grid_row.cells) for grid_row in asked.rows], salt=f"{SALT}.{event.pk}", compress=True
        ),
        **_settings(asked),
    }
    status = refusal_status(error) if error else 200
    return render(request, "checkin/import_preview.html", context, status=status)


def _ready(planned_lines: Sequence[PlannedLine]) -> str:
    return say_number("{number} row ready", "{number} rows ready", len(planned_lines))


def _entered(planned_lines: Sequence[PlannedLine]) -> str:
    return say_number("{number} row already entered", "{number} rows already entered", len(planned_lines))


def _settings(asked: ImportRequest) -> dict[str, Any]:
    """How the list is read, to be changed."""
    layout = asked.layout
    samples = [grid_row for _, grid_row in zip(range(SAMPLES), data_of(asked.rows, layout), strict=False)]
    head = asked.rows[layout.header] if layout.header >= 0 else GridRow(0, ())
    offered = is_last_first(asked.rows, layout, pairs=asked.pairs)
    return {
        "layout": layout,
        "heads": list(enumerate(asked.rows[:LOOKED_AT])),
        "columns": [
            (index, letter(index), head.cell(index), kind, [sample.cell(index) for sample in samples])
            for index, kind in enumerate(layout.columns)
        ],
        "samples": [[sample.cell(index) for index in range(len(layout.columns))] for sample in samples],
        "kinds": [(kind.value, say(title)) for kind, title in TITLES.items()],
        "may_turn": offered or layout.turned,
        "may_split": not asked.pairs and (layout.split or has_couples(asked.rows, layout)),
    }


def _needs_a_look(line: PlannedLine, asked: ImportRequest) -> bool:
    return line.is_wrong or line.line.key in asked.fixes or line.is_asked


@dataclass(frozen=True)
class Question:
    """A row with something to choose or to put right. typed: what its fields have, a person for each chair; was: the
    same as it was read; both empty where nothing is to be put right."""

    planned: PlannedLine
    typed: Sequence[Person] = ()
    was: str = ""


def _question(planned: PlannedLine, unfixed: Line, asked: ImportRequest, index: int) -> Question:
    if index >= MAX_FIXES or not (planned.is_wrong or unfixed.key in asked.fixes):
        return Question(planned)
    was = _chairs(unfixed, asked.pairs)
    read = _as_text([person.name for person in was], was[0].email, was[0].number)
    return Question(planned, _chairs(planned.line, asked.pairs), read)


def _chairs(line: Line, pairs: bool) -> list[Person]:
    """A person for each field of a name."""
    if pairs:
        return [*line.people[:2], Person(""), Person("")][:2]
    first = next(iter(line.people), Person(""))
    return [replace(first, name=" & ".join(person.name for person in line.people))]
