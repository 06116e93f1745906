"""Atom feeds: a club's news, an event's announcements.

They have a tag and no Last-Modified: a hidden name or a revoked achievement leaves no time behind.
"""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournaments.clubs.models import Club
from tournaments.conditional import fresh, site_of
from tournaments.events.models import Event
from tournaments.feeds import atom

TYPE = "application/atom+xml; charset=utf-8"


@login_not_required
@require_safe
def club_news(request: HttpRequest, slug: str) -> HttpResponse:
    return _answer(request, atom.of_club(get_object_or_404(Club, slug=slug)))


@login_not_required
@require_safe
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    return _answer(request, atom.of_event(get_object_or_404(Event.objects.select_related("club"), slug=slug)))


def _answer(request: HttpRequest, news: atom.News) -> HttpResponse:
    return fresh(request, atom.written(news, site_of(request), request.path), TYPE)
