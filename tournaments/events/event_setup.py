"""What makes an event, as data: how it's played and by which rules, what it costs and pays, when registration is open.

A duplicate, the next date of a recurring event and a template are all copied from it. A field of `EventSettings` is
copied without a word here, unless it's in `OWN`; a row of another table needs a field of `EventSetup`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self
from zoneinfo import ZoneInfo

from django.db.models import Model

from tournaments.clubs.models import Venue
from tournaments.events.changes import EventSettings
from tournaments.events.commands import with_slug
from tournaments.events.models import Event, Stage, new_seed
from tournaments.prizes.models import PrizeOffer
from tournaments.registration.models import RegistrationTerms

Row = Mapping[str, Any]
OWN = ("name", "starts_at", "venue")
"""Settings that each event has for itself, and the one that points at a row."""


@dataclass(frozen=True)
class EventSetup:
    """starts_at: of the event that it was taken from; times of registration count from its day."""

    starts_at: datetime
    venue: Venue | None
    settings: Row
    stages: tuple[Row, ...]
    terms: Row | None
    offer: Row | None

    @classmethod
    def of(cls, event: Event) -> Self:
        settings = vars(EventSettings.of(event))
        stages = event.stages.order_by("number")
        return cls(
            event.starts_at,
            event.venue,
            {name: value for name, value in settings.items() if name not in OWN},
            tuple(_columns(stage, "seed", "settled_version") for stage in stages),
            _columns_if(RegistrationTerms.objects.filter(event=event).first()),
            _columns_if(PrizeOffer.objects.filter(event=event).first()),
        )

    @classmethod
    def from_data(cls, starts_at: datetime, venue: Venue | None, data: Row) -> Self:
        """The inverse of `as_data`, with what a column beside it keeps."""
        return cls(starts_at, venue, data["settings"], tuple(data["stages"]), data["terms"], data["offer"])

    def as_data(self) -> dict[str, Any]:
        """For JSON; moments become text, which `write` reads again."""
        return {
            "settings": dict(self.settings),
            "stages": [dict(stage) for stage in self.stages],
            "terms": self.terms and dict(self.terms),
            "offer": self.offer and dict(self.offer),
        }

    def write(self, event: Event) -> Event:
        """Save a new event, which has its club, name, start and host, with all of this."""
        for name, value in self.settings.items():
            setattr(event, name, value)
        event.venue = self.venue
        event.clean_fields(exclude=["slug"])
        with_slug(event)
        for stage in self.stages:
            Stage.objects.create(event=event, seed=new_seed(), **_values(Stage, stage))
        if self.terms:
            terms = RegistrationTerms(event=event, **_values(RegistrationTerms, self.terms))
            zone = ZoneInfo(event.club.zone)
            days = (event.local_start.date() - self.starts_at.astimezone(zone).date()).days
            terms.opens_at, terms.closes_at = (
                _moved(moment, days, zone) for moment in (terms.opens_at, terms.closes_at)
            )
            terms.save(force_insert=True)
        if self.offer:
            PrizeOffer.objects.create(event=event, **_values(PrizeOffer, self.offer))
        return event


def _columns_if(instance: Model | None) -> Row | None:
    return _columns(instance, "revision") if instance else None


def _columns(instance: Model, *left_out: str) -> Row:
    """The columns of a row of an event, but its number, its event and what each has for itself."""
    fields = instance._meta.concrete_fields
    return {
        field.attname: field.value_from_object(instance)
        for field in fields
        if field.name not in ("id", "event", *left_out)
    }


def _values(model: type[Model], fields_kept: Row) -> dict[str, Any]:
    """As Python has them. A column that this release doesn't know is passed over."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {name: fields[name].to_python(value) for name, value in fields_kept.items() if name in fields}


def _moved(moment: datetime | None, days: int, zone: ZoneInfo) -> datetime | None:
    """So many days later on the club's clock."""
    if moment is None:
        return None
    there = moment.astimezone(zone).replace(tzinfo=None)
    return (there + timedelta(days=days)).replace(tzinfo=zone)
