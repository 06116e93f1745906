"""Pages about the site itself, for everyone: who runs it, and what changed in it."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from euchre_site.changes import by_day


@login_not_required
@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "about/contact.html", {"owner": settings.SITE_OWNER})


@login_not_required
@require_safe
def whats_new(request: HttpRequest) -> HttpResponse:
    return render(request, "about/whats_new.html", {"days": by_day()})
