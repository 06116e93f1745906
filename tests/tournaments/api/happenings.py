"""Everything that webhooks can send, sent once."""

import datetime
import json
from typing import Any

from django.utils import timezone

from tests.cast import NAMES, context_of, enter, make_event, on_grid, publish, slip
from tests.tournaments.jackpots.test_closing import open_week
from tests.tournaments.rewards.conftest import run
from tests.tournaments.scenes.registration import taking
from tests.tournaments.scenes.webhook import webhook
from tournaments.access.wall_code import hang_code
from tournaments.clubs.models import Venue
from tournaments.events.cancelling import cancel_event
from tournaments.events.changes import EventSettings, change_event
from tournaments.events.models import Event
from tournaments.jackpots.closing import close_due
from tournaments.notifications.evening import open_check_ins
from tournaments.registration.models import RegistrationTerms
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event
from tournaments.webhooks import commands
from tournaments.webhooks.models import WebhookDelivery
from tournaments.webhooks.payloads import emit_registrations

SOON = datetime.timedelta(hours=1)


def send_everything() -> list[Any]:
    """Of every type, what was sent."""
    scene = open_week()
    club, olga = scene.club, scene.olga
    club.currency = "USD"
    club.save()
    hook = webhook(club, olga)
    close_due()
    night = make_event(club, olga)
    enter(night, olga, list(NAMES[:7]))
    row = publish(night, olga)
    for match in row.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(olga))
    run()
    row.refresh_from_db()
    rounds.close_round(row.pk, context=context_of(olga), expected_version=row.revision)
    finish_event(night.pk, context=context_of(olga), override="Late")
    match = row.matches.first()
    assert match
    results.void_result(match.pk, reason="Wrong", context=on_grid(olga), expected_version=match.last_version)
    harvest = make_event(club, olga, name="Harvest")
    hang_code(harvest.pk, context=context_of(olga))
    open_check_ins()
    moved = {"starts_at": harvest.starts_at + SOON, "venue": Venue.objects.create(club=club, name="Hall")}
    change_event(harvest.pk, EventSettings(**vars(EventSettings.of(harvest)) | moved), context=context_of(olga))
    cancel_event(harvest.pk, "Snow", context=context_of(olga))
    Event.objects.filter(pk=taking(club, olga, name="Signing").pk).update(starts_at=timezone.now() + SOON)
    RegistrationTerms.objects.update(opens_at=timezone.now() - SOON / 2, closes_at=None)
    emit_registrations()
    commands.send_test(hook.pk, context=context_of(olga))
    return [json.loads(delivery.text) for delivery in WebhookDelivery.objects.order_by("pk")]
