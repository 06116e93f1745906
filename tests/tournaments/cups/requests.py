"""A valid request for every address of a season's cups, for the table of permissions."""

import datetime
from collections.abc import Callable
from typing import Any

from django.urls import reverse

from tests.cast import context_of
from tests.tournaments.leagues.requests import Request
from tests.tournaments.pages.browsing import form
from tests.tournaments.scenes.league import FIRST_DAY
from tournaments.cups import commands, draws, matches
from tournaments.cups.models import Cup, CupMatch
from tournaments.leagues import fixtures

DAY = FIRST_DAY + datetime.timedelta(days=60)
AT, BY = f"{DAY}T19:00", (DAY + datetime.timedelta(days=9)).isoformat()
LATER = f"{DAY + datetime.timedelta(days=200)}T19:00"
RULES = {"method": "hat", "opening": "byes", "best_of": 3}
Step = Callable[[Any, Cup], None]


def the_cup(scene: Any, name: str, kind: str = "teams") -> Cup:
    """Asked again, nothing changes."""
    season, by = scene.running, context_of(scene.olga)
    if there := season.cups.filter(name=name).first():
        return Cup.objects.get(pk=there.pk)
    cup = commands.create_cup(season.pk, name, kind, "hat", context=by)
    if kind == "teams":
        squads = season.squads.order_by("number")
        commands.set_teams(cup.pk, [(squad.pk, "") for squad in squads], context=by)
    else:
        commands.set_pairs(cup.pk, [(*pair, "") for pair in pairs_of(scene)], context=by)
    return Cup.objects.get(pk=cup.pk)


def pairs_of(scene: Any) -> list[tuple[str, str]]:
    rows = [[row.player.name for row in squad.players.all()[:2]] for squad in scene.running.squads.order_by("number")]
    return [(one, other) for one, other in rows]


def drawn(scene: Any, cup: Cup) -> None:
    """On a day of its own."""
    if not cup.rounds.exists():
        starts_at = datetime.datetime.combine(DAY, datetime.time(12), datetime.UTC) + datetime.timedelta(
            days=cup.number
        )
        draws.draw_round(cup.pk, starts_at, starts_at.date(), context=context_of(scene.olga))


def void(scene: Any, cup: Cup) -> None:
    drawn(scene, cup)
    fixture = match_of(cup).fixture
    if fixture and fixture.state != "void":
        fixtures.rule(fixture.pk, "void", "Snow", context=context_of(scene.olga))


def decided(scene: Any, cup: Cup) -> None:
    void(scene, cup)
    if not match_of(cup).decisions.exists():
        matches.decide_match(match_of(cup).pk, 1, "organizers", "Was ahead", context=context_of(scene.olga))


def match_of(cup: Cup) -> CupMatch:
    return CupMatch.objects.get(round__cup=cup)


def page(route: str, *args: int) -> Request:
    return lambda scene: (reverse(route, args=[scene.running.slug, *args]), form())


def cup_page(scene: Any) -> tuple[str, dict[str, Any]]:
    cup = the_cup(scene, "Elm Cup")
    drawn(scene, cup)
    return reverse("cup", args=[scene.running.slug, cup.number]), form()


def of_season(action: str, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        drawn(scene, the_cup(scene, "Elm Cup"))
        return reverse("move_cups", args=[scene.running.slug, action]), form(**fields)

    return request


def on_cup(action: str, before: Step | None = None, kind: str = "teams", **fields: Any) -> Request:
    """A step of a cup of its own, after what comes before."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        cup = the_cup(scene, f"Cup {action}", kind)
        body = {name: value(scene) if callable(value) else value for name, value in fields.items()}
        if before:
            before(scene, cup)
            body["match"] = match_of(cup).pk
        cup.refresh_from_db()
        path = reverse("move_cup", args=[scene.running.slug, cup.number, action])
        return path, form(**{"seen": cup.version, "name": str(cup)} | body)

    return request


def both(scene: Any) -> list[int]:
    return list(scene.running.squads.values_list("pk", flat=True))


def names(scene: Any) -> str:
    return "\n".join(f"{one} & {other}; North" for one, other in pairs_of(scene))


OF_CUPS: dict[str, Request] = {
    "cups": page("cups"),
    "cup": cup_page,
    "move_cups/create": of_season("create", name="Oak Cup", kind="teams", **RULES),
    "move_cups/finals": of_season("finals", starts_at=f"{DAY + datetime.timedelta(days=90)}T19:00", reason="Finals"),
    "move_cups/praise": of_season("praise"),
    "move_cup/change": on_cup("change", **RULES),
    "move_cup/teams": on_cup("teams", team=both),
    "move_cup/pairs": on_cup("pairs", kind="pairs", pairs=names),
    "move_cup/draw": on_cup("draw", starts_at=AT, play_by=BY),
    "move_cup/undo": on_cup("undo", drawn, reason="A team was forgotten"),
    "move_cup/move": on_cup("move", drawn, starts_at=LATER, play_by="2099-01-01", reason="Darts"),
    "move_cup/decide": on_cup("decide", void, winner=1, method="organizers", reason="Was ahead"),
    "move_cup/undecide": on_cup("undecide", decided, reason="Misread"),
    "move_cup/play": on_cup("play", drawn, "pairs", games="10-4, 10-6"),
    "move_cup/cancel": on_cup("cancel", reason="Too late in the year"),
    "move_cup/praise": on_cup("praise"),
}
