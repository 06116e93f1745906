"""Another date for a fixture: what captains propose to each other, and what organizers approve."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.context import Context
from tournaments.errors import CommandError, NotAllowed
from tournaments.http import actor_for, context_for, done, number_in, refusal_status, refused, text_in
from tournaments.leagues import date_desk, date_limits, date_proposals, selectors
from tournaments.leagues.commands import captain_side
from tournaments.leagues.forms import moment_of
from tournaments.leagues.models import MAX_DATES, DateProposal, Fixture
from tournaments.leagues.views.fixtures import fixture_or_404
from tournaments.leagues.views.leagues import about_season
from tournaments.results.models import Channel

Step = Callable[[HttpRequest, Fixture, Context], str]
EARLIER = 5
"""So many proposals that are over are listed."""
NUMBERS = range(1, MAX_DATES + 1)


@login_not_required
@require_safe
def fixture_dates(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season, context = about_season(request, slug)
    fixture = fixture_or_404(season.slug, number, with_draft=context["may_run"])
    if refusal := _not_theirs(request, fixture, may_run=context["may_run"]):
        return refusal
    return _page(request, fixture, context)


@login_not_required
@require_POST
def move_dates(request: HttpRequest, slug: str, number: int, action: str) -> HttpResponse:
    """A step of a captain with an account or a personal link, or of an organizer. What is refused comes back with
    everything that was typed."""
    season, context = about_season(request, slug)
    fixture = fixture_or_404(season.slug, number, with_draft=context["may_run"])
    if refusal := _not_theirs(request, fixture, may_run=context["may_run"]):
        return refusal
    if action not in STEPS:
        raise Http404("No such step.")
    try:
        text = STEPS[action](request, fixture, context_for(request, season, Channel.PAGE))
    except NotAllowed as error:
        return refused(request, error, None, request.build_absolute_uri(_address(fixture)))
    except (CommandError, RuleError) as error:
        now = fixture_or_404(season.slug, number, with_draft=context["may_run"])
        page = _page(request, now, context | {"error": error, "refused": action})
        page.status_code = refusal_status(error)
        return page
    return done(request, text, _address(fixture))


def _not_theirs(request: HttpRequest, fixture: Fixture, *, may_run: bool) -> HttpResponse | None:
    """The answer to those who have no part in it."""
    actor = actor_for(request, fixture.season)
    if may_run or captain_side(actor, fixture) is not None:
        return None
    if actor.user is None and actor.player is None:
        return redirect_to_login(_address(fixture))
    error = NotAllowed("Only the 2 teams’ captains and organizers can agree on another date.")
    return refused(request, error, None, request.build_absolute_uri(fixture.get_absolute_url()))


def _page(request: HttpRequest, fixture: Fixture, context: dict[str, Any]) -> HttpResponse:
    side, may_run = captain_side(actor_for(request, fixture.season), fixture), context["may_run"]
    proposal = date_desk.live_of(fixture)
    is_open = proposal is not None and proposal.state == DateProposal.State.OPEN
    is_own = proposal is not None and proposal.side == side
    may_move = date_limits.may_captains_move(fixture)
    context |= {
        "fixture": fixture,
        "proposal": proposal,
        "own": None if side is None else fixture.squads[side],
        "may_answer": is_open and not is_own,
        "may_withdraw": is_own,
        "may_decide": proposal is not None and not is_open and may_run,
        "may_counter": is_open and not is_own and may_move,
        "may_propose": proposal is None and side is not None and may_move,
        "answer_by": date_desk.answer_by(proposal) if proposal and is_open else None,
        "rule": selectors.moving_words(fixture.season.settings),
        "earlier": _earlier(fixture, proposal),
        "now": timezone.now(),
    }
    if may_move:
        context |= {
            "last_day": date_limits.last_day_to_propose(fixture),
            "latest": date_limits.latest_day(fixture),
            "fields": [
                {"name": f"date_{number}", "number": number, "typed": _typed(request, number)} for number in NUMBERS
            ],
        }
    context |= {"typed_reason": request.POST.get("reason", ""), "typed_number": request.POST.get("number", "")}
    return render(request, "leagues/dates.html", context)


def _typed(request: HttpRequest, number: int) -> str:
    return request.POST.get(f"date_{number}", "")


def _earlier(fixture: Fixture, live: DateProposal | None) -> list[DateProposal]:
    """Those that are over, the newest first."""
    proposals = fixture.date_proposals.prefetch_related("dates")
    if live:
        proposals = proposals.exclude(pk=live.pk)
    earlier = list(proposals.order_by("-pk")[:EARLIER])
    for proposal in earlier:
        proposal.fixture = fixture
    return earlier


def _address(fixture: Fixture) -> str:
    return reverse("fixture_dates", args=[fixture.season.slug, fixture.number])


def _propose(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    side = captain_side(context.actor, fixture)
    if side is None:
        raise NotAllowed("Only captains can propose dates. You can move the match on its page.")
    proposal = date_proposals.propose_dates(
        fixture.pk,
        fixture.squads[side].pk,
        _dates_in(request, fixture),
        text_in(request, "reason"),
        context=context,
        expected_version=number_in(request, "seen"),
    )
    return say("Dates proposed. We’ll let the captain of {squad} know.", squad=proposal.answering)


def _pick(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    number = number_in(request, "number", say("Choose one of the proposed dates."))
    proposal = date_proposals.pick_date(_asked_in(request, fixture), number, context=context)
    if proposal.state == DateProposal.State.PICKED:
        return say("Date picked. An organizer has to approve it.")
    return say("Date picked. The match has moved.")


def _decline(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    proposal = date_proposals.decline_dates(_asked_in(request, fixture), text_in(request, "reason"), context=context)
    return say("Dates declined. We’ll let the captain of {squad} know.", squad=proposal.squad)


def _counter(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    proposal = date_proposals.counter_dates(
        _asked_in(request, fixture), _dates_in(request, fixture), text_in(request, "reason"), context=context
    )
    return say("Dates proposed. We’ll let the captain of {squad} know.", squad=proposal.answering)


def _withdraw(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    date_proposals.withdraw_dates(_asked_in(request, fixture), context=context)
    return say("Proposal withdrawn.")


def _approve(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    date_proposals.approve_date(_asked_in(request, fixture), context=context)
    return say("Date approved. The match has moved.")


def _refuse(request: HttpRequest, fixture: Fixture, context: Context) -> str:
    date_proposals.refuse_date(_asked_in(request, fixture), text_in(request, "reason"), context=context)
    return say("Date declined. We’ll let both captains know.")


def _asked_in(request: HttpRequest, fixture: Fixture) -> int:
    return int(get_object_or_404(fixture.date_proposals, pk=number_in(request, "proposal")).pk)


def _dates_in(request: HttpRequest, fixture: Fixture) -> list[Any]:
    club = fixture.season.league.club
    moments = (moment_of(club, fixture.season, _typed(request, number)) for number in NUMBERS)
    return [moment for moment in moments if moment]


STEPS: dict[str, Step] = {
    "propose": _propose,
    "pick": _pick,
    "decline": _decline,
    "counter": _counter,
    "withdraw": _withdraw,
    "approve": _approve,
    "refuse": _refuse,
}
