"""The site's addresses, and two that carry nothing: one says that something happened, the other shows an empty page."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST

from euchre_site.urls import handler400, handler403, handler404, handler500, urlpatterns
from games.accounts.guests import player_at
from games.live import publish, register_topic

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


@login_not_required
@require_POST
def say(request: HttpRequest, code: str, version: int) -> HttpResponse:
    player_at(request)
    publish(f"empty:{code}", version)
    return HttpResponse(status=204)


@login_not_required
def nothing(request: HttpRequest) -> HttpResponse:
    player_at(request)
    return HttpResponse()


register_topic("empty", lambda user, ident: 0)

urlpatterns = [path("empty/<str:code>/<int:version>/", say), path("empty/", nothing), *urlpatterns]
