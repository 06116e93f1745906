"""What the pages of registration show. Reads, never writes."""

from dataclasses import dataclass
from enum import Enum

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from games.accounts.models import Player
from tournaments.checkin import entries
from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.models import Membership
from tournaments.events.models import Event
from tournaments.permissions import Actor
from tournaments.registration.commands import has_begun, may_register, own_player
from tournaments.registration.models import PartnerAsk, RegisteredPlayer, Registration, RegistrationTerms
from tournaments.registration.waiting_list import DROPPED, live, spots_taken

State = Registration.State


class Stand(Enum):
    """The state of registration at this moment."""

    NOT_YET = "not yet"
    OPEN = "open"
    CLOSED = "closed"
    BEGUN = "begun"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Panel:
    """Registration in short, and what it is for who looks. line: where on the waiting list, from 1; 0: not on it."""

    terms: RegistrationTerms
    stand: Stand
    taken: int
    waiting: int
    me: Player | None
    mine: Registration | None
    line: int
    is_entered: bool
    may_register: bool

    @property
    def is_over(self) -> bool:
        """Whether registering and withdrawing have ended."""
        return self.stand in (Stand.BEGUN, Stand.CANCELLED)

    @property
    def is_full(self) -> bool:
        return self.terms.capacity is not None and self.taken >= self.terms.capacity

    @property
    def may_sign_up(self) -> bool:
        return self.may_register and self.stand is Stand.OPEN and not self.mine and not self.is_entered

    @property
    def partner(self) -> str:
        others = [player.called for player in self.mine.players if player != self.me] if self.mine else []
        return " & ".join(others)


@dataclass(frozen=True)
class Desk:
    """The organizer's list, each part in the order of the line."""

    confirmed: list[Registration]
    waiting: list[Registration]
    singles: list[Registration]
    withdrawn: list[Registration]


def panel_of(event: Event, actor: Actor) -> Panel | None:
    """None without registration. Fetch the event's `registration` with it."""
    terms = getattr(event, "registration", None)
    if terms is None:
        return None
    waiting = list(event.registrations.filter(state=State.WAITING).order_by("number").values_list("pk", flat=True))
    me = own_player(actor)
    mine = own_registration(event, me) if me else None
    return Panel(
        terms,
        _stand(event, terms),
        spots_taken(event),
        len(waiting),
        me,
        mine,
        waiting.index(mine.pk) + 1 if mine and mine.pk in waiting else 0,
        bool(me and not mine and _entered(event).filter(player=me).exists()),
        may_register(actor, terms),
    )


def _stand(event: Event, terms: RegistrationTerms) -> Stand:
    now = timezone.now()
    if event.cancelled_at:
        return Stand.CANCELLED
    if event.finished_at or has_begun(event):
        return Stand.BEGUN
    if terms.is_open_at(now):
        return Stand.OPEN
    return Stand.CLOSED if terms.closes_at and terms.closes_at <= now else Stand.NOT_YET


def own_registration(event: Event, player: Player) -> Registration | None:
    """The one that a player is in now."""
    own = live(event).filter(people__player=player, people__is_live=True)
    return own.prefetch_related("people__player").first()


def players_of(event: Event) -> list[int]:
    """Everyone who is entered in the event or registered for it, and didn't leave."""
    registered = RegisteredPlayer.objects.filter(event=event, is_live=True, registration__state__in=Registration.LIVE)
    return sorted({*_entered(event).values_list("player", flat=True), *registered.values_list("player", flat=True)})


def asks_of(registration: Registration) -> PartnerAsk | None:
    """Whom the player asked, unanswered."""
    return registration.asks.filter(state=PartnerAsk.State.OPEN).select_related("asked").first()


def last_answer(registration: Registration) -> PartnerAsk | None:
    """The newest ask, if the answer was no."""
    newest = registration.asks.exclude(state=PartnerAsk.State.WITHDRAWN).select_related("asked").last()
    return newest if newest and newest.state == PartnerAsk.State.DECLINED else None


def asks_to(event: Event, player: Player) -> QuerySet[PartnerAsk]:
    """Asks that wait for the player's answer."""
    return event.partner_asks.filter(asked=player, state=PartnerAsk.State.OPEN).select_related("asker")


def looking(event: Event, *, but: Player | None = None) -> list[Registration]:
    """Players who look for a partner and may be asked by anyone."""
    registrations = live(event).filter(state=State.SINGLE, is_looking=True).prefetch_related("people__player")
    return [registration for registration in registrations if but not in registration.players]


def may_be_asked(event: Event, player: Player) -> list[Player]:
    """Everyone in the club who has no partner yet."""
    paired = RegisteredPlayer.objects.filter(event=event, is_live=True).exclude(registration__state=State.SINGLE)
    memberships = event.club.memberships.filter(player__is_bot=False).exclude(player=player)
    memberships = memberships.exclude(player__in=paired.values("player")).exclude(
        player__in=_entered(event).values("player")
    )
    return [membership.player for membership in memberships.select_related("player").order_by("player__name", "pk")]


def free_members(event: Event) -> QuerySet[Membership]:
    """Everyone in the club who is neither registered nor entered."""
    registered = RegisteredPlayer.objects.filter(event=event, is_live=True)
    memberships = event.club.memberships.filter(player__is_bot=False).exclude(player__in=registered.values("player"))
    free = memberships.exclude(player__in=_entered(event).values("player"))
    return free.select_related("player").order_by("player__name", "pk")


def desk_of(event: Event) -> Desk:
    open_asks = PartnerAsk.objects.filter(state=PartnerAsk.State.OPEN).select_related("asked")
    registrations = event.registrations.select_related("entry").prefetch_related(
        "people__player", "entry__pot", "entry__lineup__player", Prefetch("asks", open_asks, to_attr="open_asks")
    )
    parts: dict[str, list[Registration]] = {state: [] for state in State}
    for registration in registrations.order_by("number"):
        parts[registration.state].append(registration)
    return Desk(parts[State.CONFIRMED], parts[State.WAITING], parts[State.SINGLE], parts[State.WITHDRAWN])


def is_for_pairs(event: Event) -> bool:
    return entries.entry_size(event) > 1


def _entered(event: Event) -> QuerySet[EntryPlayer]:
    return EntryPlayer.objects.filter(event=event, is_active=True).exclude(entry__status=DROPPED)
