"""The topics of organized play that pages listen to."""

from typing import Any

from games.live import register_topic
from tournaments.models import Event, Stage


def event_version(user: Any, ident: str) -> int | None:
    return Event.objects.filter(pk=ident).values_list("version", flat=True).first() if ident.isdigit() else None


def standings_version(user: Any, ident: str) -> int | None:
    return Stage.objects.filter(pk=ident).values_list("settled_version", flat=True).first() if ident.isdigit() else None


register_topic("event", event_version)
register_topic("stage", standings_version)
