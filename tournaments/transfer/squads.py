"""The squads of a season as a table: one row for each time that a player belongs to one."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.dateparse import parse_date

from games.accounts.models import Player
from games.cells import tidy
from games.engine.language import say
from games.engine.messages import message
from tournaments.clubs.models import Venue
from tournaments.context import Context
from tournaments.leagues import setup, squads
from tournaments.leagues.models import Season, Section, Squad, SquadPlayer
from tournaments.transfer.gathering import Change, Gathering, Wrong
from tournaments.transfer.people import People
from tournaments.transfer.sheets import Columns, Row

COLUMNS = Columns(
    ("division", "team", "venue", "player", "name", "since", "until", "captain"), ("division", "team", "name")
)
YES, NO = ("yes", "y", "x", "1", "true"), ("", "no", "n", "0", "false")


def rows(season: Season) -> Iterator[Sequence[str]]:
    teams = season.squads.select_related("team__venue", "section__division").prefetch_related("players__player")
    for squad in teams.order_by("section__division__level", "number"):
        about = (squad.section.division.name, squad.team.name, squad.team.venue.name if squad.team.venue else "")
        people = sorted(squad.players.all(), key=lambda squad_player: squad_player.pk)
        for person in people:
            until, captain = str(person.until or ""), "yes" if person.is_captain else "no"
            yield *about, str(person.player_id), person.player.name, str(person.since), until, captain
        if not people:
            yield *about, "", "", "", "", "no"


@dataclass(frozen=True)
class Line:
    """A row as it was read. coming: a player of the club, the name of someone new, or None."""

    row: Row
    section: Section
    venue: Venue | None
    coming: Player | str
    since: datetime.date | None
    until: datetime.date | None
    captain: bool


def apply(season: Season, sheet: Sequence[Row], context: Context) -> Iterator[Change]:
    """Applies the rows. Players who are missing from them stay in their squads."""
    gathering, lines, said = Gathering(), list[Line](), list[Change]()
    read = _reading(season)
    for row in sheet:
        with gathering.reading(row):
            lines.append(read(row))
    gathering.end()
    new: dict[str, Player] = {}
    for line in lines:
        with gathering.doing(line.row, "team"):
            squad, words = _squad(season, line, context)
            if line.coming:
                words += _belongs(season, squad, line, context, new)
            if words:
                said.append(Change(message("Row {row}", row=line.row.number), " ".join(words)))
    gathering.end()
    yield from said


def _reading(season: Season) -> Callable[[Row], Line]:
    people = People(season.league.club)
    sections = {section.division.name.casefold(): section for section in season.sections.select_related("division")}
    venues = {venue.name.casefold(): venue for venue in season.league.club.venues.all()}

    def read(row: Row) -> Line:
        section, venue = sections.get(row["division"].casefold()), venues.get(row["venue"].casefold())
        if section is None:
            known = ", ".join(section.division.name for section in sections.values())
            remedy = say("The divisions are: {divisions}.", divisions=known)
            raise Wrong("There’s no division “{division}”.", "division", remedy, division=row["division"][:40])
        if row["venue"] and venue is None:
            remedy = say("Add the venue on the club’s Venues page first, or leave the cell empty.")
            raise Wrong("The club has no venue “{venue}”.", "venue", remedy, venue=row["venue"][:40])
        coming: Player | str = ""
        if row["player"] or row["name"]:
            member = people.meant(row)
            coming = member.player if member else row["name"]
            if not row["since"]:
                raise Wrong("The start date is missing.", "since", say("Enter the start date, e.g. 2026-10-06."))
        return Line(row, section, venue, coming, _day(row, "since"), _day(row, "until"), _is_captain(row))

    return read


def _squad(season: Season, line: Line, context: Context) -> tuple[Squad, list[str]]:
    row = line.row
    so_called = season.squads.select_related("team__venue", "section__division")
    squad = so_called.filter(team__name__iexact=row["team"]).first()
    if squad is None:
        squad = setup.add_squad(line.section.pk, row["team"], context=context, venue=line.venue)
        return squad, [say("{squad} added.", squad=squad)]
    if squad.section_id != line.section.pk:
        remedy = say("A team can’t change divisions.")
        raise Wrong("{squad} plays in {section}.", "division", remedy, squad=squad, section=squad.section)
    if "venue" in row.cells and squad.team.venue != line.venue:
        raise _other_venue(squad)
    return squad, []


def _other_venue(squad: Squad) -> Wrong:
    remedy = say("Change the home venue on the admin site.")
    if squad.team.venue:
        return Wrong("{squad}’s home venue is {venue}.", "venue", remedy, squad=squad, venue=squad.team.venue)
    return Wrong("{squad} has no home venue.", "venue", remedy, squad=squad)


def _belongs(season: Season, squad: Squad, line: Line, context: Context, new: dict[str, Player]) -> list[str]:
    """new: who came with an earlier row, by name."""
    since, until, coming = line.since, line.until, line.coming
    assert since, "it was asked for"
    if isinstance(coming, str):
        coming = new.get(coming.casefold(), coming)
    if isinstance(coming, Player):
        there = SquadPlayer.objects.filter(season=season, player=coming, since=since)
        if squad_player := there.select_related("squad__team", "player").first():
            return _compare(squad_player, squad, until, line.captain, context)
    made = squads.join_squad(squad.pk, coming, since, context=context, captain=line.captain)
    new[made.player.name.casefold()] = made.player
    if until:
        squads.leave_squad(season.pk, made.player, until, context=context)
    about = {"player": made.player, "squad": squad, "since": since}
    if until:
        return [say("{player} is on {squad} from {since} until {until}.", until=until, **about)]
    return [say("{player} joins {squad} on {since}.", **about)]


def _compare(
    squad_player: SquadPlayer, squad: Squad, until: datetime.date | None, captain: bool, context: Context
) -> list[str]:
    """What is stored already, with the row's words; only an end can still be given to it."""
    about = {"player": tidy(squad_player.player.name), "squad": squad_player.squad, "since": squad_player.since}
    if squad_player.squad_id != squad.pk:
        remedy = say("Transfer players on the season’s page.")
        raise Wrong("{player} joins {squad} on {since}.", "team", remedy, **about)
    if squad_player.is_captain != captain:
        remedy = say("Keep the exported value.")
        if squad_player.is_captain:
            raise Wrong("{player} is captain of {squad} as of {since}.", "captain", remedy, **about)
        raise Wrong("{player} is on {squad} as of {since}, but isn’t captain.", "captain", remedy, **about)
    if squad_player.until == until:
        return []
    if squad_player.until or until is None:
        remedy = say("Keep the exported value, or add a new row.")
        wrong = "{player} is on {squad} from {since} until {until}."
        raise Wrong(wrong, "until", remedy, until=squad_player.until, **about)
    squads.leave_squad(squad_player.season_id, squad_player.player, until, context=context)
    return [say("{player} leaves {squad} on {until}.", player=squad_player.player, squad=squad, until=until)]


def _day(row: Row, column: str) -> datetime.date | None:
    try:
        day = parse_date(row[column])
    except ValueError:
        day = None
    if row[column] and day is None:
        raise Wrong("“{text}” isn’t a date.", column, say("Use a date like 2026-10-06."), text=row[column][:40])
    return day


def _is_captain(row: Row) -> bool:
    said = row["captain"].casefold()
    if said not in YES + NO:
        raise Wrong("“{text}” isn’t yes or no.", "captain", say("Enter “yes” or “no”."), text=row["captain"][:20])
    return said in YES
