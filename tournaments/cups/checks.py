"""Do cups agree with themselves? Yields sentences, mends nothing."""

from collections import Counter
from collections.abc import Iterator

from django.db.models import Count, F, Q

from tournaments.cups.models import Cup, CupDecision, CupEntrant, CupMatch, CupRound
from tournaments.formats.cups.draw import Bye, Drawn, Entrant, Method, draw_round
from tournaments.leagues.models import Fixture, LineUpPlayer


def cup_entrants_are_counted() -> Iterator[str]:
    """Numbers and seeds are dense; teams are of the cup's season, pairs are two."""
    for cup in Cup.objects.prefetch_related("entrants__squad", "entrants__players"):
        found = list(cup.entrants.all())
        wanted = list(range(1, len(found) + 1))
        if [one.seed for one in found] != wanted or sorted(one.number for one in found) != wanted:
            yield f"{cup}: its entrants are not numbered from 1."
        for one in found:
            players = {row.chair for row in one.players.all()}
            if cup.is_of_teams and (one.squad is None or one.squad.season_id != cup.season_id or players):
                yield f"{cup}: entrant {one.number} is no team of its season."
            if not cup.is_of_teams and (one.squad or players != {0, 1}):
                yield f"{cup}: entrant {one.number} is no pair."


def cup_rounds_are_as_drawn() -> Iterator[str]:
    """Rounds are dense, and each is what its seed draws from those who are in it."""
    numbers: dict[int, int] = {}
    rows = CupRound.objects.select_related("cup").order_by("cup", "number")
    for row in rows.prefetch_related("matches__home", "matches__away"):
        numbers[row.cup_id] = numbers.get(row.cup_id, 0) + 1
        if row.number != numbers[row.cup_id]:
            yield f"{row.cup}: its rounds are not numbered from 1."
        matches = sorted(row.matches.all(), key=lambda one: one.number)
        sides = [side for one in matches for side in (one.home, one.away) if side]
        if any(side.cup_id != row.cup_id for side in sides):
            yield f"{row.cup}: in round {row.number} there is someone of another cup."
        elif len({side.pk for side in sides}) != len(sides):
            yield f"{row.cup}: someone is drawn twice in round {row.number}."
        elif len(sides) < 2 or [_drawn(one) for one in matches] != list(_again(row, sides)):
            yield f"{row.cup}: round {row.number} is not what its seed draws."


def _drawn(one: CupMatch) -> Drawn:
    return Drawn(one.home.number, one.away.number if one.away else None, Bye.of(one.bye) if one.bye else None)


def _again(row: CupRound, sides: list[CupEntrant]) -> tuple[Drawn, ...]:
    field = [Entrant(side.number, side.seed, side.region) for side in sides]
    return draw_round(Method.of(row.cup.method), field, int(row.seed, 16))


def cup_matches_are_fixtures_or_events() -> Iterator[str]:
    """A match of teams is a fixture of the cup between them, one of pairs is none."""
    rows = CupMatch.objects.filter(away__isnull=False).select_related("round__cup", "home", "away", "fixture")
    for one in rows:
        fixture, cup = one.fixture, one.round.cup
        if (fixture is not None) != cup.is_of_teams:
            yield f"{cup}: match {one.number} of round {one.round.number} is not played as its cup is."
        elif fixture and (fixture.cup_id, fixture.week, fixture.home_id, fixture.away_id) != (
            cup.pk,
            one.round.number,
            one.home.squad_id,
            one.away.squad_id if one.away else None,
        ):
            yield f"{cup}: match {one.number} of round {one.round.number} is another fixture."
    strays = Fixture.objects.filter(cup__isnull=False, cup_match=None)
    for stray in strays.select_related("home__team", "away__team", "cup"):
        yield f"{stray}: is of {stray.cup}, but of no round of it."


def cup_decisions_are_of_their_match() -> Iterator[str]:
    """Turns are dense, and the winner is one of the two."""
    turns = Counter[int]()
    for row in CupDecision.objects.select_related("match__round__cup").order_by("match", "turn"):
        turns[row.match_id] += 1
        if row.turn != turns[row.match_id]:
            yield f"{row.match.round.cup}: decisions about a match are not numbered from 1."
        if row.winner_id and row.winner_id not in (row.match.home_id, row.match.away_id):
            yield f"{row.match.round.cup}: a decision names someone who did not play."


def nobody_plays_for_two_teams_of_a_cup() -> Iterator[str]:
    """But for exceptions."""
    played = LineUpPlayer.objects.filter(exemption=None, fixture__cup__isnull=False, fixture__event__isnull=False)
    grouped = played.values("fixture__cup", "fixture__cup__name", "player", "player__name")
    twice = grouped.annotate(teams=Count("squad", distinct=True))
    for row in twice.filter(~Q(teams=1)).order_by("fixture__cup", "player"):
        yield f"{row['player__name']} plays for {row['teams']} teams in {row['fixture__cup__name']}."


def cups_play_in_their_season() -> Iterator[str]:
    for one in Fixture.objects.filter(cup__isnull=False).exclude(cup__season=F("season")).select_related("cup"):
        yield f"{one.cup}: a match of it is of another season."


CHECKS = (
    cup_entrants_are_counted,
    cup_rounds_are_as_drawn,
    cup_matches_are_fixtures_or_events,
    cup_decisions_are_of_their_match,
    nobody_plays_for_two_teams_of_a_cup,
    cups_play_in_their_season,
)
