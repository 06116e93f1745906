"""The forms of a jackpot: when its periods begin, what counts, and how money comes in. Percent as people write it."""

import datetime
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils import dates as django_dates
from django.utils.translation import gettext_lazy as _

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs.currencies import in_currency
from tournaments.honours.jackpots.periods import Calendar, Kind
from tournaments.honours.jackpots.rules import JackpotRules, Metric, Tied
from tournaments.honours.pot import WHOLE
from tournaments.jackpots.models import JackpotTerms
from tournaments.jackpots.terms import Terms, Turns

WEEKDAYS = [*django_dates.WEEKDAYS.items()]
TURNS = ("kind", "turns_at", "week_starts", "days", "anchor", "seasons")
HOURS = [("", _("Noon for “Every night”, otherwise midnight")), *((hour, f"{hour:02}:00") for hour in range(24))]


class TermsForm(forms.Form):
    """What may be changed later: the changes count from the next period on."""

    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("e.g. Loner jackpot."))
    metric = forms.ChoiceField(
        label=_("What counts"), choices=lambda: [(metric.value, metric.label) for metric in Metric]
    )
    shares = forms.CharField(
        label=_("Prizes, as percentages of the jackpot"),
        max_length=60,
        initial="100",
        help_text=_("Start with 1st place, e.g. 60, 30. The rest carries over to the next period."),
    )
    tied = forms.ChoiceField(label=_("Tied players"), choices=lambda: [(tied.value, tied.label) for tied in Tied])
    least = forms.IntegerField(label=_("Minimum score"), min_value=1, max_value=100_000, initial=1)
    fewest_games = forms.IntegerField(label=_("Minimum games"), min_value=1, max_value=1000, initial=1)
    members_only = forms.BooleanField(label=_("Only members can win"), required=False)
    official_only = forms.BooleanField(
        label=_("Only official games count"),
        required=False,
        initial=True,
        help_text=_("Turn this off to count friendly games at the club’s online tables too."),
    )
    vesting = forms.CharField(
        label=_("New players’ share of carried-over money, in percent"),
        max_length=60,
        required=False,
        help_text=_(
            "Enter one percentage for each of a player’s first periods, e.g. 20, 30, 40. Leave empty if "
            "new players can win all the carried-over money right away."
        ),
    )
    rank_points = forms.CharField(
        label=_("Points by place"),
        max_length=60,
        initial="5, 4, 3, 2, 1",
        help_text=_("Only for “Top finishes in events”."),
    )
    share = forms.DecimalField(
        label=_("Share of each entry fee"),
        max_digits=7,
        decimal_places=2,
        min_value=0,
        required=False,
        help_text=_("This share goes into the jackpot. Leave empty if only the club adds money."),
    )
    share_in = forms.ChoiceField(
        label=_("Amount or percentage"),
        choices=[("cents", in_currency(_("an amount"))), ("percent", _("percent of the fee"))],
        initial="cents",
    )

    def clean_shares(self) -> tuple[int, ...]:
        return hundredths(self.cleaned_data["shares"])

    def clean_vesting(self) -> tuple[int, ...]:
        return hundredths(self.cleaned_data["vesting"])

    def clean_rank_points(self) -> tuple[int, ...]:
        return tuple(hundredth // 100 for hundredth in hundredths(self.cleaned_data["rank_points"]))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.terms = self._terms(cleaned)
            except RuleError as error:
                self.add_error(None, str(error))
        return cleaned

    def _terms(self, typed: Mapping[str, Any]) -> Terms:
        rules = JackpotRules(
            Metric[typed["metric"].upper()],
            typed["shares"],
            Tied[typed["tied"].upper()],
            typed["least"],
            typed["fewest_games"],
            typed["members_only"],
            typed["vesting"],
            typed["rank_points"],
            typed["official_only"],
        )
        share = int((typed["share"] or Decimal(0)) * 100)
        if typed["share_in"] == "percent" and share > WHOLE:
            raise RuleError("You can’t put more than the whole entry fee into the jackpot. Enter 100% or less.")
        return Terms(typed["name"], rules, **{f"share_{typed['share_in']}": share})


class JackpotForm(TermsForm):
    """A new jackpot. When its periods begin stays for good."""

    kind = forms.ChoiceField(
        label=_("How often"), choices=lambda: [(kind.value, kind.label) for kind in Kind], initial="week"
    )
    turns_at = forms.TypedChoiceField(
        label=_("Period start time"), choices=HOURS, coerce=int, empty_value=None, required=False
    )
    week_starts = forms.TypedChoiceField(label=_("First day of the week"), choices=WEEKDAYS, coerce=int, initial=0)
    days = forms.IntegerField(
        label=_("Days per period"),
        min_value=1,
        max_value=3660,
        initial=14,
        help_text=_("Only for “A set number of days”."),
    )
    anchor = forms.DateField(
        label=_("Period start date"),
        initial=datetime.date(2024, 1, 1),
        widget=forms.DateInput({"type": "date"}),
        help_text=_("Only for “A set number of days”."),
    )
    seasons = forms.CharField(
        label=_("Season start dates"),
        max_length=60,
        required=False,
        help_text=_(
            "Only for “Every season”. Enter dates as month-day, e.g. 01-15, 09-01. Each season lasts until "
            "the next one starts."
        ),
    )
    field_order = ("name", *TURNS)

    def clean_seasons(self) -> tuple[tuple[int, int], ...]:
        parts = re.findall(r"[^,;\s]+", self.cleaned_data["seasons"])
        if not all(re.fullmatch(r"\d\d?-\d\d?", part, re.ASCII) for part in parts):
            raise forms.ValidationError(say("Enter dates as month-day, separated by commas, e.g. 01-15, 09-01."))
        return tuple((int(month), int(day)) for month, day in (part.split("-") for part in parts))

    def clean_anchor(self) -> datetime.date:
        anchor: datetime.date = self.cleaned_data["anchor"]
        if not 2000 <= anchor.year < 2100:
            raise forms.ValidationError(say("Enter a year from 2000 to 2099."))
        return anchor

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if "seasons" in cleaned and cleaned.get("kind") == Kind.SEASON.value:
            try:
                Calendar("UTC", Kind.SEASON, seasons=cleaned["seasons"])
            except RuleError as error:
                self.add_error("seasons", str(error))
        return cleaned

    @property
    def turns(self) -> Turns:
        return Turns(**{name: self.cleaned_data[name] for name in TURNS})


def hundredths(text: str) -> tuple[int, ...]:
    """60, 12.5 → 6000, 1250."""
    parts = [part for part in re.split(r"[,;\s]+", text.strip()) if part]
    if not all(re.fullmatch(r"\d{1,3}(\.\d{1,2})?", part, re.ASCII) for part in parts) or len(parts) > 12:
        raise forms.ValidationError(say("Enter numbers separated by commas, e.g. 60, 30."))
    return tuple(int(Decimal(part) * 100) for part in parts)


def typed_terms(terms: JackpotTerms) -> dict[str, Any]:
    """The form's values for terms that are there."""
    rules = terms.agreed
    return {
        "name": terms.jackpot.name,
        "metric": rules.metric.value,
        "tied": rules.tied.value,
        "least": rules.least,
        "fewest_games": rules.fewest_games,
        "members_only": rules.members_only,
        "official_only": rules.official_only,
        "shares": _typed(rules.shares),
        "vesting": _typed(rules.vesting),
        "rank_points": ", ".join(map(str, rules.rank_points)),
        "share": Decimal(terms.share_cents or terms.share_percent) / 100 or None,
        "share_in": "percent" if terms.share_percent else "cents",
    }


def _typed(parts: tuple[int, ...]) -> str:
    return ", ".join(f"{part / 100:g}" for part in parts)
