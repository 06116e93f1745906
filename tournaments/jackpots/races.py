"""The race of a period, from the facts: as derived rows for its page, and as it was frozen when it was closed."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.live import publish
from tournaments.clubs.identity import person_of, persons
from tournaments.clubs.models import Membership, Role
from tournaments.honours.facts import Contest, Placing
from tournaments.honours.jackpots.closing import Closed, close
from tournaments.honours.jackpots.race import Race, Waiting, race, seniority
from tournaments.honours.jackpots.sharing import JackpotPot
from tournaments.honours.places import Placed
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotPosting, JackpotScore
from tournaments.jackpots.periods import KIND, lock_jackpot, open_periods
from tournaments.rewards.counting import read_games
from tournaments.rewards.models import GameFact, PlacementFact
from tournaments.rewards.placements import read_place
from tournaments.rewards.queue import enqueue

FIELDS = ("score", "place", "is_shared", "games_short", "score_short", "is_guest")


@dataclass(frozen=True)
class Frozen:
    """What a period was closed with besides its race. members: who could win where only they do. earlier: player → in
    how many earlier periods he could have won."""

    pot: JackpotPot
    members: Collection[int]
    earlier: Mapping[int, int]


def race_of(period: JackpotPeriod, members: Collection[int] | None = None) -> Race:
    """The race as the facts are now. members: instead of those of today."""
    club, span = period.jackpot.club_id, {"ended_at__gte": period.start, "ended_at__lt": period.end}
    games = read_games(GameFact.objects.filter(club=club, **span))
    places = PlacementFact.objects.filter(club=club, contest=Contest.EVENT.value, **span)
    known = members_of(club) if members is None else members
    return race(period.terms.agreed, period.span, games, [read_place(place) for place in places], known)


def members_of(club_id: int) -> frozenset[int]:
    """Players who are more than a guest."""
    memberships = Membership.objects.filter(club=club_id).exclude(role=Role.GUEST)
    return frozenset(memberships.values_list("player_id", flat=True))


def members_changed(club_id: int) -> None:
    """Makes races due again that aren't closed, because a player became a member or is no longer one."""
    for pk in open_periods(club_id).values_list("pk", flat=True):
        enqueue(KIND, [str(pk)])


def earlier_of(period: JackpotPeriod) -> Counter[int]:
    """In how many closed periods before this one each person could have won."""
    jackpot_periods = JackpotPeriod.objects.filter(jackpot=period.jackpot_id, number__lt=period.number).exclude(
        closed=None
    )
    return _by_person(seniority(race_from(jackpot_period.record) for jackpot_period in jackpot_periods.only("frozen")))


def _by_person(times: Mapping[int, int]) -> Counter[int]:
    who = persons(times)
    by_person: Counter[int] = Counter()
    for player, own in times.items():
        by_person[who[player]] += own
    return by_person


def closed_now(period: JackpotPeriod, frozen: Frozen) -> Closed:
    """The period as it would be closed with the facts as they are now."""
    present_race = race_of(period, frozen.members)
    jackpot = period.jackpot
    return close(jackpot.pk, period.terms.agreed, period.span, frozen.pot, present_race, jackpot.seed, frozen.earlier)


def frozen_of(period: JackpotPeriod) -> Frozen:
    """What a closed period was closed with; two records that were merged since are one person."""
    data = period.record
    earlier = {int(player): times for player, times in data["earlier"].items()}
    members = persons(data["members"]).values()
    return Frozen(frozen_pot(period), frozenset(members), _by_person(earlier))


def frozen_pot(period: JackpotPeriod) -> JackpotPot:
    return JackpotPot(*period.record["pot"])


def frozen_data(closed: Closed, frozen: Frozen) -> dict[str, Any]:
    """A closed period with all that it was computed from, as plain data."""
    return {
        "pot": [closed.pot.fresh, closed.pot.carried],
        "members": sorted(frozen.members),
        "earlier": {str(player): times for player, times in sorted(frozen.earlier.items())},
        "rows": [
            [placing.place, placing.player, int(placing.value[0]), placing.is_shared] for placing in closed.race.rows
        ],
        "waiting": [
            [waiting.player, waiting.score, waiting.games_short, waiting.score_short, waiting.is_guest]
            for waiting in closed.race.waiting
        ],
        "prizes": [[prize.player, prize.cents, prize.reason.as_data()] for prize in closed.prizes],
    }


def race_from(data: Mapping[str, Any]) -> Race:
    """The race as it was frozen."""
    placings = tuple(Placed(place, player, (score,), shared) for place, player, score, shared in data["rows"])
    return Race(placings, tuple(Waiting(*waiting) for waiting in data["waiting"]))


def stored_race(period: JackpotPeriod) -> Race:
    """The race as its derived rows have it."""
    jackpot_scores = list(period.scores.all())
    ready = sorted(
        (jackpot_score for jackpot_score in jackpot_scores if jackpot_score.place),
        key=lambda jackpot_score: (jackpot_score.place, jackpot_score.player_id),
    )
    waiting = sorted(
        (jackpot_score for jackpot_score in jackpot_scores if not jackpot_score.place),
        key=lambda jackpot_score: jackpot_score.player_id,
    )
    return Race(
        tuple(
            Placed(jackpot_score.place or 0, jackpot_score.player_id, (jackpot_score.score,), jackpot_score.is_shared)
            for jackpot_score in ready
        ),
        tuple(
            Waiting(
                jackpot_score.player_id,
                jackpot_score.score,
                jackpot_score.games_short,
                jackpot_score.score_short,
                jackpot_score.is_guest,
            )
            for jackpot_score in waiting
        ),
    )


def lock_period(period_id: int) -> JackpotPeriod | None:
    jackpot_id = JackpotPeriod.objects.values_list("jackpot_id", flat=True).filter(pk=period_id).first()
    if jackpot_id is None:
        return None
    jackpot = lock_jackpot(jackpot_id)
    period = JackpotPeriod.objects.select_related("terms").get(pk=period_id)
    period.jackpot = jackpot
    return period


def count_version(jackpot: Jackpot) -> None:
    """Open pages look again. Needs the jackpot's lock."""
    jackpot.version += 1
    jackpot.save(update_fields=["version"])
    publish(jackpot.topic, jackpot.version)


def write_race(period: JackpotPeriod, race: Race) -> bool:
    """Make the derived rows what they should be; True when any differed."""
    wanted = score_fields(race)
    stored = {score.player_id: score for score in period.scores.all()}
    gone = stored.keys() - wanted.keys()
    if gone:
        period.scores.filter(player__in=gone).delete()
    new = [player for player in sorted(wanted) if player not in stored]
    JackpotScore.objects.bulk_create(JackpotScore(period=period, player_id=player, **wanted[player]) for player in new)
    differs = [
        jackpot_score
        for player, jackpot_score in stored.items()
        if player in wanted and fields_of(jackpot_score) != wanted[player]
    ]
    for score in differs:
        JackpotScore.objects.filter(pk=score.pk).update(**wanted[score.player_id])
    return bool(gone or new or differs)


def standings_of(period: JackpotPeriod) -> dict[int, tuple[int, int]]:
    """Player → score and place, of those who could win now."""
    ready = period.scores.filter(place__isnull=False).order_by()
    return {player: (score, place or 0) for player, score, place in ready.values_list("player", "score", "place")}


def score_fields(race: Race) -> dict[int, dict[str, Any]]:
    """Player → the columns of his row."""
    values_of: dict[int, tuple[Any, ...]] = {}
    for placing in race.rows:
        values_of[placing.player] = (int(placing.value[0]), placing.place, placing.is_shared, 0, 0, False)
    for waiting in race.waiting:
        values_of[waiting.player] = (
            waiting.score,
            None,
            False,
            waiting.games_short,
            waiting.score_short,
            waiting.is_guest,
        )
    return {player: dict(zip(FIELDS, values, strict=True)) for player, values in values_of.items()}


def fields_of(jackpot_score: JackpotScore) -> dict[str, Any]:
    return {name: getattr(jackpot_score, name) for name in FIELDS}


def booked(period: JackpotPeriod) -> dict[int, list[int]]:
    """Person → the cents of his rows, in their order; below 0 what is asked back."""
    paid: dict[int, list[int]] = {}
    postings = JackpotPosting.objects.filter(period=period).exclude(player=None).select_related("player__alias")
    for posting in postings.order_by("player", "turn"):
        assert posting.player
        paid.setdefault(person_of(posting.player), []).append(posting.into(JackpotPosting.Account.PLAYERS))
    return paid


def placings_of_period(number: int) -> Iterator[Placing]:
    """Of those who are paid as the facts are now, with the place they have in the race."""
    period = JackpotPeriod.objects.select_related("jackpot", "terms").get(pk=number)
    due = closed_now(period, frozen_of(period))
    places = {placing.player: placing.place for placing in due.race.rows}
    for prize in due.prizes:
        yield Placing(
            Contest.JACKPOT,
            period.pk,
            period.end,
            period.jackpot.club_id,
            prize.player,
            places[prize.player],
            len(due.race.rows),
        )


def closed_periods() -> list[int]:
    return list(JackpotPeriod.objects.exclude(closed=None).order_by("pk").values_list("pk", flat=True))
