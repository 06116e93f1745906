"""Is what was erased gone? Each check yields one sentence per violation and mends nothing."""

from collections.abc import Iterator

from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from games.accounts.models import FORMER, Player, User
from tournaments.privacy.personal import KEEP, LINES


def erased_people_are_numbers() -> Iterator[str]:
    gone = Player.objects.exclude(erased_at=None)
    wanted = Concat(Value(f"{FORMER} "), Cast(F("pk"), CharField()))
    for number in gone.exclude(name=wanted).values_list("pk", flat=True):
        yield f"Player {number} was erased and is called something all the same."
    for number in User.objects.filter(player__in=gone, is_active=True).values_list("pk", flat=True):
        yield f"Account {number} was erased and is still open."


def erased_people_left_nothing() -> Iterator[str]:
    records = list(Player.objects.exclude(erased_at=None).values_list("pk", flat=True))
    accounts = list(User.objects.filter(player__in=records).values_list("pk", flat=True))
    for line in LINES:
        if line.left == KEEP:
            continue
        left_over = line.of(records, accounts)
        for instance in left_over.exclude(**line.left) if line.left else left_over:
            yield f"{line.model.__name__} {instance.pk} still says something about somebody who was erased."


CHECKS = (erased_people_are_numbers, erased_people_left_nothing)
