"""Who plays for a squad in a fixture. A player of another squad, or of none, is borrowed, so many times a season."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Q

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say, say_number
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Membership
from tournaments.commands import command
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.leagues.commands import check_fixture_seen, check_not_closed, lock_fixture, save_fixture, write
from tournaments.leagues.models import Fixture, LineUpPlayer, Squad
from tournaments.leagues.squads import squad_on
from tournaments.permissions import Permission, require

Pair = Sequence[Player]
TIMES = {0: mark("not at all"), 1: mark("once"), 2: mark("twice")}


@command(Action.SET_LINE_UP, lock=lock_fixture, permission=None)
def set_line_up(
    fixture: Fixture, squad_id: int, pairs: Sequence[Pair], *, context: Context, expected_version: int | None = None
) -> Fixture:
    """Name the pairs of a squad, in order; the line-up before is replaced. For organizers and the squad's captain."""
    squad = next((one for one in fixture.squads if one.pk == squad_id), None)
    if squad is None:
        raise RuleError("This squad does not play in this fixture.")
    require(context.actor, Permission.SET_LINE_UP, squad)
    check_not_closed(fixture.season)
    check_fixture_seen(fixture, expected_version)
    _check_open(fixture)
    _check_shape(fixture, pairs)
    players = [player for pair in pairs for player in pair]
    _check_players(fixture, squad, players)
    fixture.line_up.filter(squad=squad).delete()
    borrowed = _borrowed(fixture, squad, players)
    for number, pair in enumerate(pairs, start=1):
        for chair, player in enumerate(pair):
            _place(fixture, squad, player, number, chair, borrowed=player in borrowed)
    save_fixture(fixture)
    write(fixture.season, context, detail={"fixture": fixture.pk, "squad": squad.pk})
    return fixture


def day_of(fixture: Fixture) -> date:
    """The day of the fixture where the club is."""
    return fixture.starts_at.astimezone(fixture.season.zone).date()


def check_line_ups(fixture: Fixture) -> None:
    """RuleError unless both squads have named their pairs, and everybody not borrowed still belongs to the squad."""
    here = {row.player_id: row.squad_id for row in squad_on(fixture.season, day_of(fixture))}
    rows = list(fixture.line_up.select_related("player"))
    for squad in fixture.squads:
        own = [row for row in rows if row.squad_id == squad.pk]
        if not own:
            raise RuleError("{squad} has no line-up for this fixture yet. Set it first.", squad=squad)
        for row in own:
            if not row.is_borrowed and here.get(row.player_id) != squad.pk:
                raise RuleError(
                    "{player} does not belong to {squad} on {day}. Set the line-up again.",
                    player=row.player,
                    squad=squad,
                    day=day_of(fixture),
                )


def _check_open(fixture: Fixture) -> None:
    if fixture.is_begun:
        raise Conflict("{fixture} has begun. Let somebody stand in from its console instead.", fixture=fixture)
    if fixture.is_over or fixture.state == Fixture.State.DRAFT:
        raise RuleError(
            "{fixture} is {state}, so nobody is named for it.",
            fixture=fixture,
            state=fixture.get_state_display().lower(),
        )


def _check_shape(fixture: Fixture, pairs: Sequence[Pair]) -> None:
    wanted = fixture.season.settings.pairs
    if len(pairs) != wanted or any(len(pair) != 2 for pair in pairs):
        raise RuleError(
            say_number(
                "Name {number} pair of two players, {players} players in all.",
                "Name {number} pairs of two players, {players} players in all.",
                wanted,
                players=2 * wanted,
            )
        )
    players = [player for pair in pairs for player in pair]
    twice = next((player for player in players if players.count(player) > 1), None)
    if twice:
        raise RuleError("{player} is named twice. Everybody sits in one pair.", player=twice)


def _check_players(fixture: Fixture, squad: Squad, players: Sequence[Player]) -> None:
    against = fixture.line_up.exclude(squad=squad).filter(player__in=players).select_related("player").first()
    if against:
        raise RuleError("{player} plays for the other squad in this fixture.", player=against.player)
    club = fixture.season.league.club
    known = set(Membership.objects.filter(club=club, player__in=players).values_list("player", flat=True))
    unknown = next((player for player in players if player.pk not in known), None)
    if unknown:
        raise RuleError("{player} is not known to {club}. Only its players can be borrowed.", player=unknown, club=club)


def _borrowed(fixture: Fixture, squad: Squad, players: Sequence[Player]) -> set[Player]:
    own = squad_on(fixture.season, day_of(fixture)).filter(squad=squad).values_list("player", flat=True)
    ours = set(own)
    return {player for player in players if player.pk not in ours}


def _place(fixture: Fixture, squad: Squad, player: Player, pair: int, chair: int, *, borrowed: bool) -> None:
    most = fixture.season.settings.borrowings
    turn = _next_turn(fixture, player, most) if borrowed else None
    LineUpPlayer.objects.create(
        season=fixture.season,
        fixture=fixture,
        squad=squad,
        player=player,
        pair=pair,
        chair=chair,
        turn=turn,
        most=most if borrowed else None,
    )


def _next_turn(fixture: Fixture, player: Player, most: int) -> int:
    """The first turn that is free. RuleError, saying where the player was borrowed, when there is none."""
    is_the_person = Q(player=player) | Q(player__alias__person=player)
    rows = LineUpPlayer.objects.filter(is_the_person, season=fixture.season, turn__isnull=False)
    taken = {row.turn: row.fixture for row in rows.select_related("fixture__home__team", "fixture__away__team")}
    free = next((turn for turn in range(1, most + 1) if turn not in taken), None)
    if free is None:
        where = ", ".join(str(one) for one in taken.values()) or say("nowhere yet")
        raise RuleError(
            "{player} may be borrowed {times} in a season; so far: {where}. Name somebody else.",
            player=player,
            times=say(TIMES[most]) if most in TIMES else say_number("{number} time", "{number} times", most),
            where=where,
        )
    return free
