"""What organizers of leagues type, checked before a command sees it. The rules' fields come from their metadata."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.errors import RuleError
from games.house_rules.picker import picker_from
from games.house_rules.presets import Bundle
from tournaments.clubs.house_rules import USUAL
from tournaments.clubs.models import Club, Venue
from tournaments.events.forms import config_fields
from tournaments.events.house_rules import LEFT_OUT
from tournaments.formats.config import config_from
from tournaments.formats.seasons.match_days import dates_in
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.leagues.models import Season, Section
from tournaments.leagues.schedule import Plan, plan_from
from tournaments.leagues.setup import check_length

DAY = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
FOR_ALL = ("kind",)
FOR_FIXTURES = (
    "meetings",
    "pairs",
    "games",
    "play_to",
    "where",
    "for_game",
    "for_win",
    "for_draw",
    "unplayed",
    "late_card",
    "card_days",
    "borrowings",
    "up",
    "down",
    "play_offs",
)
FOR_NIGHTS = ("points", "ties", "drop", "credit")
ESSENTIAL = ("meetings", "pairs", "games", "borrowings", "up", "down", "play_offs")


class LeagueForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    divisions = forms.CharField(
        label=_("Divisions"),
        widget=forms.Textarea({"rows": 3}),
        max_length=600,
        initial=_("Division 1\nDivision 2"),
        help_text=_("One on each line, the top one first. A single line is a league of one table."),
    )
    about = forms.CharField(label=_("About"), widget=forms.Textarea({"rows": 3}), max_length=2000, required=False)

    def asked(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        lines = [line.strip() for line in cleaned["divisions"].splitlines() if line.strip()]
        return {"name": cleaned["name"], "divisions": lines, "about": cleaned["about"]}


class SeasonForm(forms.Form):
    """A season's name, how it is played and counted, with what most leagues do as defaults, and its house rules."""

    name = forms.CharField(label=_("Name"), max_length=60)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, offered: Mapping[str, Bundle], first: str = USUAL
    ) -> None:
        super().__init__(data)
        self.picker, self.rules_error = picker_from(data or {}, offered, first=first, left_out=LEFT_OUT)
        self.fields |= config_fields(SeasonRules)
        self.fields["play_to"].initial = self.picker.rules.play_to
        self.fields["points"] = forms.CharField(max_length=60, initial="5-4-3-2-1", label=_("Period points"))

    def essentials(self) -> list[forms.BoundField]:
        return [self[name] for name in ESSENTIAL]

    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in FOR_FIXTURES if name not in ESSENTIAL]

    def for_nights(self) -> list[forms.BoundField]:
        return [self[name] for name in FOR_NIGHTS]

    def has_errors_below(self) -> bool:
        return any(name not in ESSENTIAL for name in self.errors)

    def rules(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in (*FOR_ALL, *FOR_FIXTURES, *FOR_NIGHTS)}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                config_from(SeasonRules, self.rules())
                if self.rules_error:
                    raise RuleError(self.rules_error)
                check_length(self.picker.rules, cleaned["play_to"])
            except RuleError as error:
                self.add_error(None, str(error))
        return cleaned


class SquadForm(forms.Form):
    section = forms.ModelChoiceField(Section.objects.none(), label=_("Division"), empty_label=None)
    team = forms.CharField(label=_("Squad"), max_length=60)
    venue = forms.ModelChoiceField(
        Venue.objects.none(), label=_("Venue"), required=False, empty_label=_("No venue of its own")
    )
    players = forms.CharField(
        label=_("Players"),
        widget=forms.Textarea({"rows": 6}),
        max_length=4000,
        help_text=_("One on each line, the captain first. Who is not known to the club yet becomes a member."),
    )
    since = forms.DateField(label=_("From"), widget=DAY, help_text=_("The day from which they belong to the squad."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, season: Season) -> None:
        today = timezone.now().astimezone(season.zone).date()
        super().__init__(data, initial={"since": today}, prefix="squad")
        self.fields["section"].queryset = season.sections.select_related("division")  # type: ignore[attr-defined]  # a field of a model form
        self.fields["venue"].queryset = season.league.club.venues.all()  # type: ignore[attr-defined]  # a field of a model form

    def names(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["players"].splitlines() if line.strip()]


class DaysForm(forms.Form):
    """The match days of a season: the same weekday until everybody has met everybody."""

    first = forms.DateField(label=_("First match day"), widget=DAY)
    at = forms.TimeField(label=pgettext_lazy("time", "At"), widget=forms.TimeInput({"type": "time"}, format="%H:%M"))
    every = forms.IntegerField(label=_("Days to the next"), min_value=1, max_value=60, help_text=_("7: every week."))
    blackouts = forms.CharField(
        label=_("No play on"),
        required=False,
        max_length=2000,
        widget=forms.Textarea({"rows": 2}),
        help_text=_("Dates like 2026-12-24 or 2026-12-24..2027-01-02. Weeks move on behind them."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, season: Season) -> None:
        super().__init__(data, initial=_days_before(season), prefix="days")

    def clean_blackouts(self) -> Any:
        try:
            return dates_in(self.cleaned_data["blackouts"])
        except RuleError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_first(self) -> Any:
        return _near(self.cleaned_data["first"])

    def plan(self) -> Plan:
        """RuleError, naming the field, while something is wrong."""
        if not self.is_valid():
            name, wrong = next(iter(self.errors.items()))
            raise RuleError("{field}: {wrong}", field=self[name].label, wrong=wrong[0])
        return Plan(**self.cleaned_data)


def moment_of(club: Club, season: Season, text: str) -> datetime | None:
    """A day and time as the browser sends them, on the club's clock; None for nothing."""
    if not text.strip():
        return None
    try:
        typed = datetime.strptime(text.strip(), "%Y-%m-%dT%H:%M")  # noqa: DTZ007  # the club's zone follows
    except ValueError as error:
        raise RuleError("Write the day and time like 2026-10-06T19:00.") from error
    return _near(typed).replace(tzinfo=season.zone)


def _near(typed: Any) -> Any:
    if not 2000 <= typed.year < 2100:
        if isinstance(typed, datetime):
            raise RuleError("Write a year from 2000 to 2099.")
        raise forms.ValidationError(_("Write a year from 2000 to 2099."))
    return typed


def _days_before(season: Season) -> dict[str, Any]:
    if before := plan_from(season.days):
        listed = " ".join(day.isoformat() for day in before.blackouts)
        return {"first": before.first, "at": before.at, "every": before.every, "blackouts": listed}
    today = timezone.now().astimezone(season.zone).date()
    return {"first": today + timedelta(days=14), "at": "19:00", "every": 7}
