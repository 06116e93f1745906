"""A match's games online as one file. A match that is the best of several has its games in several rounds."""

from games.engine.egn_export import emn_text
from games.engine.errors import RuleError
from games.tables.models import Game
from games.tables.records import SeatNames, engine_game
from tournaments.draws.brackets import has_bracket, states_of
from tournaments.rounds.models import Match


def match_emn(match: Match) -> str:
    """The games of the match that count and were played online, in their order. RuleError where there is none, and
    with the house rules that the format cannot carry."""
    seatings, best_of = games_of_match(match)
    games = [game for seating in seatings if (game := _online(seating))]
    if not games:
        raise RuleError("This match has no online games, so we don’t know the cards.")
    title = f"{match.round.stage.event}: {' & '.join(_names(match))}"
    names = [SeatNames(game).all() for game in games]
    return emn_text([engine_game(game) for game in games], names, title, best_of=best_of)


def games_of_match(match: Match) -> tuple[list[Match], int]:
    """Every seating that belongs to the same match of a knockout, oldest first, and how many there are at most."""
    stage = match.round.stage
    if not has_bracket(stage):
        return [match], 1
    states, _ = states_of(stage)
    for state in states:
        seated = {number: played.draw.table for number, played in state.seated.items()}
        if seated.get(match.round.number) == match.table:
            matches = Match.objects.filter(round__stage=stage, round__number__in=seated).select_related(
                "round__stage__event"
            )
            games = [match for match in matches.order_by("round__number") if seated[match.round.number] == match.table]
            return games, state.best_of
    return [match], 1


def _online(match: Match) -> Game | None:
    """The game whose score counts; None for one that people wrote down."""
    link = match.online_tables.filter(result__isnull=False, result=match.standing_id).first()
    return (
        Game.objects.select_related("table").filter(table=link.table_id).exclude(ended_at=None).first()
        if link
        else None
    )


def _names(match: Match) -> list[str]:
    return [seat.kept_name for seat in match.seats.order_by("position")]
