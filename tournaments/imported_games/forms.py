"""What an organizer says of a game of a file: who sat where, when and where it was played."""

import datetime
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from games.engine.egn_file import FileGame
from games.engine.language import say
from tournaments.clubs.models import Club
from tournaments.imported_games.commands import Vouched, candidates, suggested

SEATS = ("seat_1", "seat_2", "seat_3", "seat_4")


class VouchForm(forms.Form):
    """Names of the file that a player of the club bears are chosen beforehand and said to be; the rest is open."""

    played_at = forms.DateTimeField(
        label=_("Date and time played"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
    )
    place = forms.CharField(
        label=_("Location"), max_length=120, help_text=_("Enter where you played, e.g. a house, a hall or a website.")
    )
    where = forms.ChoiceField(
        label=_("How the game was played"),
        widget=forms.RadioSelect,
        choices=[("hall", _("In person")), ("online", _("Online, on another site"))],
    )
    field_order = (*SEATS, "played_at", "place", "where")

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club, game: FileGame) -> None:
        self.club = club
        super().__init__(data, initial={"played_at": _date_of(game.date)})
        known = list(candidates(club))
        choices = [("", say("Choose the player")), *((str(player.pk), player.called) for player in known)]
        for name, said, guess in zip(SEATS, game.players, suggested(game.players, known), strict=True):
            hints = [
                say("The file says {player} sat here.", player=said)
                if said
                else say("The file doesn’t say who sat in this seat.")
            ]
            if guess:
                hints.append(say("The club already has a player with that name. Check that it’s the same person."))
            self.fields[name] = forms.ChoiceField(
                choices=choices,
                label=say("Seat {number}", number=name[-1]),
                help_text=" ".join(hints),
                initial=str(guess.pk) if guess else "",
                error_messages={"required": say("Choose who sat in this seat.")},
            )
        self.order_fields(self.field_order)

    def clean_played_at(self) -> datetime.datetime:
        """What was typed is the club's local time."""
        typed: datetime.datetime = self.cleaned_data["played_at"]
        if not 2000 <= typed.year < 2100:
            raise forms.ValidationError(say("Enter a year from 2000 to 2099."))
        return timezone.make_naive(typed).replace(tzinfo=ZoneInfo(self.club.zone))

    def said(self) -> Vouched:
        """The argument of `import_game`."""
        cleaned = self.cleaned_data
        return Vouched(
            tuple(int(cleaned[name]) for name in SEATS),
            cleaned["played_at"],
            cleaned["place"],
            cleaned["where"] == "online",
        )


def _date_of(text: str) -> datetime.datetime | None:
    """What the file says, without a zone; None where that is no date."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=None, second=0, microsecond=0) if moment else None
