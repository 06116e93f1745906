"""A player leaves, is missing or comes late: the page first describes each choice in a sentence, then does it."""

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.checkin import entries, substitutes
from tournaments.checkin.models import Entry
from tournaments.checkin.seat_changes import Way
from tournaments.console.offers import LEAVE, NO_SHOW, SIT_IN, SUBSTITUTE, offers_for, places_for, round_out
from tournaments.context import Context
from tournaments.events.models import Event
from tournaments.http import asked_number, context_for, done, number_in, organizer_page, text_in
from tournaments.results.models import Channel
from tournaments.rounds.models import Round

ENTRIES = Entry.objects.prefetch_related("lineup__player")


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_page
def change(request: HttpRequest, event: Event, pk: int, player: int) -> HttpResponse:
    """One player: who plays instead, or what becomes of the table. With ?way= the sentence for one choice."""
    entry = get_object_or_404(ENTRIES.filter(event=event), pk=pk)
    leaving = get_object_or_404(_people(entry, only_now=request.method != "POST"), pk=player)
    if request.method == "POST":
        text = _do(request, event, entry, leaving)
        return done(request, text, _back(event))
    offers = offers_for(event, entry, leaving)
    context = {"event": event, "club": event.club, "offers": offers, "entry": entry}
    if way := request.GET.get("way"):
        choice = offers.find(way, asked_number(request, "coming"))
        if choice is None:
            raise RuleError("That option is no longer available. Choose one of the options shown.")
        return render(request, "checkin/change_sure.html", context | {"candidate": choice[0], "offer": choice[1]})
    return render(request, "checkin/change.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_page
def late(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """For someone who came after the draw: where there is still a place in this round."""
    entry = get_object_or_404(ENTRIES.filter(event=event), pk=pk)
    if request.method == "POST":
        round_, context, seen = (
            _published(request, event),
            context_for(request, event, Channel.PAGE),
            number_in(request, "seen"),
        )
        if request.POST.get("way") == Way.JOIN:
            substitutes.join_round(
                round_.pk, entry.pk, number_in(request, "table"), context=context, expected_version=seen
            )
        else:
            substitutes.take_place(
                round_.pk, number_in(request, "absent"), entry.pk, context=context, expected_version=seen
            )
        return done(request, say("{name} plays in {round}.", name=entry.name, round=round_), _back(event))
    out, places = places_for(event, entry)
    shown = {"event": event, "club": event.club, "entry": entry, "round": out, "places": places}
    return render(request, "checkin/late.html", shown)


def _people(entry: Entry, *, only_now: bool) -> QuerySet[Player]:
    """Who plays for the entry, or sits in for it. A form that is sent twice may be about a player who did so before."""
    lineup, sitting = Q(lineups__entry=entry), Q(seats__entry=entry)
    if only_now:
        lineup &= Q(lineups__is_active=True)
        sitting &= Q(seats__round__status=Round.Status.PUBLISHED)
    return Player.objects.filter(lineup | sitting).distinct()


def _do(request: HttpRequest, event: Event, entry: Entry, leaving: Player) -> str:
    """What was chosen. Returns what happened, in words."""
    way, context = request.POST.get("way", ""), context_for(request, event, Channel.PAGE)
    if way == LEAVE:
        entries.drop_out(entry.pk, context=context, expected_version=number_in(request, "seen"))
        return say("{name} is marked as gone, starting next round.", name=entry.name)
    if way == SUBSTITUTE:
        coming = _coming(request, event)
        entries.substitute(entry.pk, leaving, coming, context=context)
        return say("{coming} plays for {leaving}.", coming=coming, leaving=leaving)
    return _at_the_table(request, event, entry, leaving, way, context)


def _at_the_table(request: HttpRequest, event: Event, entry: Entry, leaving: Player, way: str, context: Context) -> str:
    round_, seen = _published(request, event), number_in(request, "seen")
    if way == SIT_IN:
        coming = _coming(request, event)
        substitutes.sit_in(round_.pk, entry.pk, leaving, coming, context=context, expected_version=seen)
        return say("{coming} finishes {round} for {leaving}.", coming=coming, round=round_, leaving=leaving)
    if way == Way.TAKE_PLACE:
        substitutes.take_place(
            round_.pk, entry.pk, number_in(request, "coming"), context=context, expected_version=seen
        )
        return say("{name}’s seat is filled.", name=entry.name)
    if way in (Way.THREE, Way.NOT_PLAYED):
        substitutes.play_short(round_.pk, entry.pk, Way(way), context=context, expected_version=seen)
        if way == Way.NOT_PLAYED:
            return say("Match skipped. {name} is marked as gone.", name=entry.name)
        return say("{name} is marked as gone. The table continues without them.", name=entry.name)
    if way == NO_SHOW:
        substitutes.no_show(round_.pk, entry.pk, context=context, expected_version=seen)
        return say("Match forfeited. {name} is marked as gone.", name=entry.name)
    raise Http404


def _coming(request: HttpRequest, event: Event) -> Player | str:
    """A player the club knows, or the name of someone new."""
    if name := text_in(request, "name"):
        return name
    member = event.club.memberships.filter(player=number_in(request, "coming")).select_related("player").first()
    if member is None:
        raise RuleError("That player isn’t in the club. Enter the name as a new player instead.")
    return member.player


def _published(request: HttpRequest, event: Event) -> Round:
    """The round that the form was about. It may be closed by now, when the form comes a second time."""
    return get_object_or_404(Round.objects.filter(stage__event=event), pk=number_in(request, "round"))


def _back(event: Event) -> str:
    """To the running round's tables, or to the list at the door."""
    return reverse("console" if round_out(event) else "check_in", args=[event.slug])
