"""Import and export of a club: tables as files, tried before they are imported, and the whole club as one file."""

import base64
import binascii
import io
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.models import Event
from tournaments.http import actor_for, context_for, done, refused
from tournaments.leagues.models import Season
from tournaments.permissions import Permission, may, require
from tournaments.results.models import Channel
from tournaments.spreadsheets.problems import FileRefused
from tournaments.transfer.club_out import export_club
from tournaments.transfer.files import TYPES
from tournaments.transfer.sheets import MAX_BYTES, too_large
from tournaments.transfer.tables import TABLES, Of, Table, export_table, import_table, try_table

EVENTS_SHOWN = 40


@require_safe
def exchange(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    try:
        require(actor_for(request), Permission.EXCHANGE, club)
    except CommandError as error:
        return refused(request, error, None)
    of_seasons = [table for table in TABLES.values() if table.of is Season]
    context = {
        "club": club,
        "players": TABLES["players"],
        "results": TABLES["results"],
        "of_seasons": of_seasons,
        "seasons": Season.objects.filter(league__club=club).select_related("league"),
        "events": club.events.filter(stages__rounds__version__gt=0).distinct()[:EVENTS_SHOWN],
        "may_own": may(actor_for(request), Permission.RUN_CLUB, club),
    }
    return render(request, "transfer/exchange.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def exchange_table(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A table's page; its form tries a file, or imports it."""
    club, table = get_object_or_404(Club, slug=slug), _table(key)
    try:
        require(actor_for(request), Permission.EXCHANGE, club)
        of = _of(request, club, table)
        if request.method != "POST":
            return _page(request, club, table, of)
        return _bring(request, club, table, of, context_for(request, None, Channel.PAGE))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)


def _bring(request: HttpRequest, club: Club, table: Table, of: Of, context: Context) -> HttpResponse:
    try:
        content = _content(request)
        if request.POST.get("do") == "import":
            report = import_table(table, of, content, context=context)
            return done(request, _imported(len(report.changes)), _address(club, table, of))
        report = try_table(table, of, content, context=context)
    except FileRefused as error:
        return _page(request, club, table, of, status=422, problems=error.problems)
    return _page(request, club, table, of, report=report, content=base64.b64encode(content).decode())


def _imported(changes: int) -> str:
    if not changes:
        return say("Everything was already up to date.")
    return say_number("{number} change imported.", "{number} changes imported.", changes)


@require_safe
def exchange_file(request: HttpRequest, slug: str, key: str, kind: str) -> HttpResponse:
    club, table = get_object_or_404(Club, slug=slug), _table(key)
    if kind not in TYPES:
        raise Http404("No such kind of file.")
    try:
        require(actor_for(request), Permission.EXCHANGE, club)
        of = _of(request, club, table)
        content = export_table(table, of, kind, context=Context(actor_for(request), Channel.PAGE))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)
    return _download(content, TYPES[kind], f"{of.slug}-{table.key}.{kind}")


@require_POST
def club_archive(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole club as one file. A form, not a link: the audit log says who took it."""
    club = get_object_or_404(Club, slug=slug)
    try:
        archive = export_club(club.pk, context=context_for(request, None, Channel.PAGE))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)
    file = io.BytesIO()
    archive.write(file)
    return _download(file.getvalue(), "application/zip", f"{club.slug}.club.zip")


def _table(key: str) -> Table:
    if key not in TABLES:
        raise Http404("No such table.")
    return TABLES[key]


def _of(request: HttpRequest, club: Club, table: Table) -> Of:
    """The club, or one of its seasons or events, as the address says."""
    slug = request.GET.get("of", "")
    if table.of is Season:
        return get_object_or_404(Season.objects.select_related("league__club"), league__club=club, slug=slug)
    if table.of is Event:
        return get_object_or_404(Event.objects.select_related("club"), club=club, slug=slug)
    return club


def _content(request: HttpRequest) -> bytes:
    """Of the file that was chosen, or that was tried before. One that is too large is not read."""
    if file := request.FILES.get("file"):
        if file.size is None or file.size > MAX_BYTES:
            raise too_large()
        return file.read()
    try:
        content = base64.b64decode(request.POST.get("content", ""), validate=True)
    except (binascii.Error, ValueError) as error:
        raise RuleError("We didn’t get the file. Choose it again.") from error
    if not content:
        raise RuleError("Choose a file first.")
    return content


def _page(request: HttpRequest, club: Club, table: Table, of: Of, status: int = 200, **more: Any) -> HttpResponse:
    context = {"club": club, "table": table, "of": of, "is_clubs": table.of is Club, "kinds": list(TYPES)} | more
    return render(request, "transfer/table.html", context, status=status)


def _address(club: Club, table: Table, of: Of) -> str:
    path = reverse("exchange_table", args=[club.slug, table.key])
    return path if of == club else f"{path}?of={of.slug}"


def _download(content: bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(content, content_type=kind, headers=headers)
