"""Who is coming: the link of the email, players' buttons, and what organizers and captains see and ask."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.attendance import commands, links, selectors
from tournaments.attendance.models import Attendance, Occasion
from tournaments.attendance.occasions import club_of
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.models import Event
from tournaments.http import actor_for, context_for, done, event_or_404, organizer_page, refusal_status, refused
from tournaments.leagues.models import Fixture
from tournaments.leagues.views.fixtures import fixture_or_404
from tournaments.leagues.views.leagues import season_or_404
from tournaments.permissions import Actor, Permission, may
from tournaments.results.models import Channel

Answer = Attendance.Answer
GONE = 410


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def coming_link(request: HttpRequest, token: str) -> HttpResponse:
    """The link in the email or push. Looking at it changes nothing: programs that check emails follow links too."""
    invited = links.read(token)
    if invited is None:
        raise Http404
    occasion, player = invited
    if occasion.starts_at <= timezone.now():
        return _link_page(request, occasion, None, status=GONE)
    if request.method != "POST":
        return _link_page(request, occasion, player)
    try:
        context = Context(Actor(None, player), Channel.PAGE, context_for(request, None, Channel.PAGE).key)
        _answer(occasion, request.POST.get("answer", ""), context)
    except (CommandError, RuleError) as error:
        return _link_page(request, occasion, player, error, refusal_status(error))
    messages.success(request, say("Answer saved"))
    return HttpResponseRedirect(request.path)


def _link_page(
    request: HttpRequest,
    occasion: Occasion,
    player: Player | None,
    error: Exception | None = None,
    status: int = 200,
) -> HttpResponse:
    """player: None when it's too late."""
    context = {
        "occasion": occasion,
        "club": club_of(occasion),
        "player": player,
        "own_answer": selectors.own_answer(occasion, player) if player else None,
        "error": error,
    }
    return render(request, "attendance/link.html", context, status=status)


@login_not_required
@require_POST
def answer_event(request: HttpRequest, slug: str) -> HttpResponse:
    """A player's own answer, with an account or the personal link of the event."""
    event = event_or_404(slug)
    where = event.get_absolute_url()
    if actor_for(request, event).player is None:
        return redirect_to_login(where)
    try:
        _answer(event, request.POST.get("answer", ""), context_for(request, event, Channel.PAGE))
    except (CommandError, RuleError) as error:
        return refused(request, error, event, request.build_absolute_uri(where))
    return done(request, say("Answer saved"), where)


@login_not_required
@require_POST
def answer_fixture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same for a match, with an account or the personal link of a captain."""

    def answer(fixture: Fixture, context: Context) -> str:
        _answer(fixture, request.POST.get("answer", ""), context)
        return say("Answer saved")

    return _at_fixture(request, slug, number, answer)


@login_not_required
@require_POST
def ask_squads(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A captain asks their own team, an organizer both teams."""

    def ask(fixture: Fixture, context: Context) -> str:
        own = [squad for squad in fixture.squads if may(context.actor, Permission.SET_LINE_UP, squad)]
        return _asked(commands.ask_squads(fixture.pk, own or list(fixture.squads), context=context))

    return _at_fixture(request, slug, number, ask)


def _at_fixture(request: HttpRequest, slug: str, number: int, do: Callable[[Fixture, Context], str]) -> HttpResponse:
    season = season_or_404(slug)
    fixture = fixture_or_404(slug, number, with_draft=False)
    where = fixture.get_absolute_url()
    if actor_for(request, season).player is None:
        return redirect_to_login(where)
    try:
        return done(request, do(fixture, context_for(request, season, Channel.PAGE)), where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


@require_safe
@organizer_page
def coming(request: HttpRequest, event: Event) -> HttpResponse:
    """Everyone's answers, and the likely turnout."""
    context = {"event": event, "club": event.club, "turnout": selectors.turnout_of(event)}
    return render(request, "attendance/coming.html", context)


@require_POST
@organizer_page
def ask_players(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """Ask those on the list, or everyone in the club."""
    if action not in ("list", "everyone"):
        raise Http404
    context = context_for(request, event, Channel.PAGE)
    number = commands.ask_players(event.pk, everyone=action == "everyone", context=context)
    return done(request, _asked(number), reverse("coming", args=[event.slug]))


def _asked(number: int) -> str:
    if not number:
        return say("Everyone has already been asked.")
    return say_number("{number} player asked", "{number} players asked", number)


def _answer(occasion: Occasion, answer: str, context: Context) -> None:
    if answer not in Answer.values:
        raise Http404
    if isinstance(occasion, Fixture):
        commands.answer_fixture(occasion.pk, Answer(answer), context=context)
    else:
        commands.answer_event(occasion.pk, Answer(answer), context=context)
