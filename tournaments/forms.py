"""What people type into, checked before a verb sees it. A format's own fields come from its config's metadata."""

import dataclasses
import datetime
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.formats.base import Format
from tournaments.formats.config import Choice, config_from
from tournaments.formats.progressive_config import Progressive
from tournaments.models import Club, Confirmation, Venue
from tournaments.models.clubs import check_zone
from tournaments.services.roster import MOST_BYTES


class ClubForm(forms.Form):
    name = forms.CharField(max_length=80)
    zone = forms.CharField(
        label="Time zone", max_length=64, initial="America/Detroit", validators=[check_zone],
        help_text="As in America/Detroit or Europe/London. Event times are shown in it.",
    )  # fmt: skip
    about = forms.CharField(widget=forms.Textarea({"rows": 3}), max_length=2000, required=False)


class RosterForm(forms.Form):
    file = forms.FileField(
        label="CSV file", allow_empty_file=True, widget=forms.FileInput({"accept": ".csv,text/csv"}),
        help_text="First line: name, email, number, paid. Only the name is needed. Everybody is entered, or nobody.",
    )  # fmt: skip

    def clean_file(self) -> Any:
        if self.cleaned_data["file"].size > MOST_BYTES:
            raise forms.ValidationError("The file is larger than 1 MB; a roster is not.")
        return self.cleaned_data["file"]


class EventForm(forms.Form):
    """A new event of one format: what every event has, and the format's own parameters with their defaults."""

    name = forms.CharField(max_length=80)
    starts_at = forms.DateTimeField(
        label="Starts at", widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
    )  # fmt: skip
    venue = forms.ModelChoiceField(Venue.objects.none(), required=False, empty_label="Not said")
    confirmation = forms.ChoiceField(label="Slips from phones", choices=Confirmation.choices)
    fee = forms.DecimalField(label="Entry fee", max_digits=7, decimal_places=2, min_value=0, initial=0)

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club, play: Format) -> None:
        super().__init__(data, initial={"name": play.name, "starts_at": next_evening(club)})
        self.club, self.play = club, play
        self.fields["venue"].queryset = club.venues.all()  # type: ignore[attr-defined]
        if play.config is not Progressive:
            self.fields["hands"] = forms.IntegerField(
                label="Hands at a table", min_value=1, max_value=40, required=False, initial=play.hands,
                help_text="Everybody plays that many hands, all points count. Empty: a game to points.",
            )  # fmt: skip
            self.fields["play_to"] = forms.IntegerField(
                label="Points that win a game", min_value=5, max_value=25, initial=10,
                help_text="Only when hands are empty.",
            )  # fmt: skip
        self.fields |= config_fields(play.config)

    @property
    def config_names(self) -> list[str]:
        return [row.name for row in dataclasses.fields(self.play.config)]

    def general(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.config_names]

    def particular(self) -> list[forms.BoundField]:
        return [field for field in self if field.name in self.config_names]

    def clean_starts_at(self) -> datetime.datetime:
        """What was typed is the club's local time, whatever zone the server or the laptop is in."""
        typed: datetime.datetime = self.cleaned_data["starts_at"]
        if not 2000 <= typed.year < 2100:
            raise forms.ValidationError("Write a year from 2000 to 2099.")
        return timezone.make_naive(typed).replace(tzinfo=ZoneInfo(self.club.zone))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        try:
            config_from(self.play.config, self._config(cleaned))
        except RuleError as error:
            self.add_error(None, str(error))
        return cleaned

    def asked(self) -> dict[str, Any]:
        """The arguments of `create_event`."""
        cleaned = self.cleaned_data
        general = {name: cleaned[name] for name in ("name", "starts_at", "venue", "confirmation")}
        fee = int(cleaned["fee"] * 100)
        return {
            **general,
            "fee": fee,
            "play_to": cleaned.get("play_to", 10),
            "hands": cleaned.get("hands"),
            "format_key": self.play.key,
            "config": self._config(cleaned),
        }

    def _config(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return {name: cleaned[name] for name in self.config_names if name in cleaned}


def config_fields(config: type[Any]) -> dict[str, forms.Field]:
    """A form field for each parameter of a format, from the metadata beside the parameter."""
    hints = get_type_hints(config)
    return {row.name: _config_field(row, hints[row.name]) for row in dataclasses.fields(config)}


def _config_field(row: dataclasses.Field[Any], hint: Any) -> forms.Field:
    shown = {"label": row.metadata["label"], "help_text": row.metadata["help"], "initial": row.default}
    if isinstance(hint, type) and issubclass(hint, Choice):
        return forms.ChoiceField(choices=[(one.value, one.label) for one in hint], **shown)
    if hint is bool:
        return forms.BooleanField(required=False, **shown)
    bounds = {"min_value": row.metadata["lowest"], "max_value": row.metadata["highest"]}
    return forms.IntegerField(required=type(None) not in get_args(hint), **bounds, **shown)


def next_evening(club: Club) -> datetime.datetime:
    """Seven o'clock tomorrow where the club is, written as its clock shows it."""
    tomorrow = timezone.localtime(timezone.now(), ZoneInfo(club.zone)) + datetime.timedelta(days=1)
    return tomorrow.replace(hour=19, minute=0, second=0, microsecond=0, tzinfo=None)
