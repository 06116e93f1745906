"""The prizes of an event: what everyone sees, how organizers promise, publish and pay them, and second officials."""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.tables.http import INCOMPLETE
from tournaments.checkin.models import Entry
from tournaments.entry_names import names_of
from tournaments.errors import Conflict
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.events.views.public import about
from tournaments.formats.config import config_data
from tournaments.formats.standings.consequences import Kind
from tournaments.honours.prize_plan import PrizePlan
from tournaments.honours.prize_ties import Method
from tournaments.http import (
    actor_for,
    cents_in,
    context_for,
    done,
    number_in,
    organizer_page,
    scorer_page,
    text_in,
)
from tournaments.prizes import commands, plans, pot, presets, second_official
from tournaments.prizes import selectors as prize_selectors
from tournaments.prizes.correction_preview import consequences_of
from tournaments.prizes.forms import ROOM, PlanForm
from tournaments.prizes.models import Payout, PotEntry, PrizeChange, PrizeOffer
from tournaments.prizes.preview import preview_of
from tournaments.prizes.settlement import inputs_from, offer_of
from tournaments.prizes.words import plan_words
from tournaments.results.models import Channel
from tournaments.results.slips import slip_from
from tournaments.results.views.scores import scores_only

NAMED = range(1, 5)
"""How many winners of one side prize the form has room for."""


@login_not_required
@require_safe
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """The pot, what is promised, and who got what once it was shown."""
    event, context = about(request, slug)
    offer, sheet, names = offer_of(event), commands.sheet_of(event), names_of(event)
    context |= {"offer": offer, "sheet": sheet, "names": names}
    if offer:
        context |= {"words": plan_words(offer), "board": prize_selectors.pot_board(event, offer)}
    if sheet:
        context["ties"] = prize_selectors.settled_ties(event, inputs_from(sheet.shown.settled), names)
        context["adjusted"] = [(change, commands.prize_rows(payouts)) for change, payouts in sheet.changes]
        context["waiting"] = second_official.waiting_change(event) if context["may_score"] else None
    return render(request, "prizes/prizes.html", context)


@require_safe
@organizer_page
def prize_console(request: HttpRequest, event: Event) -> HttpResponse:
    return _console_page(request, event)


@require_safe
@organizer_page
def prize_sheet(request: HttpRequest, event: Event) -> HttpResponse:
    """The payout sheet, to print and sign."""
    sheet = commands.sheet_of(event)
    if sheet is None:
        raise RuleError("Payouts aren’t published yet, so there’s nothing to pay. Publish them first.")
    context = {"event": event, "club": event.club, "sheet": sheet, "names": names_of(event)}
    return render(request, "prizes/prize_sheet.html", context)


@require_POST
@organizer_page
def move_prizes(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """Promise, take and give back money, name a winner, decide a tie, show, pay."""
    if action == "plan":
        return _promise(request, event)
    actions: dict[str, Callable[[HttpRequest, Event], str]] = {
        "fine": _fine,
        "undo": _undo,
        "winner": _name_winner,
        "tie": _decide_tie,
        "show": _show,
        "paid": _paid,
        "unpaid": _unpaid,
    }
    if action not in actions:
        raise Http404
    return done(request, actions[action](request, event), reverse("prize_console", args=[event.slug]))


def _promise(request: HttpRequest, event: Event) -> HttpResponse:
    form = PlanForm(request.POST, offer=offer_of(event))
    if not form.is_valid():
        return _console_page(request, event, form, status=422)
    try:
        context, seen = context_for(request, event, Channel.PAGE), number_in(request, "seen")
        plans.set_prize_plan(event.pk, form.plan, form.terms, context=context, expected_version=seen)
    except (Conflict, RuleError) as error:
        form.add_error(None, str(error))
        return _console_page(request, event, form, status=409 if isinstance(error, Conflict) else 422)
    return done(request, say("Prize plan saved."), reverse("prize_console", args=[event.slug]))


def _fine(request: HttpRequest, event: Event) -> str:
    number = request.POST.get("entry", "")
    entry = get_object_or_404(Entry.objects.filter(event=event), pk=number_in(request, "entry")) if number else None
    context = context_for(request, event, Channel.PAGE)
    taken = pot.charge_fine(
        event.pk, text_in(request, "basket"), cents_in(request, "amount"), context=context, entry=entry
    )
    return say("Money added to {basket}.", basket=taken.basket)


def _undo(request: HttpRequest, event: Event) -> str:
    posting = get_object_or_404(PotEntry.objects.filter(event=event), pk=number_in(request, "posting"))
    pot.undo_posting(posting.pk, reason=text_in(request, "reason"), context=context_for(request, event, Channel.PAGE))
    return say("Transaction undone. It stays on record, along with its reversal.")


def _name_winner(request: HttpRequest, event: Event) -> str:
    counts: dict[int, int] = {}
    wanted = mark("Enter a whole number.")
    for index in NAMED:
        if request.POST.get(f"winner_{index}"):
            count = number_in(request, f"count_{index}", wanted) if request.POST.get(f"count_{index}") else 1
            counts[number_in(request, f"winner_{index}")] = count
    asked: dict[str, Any] = {
        "context": context_for(request, event, Channel.PAGE),
        "expected_version": number_in(request, "seen"),
    }
    plans.name_winner(event.pk, text_in(request, "prize", 40), counts, **asked)
    return say("Saved.")


def _decide_tie(request: HttpRequest, event: Event) -> str:
    about_text = text_in(request, "about", 1000)
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in about_text.split(",")):
        raise RuleError(INCOMPLETE)
    entries = [int(part) for part in about_text.split(",")]
    method = next((method for method in Method if method.value == request.POST.get("method")), None)
    if method is None:
        raise RuleError("Choose how to decide the tie.")
    order = _ranks(request, entries) if method in (Method.PLAY_OFF, Method.CUT) else ()
    asked: dict[str, Any] = {
        "context": context_for(request, event, Channel.PAGE),
        "expected_version": number_in(request, "seen"),
    }
    plans.decide_tie(event.pk, entries, method, order, reason=text_in(request, "reason"), **asked)
    return say("Tie decided")


def _ranks(request: HttpRequest, entries: list[int]) -> tuple[tuple[int, ...], ...]:
    """Entry numbers, best first, those with the same rank together; who has none is left out."""
    ranks = {entry: request.POST.get(f"rank_{entry}", "") for entry in entries}
    given = sorted({rank for rank in ranks.values() if rank})
    return tuple(tuple(entry for entry in entries if ranks[entry] == rank) for rank in given)


def _show(request: HttpRequest, event: Event) -> str:
    context, digest = context_for(request, event, Channel.PAGE), text_in(request, "digest", 64)
    commands.show_prizes(event.pk, context=context, expected_version=digest, override=text_in(request, "override"))
    return say("Payouts published.")


def _paid(request: HttpRequest, event: Event) -> str:
    payout = get_object_or_404(Payout.objects.filter(event=event), pk=number_in(request, "payout"))
    payout = commands.mark_paid(payout.pk, context=context_for(request, event, Channel.PAGE))
    return say("{player} marked as paid", player=payout.player)


def _unpaid(request: HttpRequest, event: Event) -> str:
    payout = get_object_or_404(Payout.objects.filter(event=event), pk=number_in(request, "payout"))
    payout = commands.unmark_paid(payout.pk, context=context_for(request, event, Channel.PAGE))
    return say("{player} marked as not paid", player=payout.player)


@require_safe
@scorer_page
def prize_changes(request: HttpRequest, event: Event) -> HttpResponse:
    """Corrections that wait for a second official, with everything they would change, and those answered."""
    names = names_of(event)
    changes = list(second_official.changes_of(event))
    waiting = next(
        (prize_change for prize_change in changes if prize_change.answer == PrizeChange.Answer.PENDING), None
    )
    context = {
        "event": event,
        "club": event.club,
        "names": names,
        "waiting": waiting,
        "answered": [prize_change for prize_change in changes if prize_change is not waiting],
        "scores_only": scores_only(request, event),
        "is_own": waiting is not None and waiting.proposed.user == actor_for(request, event).user,
        "who": second_official.second_official(waiting) if waiting else "",
    }
    if waiting:
        context |= _what_it_changes(event, waiting)
    return render(request, "prizes/prize_changes.html", context)


def _what_it_changes(event: Event, change: PrizeChange) -> dict[str, Any]:
    change.match.round.stage.event = event
    try:
        consequences = consequences_of(change.match, slip_from(change.slip) if change.slip else None)
    except RuleError as error:
        return {"error": error}
    return {
        "changes": [
            (kind, of_kind)
            for kind in Kind
            if (of_kind := [consequence for consequence in consequences if consequence.kind is kind])
        ]
    }


@require_POST
@scorer_page
def answer_change(request: HttpRequest, event: Event, pk: int, answer: str) -> HttpResponse:
    change = get_object_or_404(PrizeChange.objects.filter(event=event), pk=pk)
    actions = {"agree": second_official.agree_to_change, "decline": second_official.decline_change}
    if answer not in actions:
        raise Http404
    actions[answer](change.pk, context=context_for(request, event, Channel.PAGE))
    said = say("Correction declined.")
    if answer == "agree":
        said = say("Correction approved. The result is updated, and the adjustments are on the payout sheet.")
    return done(request, said, reverse("prize_changes", args=[event.slug]))


def _console_page(request: HttpRequest, event: Event, form: PlanForm | None = None, status: int = 200) -> HttpResponse:
    offer, sheet, names = offer_of(event), commands.sheet_of(event), names_of(event)
    waiting = second_official.waiting_change(event)
    postings, entries = pot.postings_of(event), list(boards.entries_of(event))
    context = {
        "event": event,
        "club": event.club,
        "names": names,
        "offer": offer,
        "sheet": sheet,
        "waiting": waiting,
        "postings": postings,
        "fees": pot.fees_in(postings),
        "unpaid": pot.not_paid(event),
        "named": NAMED,
        "entries": entries,
    }
    if not sheet:
        context |= _plan_form(request, event, offer, form, len(entries))
    if sheet:
        context["new_ties"] = prize_selectors.ties_of_change(event, waiting, names)
        context["ties"] = prize_selectors.settled_ties(event, inputs_from(sheet.shown.settled), names)
    elif offer:
        context |= _preview(event, offer, names)
    return render(request, "prizes/console.html", context, status=status)


def _plan_form(
    request: HttpRequest, event: Event, offer: PrizeOffer | None, form: PlanForm | None, entries: int
) -> dict[str, Any]:
    """The plan's form with what it comes to; a preset that is asked for is filled in and not saved."""
    chosen = request.GET.get("preset", "") if form is None else ""
    shown = presets.with_preset(offer, chosen)
    drafted = shown or PrizeOffer(event=event, plan=config_data(PrizePlan()))
    board = prize_selectors.pot_board(event, drafted)
    sums = presets.Sums() if form else presets.sums_of(drafted.promised, board.pot)
    form = form or PlanForm(offer=shown)
    places = [(presets.place_name(place), text) for place, text in enumerate(form.first_places(), start=1)]
    return {
        "form": form,
        "is_draft": shown is not offer,
        "board": board,
        "sums": sums,
        "places": list(zip_longest(places[:-ROOM], sums.places[: len(places) - ROOM])),
        "more_places": places[-ROOM:],
        "sides": list(zip_longest(form.sides(), sums.sides)),
        "folds": presets.fold_words(drafted),
        "cards": presets.preset_cards(drafted.promised, entries),
    }


def _preview(event: Event, offer: PrizeOffer, names: dict[int, str]) -> dict[str, Any]:
    preview = preview_of(event, offer)
    outcome, settlement = preview.outcome, preview.settlement
    return {
        "preview": preview,
        "settlement": settlement,
        "words": plan_words(offer),
        "unknown": outcome.unknown if outcome else (),
        "rows": prize_selectors.paid_rows(settlement) if settlement else (),
        "new_ties": prize_selectors.open_ties(event, outcome, names),
        "ties": prize_selectors.settled_ties(event, outcome.inputs, names) if outcome else (),
    }
