"""The link with which someone answers without logging in: it stands for one person at one event or match, and for
nothing else."""

from django.core import signing
from django.urls import reverse

from games.accounts.models import Player
from tournaments.attendance.models import Occasion
from tournaments.clubs.identity import person_of
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture

SALT = "tournaments.attendance.coming"


def path_for(occasion: Occasion, player_id: int) -> str:
    """As it's in emails and push notifications."""
    kind = "event" if isinstance(occasion, Event) else "fixture"
    return reverse("coming_link", args=[signing.dumps([kind, occasion.pk, player_id], salt=SALT)])


def read(token: str) -> tuple[Occasion, Player] | None:
    """What the link is about, and who answers: of a merged record the other one. None where it's no link of ours, or
    where what it was about is gone."""
    try:
        kind, pk, player_id = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    player = Player.objects.select_related("alias").filter(pk=player_id).first()
    if player and person_of(player) != player.pk:
        player = Player.objects.get(pk=person_of(player))
    occasion = _event(pk) if kind == "event" else _fixture(pk)
    if player is None or player.erased_at or occasion is None:
        return None
    return occasion, player


def _event(pk: int) -> Event | None:
    return Event.objects.select_related("club", "venue").filter(pk=pk).first()


def _fixture(pk: int) -> Fixture | None:
    related = ("home__team", "away__team", "venue", "season__league__club")
    return Fixture.objects.select_related(*related).exclude(state=Fixture.State.DRAFT).filter(pk=pk).first()
