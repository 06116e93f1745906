"""What players and partnerships of a league won, game by game, in the fixtures of its tables. Reads only."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Sum, Value, When
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, Coalesce

from games.accounts.models import Player
from tournaments.clubs.identity import PERSON
from tournaments.honours.wording import percent_text
from tournaments.leagues.models import Fixture, Season, SquadPlayer
from tournaments.rounds.models import Round, Seat

TOP = 5
"""How many players of each section, and how many partnerships, are on the season's page."""
PARTNERSHIPS = 20
"""So many are listed at most."""


@dataclass(frozen=True)
class Games:
    """How many, and half games won of them: a tied game is half a game won."""

    played: int = 0
    halves: int = 0

    def __add__(self, other: "Games") -> "Games":
        return Games(self.played + other.played, self.halves + other.halves)

    @property
    def won(self) -> Fraction:
        return Fraction(self.halves, 2)

    @property
    def rate(self) -> Fraction:
        return Fraction(self.halves, 2 * self.played)

    @property
    def percent(self) -> str:
        return percent_text(10 * round(1000 * self.rate))


@dataclass(frozen=True)
class Average:
    """A player's, or that of two who play together. place: 0 for those with too few games for one. team: the latest
    one that the player, or the first of the two, belongs to; empty for someone from outside."""

    place: int
    is_shared: bool
    names: tuple[str, ...]
    team: str
    games: Games


@dataclass(frozen=True)
class SectionAverages:
    """least: how many games a player needs for a place. rows: the best first, then those without a place."""

    name: str
    least: int
    rows: tuple[Average, ...]

    @property
    def top(self) -> tuple[Average, ...]:
        return _top(self.rows)


@dataclass(frozen=True)
class Averages:
    """sections: those in which something was played. least: how many games partners need for a place. partnerships: of
    all sections, without those that have no place."""

    sections: tuple[SectionAverages, ...] = ()
    least: int = 0
    partnerships: tuple[Average, ...] = ()

    @property
    def top_partnerships(self) -> tuple[Average, ...]:
        return _top(self.partnerships)


def averages_of(season: Season) -> Averages:
    """Games count where they were played. Those that were awarded without play don't."""
    own: dict[int, dict[int, Games]] = defaultdict(lambda: defaultdict(Games))
    together: dict[tuple[int, ...], Games] = defaultdict(Games)
    for where, *pair, played, halves in _pairs(season):
        games = Games(played, halves)
        together[tuple(sorted(pair))] += games
        for player in pair:
            own[where][player] += games
    if not own:
        return Averages()
    names, teams = _names({player for pair in together for player in pair}), _teams(season)
    sections = []
    for section in season.sections.select_related("division").order_by("division__level"):
        if games_of := own.get(section.pk):
            averages = _ranked({(player,): games for player, games in games_of.items()}, names, teams)
            sections.append(SectionAverages(str(section), _least(games_of.values()), tuple(averages)))
    partnerships = [average for average in _ranked(together, names, teams) if average.place]
    return Averages(tuple(sections), _least(together.values()), tuple(partnerships[:PARTNERSHIPS]))


def _pairs(season: Season) -> QuerySet[Seat, tuple[int, int, int, int, int]]:
    """Section, the two who played together, their games, and half games won. Added up by the database."""
    fixture, slip = "match__round__stage__event__fixture", "match__standing__slip"
    about = {
        f"{fixture}__season": season,
        f"{fixture}__cup": None,
        f"{fixture}__state": Fixture.State.PLAYED,
        f"{slip}__forfeited__0__isnull": True,
    }
    seats = Seat.objects.filter(**about, match__standing__isnull=False).exclude(round__status=Round.Status.DRAFT)
    pairs = seats.filter(match__seats__side=F("side"), match__seats__pk__gt=F("pk"))
    first, second = (Cast(KeyTextTransform(side, KeyTransform("points", slip)), IntegerField()) for side in ("0", "1"))
    has_won = Q(side=0, first__gt=F("second")) | Q(side=1, second__gt=F("first"))
    counted = pairs.annotate(first=first, second=second).annotate(
        halves=Case(When(has_won, then=Value(2)), When(first=F("second"), then=Value(1)), default=Value(0)),
        person=PERSON,
        partner=Coalesce("match__seats__player__alias__person", "match__seats__player"),
    )
    grouped = counted.order_by().values_list(f"{fixture}__section", "person", "partner")
    return grouped.annotate(Count("pk"), Sum("halves"))


def _names(players: Iterable[int]) -> dict[int, str]:
    return {player.pk: player.called for player in Player.objects.filter(pk__in=players)}


def _teams(season: Season) -> dict[int, str]:
    """Player → the team of the season that the player belongs to, or belonged to last."""
    players = SquadPlayer.objects.filter(season=season).order_by("since", "pk").annotate(person=PERSON)
    return dict(players.values_list("person", "squad__team__name"))


def _least(all_games: Iterable[Games]) -> int:
    """Half the games of the player who has the most."""
    return -(-max(games.played for games in all_games) // 2)


def _ranked(
    totals: Mapping[tuple[int, ...], Games], names: Mapping[int, str], teams: Mapping[int, str]
) -> Iterator[Average]:
    """The best first, then those with too few games. Who won the same share has the same place."""
    least = _least(totals.values())
    rates = sorted((games.rate for games in totals.values() if games.played >= least), reverse=True)

    def order(item: tuple[tuple[int, ...], Games]) -> tuple[bool, Fraction, int, list[str]]:
        players, games = item
        return games.played < least, -games.rate, -games.played, [names[player].casefold() for player in players]

    for players, games in sorted(totals.items(), key=order):
        has_place = games.played >= least
        yield Average(
            rates.index(games.rate) + 1 if has_place else 0,
            has_place and rates.count(games.rate) > 1,
            tuple(sorted((names[player] for player in players), key=str.casefold)),
            teams.get(players[0], ""),
            games,
        )


def _top(averages: tuple[Average, ...]) -> tuple[Average, ...]:
    return tuple(average for average in averages if average.place)[:TOP]
