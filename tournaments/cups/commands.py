"""A cup, who plays for it, and its end; and what all commands of cups share."""

import datetime
from collections.abc import Sequence

from django.db.models import Max

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.cups.models import Cup, CupEntrant, CupMatch, CupPlayer
from tournaments.cups.progress import Meeting, Progress, progress_of
from tournaments.errors import Conflict
from tournaments.formats.cups.draw import MAX_ENTRANTS, Method, Opening
from tournaments.formats.seasons.settings import Kind
from tournaments.leagues import commands as leagues
from tournaments.leagues import fixtures
from tournaments.leagues.commands import lock_season
from tournaments.leagues.models import Fixture, Season, Squad
from tournaments.leagues.setup import tidy
from tournaments.leagues.standing_facts import withdrawals_of

BEST_OF = (1, 3, 5, 7, 9)
Team = tuple[int, str]
"""The id of a squad, and its region."""
Pair = tuple[str, str, str]
"""The names of two players, and their region."""


def lock_cup(cup_id: int) -> Cup:
    """The season's lock is that of its cups."""
    season = lock_season(Cup.objects.values_list("season_id", flat=True).get(pk=cup_id))
    cup = Cup.objects.get(pk=cup_id)
    cup.season = season
    return cup


def lock_match(match_id: int) -> CupMatch:
    cup = lock_cup(CupMatch.objects.values_list("round__cup_id", flat=True).get(pk=match_id))
    match = CupMatch.objects.select_related("round").get(pk=match_id)
    match.round.cup = cup
    return match


def allow(subject: Season | Cup | CupMatch, context: Context) -> None:
    """For organizers of the club, while the season is not closed."""
    leagues.allow(subject if isinstance(subject, Season) else subject.season, context)


def check_seen(subject: Cup | CupMatch, expected_version: int | None) -> None:
    cup = subject if isinstance(subject, Cup) else subject.round.cup
    if expected_version is not None and expected_version != cup.version:
        raise Conflict("{cup} has changed since you opened this page. Check it again, then decide.", cup=cup)


@command(
    Action.CREATE_CUP, lock=lock_season, permission=allow, replay=lambda done: Cup.objects.get(pk=done.detail["cup"])
)
def create_cup(
    season: Season,
    name: str,
    kind: str,
    method: str,
    *,
    context: Context,
    opening: str = Opening.PRELIMINARY,
    is_neutral: bool = False,
    best_of: int = 3,
) -> Cup:
    """A cup of the season's teams, or of pairs of the club. Its rounds are drawn one by one."""
    if kind not in Cup.Kind.values:
        raise RuleError("Choose whether teams or pairs play in the cup.")
    if kind == Cup.Kind.TEAMS and season.settings.kind is not Kind.FIXTURES:
        raise RuleError("This season has no teams, so its cups are for pairs. Choose pairs.")
    number = (season.cups.aggregate(last=Max("number"))["last"] or 0) + 1
    cup = Cup(season=season, number=number, kind=kind)
    _set(cup, name, method, opening, is_neutral=is_neutral, best_of=best_of)
    cup.save()
    leagues.write(season, context, detail={"cup": cup.pk})
    return cup


@command(Action.CHANGE_CUP, lock=lock_cup, permission=allow, version=check_seen)
def change_cup(
    cup: Cup,
    name: str,
    method: str,
    *,
    context: Context,
    opening: str,
    is_neutral: bool,
    best_of: int,
    expected_version: int | None = None,
) -> Cup:
    """Give a cup another name and, until its first round is drawn, another draw."""
    before = cup.method, cup.opening, cup.is_neutral, cup.best_of
    _set(cup, name, method, opening, is_neutral=is_neutral, best_of=best_of)
    if before != (cup.method, cup.opening, cup.is_neutral, cup.best_of) and cup.rounds.exists():
        raise RuleError("{cup} is already drawn, so you can only change its name.", cup=cup)
    write(cup, context)
    return cup


@command(Action.SET_CUP_ENTRANTS, lock=lock_cup, permission=allow, version=check_seen)
def set_teams(cup: Cup, teams: Sequence[Team], *, context: Context, expected_version: int | None = None) -> Cup:
    """Let these teams of the season play for the cup, the best seed first. Until its first round is drawn."""
    _check_open(cup, Cup.Kind.TEAMS, len(teams))
    squads = {squad.pk: squad for squad in cup.season.squads.select_related("team")}
    ids = [pk for pk, _ in teams]
    if len(set(ids)) != len(ids) or not set(ids) <= squads.keys():
        raise RuleError("Choose only teams from this season, and each team only once.")
    if gone := next((squads[pk] for pk in ids if pk in withdrawals_of(cup.season)), None):
        raise RuleError("{squad} left the season, so it can’t play in a cup.", squad=gone)
    cup.entrants.all().delete()
    CupEntrant.objects.bulk_create(
        CupEntrant(cup=cup, number=seed, seed=seed, region=_region(region), squad=squads[pk])
        for seed, (pk, region) in enumerate(teams, start=1)
    )
    write(cup, context, entrants=len(ids))
    return cup


@command(Action.SET_CUP_ENTRANTS, lock=lock_cup, permission=allow, version=check_seen)
def set_pairs(cup: Cup, pairs: Sequence[Pair], *, context: Context, expected_version: int | None = None) -> Cup:
    """Let these pairs of the club's players play for the cup, the best seed first. Until its first round is drawn."""
    _check_open(cup, Cup.Kind.PAIRS, len(pairs))
    members = [[_member(cup, name) for name in pair[:2]] for pair in pairs]
    players = [player for pair in members for player in pair]
    if twice := next((player for player in players if players.count(player) > 1), None):
        raise RuleError("{player} is listed twice. Each player can be in only one pair.", player=twice)
    cup.entrants.all().delete()
    for seed, (pair, (*_, region)) in enumerate(zip(members, pairs, strict=True), start=1):
        entrant = CupEntrant.objects.create(cup=cup, number=seed, seed=seed, region=_region(region))
        for chair, player in enumerate(pair):
            CupPlayer.objects.create(cup=cup, entrant=entrant, player=player, chair=chair)
    write(cup, context, entrants=len(pairs))
    return cup


@command(Action.CANCEL_CUP, lock=lock_cup, permission=allow, version=check_seen)
def cancel_cup(cup: Cup, reason: str, *, context: Context, expected_version: int | None = None) -> Cup:
    """End a cup without a winner. Its matches to come are void; what was played stays."""
    why = require_reason(reason)
    check_not_cancelled(cup)
    now = progress_of(cup)
    if now.is_ended:
        raise RuleError("{cup} is over, so it can’t be canceled.", cup=cup)
    for meeting in now.last.matches if now.last else ():
        if meeting.match.fixture and not meeting.match.fixture.is_over:
            fixtures.rule(meeting.match.fixture.pk, Fixture.State.VOID, why, context=context)
    cup.cancelled_because = why
    write(cup, context, reason=why)
    return cup


def _set(cup: Cup, name: str, method: str, opening: str, *, is_neutral: bool, best_of: int) -> None:
    cup.name = tidy(name, 60)
    if cup.season.cups.filter(name__iexact=cup.name).exclude(pk=cup.pk).exists():
        raise RuleError("This season already has a cup called {name}. Choose another name.", name=cup.name)
    if method not in set(Method) or opening not in set(Opening):
        raise RuleError("Choose how the cup is drawn.")
    if best_of not in BEST_OF:
        raise RuleError("A match needs an odd number of games. Choose 1, 3, 5, 7 or 9.")
    cup.method, cup.opening, cup.is_neutral, cup.best_of = Method.of(method), Opening.of(opening), is_neutral, best_of


def write(cup: Cup, context: Context, *, reason: str = "", **detail: object) -> AuditLogEntry:
    """Log the running command and save the cup, as its next version."""
    cup.version += 1
    cup.save()
    return leagues.write(cup.season, context, reason=reason, detail={"cup": cup.pk, **detail})


def check_not_cancelled(cup: Cup) -> None:
    if cup.cancelled_because:
        raise RuleError("{cup} is canceled: {reason}", cup=cup, reason=cup.cancelled_because)


def _check_open(cup: Cup, kind: str, number: int) -> None:
    check_not_cancelled(cup)
    if cup.kind != kind and cup.is_of_teams:
        raise RuleError("This is a team cup. Choose teams for it, not pairs.")
    if cup.kind != kind:
        raise RuleError("This is a pairs cup. Choose pairs for it, not teams.")
    if cup.rounds.exists():
        raise RuleError("{cup} is already drawn, so no one can join or leave. Undo the draw first.", cup=cup)
    if number > MAX_ENTRANTS:
        raise RuleError("A cup can have at most {most} teams or pairs. Choose fewer.", most=MAX_ENTRANTS)


def check_days(cup: Cup, starts_at: datetime.datetime, play_by: datetime.date) -> None:
    if play_by < starts_at.astimezone(cup.season.zone).date():
        raise RuleError("The deadline is before the match. Choose a later deadline.")


def squads_of(match: CupMatch) -> tuple[Squad, Squad]:
    home, away = match.home.squad, match.away and match.away.squad
    assert home, "a team is at home"
    assert away, "a team visits"
    return home, away


def meeting_of(now: Progress, match: CupMatch) -> Meeting:
    """The match with its score and winner, from its cup's progress."""
    return next(meeting for round_ in now.rounds for meeting in round_.meetings if meeting.match.pk == match.pk)


def _member(cup: Cup, name: str) -> Player:
    club, wanted = cup.season.league.club, " ".join(name.split())
    players = list(Player.objects.filter(memberships__club=club, name__iexact=wanted)[:2])
    if len(players) > 1:
        raise RuleError("{club} has several players called {name}. Rename one of them first.", club=club, name=wanted)
    if not players:
        raise RuleError("{club} has no player called {name}. Add the player to the club first.", club=club, name=wanted)
    return players[0]


def _region(text: str) -> str:
    return " ".join(text.split())[:40]
