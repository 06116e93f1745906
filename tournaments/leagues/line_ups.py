"""Who plays for a squad in a fixture. A player of another squad, or of none, is borrowed, up to a limit each season."""

from collections.abc import Iterable, Sequence

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say_number
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Membership
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.leagues.commands import allow, check_not_closed, day_of, lock_fixture, save_fixture, write
from tournaments.leagues.eligibility import facts_of, terms_of
from tournaments.leagues.models import Exemption, Fixture, LineUpPlayer, Squad, WithdrawnFixture, WithdrawnLineUp
from tournaments.leagues.squads import squad_on
from tournaments.permissions import Permission, require

Pair = Sequence[Player]


@command(Action.SET_LINE_UP, lock=lock_fixture, permission=None)
def set_line_up(
    fixture: Fixture, squad_id: int, pairs: Sequence[Pair], *, context: Context, expected_version: int | None = None
) -> Fixture:
    """Name the pairs of a squad, in order; the line-up before is replaced. For organizers and the squad's captain.
    Where the season lets teams come short, a pair can have one player or none, and doesn't play.

    expected_version: how often this squad's line-up had been set, so that both captains can do it at once.
    """
    squad = _squad_in(fixture, squad_id)
    require(context.actor, Permission.SET_LINE_UP, squad)
    check_not_closed(fixture.season)
    side = fixture.squads.index(squad)
    if expected_version is not None and expected_version != fixture.named[side]:
        raise Conflict("Someone just set the lineup for {squad}. Check the lineup again.", squad=squad)
    _check_open(fixture)
    _check_shape(fixture, pairs)
    players = [player for pair in pairs for player in pair]
    _check_players(fixture, squad, players)
    fixture.line_up.filter(squad=squad).delete()
    facts = facts_of(fixture, squad, players)
    for number, pair in enumerate(pairs, start=1):
        for chair, player in enumerate(pair):
            place = {"squad": squad, "player": player, "pair": number, "chair": chair, "day": facts.day}
            terms = terms_of(facts, player)
            LineUpPlayer.objects.create(season=fixture.season, fixture=fixture, **place, **terms)
    counted = ("home_named", "away_named")[side]
    setattr(fixture, counted, fixture.named[side] + 1)
    save_fixture(fixture, counted)
    write(fixture.season, context, detail={"fixture": fixture.pk, "squad": squad.pk})
    return fixture


@command(
    Action.EXEMPT_PLAYER,
    lock=lock_fixture,
    permission=allow,
    replay=lambda done: Exemption.objects.get(journal=done),
)
def exempt_player(fixture: Fixture, squad_id: int, player: Player, reason: str, *, context: Context) -> Exemption:
    """Lets a player play for a squad in a fixture, whatever the season's rules are. It isn't counted as borrowing."""
    squad = _squad_in(fixture, squad_id)
    _check_open(fixture)
    _check_known(fixture, [player])
    why = require_reason(reason)
    if fixture.exemptions.filter(squad=squad, player=player, revoked=None).exists():
        raise RuleError("An exception already lets {player} play for {squad}.", player=player, squad=squad)
    written = write(fixture.season, context, reason=why, detail={"fixture": fixture.pk, "squad": squad.pk})
    about = {"season": fixture.season, "fixture": fixture, "squad": squad, "player": player}
    return Exemption.objects.create(**about, reason=why, journal=written)


def check_line_ups(fixture: Fixture) -> None:
    """RuleError unless both squads have named their pairs, and everyone not borrowed still belongs to the squad."""
    belong = squad_on(fixture.season, day_of(fixture)).filter(squad__in=fixture.squads)
    here = {squad_player.player_id: squad_player.squad_id for squad_player in belong}
    line_up_players = list(fixture.line_up.select_related("player"))
    for squad in fixture.squads:
        own = [player for player in line_up_players if player.squad_id == squad.pk]
        if not own:
            raise RuleError("{squad} has no lineup for this match yet. Set it first.", squad=squad)
        for line_up_player in own:
            if line_up_player.is_own and here.get(line_up_player.player_id) != squad.pk:
                raise RuleError(
                    "{player} isn’t on {squad} on {day}. Set the lineup again.",
                    player=line_up_player.player,
                    squad=squad,
                    day=day_of(fixture),
                )


def _squad_in(fixture: Fixture, squad_id: int) -> Squad:
    squad = next((squad for squad in fixture.squads if squad.pk == squad_id), None)
    if squad is None:
        raise RuleError("This team isn’t in this match.")
    return squad


def _check_open(fixture: Fixture) -> None:
    if fixture.is_begun:
        raise Conflict("{fixture} has started. Add a substitute in the match console instead.", fixture=fixture)
    if fixture.is_over or fixture.state == Fixture.State.DRAFT:
        raise RuleError(
            "{fixture} is marked “{state}”, so you can’t set its lineup.",
            fixture=fixture,
            state=fixture.get_state_display().lower(),
        )


def _check_shape(fixture: Fixture, pairs: Sequence[Pair]) -> None:
    rules = fixture.season.settings
    wanted = rules.pairs
    if rules.least:
        _check_short(rules, pairs)
    elif len(pairs) != wanted or any(len(pair) != 2 for pair in pairs):
        raise RuleError(
            say_number(
                "Choose {number} pair, {players} players in all.",
                "Choose {number} pairs, {players} players in all.",
                wanted,
                players=2 * wanted,
            )
        )
    players = [player for pair in pairs for player in pair]
    twice = next((player for player in players if players.count(player) > 1), None)
    if twice:
        raise RuleError("{player} is listed twice. Each player can be in only one pair.", player=twice)


def _check_short(rules: SeasonRules, pairs: Sequence[Pair]) -> None:
    """Enough players, as few pairs short as can be."""
    named = sum(map(len, pairs))
    if len(pairs) != rules.pairs or any(len(pair) > 2 for pair in pairs) or named < rules.fewest:
        raise RuleError(
            "A team needs at least {least} players, but you chose {named}. Choose more, or ask for another date.",
            least=rules.fewest,
            named=named,
        )
    alone = [number for number, pair in enumerate(pairs, start=1) if len(pair) == 1]
    if len(alone) > 1:
        raise RuleError(
            "Pairs {pair} and {other} have one player each. Put the 2 players in one pair so they can play.",
            pair=alone[0],
            other=alone[1],
        )


def _check_players(fixture: Fixture, squad: Squad, players: Sequence[Player]) -> None:
    against = fixture.line_up.exclude(squad=squad).filter(player__in=players).select_related("player").first()
    if against:
        raise RuleError("{player} plays for the other team in this match.", player=against.player)
    _check_known(fixture, players)


def _check_known(fixture: Fixture, players: Sequence[Player]) -> None:
    club = fixture.season.league.club
    known = set(Membership.objects.filter(club=club, player__in=players).values_list("player", flat=True))
    unknown = next((player for player in players if player.pk not in known), None)
    if unknown:
        raise RuleError(
            "{player} isn’t in {club}. Only its members and guests can substitute.", player=unknown, club=club
        )


def follow_days(fixtures: Iterable[Fixture]) -> None:
    """Gives line-ups the new days of their fixtures. Where a player is named elsewhere on the new day, the line-up has
    to be set again.

    For the commands of this package, under the season's lock.
    """
    moved = {fixture.pk: fixture for fixture in fixtures}
    named = LineUpPlayer.objects.filter(fixture__in=moved)
    squads = sorted(set(named.values_list("fixture", "squad")))
    named.update(day=None)
    for fixture_id, squad_id in squads:
        fixture, own = moved[fixture_id], LineUpPlayer.objects.filter(fixture=fixture_id, squad=squad_id)
        if fixture.state == Fixture.State.POSTPONED:
            continue
        there = LineUpPlayer.objects.filter(season=fixture.season, day=day_of(fixture), exemption=None)
        if there.exclude(fixture=fixture_id).filter(player__in=own.filter(exemption=None).values("player")).exists():
            own.delete()
        else:
            own.update(day=day_of(fixture))


def keep_line_up(withdrawn: WithdrawnFixture) -> None:
    """Take the line-ups off a fixture that a withdrawal decided, so that they can come back. For the commands of this
    package."""
    line_up_players = LineUpPlayer.objects.filter(fixture=withdrawn.fixture_id)
    WithdrawnLineUp.objects.bulk_create(
        WithdrawnLineUp(
            withdrawn=withdrawn,
            squad_id=line_up_player.squad_id,
            player_id=line_up_player.player_id,
            pair=line_up_player.pair,
            chair=line_up_player.chair,
            is_own=line_up_player.is_own,
        )
        for line_up_player in line_up_players
    )
    line_up_players.delete()


def restore_line_up(withdrawn: WithdrawnFixture, fixture: Fixture) -> None:
    """Bring the line-ups back that the fixture had: of each squad as a whole, where all its players still may play and
    are free that day. For the commands of this package."""
    for side, squad in enumerate(fixture.squads):
        kept = list(withdrawn.line_up.filter(squad=squad).select_related("player__alias__person"))
        people = [_person(kept_player.player) for kept_player in kept]
        try:
            _check_players(fixture, squad, people)
            facts = facts_of(fixture, squad, people)
            terms = [terms_of(facts, player) for player in people]
        except RuleError:
            continue
        if not kept or any(line.is_own and "turn" in own_terms for line, own_terms in zip(kept, terms, strict=True)):
            continue
        for withdrawn_line_up, player, given in zip(kept, people, terms, strict=True):
            place = {
                "squad": squad,
                "player": player,
                "pair": withdrawn_line_up.pair,
                "chair": withdrawn_line_up.chair,
                "day": facts.day,
            }
            LineUpPlayer.objects.create(season=fixture.season, fixture=fixture, **place, **given)
        counted = ("home_named", "away_named")[side]
        setattr(fixture, counted, fixture.named[side] + 1)
        save_fixture(fixture, counted)


def _person(player: Player) -> Player:
    """Whose record it is by now."""
    alias = getattr(player, "alias", None)
    return alias.person if alias else player
