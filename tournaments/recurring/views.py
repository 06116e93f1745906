"""The page on which an event is made to repeat, that of its dates, and that of its regulars."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.clubs.models import Club
from tournaments.clubs.views.people import people_page
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.models import Event
from tournaments.http import context_for, done, number_in, organizer_page, refusal_status
from tournaments.permissions import Permission
from tournaments.recurring import commands
from tournaments.recurring import regulars as lists
from tournaments.recurring.forms import DatesForm, RepeatForm, SuggestForm
from tournaments.recurring.models import Occurrence, RecurringEvent
from tournaments.results.models import Channel
from tournaments.typed_dates import typed


@dataclass(frozen=True)
class Dated:
    """A date of a recurring event. event: None where none was made, or it was deleted. is_moved: to another day."""

    date: date
    event: Event | None
    is_skipped: bool

    @property
    def is_moved(self) -> bool:
        return self.event is not None and self.event.local_start.date() != self.date


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_page
def repeat(request: HttpRequest, event: Event) -> HttpResponse:
    form, error = RepeatForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        try:
            context = context_for(request, None, Channel.PAGE)
            recurring = commands.repeat_event(event.club, event, **form.cleaned_data, context=context)
            number = recurring.occurrences.count() - 1
            text = say_number("{number} more event set up", "{number} more events set up", number)
            return done(request, text, recurring.get_absolute_url())
        except (CommandError, RuleError) as refusal:
            error = refusal
    there = event.local_start.replace(tzinfo=None)
    page = {"event": event, "club": event.club, "form": form, "error": error, "there": there}
    return render(
        request, "recurring/repeat.html", page, status=refusal_status(error) if error else 422 if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@people_page(Permission.RUN_EVENT)
def recurring_event(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Its dates to come, and the form that changes them."""
    recurring = _of_club(club, pk)
    initial = {"until": recurring.until, "skipped": typed(*map(date.fromisoformat, recurring.skipped), between="\n")}
    form, error = DatesForm(request.POST or None, initial=initial), None
    if request.method == "POST" and form.is_valid():
        try:
            changed = commands.change_recurring(
                pk,
                **form.cleaned_data,
                context=context_for(request, None, Channel.PAGE),
                expected_version=number_in(request, "seen"),
            )
            return done(request, _said(changed), recurring.get_absolute_url())
        except (CommandError, RuleError) as refusal:
            error = refusal
            recurring.refresh_from_db()
    context = {"club": club, "recurring": recurring, "form": form, "error": error, "dates": _dates(recurring)}
    return render(
        request,
        "recurring/recurring_event.html",
        context,
        status=refusal_status(error) if error else 422 if form.errors else 200,
    )


@require_safe
@people_page(Permission.RUN_EVENT)
def regulars(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Who is expected at every date. ?least=4&last=8: players who came that often and are not on the list."""
    return _regulars_page(request, _of_club(club, pk))


@require_POST
@people_page(Permission.RUN_EVENT)
def move_regulars(request: HttpRequest, club: Club, pk: int, action: str) -> HttpResponse:
    if action not in REGULAR_MOVES:
        raise Http404
    recurring = _of_club(club, pk)
    try:
        text = REGULAR_MOVES[action](request, recurring, context_for(request, None, Channel.PAGE))
    except (CommandError, RuleError) as error:
        return _regulars_page(request, recurring, error)
    return done(request, text, reverse("regulars", args=[club.slug, pk]))


def _add_regulars(request: HttpRequest, recurring: RecurringEvent, context: Context) -> str:
    """Those who were suggested and ticked, or else a player or a pair that was chosen."""
    asked = request.POST.getlist("lineup") or ["-".join(filter(None, map(request.POST.get, ("player", "partner"))))]
    numbers = [
        [int(number) for number in text.split("-")] for text in asked if re.fullmatch(r"\d{1,9}(-\d{1,9})?", text)
    ]
    known = Player.objects.filter(memberships__club=recurring.club).in_bulk(
        {number for pair in numbers for number in pair}
    )
    lineups = [[known[number] for number in pair if number in known] for pair in numbers]
    lists.add_regulars(recurring.pk, lineups, context=context)
    return say_number("{number} regular added", "{number} regulars added", len(lineups))


def _remove_regular(request: HttpRequest, recurring: RecurringEvent, context: Context) -> str:
    lists.remove_regular(recurring.pk, number_in(request, "number"), context=context)
    return say("Regular removed")


REGULAR_MOVES: dict[str, Callable[[HttpRequest, RecurringEvent, Context], str]] = {
    "add": _add_regulars,
    "remove": _remove_regular,
}


def _regulars_page(request: HttpRequest, recurring: RecurringEvent, error: Exception | None = None) -> HttpResponse:
    form = SuggestForm(request.GET if "least" in request.GET else None)
    suggested, played = None, 0
    if form.is_bound and form.is_valid():
        suggested, played = lists.suggestions(recurring, **form.cleaned_data)
    lineups = lists.lineups_of(recurring)
    there = {player.pk for lineup in lineups for player in lineup.players}
    members = recurring.club.memberships.filter(player__is_bot=False, player__erased_at=None).exclude(player__in=there)
    context = {
        "club": recurring.club,
        "recurring": recurring,
        "lineups": lineups,
        "size": lists.size_of(recurring),
        "coming": lists.next_date(recurring),
        "form": form,
        "suggested": suggested,
        "played": played,
        "members": members.select_related("player").order_by("player__name", "pk"),
        "error": error,
    }
    return render(request, "recurring/regulars.html", context, status=refusal_status(error) if error else 200)


def _of_club(club: Club, pk: int) -> RecurringEvent:
    recurring: RecurringEvent = get_object_or_404(club.recurring_events.all(), pk=pk)
    recurring.club = club
    return recurring


def _said(recurring: RecurringEvent) -> str:
    stay = commands.left_over(recurring)
    if not stay:
        return say("Dates saved")
    return say_number(
        "Dates saved. {number} event stays because players are already entered. Cancel it and give a "
        "reason, so they know why.",
        "Dates saved. {number} events stay because players are already entered. Cancel them and give a "
        "reason, so they know why.",
        len(stay),
    )


def _dates(recurring: RecurringEvent) -> list[Dated]:
    """From today on, the next one first."""
    today = commands.today_of(recurring)
    occurrences: dict[date, Occurrence] = {
        occurrence.date: occurrence
        for occurrence in recurring.occurrences.filter(date__gte=today).select_related("event__club")
    }
    planned = [day for day in commands.dates_of(recurring, commands.planned_until(recurring)) if day >= today]
    return [
        Dated(
            day, occurrences[day].event if day in occurrences else None, is_skipped=day.isoformat() in recurring.skipped
        )
        for day in sorted({*planned, *occurrences})
    ]
