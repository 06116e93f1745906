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
        cup_entrants = list(cup.entrants.all())
        wanted = list(range(1, len(cup_entrants) + 1))
        if [entrant.seed for entrant in cup_entrants] != wanted or sorted(
            entrant.number for entrant in cup_entrants
        ) != wanted:
            yield f"{cup}: its entrants are not numbered from 1."
        for cup_entrant in cup_entrants:
            players = {player.chair for player in cup_entrant.players.all()}
            if cup.is_of_teams and (
                cup_entrant.squad is None or cup_entrant.squad.season_id != cup.season_id or players
            ):
                yield f"{cup}: entrant {cup_entrant.number} is no team of its season."
            if not cup.is_of_teams and (cup_entrant.squad or players != {0, 1}):
                yield f"{cup}: entrant {cup_entrant.number} is no pair."


def cup_rounds_are_as_drawn() -> Iterator[str]:
    """Rounds are dense, and each is what its seed draws from those who are in it."""
    numbers: dict[int, int] = {}
    cup_rounds = CupRound.objects.select_related("cup").order_by("cup", "number")
    for cup_round in cup_rounds.prefetch_related("matches__home", "matches__away"):
        numbers[cup_round.cup_id] = numbers.get(cup_round.cup_id, 0) + 1
        if cup_round.number != numbers[cup_round.cup_id]:
            yield f"{cup_round.cup}: its rounds are not numbered from 1."
        matches = sorted(cup_round.matches.all(), key=lambda cup_match: cup_match.number)
        sides = [side for match in matches for side in (match.home, match.away) if side]
        if any(side.cup_id != cup_round.cup_id for side in sides):
            yield f"{cup_round.cup}: in round {cup_round.number} there is someone of another cup."
        elif len({side.pk for side in sides}) != len(sides):
            yield f"{cup_round.cup}: someone is drawn twice in round {cup_round.number}."
        elif len(sides) < 2 or [_drawn(match) for match in matches] != list(_again(cup_round, sides)):
            yield f"{cup_round.cup}: round {cup_round.number} is not what its seed draws."


def _drawn(cup_match: CupMatch) -> Drawn:
    return Drawn(
        cup_match.home.number,
        cup_match.away.number if cup_match.away else None,
        Bye.of(cup_match.bye) if cup_match.bye else None,
    )


def _again(cup_round: CupRound, sides: list[CupEntrant]) -> tuple[Drawn, ...]:
    field = [Entrant(side.number, side.seed, side.region) for side in sides]
    return draw_round(Method.of(cup_round.cup.method), field, int(cup_round.seed, 16))


def cup_matches_are_fixtures_or_events() -> Iterator[str]:
    """A match of teams is a fixture of the cup between them, one of pairs is none."""
    cup_matches = CupMatch.objects.filter(away__isnull=False).select_related("round__cup", "home", "away", "fixture")
    for cup_match in cup_matches:
        fixture, cup = cup_match.fixture, cup_match.round.cup
        if (fixture is not None) != cup.is_of_teams:
            yield f"{cup}: match {cup_match.number} of round {cup_match.round.number} is not played as its cup is."
        elif fixture and (fixture.cup_id, fixture.week, fixture.home_id, fixture.away_id) != (
            cup.pk,
            cup_match.round.number,
            cup_match.home.squad_id,
            cup_match.away.squad_id if cup_match.away else None,
        ):
            yield f"{cup}: match {cup_match.number} of round {cup_match.round.number} is another fixture."
    strays = Fixture.objects.filter(cup__isnull=False, cup_match=None)
    for stray in strays.select_related("home__team", "away__team", "cup"):
        yield f"{stray}: is of {stray.cup}, but of no round of it."


def cup_decisions_are_of_their_match() -> Iterator[str]:
    """Turns are dense, and the winner is one of the two."""
    turns = Counter[int]()
    for cup_decision in CupDecision.objects.select_related("match__round__cup").order_by("match", "turn"):
        turns[cup_decision.match_id] += 1
        if cup_decision.turn != turns[cup_decision.match_id]:
            yield f"{cup_decision.match.round.cup}: decisions about a match are not numbered from 1."
        if cup_decision.winner_id and cup_decision.winner_id not in (
            cup_decision.match.home_id,
            cup_decision.match.away_id,
        ):
            yield f"{cup_decision.match.round.cup}: a decision names someone who did not play."


def nobody_plays_for_two_teams_of_a_cup() -> Iterator[str]:
    """But for exceptions."""
    played = LineUpPlayer.objects.filter(exemption=None, fixture__cup__isnull=False, fixture__event__isnull=False)
    grouped = played.values("fixture__cup", "fixture__cup__name", "player", "player__name")
    twice = grouped.annotate(teams=Count("squad", distinct=True))
    for player in twice.filter(~Q(teams=1)).order_by("fixture__cup", "player"):
        yield f"{player['player__name']} plays for {player['teams']} teams in {player['fixture__cup__name']}."


def cups_play_in_their_season() -> Iterator[str]:
    for fixture in Fixture.objects.filter(cup__isnull=False).exclude(cup__season=F("season")).select_related("cup"):
        yield f"{fixture.cup}: a match of it is of another season."


CHECKS = (
    cup_entrants_are_counted,
    cup_rounds_are_as_drawn,
    cup_matches_are_fixtures_or_events,
    cup_decisions_are_of_their_match,
    nobody_plays_for_two_teams_of_a_cup,
    cups_play_in_their_season,
)
