"""Announcements: posted and removed from the console."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.engine.language import say
from tournaments.events import announcements
from tournaments.events.models import Announcement, Event
from tournaments.http import context_for, done, organizer_page
from tournaments.results.models import Channel


@require_POST
@organizer_page
def announce(request: HttpRequest, event: Event) -> HttpResponse:
    announcements.announce(event.pk, request.POST.get("text", ""), context=context_for(request, event, Channel.PAGE))
    return done(request, say("Announcement posted."), reverse("console", args=[event.slug]))


@require_POST
@organizer_page
def withdraw(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    announcement = get_object_or_404(Announcement.objects.filter(event=event), pk=pk)
    announcements.withdraw(announcement.pk, context=context_for(request, event, Channel.PAGE))
    return done(request, say("Announcement removed."), reverse("console", args=[event.slug]))
