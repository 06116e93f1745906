"""What organizers type about cups, as values. RuleError, saying what to do, for anything else."""

import re
from collections.abc import Iterator
from datetime import date, datetime

from django.http import HttpRequest

from games.engine.errors import RuleError
from tournaments.clubs.models import Venue
from tournaments.cups.commands import Pair, Team
from tournaments.cups.models import Cup
from tournaments.http import number_in, text_in
from tournaments.leagues.forms import moment_of
from tournaments.leagues.models import Season

GAME = re.compile(r"(\d{1,3})\s*[-–:]\s*(\d{1,3})", re.ASCII)


def moment_in(request: HttpRequest, season: Season) -> datetime:
    moment = moment_of(season.league.club, season, request.POST.get("starts_at", ""))
    if moment is None:
        raise RuleError("Enter both a date and a time.")
    return moment


def deadline_in(request: HttpRequest) -> date:
    try:
        return date.fromisoformat(request.POST.get("play_by", ""))
    except ValueError as error:
        raise RuleError("Enter the match deadline.") from error


def venue_in(request: HttpRequest, season: Season) -> Venue | None:
    """One of the club's that is in use; None for none."""
    if not request.POST.get("venue", "").strip():
        return None
    venue = season.league.club.venues.filter(pk=number_in(request, "venue"), is_retired=False).first()
    if venue is None:
        raise RuleError("Choose one of the club’s venues.")
    return venue


def rules_in(request: HttpRequest) -> dict[str, object]:
    """Of a cup: everything but its name and who plays."""
    return {
        "method": text_in(request, "method", 12),
        "opening": text_in(request, "opening", 12),
        "is_neutral": "is_neutral" in request.POST,
        "best_of": number_in(request, "best_of"),
    }


def teams_in(request: HttpRequest) -> list[Team]:
    """The teams that are ticked, by their seeds; those without one come last."""
    chosen = []
    for index, text in enumerate(request.POST.getlist("team")):
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise RuleError("Choose only teams from this season, and each team only once.")
        seed = request.POST.get(f"seed_{text}", "").strip()
        if seed and not (seed.isascii() and seed.isdigit() and len(seed) < 4):
            raise RuleError("Enter seeds as numbers starting at 1, or leave them empty.")
        chosen.append((int(seed) if seed else 1000, index, int(text), request.POST.get(f"region_{text}", "")))
    seeds = [seed for seed, *_ in chosen if seed != 1000]
    if twice := next((seed for seed in seeds if seeds.count(seed) > 1), None):
        raise RuleError("2 teams have seed {seed}. Give each team a different seed.", seed=twice)
    return [(pk, region) for _, _, pk, region in sorted(chosen)]


def pairs_in(request: HttpRequest) -> list[Pair]:
    return list(_pairs(request.POST.get("pairs", "")))


def _pairs(text: str) -> Iterator[Pair]:
    for line in text.splitlines():
        if not line.strip():
            continue
        names, _, region = line.partition(";")
        first, between, second = names.partition("&")
        if not (first.strip() and between and second.strip()):
            raise RuleError("“{line}” isn’t a pair. Enter both names with & between them.", line=line.strip()[:80])
        yield first, second, region


def games_in(request: HttpRequest, cup: Cup) -> list[tuple[int, int]]:
    """Like 10-4, 7-10, 10-8. Nothing is no games."""
    text = request.POST.get("games", "").strip()
    parts = [part.strip() for part in text.split(",") if part.strip()]
    games = [GAME.fullmatch(part) for part in parts]
    if not all(games) or len(parts) > cup.best_of:
        raise RuleError("Enter scores for up to {most} games, e.g. 10-4, 7-10, 10-8.", most=cup.best_of)
    return [(int(game[1]), int(game[2])) for game in games if game]
