"""Before and around the rounds: a new event, the check-in list, walk-ins, substitutes, personal links."""

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import Refused
from tournaments.formats.catalogue import FORMATS
from tournaments.forms import EventForm, RosterForm
from tournaments.models import Club, Entry, Event, Membership, Source
from tournaments.permissions import Verb, require
from tournaments.services import boards, entries, passes
from tournaments.services.roster import import_roster
from tournaments.services.setup import create_event
from tournaments.stage_forms import COMBINATIONS, CombinationForm
from tournaments.views.asking import actor_for, by_for, done, number_in, of_event, organizer_page, refused


def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    """A format card first, then its form with sensible defaults."""
    club = get_object_or_404(Club, slug=slug)
    try:
        require(actor_for(request), Verb.RUN_EVENT, club)
        key = request.GET.get("format", "")
        form: EventForm
        if key in FORMATS:
            form = EventForm(request.POST or None, club=club, play=FORMATS[key])
        elif key in COMBINATIONS:
            form = CombinationForm(request.POST or None, club=club, combination=COMBINATIONS[key])
        else:
            cards = {"club": club, "formats": FORMATS.values(), "combinations": COMBINATIONS.values()}
            return render(request, "console/format_cards.html", cards)
        if request.method == "POST" and form.is_valid():
            event = create_event(club, **form.asked(), by=by_for(request, None, Source.PAGE))
            return done(
                request, f"{event} is set up.", reverse("check_in" if key in FORMATS else "stages", args=[event.slug])
            )
    except (Refused, RuleError) as error:
        return refused(request, error, None)
    play = FORMATS.get(key) or COMBINATIONS[key]
    return render(request, "console/new_event.html", {"club": club, "play": play, "form": form})


@require_safe
@organizer_page
def check_in(request: HttpRequest, event: Event) -> HttpResponse:
    return _check_in_page(request, event, RosterForm())


@require_POST
@organizer_page
def roster(request: HttpRequest, event: Event) -> HttpResponse:
    form = RosterForm(request.POST, request.FILES)
    if not form.is_valid():
        return _check_in_page(request, event, form, status=422)
    report = import_roster(event.pk, form.cleaned_data["file"].read(), by=by_for(request, event, Source.PAGE))
    return done(request, f"{len(report)} players entered.", reverse("check_in", args=[event.slug]))


@require_POST
@organizer_page
def walk_in(request: HttpRequest, event: Event) -> HttpResponse:
    names = [name for name in request.POST.getlist("name") if name.strip()]
    if any("\0" in name for name in names):
        raise RuleError("A name contains a character that cannot be used.")
    entry = entries.walk_in(event.pk, names, by=by_for(request, event, Source.PAGE))
    return done(request, f"{entry.name} is entered and here.", reverse("check_in", args=[event.slug]))


@require_POST
@organizer_page
def move_entry(request: HttpRequest, event: Event, pk: int, verb: str) -> HttpResponse:
    """Check in, drop out, take the fee."""
    entry = of_event(event, Entry.objects.filter(event=event), pk)
    by = by_for(request, event, Source.PAGE)
    if verb == "here":
        entries.check_in(entry.pk, by=by, seen=number_in(request, "seen"))
        text = f"{entry.name} is here."
    elif verb == "gone":
        entries.drop_out(entry.pk, by=by, seen=number_in(request, "seen"))
        text = f"{entry.name} is marked as gone, from the next round on."
    elif verb == "fee":
        entries.take_fee(entry.pk, by=by)
        text = f"Fee of {entry.name} taken."
    else:
        raise Http404
    return done(request, text, reverse("check_in", args=[event.slug]))


@organizer_page
def substitute(request: HttpRequest, event: Event, pk: int, player: int) -> HttpResponse:
    """Choose who takes over a player's chair: somebody the club knows, or a new name."""
    entry = of_event(event, Entry.objects.filter(event=event), pk)
    # A form sent twice finds the chair taken over: the verb answers that, as it did the first time.
    playing = {} if request.method == "POST" else {"lineups__is_active": True}
    leaving = get_object_or_404(Player.objects.filter(lineups__entry=entry, **playing).distinct(), pk=player)
    if request.method == "POST":
        by = by_for(request, event, Source.PAGE)
        member: Membership = of_event(
            event, event.club.memberships.select_related("player"), number_in(request, "member")
        )
        entries.substitute(entry.pk, leaving, member.player, by=by)
        return done(request, f"{member.player} plays for {leaving}.", reverse("check_in", args=[event.slug]))
    context = {"event": event, "club": event.club, "entry": entry, "leaving": leaving}
    context |= {"free": boards.free_members(event)}
    return render(request, "console/substitute.html", context)


@require_POST
@organizer_page
def issue_pass(request: HttpRequest, event: Event, player: int) -> HttpResponse:
    """A player's personal link as text and QR, to be shown to that player's phone."""
    found = get_object_or_404(Player.objects.filter(lineups__event=event).distinct(), pk=player)
    token = passes.issue_pass(event.pk, found, by=by_for(request, event, Source.PAGE))
    link = request.build_absolute_uri(reverse("open_pass", args=[event.slug, token]))
    picture = segno.make(link, micro=False).svg_data_uri(scale=6, border=2)
    context = {"event": event, "club": event.club, "player": found, "link": link, "picture": picture}
    return render(request, "console/pass.html", context)


def _check_in_page(request: HttpRequest, event: Event, form: RosterForm, status: int = 200) -> HttpResponse:
    context = {
        "event": event, "club": event.club, "entries": boards.entries_of(event), "counts": boards.entry_counts(event),
        "free": boards.free_members(event), "roster": form, "size": range(entries.entry_size(event)),
    }  # fmt: skip
    return render(request, "console/check_in.html", context, status=status)
