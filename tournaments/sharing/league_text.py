"""A league's table as text for a group chat or a newspaper: places, the last results, and what is played next.

Teams are named, players aren't. Reads only."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from games.engine.language import say
from tournaments.formats.standings.sums import number_text
from tournaments.honours.wording import ordinal
from tournaments.leagues import selectors
from tournaments.leagues.models import Fixture, Season
from tournaments.leagues.selectors import Table
from tournaments.leagues.weeks import Weeks, weeks_of
from tournaments.sharing.summary import one_line


@dataclass(frozen=True)
class LeagueText:
    """text: to be sent. name: of the section, or of all of them together."""

    name: str
    text: str


def league_texts(season: Season, address: str) -> list[LeagueText]:
    """Of each section, and where there are several of all together, which comes first. Empty for a series of nights."""
    weeks = weeks_of(season, timezone.now())
    tables = [table for table in selectors.tables_of(season) if table.lines]
    title = [one_line(str(season.league)), one_line(season.name)]
    blocks = [list(_section(season, table, weeks)) for table in tables]
    texts = [
        LeagueText(table.name, _joined([title, *own, [address]])) for table, own in zip(tables, blocks, strict=True)
    ]
    if len(texts) > 1:
        whole = _joined([title, *(lines for own in blocks for lines in own), [address]])
        texts.insert(0, LeagueText(say("All divisions"), whole))
    return texts


def _joined(blocks: Iterable[Sequence[str]]) -> str:
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def _section(season: Season, table: Table, weeks: Weeks) -> Iterator[list[str]]:
    week = weeks.of_section(table.lines[0].squad.section_id)
    yield [
        say("{section} (points)", section=one_line(table.name)),
        *(_place(row, has_begun=table.has_begun) for row in table.rows),
    ]
    if results := [_result(fixture) for fixture in week.last if fixture.is_over]:
        yield [say("Results:"), *results]
    if week.coming:
        yield [say("Next:"), *(_to_come(fixture) for fixture in week.coming if not fixture.is_over)]


def _place(row: selectors.Row, *, has_begun: bool) -> str:
    """No line begins with a figure and a period: apps take such lines for a list and number them again."""
    line = row.line
    won, lost = map(number_text, line.games)
    about = {
        "place": ordinal(line.place),
        "team": one_line(str(line.squad)),
        "points": number_text(line.points),
        "played": line.played,
        "won": won,
        "lost": lost,
    }
    if row.gone:
        return say("{team}: no longer in the season (played {played}, games {won}–{lost})", **about)
    if not has_begun:
        return str(about["team"])
    if line.is_shared:
        return say("{place}: {team}, {points} (tied, played {played}, games {won}–{lost})", **about)
    return say("{place}: {team}, {points} (played {played}, games {won}–{lost})", **about)


def _result(fixture: Fixture) -> str:
    about = {"home": one_line(str(fixture.home)), "away": one_line(str(fixture.away))}
    if fixture.state == Fixture.State.PLAYED and hasattr(fixture, "score"):
        home, away = number_text(fixture.score.home_games), number_text(fixture.score.away_games)
        about |= {"home_games": home, "away_games": away}
        handicap = getattr(fixture, "handicap", None)
        if handicap and handicap.halves:
            given = {"handicap": one_line(str(handicap))}
            return say("{home} {home_games}–{away_games} {away} ({handicap})", **about, **given)
        return say("{home} {home_games}–{away_games} {away}", **about)
    return say("{home} – {away}: {state}", state=fixture.get_state_display(), **about)


def _to_come(fixture: Fixture) -> str:
    about = {
        "day": _day(fixture.starts_at, fixture.season),
        "home": one_line(str(fixture.home)),
        "away": one_line(str(fixture.away)),
    }
    if fixture.venue:
        return say("{day}: {home} – {away}, {venue}", venue=one_line(fixture.venue.name), **about)
    return say("{day}: {home} – {away}", **about)


def _day(moment: datetime, season: Season) -> str:
    return date_format(moment.astimezone(season.zone), "SHORT_WEEKDAY_MOMENT")
