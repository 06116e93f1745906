"""What a side of a fixture starts with: fixed when the fixture begins, worked out as of now before, and in words."""

from collections.abc import Iterable
from fractions import Fraction

from django.db.models import Q

from games.engine.language import decimal, say, say_number
from tournaments.formats.seasons.handicap import Average, handicap_of
from tournaments.formats.standings.sums import number_text
from tournaments.leagues import tables
from tournaments.leagues.models import Fixture, FixtureHandicap, Season, Squad

State = Fixture.State
HOLDING = (State.PLANNED, State.POSTPONED, State.PLAYED)
"""Fixtures for which a handicap means something."""


def fix(fixture: Fixture) -> None:
    """Keep for ever what a side starts with, if the season has a handicap and both teams have played enough. For the
    command that begins a fixture, under the season's lock."""
    if not fixture.season.settings.handicap:
        return
    tables.settle(fixture.season, sections=())  # A result may have been corrected a moment ago.
    if fixture_handicap := as_of_now(fixture):
        fixture_handicap.save()


def of_fixture(fixture: Fixture) -> FixtureHandicap | None:
    """What holds for a fixture: as fixed when it began, else as it would be now. None where there is none, or none any
    more."""
    if fixture.is_begun:
        return getattr(fixture, "handicap", None)
    return as_of_now(fixture) if _is_to_come(fixture) else None


def as_of_now(fixture: Fixture) -> FixtureHandicap | None:
    """What would be fixed if the fixture began now, not saved."""
    rules = fixture.season.settings
    averages = _averages(fixture.season, fixture.squads)
    home, away = averages[fixture.home_id], averages[fixture.away_id]
    if (handicap := handicap_of(home, away, rules)) is None:
        return None
    return FixtureHandicap(
        fixture=fixture,
        side=handicap.side,
        halves=handicap.halves,
        most=rules.handicap_most,
        home_won=home.halves,
        home_played=home.played,
        away_won=away.halves,
        away_played=away.played,
    )


def in_words(fixture: Fixture, handicap: FixtureHandicap | None) -> str:
    """For people at the fixture: who starts with how much, and why. handicap: that of `of_fixture`. Empty where the
    season has none, or the fixture is decided without play."""
    rules = fixture.season.settings
    if not rules.handicap or fixture.state not in HOLDING or not (fixture.is_begun or _is_to_come(fixture)):
        return ""
    if handicap is None:
        return _too_early(rules.handicap_after, is_begun=fixture.is_begun)
    return f"{_who(fixture, handicap)} {_why(fixture, handicap)}"


def average_text(value: Fraction) -> str:
    """An average with up to two decimals: 3, 3.2, 5.33."""
    hundredths = round(value * 100)
    return decimal(f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip("."))


def _averages(season: Season, squads: Iterable[Squad]) -> dict[int, Average]:
    """Squad id → what it won without handicaps in the fixtures that were played and count in its table."""
    averages = {squad.pk: Average() for squad in squads}
    counted = season.fixtures.filter(cup=None, state=State.PLAYED, score__isnull=False)
    counted = counted.filter(Q(home__in=averages) | Q(away__in=averages))
    for fixture in counted.select_related("score", "handicap"):
        own = getattr(fixture, "handicap", None)
        starts = own.given.starts if own else (0, 0)
        totals = fixture.score.home_halves, fixture.score.away_halves
        for squad, total, start in zip((fixture.home_id, fixture.away_id), totals, starts, strict=True):
            if squad in averages:
                averages[squad] += Average(total - start, 1)
    return averages


def _is_to_come(fixture: Fixture) -> bool:
    is_open = fixture.season.state == Season.State.OPEN
    return is_open and not fixture.is_begun and fixture.state in (State.PLANNED, State.POSTPONED)


def _who(fixture: Fixture, handicap: FixtureHandicap) -> str:
    if handicap.side is None:
        if fixture.is_begun:
            return say("No handicap: the teams are too evenly matched.")
        return say("If the match began today, there’d be no handicap: the teams are too evenly matched.")
    about = {"team": fixture.squads[handicap.side], "games": number_text(handicap.games)}
    is_one = 1 if handicap.games <= 1 else 2
    if fixture.is_over:
        return say_number(
            "The score includes a handicap of {games} game for {team}.",
            "The score includes a handicap of {games} games for {team}.",
            is_one,
            **about,
        )
    if fixture.is_begun:
        return say_number(
            "{team} starts {games} game ahead.",
            "{team} starts {games} games ahead.",
            is_one,
            **about,
        )
    return say_number(
        "If the match began today, {team} would start {games} game ahead.",
        "If the match began today, {team} would start {games} games ahead.",
        is_one,
        **about,
    )


def _why(fixture: Fixture, handicap: FixtureHandicap) -> str:
    home, away = (average_text(average.games) for average in handicap.averages)
    about = {"home": fixture.home, "home_average": home, "away": fixture.away, "away_average": away}
    if fixture.is_over:
        return say("Games won per match before this one: {home} {home_average}, {away} {away_average}.", **about)
    return say("Games won per match so far: {home} {home_average}, {away} {away_average}.", **about)


def _too_early(least: int, *, is_begun: bool) -> str:
    if is_begun:
        return say_number(
            "No handicap: one of the teams hadn’t played {number} match yet.",
            "No handicap: one of the teams hadn’t played {number} matches yet.",
            least,
        )
    return say_number(
        "No handicap yet: both teams need to play {number} match first.",
        "No handicap yet: both teams need to play {number} matches first.",
        least,
    )
