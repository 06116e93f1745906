"""Who may be named in a line-up: a squad's own players, borrowed ones as the season's rules allow, and exceptions."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Q

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say, say_number
from tournaments.formats.seasons.eligibility import Lenders, free_time, may_lend
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.leagues.commands import day_of
from tournaments.leagues.models import Exemption, Fixture, LineUpPlayer, Squad, SquadPlayer
from tournaments.leagues.squads import squad_on

TIMES = {0: mark("0 times"), 1: mark("once"), 2: mark("twice")}
ELSEWHERE = {
    Lenders.OWN_OR_LOWER: mark(
        "Substitutes for {squad} come only from {own} and below, but {player} plays in {lender}. Choose "
        "another player, or ask an organizer for an exception."
    ),
    Lenders.OWN: mark(
        "Substitutes for {squad} come only from {own}, but {player} plays in {lender}. Choose another "
        "player, or ask an organizer for an exception."
    ),
    Lenders.LOWER: mark(
        "Substitutes for {squad} come only from divisions below {own}, but {player} plays in {lender}. "
        "Choose another player, or ask an organizer for an exception."
    ),
}


@dataclass
class Facts:
    """What decides who may be named. homes: player → the squad that the player belongs to that day; elsewhere: player →
    where else the player is named that day. tied: player → for whom else the player played in
    this cup. borrowed: how many were so far."""

    fixture: Fixture
    squad: Squad
    day: date
    homes: dict[int, SquadPlayer]
    elsewhere: dict[int, LineUpPlayer]
    exemptions: dict[int, Exemption]
    tied: dict[int, Squad]
    rules: SeasonRules = field(init=False)
    borrowed: int = 0

    def __post_init__(self) -> None:
        self.rules = self.fixture.season.settings


def facts_of(fixture: Fixture, squad: Squad, players: Iterable[Player]) -> Facts:
    day, ids = day_of(fixture), [player.pk for player in players]
    homes = squad_on(fixture.season, day).filter(player__in=ids).select_related("squad__section__division")
    same_day = LineUpPlayer.objects.filter(season=fixture.season, day=day, exemption=None).exclude(fixture=fixture)
    is_one = Q(player__in=ids) | Q(player__alias__person__in=ids)
    line_up_players = same_day.filter(is_one).select_related("squad__team", "player__alias")
    exemptions = fixture.exemptions.filter(squad=squad, revoked=None)
    return Facts(
        fixture,
        squad,
        day,
        {squad_player.player_id: squad_player for squad_player in homes},
        {number: line_up_player for line_up_player in line_up_players for number in _numbers(line_up_player.player)},
        {exemption.player_id: exemption for exemption in exemptions},
        _tied(fixture, squad, is_one),
    )


def _tied(fixture: Fixture, squad: Squad, is_one: Q) -> dict[int, Squad]:
    """Which of these played for another squad in the cup that the fixture is of. Games played by exception bind no
    one."""
    if fixture.cup_id is None:
        return {}
    played = LineUpPlayer.objects.filter(fixture__cup=fixture.cup_id, fixture__event__isnull=False, exemption=None)
    line_up_players = played.filter(is_one).exclude(squad=squad).select_related("squad__team", "player__alias")
    return {
        number: line_up_player.squad for line_up_player in line_up_players for number in _numbers(line_up_player.player)
    }


def _numbers(player: Player) -> list[int]:
    """Of the record, and of the person whose it is."""
    alias = getattr(player, "alias", None)
    return [player.pk, alias.person_id] if alias else [player.pk]


def terms_of(facts: Facts, player: Player) -> dict[str, Any]:
    """How a player is named: as one of the squad's own, borrowed with the numbers of that, or by exception. RuleError,
    saying what to do, where the rules are against it."""
    if exemption := facts.exemptions.get(player.pk):
        return {"exemption": exemption}
    if other := facts.elsewhere.get(player.pk):
        raise RuleError(
            "{player} plays for {squad} on {day}. Choose another player, or ask an organizer for an exception.",
            player=player,
            squad=other.squad,
            day=facts.day,
        )
    if tied := facts.tied.get(player.pk):
        raise RuleError(
            "{player} already played for {squad} in this cup. Choose another player, or ask an organizer "
            "for an exception.",
            player=player,
            squad=tied,
        )
    home = facts.homes.get(player.pk)
    if home and home.squad_id == facts.squad.pk:
        return {}
    _check_lender(facts, player, home)
    facts.borrowed += 1
    most, loans = facts.rules.borrowings, facts.rules.borrowed_at_once
    if loans is not None and facts.borrowed > loans:
        raise RuleError(
            say_number(
                "{squad} can have {number} substitute in a match, and {player} would be one too many. Choose one of "
                "your own players, or ask an organizer for an exception.",
                "{squad} can have {number} substitutes in a match, and {player} would be one too many. Choose one of "
                "your own players, or ask an organizer for an exception.",
                loans,
                player=player,
                squad=facts.squad,
            )
        )
    turn = _next_turn(facts.fixture, player, most)
    return {"turn": turn, "most": most, "loan": facts.borrowed, "loans": loans}


def _check_lender(facts: Facts, player: Player, home: SquadPlayer | None) -> None:
    own = facts.squad.section.division
    lender = home.squad.section.division if home else None
    if may_lend(facts.rules.lenders, lender.level if lender else None, own.level):
        return
    if lender is None:
        raise RuleError(
            "{player} isn’t on a team this season and can’t substitute. Choose another player, or ask an "
            "organizer for an exception.",
            player=player,
        )
    raise RuleError(ELSEWHERE[facts.rules.lenders], squad=facts.squad, own=own, player=player, lender=lender)


def _next_turn(fixture: Fixture, player: Player, most: int) -> int:
    """The first turn that is free. RuleError, saying where the player was borrowed, when there is none."""
    is_the_person = Q(player=player) | Q(player__alias__person=player)
    line_up_players = LineUpPlayer.objects.filter(is_the_person, season=fixture.season, turn__isnull=False)
    taken = {
        line_up_player.turn: line_up_player.fixture
        for line_up_player in line_up_players.select_related("fixture__home__team", "fixture__away__team")
    }
    free = free_time([turn for turn in taken if turn], most)
    if free is None:
        where = ", ".join(str(fixture) for fixture in taken.values()) or say("no matches")
        raise RuleError(
            "{player} can substitute {times} a season (so far: {where}). Choose another player.",
            player=player,
            times=say(TIMES[most]) if most in TIMES else say_number("{number} time", "{number} times", most),
            where=where,
        )
    return free
