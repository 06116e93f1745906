"""What an organizer says of a game of a file: who sat where, when and where it was played."""

import datetime
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.engine.egn_file import FileGame
from tournaments.models import Club
from tournaments.services.imported_games import Vouched, candidates, suggested

SEATS = ("seat_1", "seat_2", "seat_3", "seat_4")


class VouchForm(forms.Form):
    """Names of the file that a player of the club bears are chosen beforehand and said to be; the rest is open."""

    played_at = forms.DateTimeField(
        label="When it was played", widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
    )  # fmt: skip
    place = forms.CharField(label="Where it was played", max_length=120, help_text="A house, a hall, or another site.")
    where = forms.ChoiceField(
        label="Played", choices=[("hall", "At a real table"), ("online", "Online, on another site")],
        widget=forms.RadioSelect,
    )  # fmt: skip
    field_order = (*SEATS, "played_at", "place", "where")

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club, one: FileGame) -> None:
        self.club = club
        super().__init__(data, initial={"played_at": _date_of(one.date)})
        known = list(candidates(club))
        choices = [("", "Choose the player"), *((str(player.pk), player.name) for player in known)]
        for name, said, guess in zip(SEATS, one.players, suggested(one.players, known), strict=True):
            told = f"In the file: {said}." if said else "The file does not say who sat here."
            told += " A player of the club bears that name; look whether it is the same person." if guess else ""
            self.fields[name] = forms.ChoiceField(
                choices=choices, label=f"Seat {name[-1]}", help_text=told, initial=str(guess.pk) if guess else "",
                error_messages={"required": "Choose who sat here."},
            )  # fmt: skip
        self.order_fields(self.field_order)

    def clean_played_at(self) -> datetime.datetime:
        """What was typed is the club's local time."""
        typed: datetime.datetime = self.cleaned_data["played_at"]
        if not 2000 <= typed.year < 2100:
            raise forms.ValidationError("Write a year from 2000 to 2099.")
        return timezone.make_naive(typed).replace(tzinfo=ZoneInfo(self.club.zone))

    def said(self) -> Vouched:
        """The argument of `import_game`."""
        cleaned = self.cleaned_data
        return Vouched(
            tuple(int(cleaned[name]) for name in SEATS), cleaned["played_at"], cleaned["place"],
            cleaned["where"] == "online",
        )  # fmt: skip


def _date_of(text: str) -> datetime.datetime | None:
    """What the file says, without a zone; None where that is no date."""
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    return found.replace(tzinfo=None, second=0, microsecond=0) if found else None
