"""What receivers get, as the API's schema tells it: the shapes of what `payloads` makes, by type."""

from typing import Any

from django.utils import translation

from games.api.schema import recorded_examples
from tournaments.rounds.models import Match
from tournaments.webhooks.models import KINDS, TEST, Happening

Shape = dict[str, Any]


def _object(**fields: Shape) -> Shape:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _list(items: Shape) -> Shape:
    return {"type": "array", "items": items}


def _or_null(shape: Shape) -> Shape:
    return shape | {"type": [shape["type"], "null"]}


NUMBER, TEXT, YES_NO = {"type": "integer"}, {"type": "string"}, {"type": "boolean"}
DAY, MOMENT = TEXT | {"format": "date"}, TEXT | {"format": "date-time"}
NUMBERS = _list(NUMBER)
PERSON = {"player": _or_null(NUMBER), "name": TEXT}
PEOPLE = _list(_object(**PERSON))
SIDES = _list(PEOPLE)
CLUB = {"club": _object(id=NUMBER, slug=TEXT, name=TEXT)}
AN_EVENT = _object(id=NUMBER, slug=TEXT, name=TEXT)
EVENT = CLUB | {"event": AN_EVENT}
ROUND = EVENT | {"stage": NUMBER, "round": _object(id=NUMBER, number=NUMBER)}
RESULT = {
    "match": NUMBER,
    "table": _or_null(NUMBER),
    "version": NUMBER,
    "state": TEXT | {"enum": Match.State.values},
    "points": _or_null(NUMBERS),
    "forfeited": _or_null(NUMBERS),
    "because": TEXT,
    "sides": SIDES,
}
TABLES = {
    "publication": NUMBER,
    "tables": _list(_object(match=NUMBER, table=_or_null(NUMBER), sides=SIDES)),
    "sitting_out": PEOPLE,
}
STANDINGS = {"standings": _list(_object(group=NUMBER, place=NUMBER, entry=NUMBER, players=PEOPLE))}
PLACES = {
    "finished_at": MOMENT,
    "places": _list(_object(place=NUMBER, place_by_lot=NUMBER, entry=NUMBER, players=PEOPLE)),
}
PLAN = {"starts_at": MOMENT, "zone": TEXT, "venue": TEXT, "is_canceled": YES_NO, "reason": TEXT}
ACHIEVEMENT = {
    "event": _or_null(AN_EVENT),
    "feat": NUMBER,
    "person": _object(**PERSON),
    "achievement": _object(name=TEXT, tier=NUMBER, tier_name=TEXT, words=TEXT),
}
JACKPOT = {
    "jackpot": _object(id=NUMBER, name=TEXT),
    "period": NUMBER,
    "first": DAY,
    "last": DAY,
    "currency": TEXT,
    "pot_cents": NUMBER,
    "carried_over_cents": NUMBER,
    "winners": _list(_object(**PERSON, cents=NUMBER)),
}
DATA: dict[str, dict[str, Shape]] = {
    Happening.RESULT: ROUND | RESULT,
    Happening.ROUND: ROUND | TABLES,
    Happening.STANDINGS: ROUND | STANDINGS,
    Happening.EVENT: EVENT | PLACES,
    Happening.CHANGED: EVENT | PLAN,
    Happening.CANCELED: EVENT | PLAN,
    Happening.REGISTRATION: EVENT | PLAN,
    Happening.CHECK_IN: EVENT | PLAN,
    Happening.ACHIEVEMENT: CLUB | ACHIEVEMENT,
    Happening.JACKPOT: CLUB | JACKPOT,
    TEST: CLUB,
}
HEADERS = {
    "Webhook-Id": "The delivery's number. A repeat has the same.",
    "Webhook-Timestamp": "When it was sent, in seconds since 1970.",
    "Webhook-Signature": "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`.",
}
ANSWERS = {"2XX": "Received", "410": "Turns the webhook off", "default": "We send it again later"}


def add_webhooks(result: dict[str, Any], **about: Any) -> dict[str, Any]:
    """For the settings of the API's schema."""
    with translation.override(None):
        webhooks = {str(kind): {"post": _operation(str(kind), str(label))} for kind, label in KINDS}
    return result | {"webhooks": webhooks}


def _operation(kind: str, label: str) -> dict[str, Any]:
    name = kind.replace(".", "_")
    shape = _object(type={"const": kind}, timestamp=MOMENT, data=_object(**DATA[kind]))
    examples = {key.capitalize(): {"value": value} for key, value in recorded_examples().get(name, {}).items()}
    return {
        "operationId": name,
        "summary": label,
        "tags": ["webhooks"],
        "security": [],
        "parameters": [
            {"name": header, "in": "header", "required": True, "description": text, "schema": TEXT}
            for header, text in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": shape, "examples": examples}}},
        "responses": {status: {"description": text} for status, text in ANSWERS.items()},
    }
