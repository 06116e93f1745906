"""A site's database with rows in every table, as odd as the columns allow: what a backup has to bring back.

`python -m tests.euchre_site.full_database` fills the empty database that DATABASE_URL names.
"""

import datetime
import os
import uuid
from typing import Any

from games.engine.messages import verbatim
from games.message_field import MessageField, MessagesField

ODD_TEXT = "Zoë “O’Hara”\t\\N \U0001f0cf = 'x'; –"
ODD_JSON = {"z": [1, 2.5, 1e-7, 1e16, -0.0, True, None], "a": {'ü\n"': "\\u0041 \U0001f0cf"}, "": ""}
MOMENT = datetime.datetime(2026, 3, 29, 1, 59, 59, 999_999, tzinfo=datetime.UTC)


def main() -> None:
    import django

    django.setup()
    from django.db import DEFAULT_DB_ALIAS

    from euchre_site.backups.versions import make_new_site

    make_new_site(DEFAULT_DB_ALIAS)
    fill()


def fill() -> None:
    """A club with events in every state; then a row for each table that is still empty."""
    from tests.tournaments.pages.scene import Scene
    from tournaments.results.standings_update import settle_unsettled
    from tournaments.rewards.queue import run_all

    Scene()
    settle_unsettled()
    run_all()
    fill_empty_tables()


def fill_empty_tables() -> None:
    from django.apps import apps

    from games.accounts.models import Player
    from games.tables.models import ChipAccount

    for account in ({"kind": "bank"}, {"kind": "player", "player": Player.objects.first()}):
        ChipAccount.objects.get_or_create(**account)
    for model in apps.get_models(include_auto_created=True):
        a_row_of(model)


def a_row_of(model: Any) -> Any:
    """Any row there is, else one that is made up."""
    found = model._default_manager.first()
    if found:
        return found
    own = FITTING.get(model._meta.label, {})
    fields = [field for field in model._meta.concrete_fields if not field.auto_created]
    return model._default_manager.create(**{field.attname: _value(field, own) for field in fields})


def _value(field: Any, own: dict[str, Any]) -> Any:
    if own.get(field.name) == LAST:
        return field.related_model._default_manager.order_by("pk").last().pk
    if field.name in own:
        return own[field.name]
    if field.remote_field and field.related_model is field.model:
        return None
    if field.remote_field:
        return a_row_of(field.related_model).pk
    if field.choices:
        return field.choices[0][0]
    if isinstance(field, MessagesField):
        return [verbatim(ODD_TEXT)]
    if isinstance(field, MessageField):
        return verbatim(ODD_TEXT)
    if field.get_internal_type() == "CharField":
        return ODD_TEXT[: field.max_length]
    return VALUES.get(field.get_internal_type(), 1)


VALUES = {
    "SlugField": "odd",
    "TextField": ODD_TEXT,
    "JSONField": ODD_JSON,
    "BinaryField": bytes(range(256)),
    "BooleanField": True,
    "FloatField": 0.1 + 0.2,
    "DateField": MOMENT.date(),
    "DateTimeField": MOMENT,
    "TimeField": MOMENT.time(),
    "UUIDField": uuid.UUID(int=2**127 + 1),
}
LAST = "the last row there is, not the first"
FITTING: dict[str, dict[str, Any]] = {
    "games.ApiToken": {"expires_at": MOMENT + datetime.timedelta(days=1)},
    "games.AuthorizationCode": {"expires_at": MOMENT + datetime.timedelta(days=1)},
    "games.Block": {"other": LAST},
    "games.CardPicture": {"layout": ""},
    "games.ChipAccount": {"player": None, "game": None},
    "games.ChipEntry": {"credit": LAST, "kind": "grant", "game": None, "day": None, "seat": None},
    "games.DailyEntry": {"score": 1},
    "games.DailyHand": {"number": 1},
    "games.DeviceRequest": {"connection": None},
    "games.Hand": {"prepared": None},
    "games.DealPar": {"parked_at": None},
    "games.HandReview": {"parked_at": None},
    "games.PushSubscription": {"endpoint": "https://push.example.net/1"},
    "games.Report": {"by": LAST},
    "games.Search": {"table": None, "ended_at": None},
    "games.Game": {"broken_off_at": None, "forfeited_by": None},
    "games.Notification": {"link": "/"},
    "games.NotificationDelivery": {"why_not": ""},
    "games.Table": {"turn_seat": None},
    "tournaments.Attendance": {"fixture": None, "left": False},
    "tournaments.FixtureHandicap": {"side": None, "halves": 0},
    "tournaments.PlayerAlias": {"person": LAST},
    "tournaments.PlayerMerge": {"gone": LAST},
    "tournaments.CupMatch": dict.fromkeys(("away", "play_by", "fixture", "starts_at", "venue", "event"))
    | {"bye": "lot"},
    "tournaments.DateProposal": {"picked": None, "answered": None, "decided": None},
    "tournaments.DismissedCharge": {"player": None, "fixture": None},
    "tournaments.Exemption": {"fixture": None},
    "tournaments.PointsAdjustment": {"points": -1},
    "tournaments.RecordClaim": {"record": LAST},
    "tournaments.SeasonPosting": {"debit": "teams", "credit": "owed", "left": None, "way": ""},
    "tournaments.SubAsk": {"answer": "", "answered_at": None},
    "tournaments.SubRequest": {"fixture": None, "squad": None, "sub": None},
    "tournaments.TransferRequest": {"leaving": LAST, "answered": None, "membership": None},
    "tournaments.WebhookDelivery": {"parked_at": None, "delivered_at": None},
    "tournaments.Webhook": {
        "address": "https://example.org/hook",
        "removed_at": None,
        "is_active": False,
        "former_secret": "",
        "former_until": None,
    },
}
"""What the constraints ask for."""


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    main()
