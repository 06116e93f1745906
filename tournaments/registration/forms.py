"""When registration is open and for how many, as an organizer types it: times are those of the club."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.language import mark
from tournaments.checkin.entries import MAX_ENTRIES
from tournaments.clubs.models import Club
from tournaments.registration.models import RegistrationTerms
from tournaments.registration.terms import Terms

FORMAT = "%Y-%m-%dT%H:%M"


def moment_field(label: str, help_text: str) -> forms.DateTimeField:
    picker = forms.DateTimeInput({"type": "datetime-local"}, format=FORMAT)
    return forms.DateTimeField(
        label=_(label), required=False, widget=picker, input_formats=[FORMAT], help_text=_(help_text)
    )


class RegistrationForm(forms.Form):
    opens_at = moment_field(mark("Opening time"), mark("Leave empty to open registration yourself."))
    closes_at = moment_field(
        mark("Closing time"), mark("Leave empty to keep registration open until you close it or publish round 1.")
    )
    capacity = forms.IntegerField(
        label=_("Spots"),
        required=False,
        min_value=1,
        max_value=MAX_ENTRIES,
        help_text=_(
            "Spots for players, or for pairs in a pairs event. Once they’re all taken, people join the "
            "waiting list. Leave empty for no limit."
        ),
    )
    for_guests = forms.BooleanField(
        label=_("Club guests can register too"), required=False, help_text=_("Members can always register.")
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, club: Club, terms: RegistrationTerms | None = None
    ) -> None:
        self.zone = ZoneInfo(club.zone)
        super().__init__(data, initial=_typed(terms, self.zone) if terms else None)

    def clean_opens_at(self) -> datetime | None:
        return self._moment("opens_at")

    def clean_closes_at(self) -> datetime | None:
        return self._moment("closes_at")

    def _moment(self, name: str) -> datetime | None:
        typed: datetime | None = self.cleaned_data[name]
        if typed and not 2000 <= typed.year < 2100:
            raise forms.ValidationError(_("Enter a year from 2000 to 2099."))
        return timezone.make_naive(typed).replace(tzinfo=self.zone) if typed else None

    @property
    def terms(self) -> Terms:
        return Terms(**self.cleaned_data)


def _typed(terms: RegistrationTerms, zone: ZoneInfo) -> dict[str, Any]:
    """The terms as they were typed. Seconds of what was done by hand are left out."""
    return {
        "opens_at": terms.opens_at and terms.opens_at.astimezone(zone).strftime(FORMAT),
        "closes_at": terms.closes_at and terms.closes_at.astimezone(zone).strftime(FORMAT),
        "capacity": terms.capacity,
        "for_guests": terms.for_guests,
    }
