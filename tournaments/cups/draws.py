"""The draw of a round of a cup, and taking it back."""

import datetime
from collections.abc import Sequence

from django.db.models import Max, ProtectedError

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Venue
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.cups.commands import (
    allow,
    check_days,
    check_not_cancelled,
    check_seen,
    lock_cup,
    squads_of,
    write,
)
from tournaments.cups.models import Cup, CupEntrant, CupMatch, CupRound
from tournaments.cups.progress import Progress, progress_of
from tournaments.events.models import new_seed
from tournaments.formats.cups import draw
from tournaments.formats.cups.draw import Drawn, Method
from tournaments.leagues import fixtures
from tournaments.leagues.models import Fixture, Season


@command(
    Action.DRAW_CUP_ROUND,
    lock=lock_cup,
    permission=allow,
    version=check_seen,
    replay=lambda done: CupRound.objects.get(journal=done),
)
def draw_round(
    cup: Cup,
    starts_at: datetime.datetime,
    play_by: datetime.date,
    *,
    context: Context,
    venue: Venue | None = None,
    expected_version: int | None = None,
) -> CupRound:
    """Draw the next round from those who are left. Its matches begin with this day, deadline and venue; at home venues
    each has the home team's, if that has tables left on the day. The log keeps the draw's seed."""
    check_not_cancelled(cup)
    if cup.season.state != Season.State.OPEN:
        raise RuleError("Open the season before you draw its cups.")
    now = progress_of(cup)
    _check_drawable(now)
    check_days(cup, starts_at, play_by)
    if cup.is_of_teams:
        _check_free(cup, [cup_entrant.squad_id for cup_entrant in now.left], starts_at)
    seed, number = new_seed(), len(now.rounds) + 1
    field = [draw.Entrant(cup_entrant.number, cup_entrant.seed, cup_entrant.region) for cup_entrant in now.left]
    drawn = draw.draw_round(Method.of(cup.method), field, int(seed, 16))
    written = write(cup, context, number=number, seed=seed)
    cup_round = CupRound.objects.create(
        cup=cup, number=number, seed=seed, starts_at=starts_at, play_by=play_by, journal=written
    )
    by_number = {cup_entrant.number: cup_entrant for cup_entrant in now.left}
    for index, match in enumerate(drawn, start=1):
        _make_match(cup_round, index, match, by_number, venue)
    return cup_round


@command(Action.UNDO_CUP_DRAW, lock=lock_cup, permission=allow, version=check_seen)
def undo_draw(cup: Cup, reason: str, *, context: Context, expected_version: int | None = None) -> Cup:
    """Take the last draw back, so that it can be drawn again. Only while none of its matches has begun."""
    why, last = require_reason(reason), progress_of(cup).last
    if last is None:
        raise RuleError("{cup} has no rounds yet, so there’s no draw to undo.", cup=cup)
    check_not_cancelled(cup)
    if begun := next((match.match for match in last.matches if match.is_begun), None):
        raise RuleError("{match} was already played or decided, so you can’t undo the draw.", match=begun)
    numbers = [match.match.fixture_id for match in last.matches if match.match.fixture_id]
    seed, number = last.row.seed, last.row.number
    last.row.delete()
    try:
        Fixture.objects.filter(pk__in=numbers).delete()
    except ProtectedError as error:
        raise RuleError(
            "A match in this round has a fine, a ruling or an exception, so you can’t undo the draw."
        ) from error
    write(cup, context, reason=why, number=number, seed=seed)
    return cup


def _check_drawable(now: Progress) -> None:
    if now.champion:
        raise RuleError("{cup} is over. {winner} won it.", cup=now.cup, winner=now.champion)
    if now.last and not now.last.is_over:
        waiting = next(meeting.match for meeting in now.last.meetings if not meeting.is_over)
        raise RuleError("{match} has no winner yet. Draw the next round once it has one.", match=waiting)
    if len(now.left) < 2:
        raise RuleError("A draw needs at least 2 teams or pairs. Add more to this cup.")


def _check_free(cup: Cup, squads: Sequence[int | None], starts_at: datetime.datetime) -> None:
    """RuleError if one of these already plays that day: the draw can't say yet who would meet whom."""
    first = starts_at.astimezone(cup.season.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    same_day = cup.season.fixtures.filter(starts_at__gte=first, starts_at__lt=first + datetime.timedelta(days=1))
    same_day = same_day.exclude(state__in=[Fixture.State.POSTPONED, Fixture.State.VOID])
    for other in same_day.select_related("home__team", "away__team").order_by("number"):
        if busy := next((squad for squad in other.squads if squad.pk in squads), None):
            raise RuleError(
                "{squad} already has a match that day ({other}). Choose another day for the round.",
                squad=busy,
                other=other,
            )


def _make_match(
    cup_round: CupRound, index: int, match: Drawn, by_number: dict[int, CupEntrant], venue: Venue | None
) -> CupMatch:
    home, cup = by_number[match.home], cup_round.cup
    made = CupMatch(round=cup_round, number=index, home=home)
    if match.away is None:
        made.bye = str(match.bye)
    else:
        made.away, made.play_by = by_number[match.away], cup_round.play_by
        if cup.is_of_teams:
            made.fixture = _make_fixture(cup_round, made, venue)
        else:
            made.starts_at, made.venue = cup_round.starts_at, venue
    made.save()
    return made


def _make_fixture(cup_round: CupRound, match: CupMatch, venue: Venue | None) -> Fixture:
    """A fixture of the season that counts in no table. Without a venue where the home team's is full that day."""
    cup, season = cup_round.cup, cup_round.cup.season
    home, away = squads_of(match)
    last = season.fixtures.aggregate(last=Max("number"))["last"] or 0
    made = Fixture(
        season=season,
        cup=cup,
        number=last + 1,
        week=cup_round.number,
        home=home,
        away=away,
        starts_at=cup_round.starts_at,
        venue=venue if cup.is_neutral else home.team.venue,
        state=Fixture.State.PLANNED,
    )
    try:
        fixtures.check_day(made, cup_round.starts_at)
    except RuleError:
        made.venue = None
    made.save()
    return made
