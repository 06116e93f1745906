"""The rules that a club plays by: for everyone to read, for organizers to save, change and choose the default."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.engine.errors import RuleError
from games.engine.language import say
from games.house_rules.panel import in_short
from games.house_rules.picker import Picker, picker_for, picker_from
from games.house_rules.presets import bundles
from tournaments.clubs.house_rules import USUAL, bundle_of, delete_club_rules, save_club_rules
from tournaments.clubs.models import Club, ClubRules
from tournaments.errors import CommandError
from tournaments.http import actor_for, context_for, done, refusal_status, refused, text_in
from tournaments.permissions import Permission, may, require
from tournaments.results.models import Channel


@login_not_required
def club_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's rules by name. An organizer saves others here; `rules` in the address begins with one of them."""
    club = get_object_or_404(Club, slug=slug)
    actor, error = actor_for(request), None
    rules = list(club.house_rules.select_related("club"))
    offered = {bundle.key: bundle for bundle in map(bundle_of, rules)} | bundles(actor.player)
    if request.method == "POST":
        try:
            require(actor, Permission.RUN_EVENT, club)
            picker, wrong = picker_from(request.POST, offered, first=USUAL)
            if wrong:
                raise RuleError(wrong)
            name, is_default = text_in(request, "rules_save_as"), "is_default" in request.POST
            asked = context_for(request, None, Channel.PAGE)
            saved = save_club_rules(club, name, picker.rules, is_default=is_default, context=asked)
            return done(request, say("{rules} saved", rules=saved.name), reverse("club_rules", args=[club.slug]))
        except (CommandError, RuleError) as refusal:
            error = refusal
            picker, _wrong = picker_from(request.POST, offered, first=USUAL)
    else:
        picker = picker_for(offered, request.GET.get("rules", USUAL), is_open="rules" in request.GET)
    context = {
        "club": club,
        "rows": [(saved_rules, bundle_of(saved_rules), in_short(saved_rules.values)) for saved_rules in rules],
        "may_run": may(actor, Permission.RUN_EVENT, club),
        "picker": picker,
        "name": request.POST.get("rules_save_as", "" if picker.chosen == USUAL else picker.bundle.name),
        "is_default": "is_default" in request.POST or (not error and _is_default(rules, picker)),
        "error": error,
    }
    return render(request, "clubs/rules.html", context, status=refusal_status(error) if error else 200)


def _is_default(rules: Sequence[ClubRules], picker: Picker) -> bool:
    """Whether saving what the form begins with makes the default: where it is that, or where there is none yet."""
    return not rules or any(
        saved_rules.is_default and bundle_of(saved_rules).key == picker.chosen for saved_rules in rules
    )


@require_POST
def delete(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    try:
        delete_club_rules(club, pk, context=context_for(request, None, Channel.PAGE))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)
    return done(request, say("Rules deleted"), reverse("club_rules", args=[club.slug]))
