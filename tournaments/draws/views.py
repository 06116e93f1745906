"""A format at work, for everyone: the bracket, the cross table, how a round was paired, who met whom."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.cached_content import same_for_visitors
from tournaments.draws.brackets import bracket_of, has_bracket
from tournaments.draws.cross_tables import cross_table_of, has_cross_table
from tournaments.draws.meetings import meeting_board_of
from tournaments.draws.next_matches import next_matches_of
from tournaments.events import boards
from tournaments.events.views.public import about
from tournaments.rounds.checks import findings
from tournaments.rounds.models import Round
from tournaments.rounds.pairings import story_of


@login_not_required
@require_safe
@same_for_visitors("stage")
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    _, context = about(request, slug)
    if not has_bracket(context["stage"]):
        raise Http404("This event is not a knock-out.")
    board = bracket_of(context["stage"])
    context |= {"board": board, "next_matches": next_matches_of(context["stage"], board)}
    return render(request, "draws/bracket.html", context)


@login_not_required
@require_safe
@same_for_visitors("stage")
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    _, context = about(request, slug)
    stage = context["stage"]
    if not has_cross_table(stage):
        raise Http404("A cross table is for pairs that meet each other.")
    context |= {"table": cross_table_of(stage), "is_settled": boards.is_settled(stage)}
    return render(request, "draws/crosstable.html", context)


@login_not_required
@require_safe
@same_for_visitors("stage")
def fairness(request: HttpRequest, slug: str) -> HttpResponse:
    _, context = about(request, slug)
    if has_bracket(context["stage"]):
        raise Http404("In a knock-out the results decide who meets.")
    context["board"] = meeting_board_of(context["stage"])
    return render(request, "draws/fairness.html", context)


@login_not_required
@require_safe
def round_why(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A draft, and what the check says against a round, are for organizers."""
    _, context = about(request, slug)
    stage = context["stage"]
    rounds = stage.rounds.all() if context["may_run"] else stage.rounds.exclude(status=Round.Status.DRAFT)
    round_ = get_object_or_404(rounds, number=number)
    round_.stage = stage
    numbers = list(rounds.values_list("number", flat=True))
    context |= {"round": round_, "story": story_of(round_), "numbers": numbers}
    context["findings"] = findings(round_) if context["may_run"] else ()
    return render(request, "draws/why.html", context)
