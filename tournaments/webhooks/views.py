"""The webhooks of a club, for its owners: where they lead, what was sent, and sending it again."""

import json
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs.models import Club
from tournaments.clubs.views.people import owner_page
from tournaments.context import Context
from tournaments.http import context_for, done, number_in
from tournaments.results.models import Channel
from tournaments.webhooks import commands, selectors
from tournaments.webhooks.forms import WebhookForm, typed
from tournaments.webhooks.models import Webhook, WebhookDelivery
from tournaments.webhooks.sender import text_for

PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@owner_page
def webhooks(request: HttpRequest, club: Club) -> HttpResponse:
    """The list; POST adds one, and the answer is the only page that shows its secret."""
    form, made = WebhookForm(request.POST if request.method == "POST" else None), None
    if form.is_bound and form.is_valid():
        context, data = _by(request), form.cleaned_data
        try:
            made = commands.add_webhook(club.pk, data["address"], data["kinds"], form.speech, context=context)
            form = WebhookForm()
        except RuleError as error:
            form.add_error(None, str(error))
    shown = {
        "club": club,
        "form": form,
        "made": made,
        "webhooks": list(selectors.listed(club)),
        "most": commands.MAX_WEBHOOKS,
    }
    return render(request, "webhooks/webhooks.html", shown, status=422 if form.errors else 200)


@require_safe
@owner_page
def webhook(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    return _page(request, _webhook(club, pk))


@require_POST
@owner_page
def move_webhook(request: HttpRequest, club: Club, pk: int, action: str) -> HttpResponse:
    """A new secret is shown on the page that answers, and nowhere again."""
    context, there = _by(request), reverse("webhook", args=[club.slug, pk])
    if action == "remove":
        # Before it is looked for: who presses twice finds it gone.
        commands.remove_webhook(club.pk, pk, context=context, expected_version=number_in(request, "seen"))
        said = say("Webhook and secret removed.")
        return done(request, said, reverse("webhooks", args=[club.slug]))
    webhook = _webhook(club, pk)
    if action == "test":
        commands.send_test(pk, context=context)
        return done(request, say("The test is on its way. Check the list below in a moment."), there)
    if action == "change":
        return _change(request, webhook, there)
    if action == "renew":
        renewed = commands.renew_secret(pk, context=context, expected_version=number_in(request, "seen"))
        return _page(request, renewed, secret=renewed.shown_secret)
    if action in ("on", "off"):
        commands.switch_webhook(pk, action == "on", context=context, expected_version=number_in(request, "seen"))
        if action == "on":
            return done(request, say("Webhook turned on. We’ll send updates from now on."), there)
        return done(request, say("Webhook turned off. We won’t send anything."), there)
    raise Http404


def _change(request: HttpRequest, webhook: Webhook, there: str) -> HttpResponse:
    form = WebhookForm(request.POST)
    if form.is_valid():
        context, seen, data = _by(request), number_in(request, "seen"), form.cleaned_data
        try:
            commands.change_webhook(
                webhook.pk, data["address"], data["kinds"], form.speech, context=context, expected_version=seen
            )
            return done(request, say("Saved."), there)
        except RuleError as error:
            form.add_error(None, str(error))
    return _page(request, webhook, form=form)


@require_safe
@owner_page
def webhook_delivery(request: HttpRequest, club: Club, pk: int, number: UUID) -> HttpResponse:
    """What was sent, and what came of each attempt."""
    webhook = _webhook(club, pk)
    delivery = _delivery(webhook, number)
    context = {
        "club": club,
        "webhook": webhook,
        "delivery": delivery,
        "state": selectors.state_of(delivery),
        "log": list(delivery.log.all()),
        "body": json.dumps(json.loads(text_for(webhook, delivery)), indent=2, sort_keys=True, ensure_ascii=False),
    }
    return render(request, "webhooks/delivery.html", context)


@require_POST
@owner_page
def send_again(request: HttpRequest, club: Club, pk: int, number: UUID) -> HttpResponse:
    delivery = _delivery(_webhook(club, pk), number)
    commands.send_again(delivery.pk, context=_by(request))
    there = reverse("webhook_delivery", args=[club.slug, pk, delivery.number])
    return done(request, say("Sending the delivery again. Reload the page in a moment."), there)


def _page(request: HttpRequest, webhook: Webhook, *, secret: str = "", form: WebhookForm | None = None) -> HttpResponse:
    page = Paginator(selectors.deliveries_of(webhook), PER_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "club": webhook.club,
        "webhook": webhook,
        "secret": secret,
        "page_obj": page,
        "lines": [(delivery, selectors.state_of(delivery)) for delivery in page],
        "form": form or WebhookForm(initial=typed(webhook)),
    }
    return render(request, "webhooks/webhook.html", context, status=422 if form else 200)


def _by(request: HttpRequest) -> Context:
    return context_for(request, None, Channel.PAGE)


def _webhook(club: Club, pk: int) -> Webhook:
    of_club = commands.webhooks_of(club).select_related("journal__user__player", "journal__player")
    webhook = get_object_or_404(of_club, pk=pk)
    webhook.club = club
    return webhook


def _delivery(webhook: Webhook, number: UUID) -> WebhookDelivery:
    return get_object_or_404(WebhookDelivery, webhook=webhook, number=number)
