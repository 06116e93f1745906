"""Places in closed seasons, as facts: a squad's place for its last players, or a player's own in a series."""

from collections.abc import Iterable, Iterator

from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.identity import PERSON
from tournaments.formats.seasons.settings import Kind
from tournaments.honours.facts import Contest, Placing
from tournaments.leagues.models import FinalPlace, Season, SquadPlayer
from tournaments.rewards.placements import Ended


def placings_of_season(number: int) -> Iterator[Placing]:
    """A champion is first in the section, whatever the table said before the play-offs. They count from the closing."""
    season = Season.objects.select_related("league").get(pk=number)
    closed = AuditLogEntry.objects.filter(action=Action.CLOSE_SEASON, detail__season=number).order_by("at").first()
    if not season.is_closed or closed is None:
        return
    places = _of_series(season) if season.settings.kind is not Kind.FIXTURES else _of_squads(season)
    for player, place, field in places:
        yield Placing(Contest.SEASON, number, closed.at, season.league.club_id, player, place, field, number)


def _of_series(season: Season) -> Iterator[tuple[int, int, int]]:
    places = list(season.series_lines.order_by("place").values_list("player_id", "place"))
    for player, place in places:
        yield player, place, len(places)


def _of_squads(season: Season) -> Iterator[tuple[int, int, int]]:
    """Player, place, and how many squads ended in the section. Behind the champion those who share a place share it."""
    sections: dict[int, list[FinalPlace]] = {}
    for final_place in season.final_places.select_related("squad").order_by("-is_champion", "place"):
        sections.setdefault(final_place.squad.section_id, []).append(final_place)
    for section in sections.values():
        keys = [(not place.is_champion, place.place) for place in section]
        for final_place, key in zip(section, keys, strict=True):
            place = 1 + keys.index(key)
            for player in _players_at_the_end(final_place):
                yield player, place, len(section)


def _players_at_the_end(final_place: FinalPlace) -> Iterable[int]:
    return SquadPlayer.objects.filter(squad=final_place.squad, until=None).order_by("pk").values_list(PERSON, flat=True)


def closed_seasons() -> list[int]:
    return list(Season.objects.filter(state=Season.State.CLOSED).order_by("pk").values_list("pk", flat=True))


SEASONS = Ended(Contest.SEASON, placings_of_season, closed_seasons)
