"""Who came in by the code on the wall, and which of these names may be on one phone."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, Subquery

from games.engine.language import say
from games.engine.messages import and_list
from tournaments.access.models import WallArrival
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.events.models import Event
from tournaments.results.models import ResultEntry
from tournaments.results.phones import is_one_visitor


@dataclass(frozen=True)
class WallLine:
    """A name that is on a phone now. before: names that the phone had and gave back. like: names that may be on it as
    well, because the phones look alike and the time fits."""

    arrival: WallArrival
    before: tuple[str, ...]
    like: tuple[str, ...]

    @property
    def is_flagged(self) -> bool:
        return self.arrival.trusted_at is None and bool(self.before or self.like)

    @property
    def words(self) -> tuple[str, ...]:
        """What an organizer should look at."""
        sentences = []
        if self.before:
            sentences.append(say("{names} checked in on this phone before.", names=and_list(self.before)))
        if self.like:
            sentences.append(say("This player may share a phone with {names}.", names=and_list(self.like)))
        return tuple(sentences)


def wall_lines(event: Event) -> list[WallLine]:
    """Every name that is on a phone by the code on the wall, those to look at first, then by name. Two questions."""
    wall_arrivals = list(WallArrival.objects.filter(event=event).select_related("player", "phone").order_by("pk"))
    present = [arrival for arrival in wall_arrivals if arrival.ended_at is None]
    reporters = _opponents(event, [arrival for arrival in present if arrival.is_doubtful])
    lines = []
    for wall_arrival in present:
        before = {
            arrival.player.called
            for arrival in wall_arrivals
            if arrival.phone_id == wall_arrival.phone_id and arrival.player_id != wall_arrival.player_id
        }
        like = {
            arrival.player.called
            for arrival in present
            if arrival.phone_id != wall_arrival.phone_id and is_one_visitor(arrival, wall_arrival)
        }
        lines.append(WallLine(wall_arrival, tuple(sorted(before)), tuple(sorted(like | reporters[wall_arrival.pk]))))
    return sorted(lines, key=lambda line: (not line.is_flagged, line.arrival.player.called.casefold()))


def flagged(event: Event) -> list[WallLine]:
    """The names that an organizer should look at."""
    return [line for line in wall_lines(event) if line.is_flagged]


def _opponents(event: Event, doubtful: Sequence[WallArrival]) -> dict[int, set[str]]:
    """Arrival → who reported a score against that player from a phone that looks the same, where the name was taken
    while the match was on."""
    opponents: dict[int, set[str]] = defaultdict(set)
    if not doubtful:
        return opponents
    published = AuditLogEntry.objects.filter(round=OuterRef("match__round"), action=Action.PUBLISH_ROUND).order_by(
        "-number"
    )
    seats = {"player": F("match__seats__player"), "side": F("match__seats__side")}
    claims = ResultEntry.objects.filter(
        match__round__stage__event=event,
        kind=ResultEntry.Kind.CLAIM,
        match__seats__player__in=[arrival.player_id for arrival in doubtful],
        phone__trace__in={arrival.phone.trace for arrival in doubtful},
    ).annotate(published=Subquery(published.values("at")[:1]), against=seats["player"], against_side=seats["side"])
    by_player = {arrival.player_id: arrival for arrival in doubtful}
    for claim in claims.select_related("player", "phone"):
        wall_arrival = by_player[claim.against]
        is_alike = claim.phone is not None and claim.phone.trace == wall_arrival.phone.trace
        if is_alike and claim.player and claim.side != claim.against_side and wall_arrival.at >= claim.published:
            opponents[wall_arrival.pk].add(claim.player.called)
    return opponents
