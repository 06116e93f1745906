"""What the clock brings: asks more people when no one said yes, and ends requests from which nothing can come."""

import datetime
import logging

from django.utils import timezone

from tournaments.context import SITE
from tournaments.subs import seats
from tournaments.subs.commands import ask_more_subs, expire_sub
from tournaments.subs.models import RELATED, SubRequest

log = logging.getLogger(__name__)


def sweep_requests(now: datetime.datetime | None = None) -> None:
    """For the sweep. One question where no seat looks for anyone."""
    now = now or timezone.now()
    for request in SubRequest.objects.filter(state=SubRequest.State.OPEN).select_related(*RELATED):
        try:
            _sweep(request, now)
        except Exception:
            # One that can't be swept, whatever is wrong with it, must not keep the others waiting.
            log.exception("the request for a substitute %s could not be swept", request.pk)


def _sweep(request: SubRequest, now: datetime.datetime) -> None:
    if request.until <= now or not seats.is_still_theirs(request):
        expire_sub(request.pk, context=SITE)
    elif request.next_at <= now:
        ask_more_subs(request.pk, context=SITE)
