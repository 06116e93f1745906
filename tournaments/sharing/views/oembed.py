"""oEmbed (oembed.com): someone pastes the address of a page, and their site asks here what to put in its place."""

from typing import Any
from xml.etree import ElementTree

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.engine.language import say
from tournaments.conditional import FOR_ALL, site_of
from tournaments.feeds.characters import printable
from tournaments.http import asked_number
from tournaments.sharing.embeddable import WIDTH, Embeddable, at

KEPT_SECONDS = 3600


@login_not_required
@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """404 for addresses that are none of ours, 501 for a format that is neither JSON nor XML."""
    wanted = request.GET.get("format", "json")
    if wanted not in ("json", "xml"):
        return _refusal(say("Use format=json or format=xml."), 501)
    embeddable = at(request.GET.get("url", ""), request.get_host())
    if embeddable is None:
        return _refusal(say("There’s nothing to embed at that address."), 404)
    answer = _answer(request, embeddable)
    response = JsonResponse(answer) if wanted == "json" else HttpResponse(_xml(answer), "text/xml; charset=utf-8")
    response["Cache-Control"] = FOR_ALL
    return response


def _answer(request: HttpRequest, embeddable: Embeddable) -> dict[str, Any]:
    site = site_of(request)
    width, height = _within(request, "maxwidth", WIDTH), _within(request, "maxheight", embeddable.height)
    return {
        "version": "1.0",
        "type": "rich",
        "title": embeddable.title,
        "provider_name": settings.SITE_NAME,
        "provider_url": f"{site}/",
        "cache_age": KEPT_SECONDS,
        "width": width,
        "height": height,
        "html": str(embeddable.frame(site, width, height)),
    }


def _within(request: HttpRequest, name: str, usual: int) -> int:
    return min(usual, asked_number(request, name) or usual)


def _xml(answer: dict[str, Any]) -> bytes:
    root = ElementTree.Element("oembed")
    for name, value in answer.items():
        ElementTree.SubElement(root, name).text = printable(str(value))
    return b'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n' + ElementTree.tostring(root, encoding="utf-8")


def _refusal(words: str, status: int) -> HttpResponse:
    return HttpResponse(words, status=status, content_type="text/plain; charset=utf-8")
