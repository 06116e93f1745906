"""What organizers of leagues type, checked before a command sees it. The rules' fields come from their metadata."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from itertools import zip_longest
from typing import Any

from django import forms
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.errors import RuleError
from games.engine.language import say
from games.house_rules.picker import picker_from
from games.house_rules.presets import Bundle
from tournaments.clubs.house_rules import USUAL
from tournaments.clubs.models import Club, Venue
from tournaments.clubs.venues import open_venues
from tournaments.events.forms import CRITERION_FIELDS, ORDINALS, chosen, config_fields
from tournaments.events.house_rules import LEFT_OUT
from tournaments.formats.config import config_data, config_from
from tournaments.formats.seasons.match_days import EXAMPLE, dates_in
from tournaments.formats.seasons.section_table import OFFERED, SECTION_CRITERIA
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.leagues.late_entries import Missed
from tournaments.leagues.models import Season, Section, Squad
from tournaments.leagues.schedule import Plan, plan_from
from tournaments.leagues.setup import check_length
from tournaments.typed_dates import date_pattern, typed, typed_lazy

DAY = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
FOR_ALL = ("kind",)
HANDICAP = ("handicap", "handicap_most", "handicap_after")
MOVING = ("moving", "moving_notice", "moving_within", "moving_silence")
FOR_FIXTURES = (
    "meetings",
    "pairs",
    "games",
    "least",
    "missing",
    "play_to",
    "where",
    "for_game",
    "in_halves",
    "for_win",
    "for_draw",
    *HANDICAP,
    "unplayed",
    "card_days",
    "late_card",
    "late_second",
    "late_more",
    "approval",
    "borrowings",
    "borrowed_at_once",
    "lenders",
    "transfers",
    "both_captains",
    *MOVING,
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
        help_text=_(
            "Enter one division per line, top division first. For a league with one division, enter only one line."
        ),
    )
    about = forms.CharField(label=_("About"), widget=forms.Textarea({"rows": 3}), max_length=2000, required=False)

    def asked(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        lines = [line.strip() for line in cleaned["divisions"].splitlines() if line.strip()]
        return {"name": cleaned["name"], "divisions": lines, "about": cleaned["about"]}


class SeasonForm(forms.Form):
    """How a season is played and counted, with what most leagues do as defaults, and its house rules.

    settings: what it shows at first instead, of a template or of the season.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        offered: Mapping[str, Bundle],
        first: str = USUAL,
        settings: SeasonRules | None = None,
    ) -> None:
        super().__init__(data)
        self.picker, self.rules_error = picker_from(data or {}, offered, first=first, left_out=LEFT_OUT)
        self.fields |= config_fields(SeasonRules)
        self.fields["points"] = forms.CharField(max_length=60, initial="5-4-3-2-1", label=_("Season points"))
        if settings is None:
            self.fields["play_to"].initial = self.picker.rules.play_to
        else:
            self.initial = config_data(settings)

    def essentials(self) -> list[forms.BoundField]:
        return [self[name] for name in ESSENTIAL]

    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in FOR_FIXTURES if name not in (*ESSENTIAL, *HANDICAP, *MOVING)]

    def of_handicap(self) -> list[forms.BoundField]:
        return [self[name] for name in HANDICAP]

    def of_moving(self) -> list[forms.BoundField]:
        return [self[name] for name in MOVING]

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


class NewSeasonForm(SeasonForm):
    """The same, with the season's name."""

    name = forms.CharField(label=_("Name"), max_length=60)


class OrderForm(forms.Form):
    """What ranks the teams of a season, in order."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, season: Season) -> None:
        super().__init__(data)
        choices = [("", say("None")), *((key, say(SECTION_CRITERIA[key].name)) for key in OFFERED)]
        self.fields |= {
            name: forms.ChoiceField(choices=choices, required=False, label=say(ordinal), initial=criterion)
            for name, ordinal, criterion in zip_longest(
                CRITERION_FIELDS, ORDINALS, season.criteria[: len(ORDINALS)], fillvalue=""
            )
        }

    def criteria(self) -> list[str]:
        """RuleError for what is no choice at all."""
        if not self.is_valid():
            raise RuleError("That ranking order isn’t possible. Reload the page and choose again.")
        return chosen(self.cleaned_data)


class SquadForm(forms.Form):
    section = forms.ModelChoiceField(Section.objects.none(), label=_("Division"), empty_label=None)
    team = forms.CharField(label=_("Team"), max_length=60)
    venue = forms.ModelChoiceField(
        Venue.objects.none(), label=_("Venue"), required=False, empty_label=_("No home venue")
    )
    players = forms.CharField(
        label=_("Players"),
        widget=forms.Textarea({"rows": 6}),
        max_length=4000,
        help_text=_("Enter one player per line, captain first. Anyone new to the club becomes a member."),
    )
    since = forms.DateField(
        label=_("First day on the team"), widget=DAY, help_text=_("The date the new players join the team.")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, season: Season) -> None:
        today = timezone.now().astimezone(season.zone).date()
        super().__init__(data, initial={"since": today}, prefix="squad")
        self.fields["section"].queryset = season.sections.select_related("division")  # type: ignore[attr-defined]  # a field of a model form
        self.fields["venue"].queryset = open_venues(season.league.club)  # type: ignore[attr-defined]  # a field of a model form

    def names(self) -> list[str]:
        return names_in(self.cleaned_data["players"])


class LateForm(forms.Form):
    """A team that joins the running season: what its matches depend on."""

    section = forms.ModelChoiceField(Section.objects.none(), label=_("Division"), empty_label=None)
    team = forms.CharField(label=_("Team"), max_length=60)
    venue = forms.ModelChoiceField(
        Venue.objects.none(), label=_("Home venue"), required=False, empty_label=_("No home venue")
    )
    since = forms.DateField(
        label=_("First day on the team"), widget=DAY, help_text=_("The date the new players join the team.")
    )
    missed = forms.ChoiceField(
        label=_("Matches that don’t fit the schedule"),
        help_text=_("Before you confirm, you’ll see which matches don’t fit."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, season: Season) -> None:
        today = timezone.now().astimezone(season.zone).date()
        super().__init__(data, initial={"since": today}, prefix="late")
        self.fields["section"].queryset = season.sections.select_related("division")  # type: ignore[attr-defined]  # a field of a model form
        self.fields["venue"].queryset = open_venues(season.league.club)  # type: ignore[attr-defined]  # a field of a model form
        self.fields["missed"].choices = [(choice.value, choice.label) for choice in Missed]  # type: ignore[attr-defined]  # a field of choices

    def clean_since(self) -> Any:
        return _near(self.cleaned_data["since"])

    def clean_missed(self) -> Missed:
        return next(choice for choice in Missed if choice == self.cleaned_data["missed"])

    def asked(self) -> dict[str, Any]:
        """What was entered. RuleError, naming the field, while something is wrong."""
        return checked(self)


class TeamForm(forms.Form):
    """The name of a squad's team, and where it plays at home. A venue that is retired can stay."""

    name = forms.CharField(label=_("Team name"), max_length=60)
    venue = forms.ModelChoiceField(
        Venue.objects.none(),
        label=_("Home venue"),
        required=False,
        empty_label=_("No home venue"),
        help_text=_("Home matches that haven’t started will move to the venue you choose."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, squad: Squad) -> None:
        super().__init__(data, initial={"name": squad.team.name, "venue": squad.team.venue_id}, prefix="team")
        self.squad = squad
        offered = squad.season.league.club.venues.filter(Q(is_retired=False) | Q(teams=squad.team)).distinct()
        self.fields["venue"].queryset = offered  # type: ignore[attr-defined]  # a field of a model form


class DaysForm(forms.Form):
    """The match days of a season: the same weekday until every two teams have met."""

    first = forms.DateField(label=_("First match day"), widget=DAY)
    at = forms.TimeField(
        label=pgettext_lazy("time", "Start time"), widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    every = forms.IntegerField(
        label=_("Days between match days"), min_value=1, max_value=60, help_text=_("Enter 7 for every week.")
    )
    blackouts = forms.CharField(
        label=_("Blackout dates"),
        required=False,
        max_length=2000,
        widget=forms.Textarea({"rows": 2}),
        help_text=format_lazy(
            _(
                "Enter dates without matches, e.g. {example}, or {example} - {until} for a range. This pushes later "
                "match days back."
            ),
            example=typed_lazy(EXAMPLE[0]),
            until=typed_lazy(EXAMPLE[1]),
        ),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, season: Season) -> None:
        super().__init__(data, initial=_days_before(season), prefix="days")

    def clean_blackouts(self) -> Any:
        try:
            return dates_in(self.cleaned_data["blackouts"], (date_pattern(),))
        except RuleError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_first(self) -> Any:
        return _near(self.cleaned_data["first"])

    def plan(self) -> Plan:
        """RuleError, naming the field, while something is wrong."""
        return Plan(**checked(self))


def checked(form: forms.Form) -> dict[str, Any]:
    """What the form carries. RuleError, naming the first field with something wrong."""
    if not form.is_valid():
        field = form[next(iter(form.errors))]
        raise RuleError("{field}: {wrong}", field=field.label, wrong=field.errors[0])
    return form.cleaned_data


def names_in(text: str) -> list[str]:
    """The players of a list, one on each line."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def moment_of(club: Club, season: Season, text: str) -> datetime | None:
    """A day and time as the browser sends them, on the club's clock; None for nothing."""
    if not text.strip():
        return None
    try:
        typed = datetime.strptime(text.strip(), "%Y-%m-%dT%H:%M")  # noqa: DTZ007  # the club's zone follows
    except ValueError as error:
        raise RuleError("Enter both a date and a time.") from error
    return _near(typed).replace(tzinfo=season.zone)


def day_in(request: HttpRequest, name: str = "on") -> date:
    """A day as the browser sends it. RuleError for anything else."""
    try:
        day = parse_date(request.POST.get(name, ""))
    except ValueError:
        day = None
    if day is None:
        raise RuleError("Enter a date.")
    return day


def _near(typed: Any) -> Any:
    if not 2000 <= typed.year < 2100:
        if isinstance(typed, datetime):
            raise RuleError("Enter a year from 2000 to 2099.")
        raise forms.ValidationError(_("Enter a year from 2000 to 2099."))
    return typed


def _days_before(season: Season) -> dict[str, Any]:
    if before := plan_from(season.days):
        listed = typed(*before.blackouts, between="\n")
        return {"first": before.first, "at": before.at, "every": before.every, "blackouts": listed}
    today = timezone.now().astimezone(season.zone).date()
    return {"first": today + timedelta(days=14), "at": "19:00", "every": 7}
