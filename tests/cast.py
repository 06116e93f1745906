"""The people and rows that tests are about: Olga organizes, Pam and Quinn play, Sam is a stranger."""

import datetime
from typing import Any
from uuid import uuid4

from django.utils import timezone

from games.models import Player, User
from tournaments.models import Club, Event, Match, Membership, Role, Round, Source
from tournaments.permissions import Actor
from tournaments.services import entries, rounds
from tournaments.services.journal import By
from tournaments.services.setup import create_event, player_of

PASSWORD = "bower-and-kitty"


def make_user(name: str) -> User:
    user = User.objects.create_user(f"{name.lower()}@example.org", PASSWORD)
    player = player_of(user)
    player.name = name
    player.save()
    return user


def make_club(owner: User, name: str = "Elm Street Euchre") -> Club:
    club = Club.objects.create(name=name, slug=name.lower().replace(" ", "-"), zone="America/Detroit")
    Membership.objects.create(club=club, player=owner.player, role=Role.OWNER)
    return club


def by(user: User | None = None, source: Source = Source.PAGE, *, player: Player | None = None, key: Any = None) -> By:
    return By(Actor(user, player or getattr(user, "player", None)), source, key)


def with_key(user: User | None, source: Source = Source.PAGE, *, player: Player | None = None) -> By:
    return by(user, source, player=player, key=uuid4())


def make_event(club: Club, owner: User, format_key: str = "progressive", **more: Any) -> Event:
    starts_at = timezone.now() + datetime.timedelta(minutes=30)
    config = more.pop("config", {})
    name = more.pop("name", "Thursday night")
    return create_event(club, name, starts_at, format_key, config, by=by(owner), **more)


def enter(event: Event, owner: User, names: list[str]) -> list[Player]:
    """Guests who are entered and here, one entry each."""
    found = [entries.walk_in(event.pk, [name], by=by(owner)) for name in names]
    return [entry.players.get() for entry in found]


def publish(event: Event, owner: User, number: int = 1) -> Round:
    row = rounds.draw_round(event.stages.get().pk, number, by=by(owner))
    return rounds.publish_round(row.pk, by=by(owner), seen=row.revision)


def first_match(row: Round) -> Match:
    return Match.objects.select_related("round__stage__event").get(round=row, table=1)


def players_at(match: Match, side: int) -> list[Player]:
    return [seat.player for seat in match.seats.select_related("player").filter(side=side) if seat.player]
