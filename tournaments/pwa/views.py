"""What makes the phone's pages installable and readable without network: manifest, service worker, the page between."""

import hashlib
import json
import re
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.access.passes import PASSES
from tournaments.checkin.models import EntryPlayer
from tournaments.events.models import Event

_FILES = re.compile(r'(?:href|src)="([^"#]+\.(?:css|js|svg)[^"#]*)[^"]*"')
"""Without the part behind a #: it is the same file, and a browser refuses to keep one twice."""


@login_not_required
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    sizes = [
        ("img/icon-192.png", "192x192", "any"),
        ("img/icon-512.png", "512x512", "any"),
        ("img/icon-maskable-512.png", "512x512", "maskable"),
    ]
    data = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "scope": "/",
        "start_url": reverse("my_night"),
        "display": "standalone",
        "background_color": "#f7f2e6",
        "theme_color": "#10452f",
        "icons": [{"src": static(src), "sizes": size, "type": "image/png", "purpose": why} for src, size, why in sizes],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@login_not_required
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. What it stores is named after the files that it stores and the words of the page, so new
    files, or another language, make a new store."""
    page = render_to_string("pwa/offline.html", {"SITE_NAME": settings.SITE_NAME})
    files = sorted({path for path in _FILES.findall(page) if path.startswith(settings.STATIC_URL)})
    own: dict[str, Any] = {
        "files": files,
        "static": settings.STATIC_URL,
        "live": reverse("live"),
        "offline": reverse("offline"),
        "start": reverse("my_night"),
        "logout": reverse("account_logout"),
        "language": get_language(),
        "site": settings.SITE_NAME,
        "icon": static("img/icon-192.png"),
    }
    scripts = static("js/worker.js"), static("js/push_worker.js")
    version = hashlib.sha256(f"{files}{page}{scripts}".encode()).hexdigest()[:12]
    context = {"own": json.dumps(own | {"version": version}, sort_keys=True)}
    answer = render(request, "pwa/worker.js", context, content_type="text/javascript")
    answer["Cache-Control"] = "no-cache"
    return answer


@login_not_required
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    return render(request, "pwa/offline.html")


@login_not_required
@require_safe
def my_night(request: HttpRequest) -> HttpResponse:
    """Where an installed phone begins: the seat of the newest event that this phone, or the account, plays in."""
    held = [int(ident) for ident in request.session.get(PASSES, {}) if ident.isdigit()]
    player = getattr(request.user, "player", None) if request.user.is_authenticated else None
    is_mine = Q(pk__in=held) | Q(pk__in=EntryPlayer.objects.filter(player=player, is_active=True).values("event_id"))
    newest = Event.objects.filter(is_mine).order_by("-starts_at").first()
    return redirect("my_seat", slug=newest.slug) if newest else redirect("home")
