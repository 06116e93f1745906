"""A club whose members substitute, an event where Pam is entered, and a league match; and how people ask and answer."""

import datetime
from typing import Any
from uuid import uuid4

from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.choices import Variant
from games.notifications.models import Notification
from tests.cast import context_of, make_club, make_event, make_user
from tests.tournaments.scenes.registration import member
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.notifications.telling import tell_due
from tournaments.permissions import Actor
from tournaments.results.models import Channel
from tournaments.rewards.models import PlayerRating, RatingPool
from tournaments.subs import commands
from tournaments.subs.evenings import WEEK, set_evenings
from tournaments.subs.models import SubEvening, SubRequest

HOUR = datetime.timedelta(hours=1)


class Searching:
    """Olga runs an event in 2 days where Pam is entered; `subs` are members who can substitute on every evening."""

    def __init__(self, subs: int = 3, *, hours: float = 48, format_key: str = "progressive", **more: Any) -> None:
        self.olga = make_user("Olga")
        self.club: Club = make_club(self.olga)
        self.pam = member(self.club, "Pam")
        self.event: Event = make_event(self.club, self.olga, format_key, **more)
        Event.objects.filter(pk=self.event.pk).update(starts_at=timezone.now() + hours * HOUR)
        self.event.refresh_from_db()
        self.subs = [self.sub(f"Sub {number}") for number in range(1, subs + 1)]

    def sub(self, name: str) -> User:
        user = member(self.club, name)
        set_evenings(self.club.pk, list(WEEK), context=context_of(user))
        return user

    def enter(self, *users: User) -> Any:
        return entries.register(self.event.pk, [user.player for user in users], context=context_of(self.olga))

    def ask(self, by: User | None = None, player: User | None = None, **more: Any) -> SubRequest:
        leaving = (player or self.pam).player
        entry = self.event.entries.get(lineup__player=leaving, lineup__is_active=True)
        return commands.find_sub(entry.pk, leaving, context=context_of(by or self.pam, key=uuid4()), **more)

    def rate(self, user: User, number: int) -> None:
        pool, _ = RatingPool.objects.get_or_create(
            club=self.club, variant=Variant.CLASSIC.value, has_bots=False, defaults={"key": f"club {self.club.pk}"}
        )
        PlayerRating.objects.create(
            pool=pool,
            player=user.player,
            mu=25,
            sigma=8,
            games=5,
            number=number,
            give_or_take=50,
            is_provisional=False,
            last_at=timezone.now(),
        )


def says_yes(request: SubRequest, user: User) -> SubRequest:
    return commands.accept_sub(request.pk, context=as_asked(user.player))


def says_no(request: SubRequest, user: User) -> SubRequest:
    return commands.decline_sub(request.pk, context=as_asked(user.player))


def as_asked(player: Player) -> Context:
    """As the link answers for someone who isn't logged in."""
    return Context(Actor(None, player), Channel.PAGE, uuid4())


def asked(request: SubRequest) -> list[str]:
    """Who was asked, in the order in which they were."""
    return [ask.player.name for ask in request.asks.select_related("player").order_by("pk")]


def titles_of(kind: str) -> dict[str, str]:
    """Player → the title that they read last, after everyone was told of everything."""
    tell_due()
    names = {player.pk: player.name for player in Player.objects.all()}
    found = Notification.objects.filter(kind=kind).select_related("player").order_by("pk")
    return {one.player.name: one.title.render(names) for one in found}


def reach(kind: str) -> None:
    """Everyone has seen what they were told."""
    tell_due()
    Notification.objects.filter(kind=kind).update(seen_at=timezone.now())


def off_everywhere(user: User) -> None:
    SubEvening.objects.filter(player=user.player).delete()
