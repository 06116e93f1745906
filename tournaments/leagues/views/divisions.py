"""What organizers do with the divisions of a league, on its page."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.http import actor_for, context_for, done, number_in, refused, text_in
from tournaments.leagues import divisions
from tournaments.leagues.models import Division, League
from tournaments.permissions import Permission, require
from tournaments.results.models import Channel


@require_POST
def move_division(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    league = get_object_or_404(League.objects.select_related("club"), slug=slug)
    where = league.get_absolute_url()
    try:
        require(actor_for(request), Permission.RUN_SEASON, league.club)
        if action not in MOVES:
            raise Http404("No such step.")
        return done(request, MOVES[action](request, league, context_for(request, None, Channel.PAGE)), where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


def _add(request: HttpRequest, league: League, context: Context) -> str:
    division = divisions.add_division(league.pk, text_in(request, "name", 40), context=context)
    return say("{division} added.", division=division)


def _rename(request: HttpRequest, league: League, context: Context) -> str:
    name, seen = text_in(request, "name", 40), text_in(request, "seen_name", 40)
    pk = _division_in(request, league).pk
    return say("{division} saved.", division=divisions.rename_division(pk, name, context=context, expected_name=seen))


def _raise(request: HttpRequest, league: League, context: Context) -> str:
    pk, level = _division_in(request, league).pk, number_in(request, "level")
    division = divisions.raise_division(pk, context=context, expected_level=level)
    return say("{division} moved up.", division=division)


def _remove(request: HttpRequest, league: League, context: Context) -> str:
    divisions.remove_division(league.pk, number_in(request, "division"), context=context)
    return say("Division removed.")


MOVES: dict[str, Callable[[HttpRequest, League, Context], str]] = {
    "add": _add,
    "rename": _rename,
    "raise": _raise,
    "remove": _remove,
}


def _division_in(request: HttpRequest, league: League) -> Division:
    division: Division = get_object_or_404(league.divisions.all(), pk=number_in(request, "division"))
    return division
