"""What notifications speak of besides text and numbers: people and moments, as the reader may and does read them."""

import datetime
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format

from games.engine.language import say
from games.engine.messages import Names, Value


@dataclass(frozen=True)
class PersonRef(Value):
    """A player, by number: what the reader may call them is looked up when it's read."""

    tag = "person"
    player: int

    def as_data(self) -> int:
        return self.player

    def render(self, names: Names) -> str:
        return names.get(self.player) or say("Hidden player")


@dataclass(frozen=True)
class Moment(Value):
    """A day and time on the clock of a place, such as "Tue, Nov 24, 7:00 PM". zone: by its IANA name."""

    tag = "moment"
    at: datetime.datetime
    zone: str

    def as_data(self) -> list[str]:
        return [self.at.astimezone(datetime.UTC).isoformat(), self.zone]

    @classmethod
    def from_data(cls, data: Any) -> "Moment":
        at, zone = data
        return cls(datetime.datetime.fromisoformat(at), str(zone))

    def render(self, names: Names) -> str:
        return date_format(self.at.astimezone(ZoneInfo(self.zone)), "SHORT_WEEKDAY_MOMENT")
