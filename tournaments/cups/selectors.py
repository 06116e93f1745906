"""What the pages of cups show. Reads, never writes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from games.engine.language import mark, say
from tournaments.cups.models import Cup
from tournaments.cups.progress import DrawnRound, Meeting, Progress
from tournaments.formats.cups.draw import Bye, Opening
from tournaments.leagues.models import Season, Squad
from tournaments.leagues.standing_facts import withdrawals_of

BYES = {
    Bye.LOT: mark("{entrant} got a bye in the random draw."),
    Bye.SEED: mark("{entrant} has a bye as one of the top seeds."),
    Bye.REGION: mark("{entrant} has a bye, with no opponents left in {region}."),
}
STARTS_LATER = {
    Bye.LOT: mark("{entrant} starts in round 1 by random draw."),
    Bye.SEED: mark("{entrant} starts in round 1 as one of the top seeds."),
    Bye.REGION: mark("{entrant} has a bye, with no opponents left in {region}."),
}


@dataclass(frozen=True)
class Choice:
    """A team that can play for a cup, with what the form begins with. seed: 0 for one that is not chosen."""

    squad: Squad
    place: int
    seed: int
    region: str


def today_in(season: Season) -> date:
    return timezone.now().astimezone(season.zone).date()


def overdue(cups: Iterable[Progress], today: date) -> list[Meeting]:
    """Matches past their last day, the oldest first."""
    meetings = [
        match
        for now in cups
        if not now.is_ended
        for round_ in now.rounds
        for match in round_.matches
        if not match.is_over and match.match.play_by and match.match.play_by < today
    ]
    return sorted(
        meetings,
        key=lambda meeting: (meeting.match.play_by or today, meeting.match.round.cup.number, meeting.match.number),
    )


def finals(cups: Iterable[Progress]) -> list[Meeting]:
    """Finals that are drawn and have not begun."""
    return [now.final for now in cups if now.final and now.final.may_move]


def bye_words(cup: Cup, drawn_round: DrawnRound) -> list[str]:
    """Who goes on without a match, and what decided it."""
    is_first = drawn_round.row.number == 1 and cup.opening == Opening.PRELIMINARY
    words = STARTS_LATER if is_first else BYES
    return [
        say(words[Bye.of(bye.match.bye)], entrant=bye.match.home, region=bye.match.home.region)
        for bye in drawn_round.byes
    ]


def choices_for(now: Progress, top: int | None = None) -> list[Choice]:
    """The season's teams for the form, those chosen first.

    top: choose the first ones of every table instead, this many.
    """
    season = now.cup.season
    gone = withdrawals_of(season)
    squads_of_season = season.squads.select_related("team", "section__division", "line")
    squads = [squad for squad in squads_of_season if squad.pk not in gone]
    places = {squad.pk: squad.line.place if hasattr(squad, "line") else 1 for squad in squads}
    squads.sort(key=lambda squad: (places[squad.pk], squad.section.division.level, squad.number))
    chosen = {entrant.squad_id: (entrant.seed, entrant.region) for entrant in now.entrants}
    if top is not None:
        best = [squad for squad in squads if places[squad.pk] <= top]
        chosen = {squad.pk: (seed, str(squad.section)) for seed, squad in enumerate(best, start=1)}
    choices = [Choice(squad, places[squad.pk], *chosen.get(squad.pk, (0, str(squad.section)))) for squad in squads]
    return sorted(choices, key=lambda choice: (choice.seed == 0, choice.seed))


def pairs_text(now: Progress) -> str:
    """The pairs of a cup as its form takes them: a line each, with the region behind a semicolon."""
    lines = []
    for entrant in now.entrants:
        names = " & ".join(player.player.name for player in entrant.players.all())
        lines.append(f"{names}; {entrant.region}" if entrant.region else names)
    return "\n".join(lines)
