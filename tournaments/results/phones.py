"""Which phone a score came from, and whether the two sides of a match may be one visitor.

A phone is known by its signed cookie. A visitor who throws that away looks like a new phone, so a name that was taken
by the code on the wall is doubted where the other side's phone has the same address and the same kind of browser, and
where the time fits: both names were taken within minutes, or one of them while the match was on. Address and browser
alone decide nothing, because half of a hall may share both.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.access.models import Phone, WallArrival
from tournaments.context import Context, Device
from tournaments.errors import NotAllowed
from tournaments.events.models import Event
from tournaments.permissions import Actor
from tournaments.results.history import opened_at
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Match

TOGETHER = timedelta(minutes=2)
"""Two names that one visitor takes, one after the other."""
EARLIER = timedelta(hours=12)
"""A cookie that is so old is from another night."""


@dataclass(frozen=True)
class Sender:
    """The phone that a score is sent from, and how its player came in; None where it is not known, or all the same."""

    phone: Phone | None
    arrival: WallArrival | None


def sender_of(event: Event, context: Context) -> Sender:
    """Needs the event's lock. A phone that the event knows is found and asked for an arrival in one query."""
    arrivals = _arrivals_of(event, context.actor)
    if context.device is None:
        return Sender(None, arrivals.first())
    phone = phone_at(event, context.device, Phone.objects.annotate(has_arrival=Exists(arrivals)))
    return Sender(phone, arrivals.first() if getattr(phone, "has_arrival", True) else None)


def phone_at(event: Event, device: Device, phones: QuerySet[Phone] | None = None) -> Phone:
    """The device as the event knows it from now on, among `phones` or all. Needs the event's lock."""
    mark, trace = mark_of(event, device), _hashed(event, "trace", f"{device.address} {device.browser}")
    own = {"trace": trace, "is_known": timezone.now() - device.since > EARLIER}
    phones = Phone.objects.all() if phones is None else phones
    phone = phones.get_or_create(event=event, mark=mark, defaults=own)[0]
    if phone.trace != trace:
        phone.trace = trace
        phone.save(update_fields=["trace"])
    return phone


def mark_of(event: Event, device: Device) -> str:
    """The mark by which the event recognizes the device's cookie."""
    return _hashed(event, "cookie", device.ident)


def _arrivals_of(event: Event, actor: Actor) -> QuerySet[WallArrival]:
    """How the actor's player came in, where that was by the code on the wall and no account says who it is."""
    if actor.player is None or (actor.user and actor.user.pk == actor.player.user_id):
        return WallArrival.objects.none()
    return WallArrival.objects.filter(event=event, player=actor.player, ended_at__isnull=True).select_related("phone")


def check_other_phone(match: Match, claim: ResultEntry, sender: Sender) -> Phone | None:
    """NotAllowed where the phone that confirms may be the one that reported. The one that reported, if it is known."""
    arrivals = [wall_arrival for wall_arrival in (claim.arrival, sender.arrival) if wall_arrival]
    theirs, ours = _phones(claim.phone, claim.arrival), _phones(sender.phone, sender.arrival)
    if theirs & ours:
        raise NotAllowed(
            "This phone reported that score, so it can’t confirm it too. Let the other side use its own phone, "
            "or ask an organizer to enter the score."
        )
    if {phone.trace for phone in theirs} & {phone.trace for phone in ours} and _time_fits(match, arrivals):
        raise NotAllowed(
            "We can’t tell your phone from the one that reported this score, so the score doesn’t count "
            "yet. Ask an organizer to enter it."
        )
    return claim.phone


def is_one_visitor(wall_arrival: WallArrival, other: WallArrival) -> bool:
    """Whether two names seem to be taken by one visitor, on phones that look alike, one right after the other."""
    is_alike = wall_arrival.phone_id == other.phone_id or wall_arrival.phone.trace == other.phone.trace
    return is_alike and (wall_arrival.is_doubtful or other.is_doubtful) and abs(wall_arrival.at - other.at) <= TOGETHER


def _time_fits(match: Match, arrivals: list[WallArrival]) -> bool:
    if len(arrivals) == 2 and is_one_visitor(*arrivals):
        return True
    doubtful = [arrival.at for arrival in arrivals if arrival.is_doubtful]
    return bool(doubtful) and max(doubtful) >= opened_at([match])[match.pk]


def _phones(phone: Phone | None, arrival: WallArrival | None) -> set[Phone]:
    """The phone that something came from, and the one on which the name was taken; mostly the same."""
    return {reporting for reporting in (phone, arrival.phone if arrival else None) if reporting}


def _hashed(event: Event, what: str, text: str) -> str:
    return salted_hmac(f"tournaments.phone.{what}", f"{event.pk}:{text}", algorithm="sha256").hexdigest()[:32]
