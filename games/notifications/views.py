"""A person's notifications, what they want to be told, and the links of emails that need no log-in."""

import datetime
import hmac
import json
import uuid

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import limits, zones
from games.accounts.guests import player_at, visitor
from games.accounts.models import Player
from games.engine.language import say
from games.engine.messages import message
from games.errors import TooOften
from games.notifications import choices, mail, rendering
from games.notifications.forms import SettingsForm
from games.notifications.kinds import DeliveryMethod, NotificationKind
from games.notifications.models import Notification
from games.notifications.writing import NewNotification, notify, settings_of

LISTED = 50
MAX_BOUNCES = 1000
TEST_TITLE = message("Notifications are working")
TEST_WORDS = message("This is the test notification you asked for.")


def _player(request: HttpRequest) -> Player:
    player = player_at(request)
    if player is None:
        raise Http404
    return player


@never_cache
@require_safe
def notification_list(request: HttpRequest) -> HttpResponse:
    """What the player was told lately, the newest first."""
    player = _player(request)
    notifications = list(Notification.objects.filter(player=player)[:LISTED])
    rendered = rendering.render(player, notifications)
    if notifications:
        choices.mark_seen(player, notifications[0].pk)
    a_minute_ago = timezone.now() - datetime.timedelta(minutes=1)
    context = {"lines": list(zip(notifications, rendered, strict=True)), "a_minute_ago": a_minute_ago}
    return render(request, "notifications/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notification_settings(request: HttpRequest) -> HttpResponse:
    player = _player(request)
    form = SettingsForm(request.POST if request.method == "POST" else None, player=player)
    if request.method == "POST" and form.is_valid():
        choices.choose(player, form.chosen())
        data = form.cleaned_data
        choices.set_quiet_hours(player, data["quiet_from"], data["quiet_until"], data["zone"])
        messages.success(request, say("Saved."))
        return redirect("notification_settings")
    sent = choices.sent_in_a_month(player)
    context = {
        "form": form,
        "zones": zones.listed(timezone.now()),
        "address": mail.address_of(player),
        "bounced": settings_of(player).bounced_address,
        "pushes": sent.get(DeliveryMethod.PUSH, 0),
        "mails": sent.get(DeliveryMethod.EMAIL, 0) + sent.get(DeliveryMethod.DIGEST, 0),
    }
    return render(request, "notifications/settings.html", context, status=200 if request.method != "POST" else 422)


@require_POST
def send_test(request: HttpRequest) -> HttpResponse:
    """Tell the player that notifications arrive."""
    player = _player(request)
    try:
        limits.check(limits.TEST_NOTIFICATIONS, visitor(request))
    except TooOften as error:
        response = render(
            request, "refused.html", {"error": error, "back": reverse("notification_settings")}, status=429
        )
        response["Retry-After"] = str(error.seconds)
        return response
    draft = NewNotification(player.pk, TEST_TITLE, reverse("notification_settings"), TEST_WORDS)
    notify(NotificationKind.TEST, uuid.uuid4().hex, [draft])
    messages.success(request, say("We sent you a test notification."))
    return redirect("notification_settings")


@require_POST
def mail_works(request: HttpRequest) -> HttpResponse:
    """Send emails again to an address from which one came back."""
    choices.forget_bounce(_player(request))
    messages.success(request, say("We’ll send emails to your address again."))
    return redirect("notification_settings")


@login_not_required
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_notifications(request: HttpRequest, token: str) -> HttpResponse:
    """The link in every email. Mail programs send POST at once (RFC 8058), people press a button: a program that looks
    at links stops nothing."""
    if (stopped := mail.read_stop_token(token)) is None:
        raise Http404
    player, kind = stopped
    if request.method == "POST":
        choices.stop_mail(player, kind)
    context = {"kind": kind and kind.label, "is_done": request.method == "POST"}
    return render(request, "notifications/stop.html", context)


@login_not_required
@csrf_exempt
@require_POST
def bounces(request: HttpRequest) -> HttpResponse:
    """The mail service reports addresses from which emails came back, as {"email": …} or a list of these."""
    token, given = settings.MAIL_BOUNCE_TOKEN, request.headers.get("Authorization", "")
    if not token or not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise Http404
    try:
        data = json.loads(request.body)
        addresses = [str(each["email"]) for each in (data if isinstance(data, list) else [data])]
    except (ValueError, KeyError, TypeError):
        return JsonResponse({"error": 'Send {"email": "name@example.org"}, or a list of these.'}, status=400)
    noted = [choices.note_bounce(address) for address in addresses[:MAX_BOUNCES]]
    return JsonResponse({"noted": sum(player is not None for player in noted)})
