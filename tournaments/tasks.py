"""Background work. The database rows say what there is to do; a lost wake-up costs only the time to the next sweep."""

from celery import shared_task


@shared_task
def settle_match_task(match_id: int) -> None:
    from tournaments.services.settle import settle_match

    settle_match(match_id)


@shared_task
def sweep() -> int:
    """Do whatever the wake-ups missed. Returns how many matches were settled."""
    from tournaments.services.settle import settle_unsettled

    return settle_unsettled()
