"""The link in a question for a substitute: anyone who holds it can answer for the person who was asked, and do nothing
else."""

from django.core import signing
from django.urls import reverse

from tournaments.subs.models import RELATED, SubAsk

SALT = "tournaments.subs.answer"


def path_for(ask: SubAsk) -> str:
    return reverse("answer_sub", args=[signing.dumps(ask.pk, salt=SALT)])


def read(token: str) -> SubAsk | None:
    """The SubAsk of the link. None if the link is wrong or its request is gone."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    asks = SubAsk.objects.select_related("player__user", *(f"request__{related}" for related in RELATED))
    return asks.filter(pk=pk).first()
