"""Answers that are asked for again and again: clients that already have the newest one get an empty answer saying
so."""

from datetime import datetime
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date, quote_etag

FOR_ALL = "public, max-age=300"
ASK_FIRST = "public, no-cache"
FOR_ONE = "private, no-cache"


def fresh(
    request: HttpRequest, body: bytes, content_type: str, *, changed_at: datetime | None = None, kept: str = FOR_ALL
) -> HttpResponse:
    """The body, or 304 for who has it. The tag is made of the body, so it is right whatever has changed.

    changed_at: only where no change can be older than it says; without it there is no Last-Modified.
    """
    response = HttpResponse(body, content_type=content_type)
    tag, moment = quote_etag(sha256(body).hexdigest()[:32]), None
    response["ETag"], response["Cache-Control"] = tag, kept
    if changed_at is not None:
        moment = int(changed_at.timestamp())
        response["Last-Modified"] = http_date(moment)
    answer = get_conditional_response(request, etag=tag, last_modified=moment, response=response)
    assert isinstance(answer, HttpResponse)
    return answer


def site_of(request: HttpRequest) -> str:
    """The address of the site as it was asked for, without a slash at the end."""
    return request.build_absolute_uri("/").rstrip("/")
