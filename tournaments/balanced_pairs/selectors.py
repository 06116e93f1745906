"""Players without a partner, and the pairs that they would make. Reads, never writes."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.accounts.models import Player
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.events.models import Event
from tournaments.events.seeding import rating_number, ratings_of
from tournaments.formats.pairing.balanced_pairs import Single, balanced_pairs
from tournaments.registration.models import PartnerAsk, Registration
from tournaments.registration.waiting_list import spots_taken
from tournaments.rounds.models import Round

AskState = PartnerAsk.State
Pair = tuple[int, int]
"""Ids of two registrations."""


@dataclass(frozen=True)
class Alone:
    """Someone without a partner, with the rating that counts. is_rated: whether it's their own."""

    registration: Registration
    player: Player
    rating: int
    is_rated: bool

    @property
    def pk(self) -> int:
        return self.registration.pk


@dataclass(frozen=True)
class Proposed:
    """A pair that would be made. asked: the one who asked the other to be the partner."""

    one: Alone
    other: Alone
    asked: Alone | None = None

    @property
    def sum(self) -> int:
        return self.one.rating + self.other.rating

    @property
    def key(self) -> str:
        """The key of the pair in a form."""
        return f"{self.one.pk}-{self.other.pk}"


@dataclass(frozen=True)
class Proposal:
    """left: those who stay without a partner, in the order in which they signed up. room: how many more pairs the event
    takes, None for no limit."""

    pairs: list[Proposed]
    left: list[Alone]
    room: int | None

    @property
    def people(self) -> list[Alone]:
        """By name, to choose from."""
        paired = [single for pair in self.pairs for single in (pair.one, pair.other)]
        return sorted([*paired, *self.left], key=lambda single: single.player.called.casefold())

    @property
    def lowest(self) -> int:
        return min(pair.sum for pair in self.pairs)

    @property
    def highest(self) -> int:
        return max(pair.sum for pair in self.pairs)

    @property
    def over(self) -> int:
        """How many pairs go on the waiting list."""
        return 0 if self.room is None else max(0, len(self.pairs) - self.room)

    def swapped(self, first: int, second: int) -> list[Pair]:
        """The pairs with two people, named by their registrations, in each other's chairs."""
        places = {first: second, second: first}
        return [(places.get(pair.one.pk, pair.one.pk), places.get(pair.other.pk, pair.other.pk)) for pair in self.pairs]


def proposal(event: Event, arranged: Sequence[Pair] = ()) -> Proposal:
    """The balanced pairs of those without a partner, or the ones that an organizer arranged, as far as both still have
    none.

    Two of whom one asked the other are partners, and two of whom one said no aren't.
    """
    alone = {single.pk: single for single in _alone(event)}
    asks = _asks(event)
    together, apart = _wishes(asks, alone)
    pairs: list[Pair] = [pair for pair in arranged if pair[0] in alone and pair[1] in alone]
    if not arranged:
        line = [Single(single.pk, max(0, min(single.rating, 10_000))) for single in alone.values()]
        pairs = list(balanced_pairs(line, together, apart).pairs)
    asked = {frozenset(pair): alone[pair[0]] for pair in together}
    paired = {pk for pair in pairs for pk in pair}
    return Proposal(
        [Proposed(alone[first], alone[second], asked.get(frozenset((first, second)))) for first, second in pairs],
        [single for single in alone.values() if single.pk not in paired],
        _room(event),
    )


def undoable(event: Event) -> AuditLogEntry | None:
    """The pairs that were made last, while they can be undone: until the first round is drawn."""
    if Round.objects.filter(stage__event=event).exists():
        return None
    entries = event.audit_log.filter(action__in=[Action.MAKE_PAIRS, Action.UNDO_PAIRS]).select_related(
        "user__player", "player"
    )
    last = entries.order_by("-number").first()
    return last if last and last.action == Action.MAKE_PAIRS else None


def _alone(event: Event) -> list[Alone]:
    """In the order of the line."""
    registrations = event.registrations.filter(state=Registration.State.SINGLE).prefetch_related("people__player")
    singles = [(registration, registration.players[0]) for registration in registrations.order_by("number")]
    stage = event.stages.order_by("number")[0]
    stage.event = event
    rated = ratings_of(stage, [player for _, player in singles])
    return [
        Alone(registration, player, rating_number(player, rated), player.pk in rated)
        for registration, player in singles
    ]


def _asks(event: Event) -> list[PartnerAsk]:
    return list(event.partner_asks.filter(state__in=[AskState.OPEN, AskState.DECLINED]).order_by("pk"))


def _wishes(asks: Sequence[PartnerAsk], alone: dict[int, Alone]) -> tuple[list[Pair], list[Pair]]:
    """Who asked whom, each in one pair at most and the asker first; and who said no to whom."""
    own = {single.player.pk: single.pk for single in alone.values()}
    together: list[Pair] = []
    apart: list[Pair] = []
    for ask in asks:
        if ask.asker_id not in own or ask.asked_id not in own:
            continue
        pair = own[ask.asker_id], own[ask.asked_id]
        if ask.state == AskState.DECLINED:
            apart.append(pair)
        elif not {pk for made in together for pk in made} & set(pair):
            together.append(pair)
    return together, apart


def _room(event: Event) -> int | None:
    terms = getattr(event, "registration", None)
    if terms is None or terms.capacity is None:
        return None
    return max(0, terms.capacity - spots_taken(event))
