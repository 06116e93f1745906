"""People in what is sent: their number, and the name that strangers may read, as it is when it is sent."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from tournaments.models import WebhookDelivery
from tournaments.permissions import NOBODY
from tournaments.services.people.public_names import names_for

HOUSE = {"player": None, "name": "House player"}
Person = dict[str, Any]


def people(players: Iterable[int | None]) -> list[Person]:
    """In their order; None is a player lent by the house."""
    numbers = list(players)
    names = _public({number for number in numbers if number})
    return [{"player": number, "name": names[number]} if number else dict(HOUSE) for number in numbers]


def named_as_now(body: Any) -> Any:
    """The same with the names of today: somebody may have hidden, changed or erased theirs since it was written."""
    found = {person["player"] for person in _people_in(body) if person["player"]}
    names = _public(found) if found else {}
    return _with_names(body, lambda number: names.get(number, ""))


def forget(records: Collection[int], called: Callable[[int], str], clubs: Collection[int]) -> int:
    """Write what they are called from now on into everything that these clubs keep of what was sent. In how many."""
    changed = 0
    rows = WebhookDelivery.objects.filter(webhook__club__in=clubs).only("body")
    for row in rows.order_by("pk").iterator(chunk_size=500):
        if any(person["player"] in records for person in _people_in(row.body)):
            body = _with_names(row.body, lambda number: called(number) if number in records else None)
            changed += WebhookDelivery.objects.filter(pk=row.pk).update(body=body)
    return changed


def _public(players: Collection[int]) -> dict[int, str]:
    return {number: one.name for number, one in names_for(NOBODY, players).items()}


def _is_person(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() >= {"player", "name"}


def _people_in(value: Any) -> Iterator[Person]:
    if _is_person(value):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _people_in(one)


def _with_names(value: Any, called: Callable[[int], str | None]) -> Any:
    """called: None where the name stays."""
    if _is_person(value):
        name = called(value["player"]) if value["player"] else None
        return value if name is None else value | {"name": name}
    if isinstance(value, dict):
        return {key: _with_names(one, called) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_names(one, called) for one in value]
    return value
