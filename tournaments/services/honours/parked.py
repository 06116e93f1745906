"""Work that failed too often: tried again when somebody has mended what was wrong."""

from collections.abc import Iterable

from django.db import transaction

from tournaments.errors import NotAllowed
from tournaments.models import Due
from tournaments.services.honours.queue import retry
from tournaments.services.journal import By


@transaction.atomic
def try_again(due_ids: Iterable[int], *, by: By) -> int:
    """Put them into the queue again, at once. For the site's staff: what is due belongs to no club. How many."""
    user = by.actor.user
    if not by.actor.is_system and not (user and user.is_active and user.is_staff):
        raise NotAllowed("You may not start background work again. Ask the site's staff.")
    found = list(Due.objects.filter(pk__in=list(due_ids)).values_list("pk", flat=True))
    for pk in found:
        retry(pk)
    return len(found)
