"""What the rest of the site whispers to organized play, and the topics that its pages listen to."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.dispatch import receiver

from games.live import register_topic
from games.models import User
from tournaments.models import Event, Stage
from tournaments.services.setup import player_of


@receiver(user_signed_up)
def make_player(user: User, **kwargs: Any) -> None:
    """Whoever signs up can be seated."""
    player_of(user)


def event_version(user: Any, ident: str) -> int | None:
    return Event.objects.filter(pk=ident).values_list("version", flat=True).first() if ident.isdigit() else None


def standings_version(user: Any, ident: str) -> int | None:
    return Stage.objects.filter(pk=ident).values_list("settled_version", flat=True).first() if ident.isdigit() else None


register_topic("event", event_version)
register_topic("stage", standings_version)
