"""The results of an event as a picture, which chats fetch for the preview of a link too."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.conditional import ASK_FIRST, fresh
from tournaments.http import event_or_404
from tournaments.printing.pictures import picture_of
from tournaments.printing.typeset import Shape
from tournaments.sharing.summary import summary_of


@login_not_required
@require_safe
def results_picture(request: HttpRequest, slug: str, shape: str) -> HttpResponse:
    if shape not in Shape.__members__.values():
        raise Http404("There is no such picture.")
    event = event_or_404(slug)
    address = f"{request.get_host()}{event.get_absolute_url()}".rstrip("/")
    made = picture_of(summary_of(event), address, get_language() or "en", shape=Shape(shape))
    response = fresh(request, made, "image/png", kept=ASK_FIRST)
    response["Content-Disposition"] = f'inline; filename="{event.slug}-{shape}.png"'
    return response
