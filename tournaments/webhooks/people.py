"""People in what is sent: their number, and the name that strangers may read, as it is when it is sent."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

from tournaments.clubs.public_names import names_for
from tournaments.happenings.models import StreamedHappening
from tournaments.permissions import NOBODY
from tournaments.webhooks.models import WebhookDelivery

GHOST = {"player": None, "name": "House player"}
Person = dict[str, Any]


def people(players: Iterable[int | None]) -> list[Person]:
    """In their order; None is a player lent by the house."""
    numbers = list(players)
    named = _public({number for number in numbers if number})
    return [named[number] if number else dict(GHOST) for number in numbers]


def named_as_now(body: Any) -> Any:
    """The same with the names of today: people may have hidden, changed or erased theirs since it was written."""
    numbers = {person["player"] for person in _people_in(body) if person["player"]}
    now = _public(numbers) if numbers else {}
    return _with_people(body, lambda number: now.get(number, {"player": number, "name": ""}))


def forget(records: Collection[int], called: Callable[[int], str], clubs: Collection[int]) -> int:
    """Write what they are called from now on into everything that these clubs keep of what was sent, or is to be
    fetched. Returns how many rows changed."""
    deliveries: QuerySet[Any] = WebhookDelivery.objects.filter(webhook__club__in=clubs)
    streamed: QuerySet[Any] = StreamedHappening.objects.filter(stream__club__in=clubs)
    return sum(_forget_in(happenings, records, called) for happenings in (deliveries, streamed))


def _forget_in(happenings: QuerySet[Any], records: Collection[int], called: Callable[[int], str]) -> int:
    changed = 0
    for happening in happenings.only("body").order_by("pk").iterator(chunk_size=500):
        if any(person["player"] in records for person in _people_in(happening.body)):
            body = _with_people(
                happening.body, lambda number: {"player": number, "name": called(number)} if number in records else None
            )
            changed += happenings.filter(pk=happening.pk).update(body=body)
    return changed


def _public(players: Collection[int]) -> dict[int, Person]:
    """sent_as: what receivers get in place of the record's number where the name is hidden (`WebhookDelivery.text`)."""
    people = names_for(NOBODY, players).values()
    return {
        person.pk: {"player": person.pk, "name": person.name} | ({} if person.is_known else {"sent_as": person.number})
        for person in people
    }


def _is_person(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() >= {"player", "name"}


def _people_in(value: Any) -> Iterator[Person]:
    if _is_person(value):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _people_in(part)


def _with_people(value: Any, now: Callable[[int], Person | None]) -> Any:
    """now: None where the person stays as it is."""
    if _is_person(value):
        named = now(value["player"]) if value["player"] else None
        # What else is said of them, such as what they won, stays.
        return {key: part for key, part in value.items() if key != "sent_as"} | named if named else value
    if isinstance(value, dict):
        return {key: _with_people(part, now) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_people(part, now) for part in value]
    return value
