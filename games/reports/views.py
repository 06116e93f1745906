"""Who is at a table, the form of a report, and the reports that a moderator reads."""

import uuid

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from games import limits
from games.accounts.guests import player_at, visitor
from games.accounts.models import Player
from games.blocks.commands import blocked_by
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import CommandError, Conflict, TooOften
from games.reports import commands
from games.reports.models import MAX_WORDS, Report
from games.reports.moderators import reports_for
from games.tables.http import key_of, live_table_or_404, status_of, too_often
from games.tables.models import TableEntry, TableLine
from games.tables.replays import GameReplay

BEFORE, AFTER = 200, 50
"""At most so many lines and entries round a report are shown."""


class ReportForm(forms.Form):
    reason = forms.ChoiceField(label=_("Reason"), choices=Report.Reason.choices)
    words = forms.CharField(
        label=_("Details"),
        required=False,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Optional. We attach this table’s chat and games."),
    )


@login_not_required
@require_safe
def people(request: HttpRequest, code: str) -> HttpResponse:
    """Everyone at the table, with what can be done about them; for a player who is there."""
    table = live_table_or_404(request, code)
    player = player_at(request, table)
    if player is None or not commands.was_at(table, player):
        raise Http404
    context = {"table": table, "people": commands.people_at(table, player), "blocked": blocked_by(player)}
    return render(request, "reports/people.html", context)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, code: str, player: int) -> HttpResponse:
    """Report a player to the moderators."""
    table = live_table_or_404(request, code)
    about, by = get_object_or_404(Player, pk=player, is_bot=False), player_at(request, table)
    if by is None or by == about or not (commands.was_at(table, about) and commands.was_at(table, by)):
        raise Http404
    form, status = ReportForm(request.POST or None), 200
    if request.method == "POST" and form.is_valid():
        try:
            limits.check(limits.REPORTS, visitor(request))
            commands.report(table.pk, about.pk, by, key_of(request), **form.cleaned_data)
        except TooOften as error:
            return too_often(request, error)
        except (CommandError, RuleError) as error:
            form.add_error(None, str(error))
            status = status_of(error)
        else:
            messages.success(request, say("Report sent. A moderator will read it."))
            return redirect("table_people", code)
    context = {"table": table, "about": about, "form": form, "key": uuid.uuid4()}
    return render(request, "reports/report.html", context, status=status)


@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """What moderators have to read, the oldest open one first, and what was closed last."""
    shown = _rows(request).select_related("about", "by", "table")
    context = {
        "open": shown.filter(closed_at=None),
        "closed": shown.exclude(closed_at=None).order_by("-closed_at")[:20],
    }
    return render(request, "reports/reports.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def one_report(request: HttpRequest, pk: int) -> HttpResponse:
    """A report with what was said and played round it. Posting closes it; what was typed stays if that was too late."""
    report = get_object_or_404(_rows(request).select_related("about", "by", "table", "game", "closed_by"), pk=pk)
    if request.method == "POST":
        moderator = player_at(request)
        assert moderator, "who reads reports has a player"
        answer = request.POST.get("answer", "")[:MAX_WORDS]
        try:
            commands.close_report(report.pk, moderator, answer=answer)
        except Conflict as refusal:
            report.refresh_from_db()
            return _report_page(request, report, refusal, answer)
        return redirect("reports")
    return _report_page(request, report)


def _report_page(request: HttpRequest, report: Report, error: Exception | None = None, typed: str = "") -> HttpResponse:
    """typed: the answer that was refused."""
    replay = GameReplay(report.game) if report.game else None
    hands = [replay.hand(hand.number, 999) for hand in replay.rows] if replay else []
    context = {
        "report": report,
        "lines": _lines_round(report),
        "hands": hands,
        "journal": _entries_round(report),
        "max_words": MAX_WORDS,
        "error": error,
        "typed": typed,
    }
    return render(request, "reports/one_report.html", context, status=status_of(error) if error else 200)


def _lines_round(report: Report) -> list[TableLine]:
    """What people said before the report and soon after it, oldest first."""
    said = report.table.lines.select_related("player").exclude(kind=TableLine.Kind.SITE).exclude(text="")
    before = said.filter(number__lte=report.last_line).order_by("-number")[:BEFORE]
    after = said.filter(number__gt=report.last_line).order_by("number")[:AFTER]
    return [*reversed(before), *after]


def _entries_round(report: Report) -> list[TableEntry]:
    """What was done at the table before the report and soon after it, newest first."""
    done = report.table.journal.select_related("player")
    before = done.filter(at__lte=report.at).order_by("-version")[:BEFORE]
    after = done.filter(at__gt=report.at).order_by("version")[:AFTER]
    return [*reversed(after), *before]


def _rows(request: HttpRequest) -> QuerySet[Report]:
    """404 for who reads none."""
    player = player_at(request)
    if player is None:
        raise Http404
    return reports_for(player)
