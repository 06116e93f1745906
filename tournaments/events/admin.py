"""Events and the scores of their matches."""

import re
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from tournaments.admin_base import CommandAdmin, ReadOnly, admin_context
from tournaments.events.changes import EventSettings, change_event
from tournaments.events.models import Event, Stage
from tournaments.formats.base import Slip
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.slips import check_shape
from tournaments.rounds.models import Match


class StageInline(ReadOnly, TabularInline):
    model = Stage
    fields = ("number", "name", "format", "sources", "config", "criteria", "rules")


class EventAdminForm(forms.ModelForm):
    """Amounts as people write them: 7 or 2.50."""

    fee = forms.DecimalField(label=_("entry fee"), max_digits=7, decimal_places=2, min_value=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["fee"] = Decimal(self.instance.fee) / 100

    def clean_fee(self) -> int:
        """In cents, as it is stored."""
        return int(self.cleaned_data["fee"] * 100)


@admin.register(Event)
class EventAdmin(CommandAdmin):
    """What may change while an event runs. A new one is set up from the club's page, from a format card."""

    form = EventAdminForm
    zone_path = "club.zone"
    list_display = ("name", "club", "starts_at", "confirmation")
    list_filter = ("club",)
    search_fields = ("name",)
    fields = (
        "club",
        "name",
        "slug",
        "starts_at",
        "venue",
        "confirmation",
        "fee",
        "where",
        "time_online",
        "is_watchable",
    )
    readonly_fields = ("club", "slug")
    inlines = (StageInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Event, form: Any, change: bool) -> None:
        """Saves what was touched, like the event's own page: fixed settings are refused here too."""
        touched = {name: getattr(obj, name) for name in form.changed_data}
        wanted = replace(EventSettings.of(Event.objects.get(pk=obj.pk)), **touched)
        change_event(obj.pk, wanted, context=admin_context(request))


class ScoreForm(forms.ModelForm):
    """One score per side, and why, when a score that counts is replaced."""

    score = forms.RegexField(
        r"^\s*[-−]?\d{1,3}(\s*[-–:]\s*[-−]?\d{1,3})+\s*$",
        label=_("Score"),
        help_text=_("Enter the points for each side in order, e.g. 10-7."),
    )
    tie_winner = forms.IntegerField(
        label=_("Tiebreak winner"),
        required=False,
        min_value=0,
        help_text=_("Only for a tied score. Enter 0 if the first side won, or 1 if the second side did."),
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=200, help_text=_("Required to correct a final score.")
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    class Meta:
        model = Match
        fields: ClassVar[list[str]] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = self.instance.last_version

    def slip(self) -> Slip:
        sides = re.split(r"(?<=\d)\s*[-–:]\s*", self.cleaned_data["score"].strip())
        points = tuple(int(each.replace("−", "-")) for each in sides)
        slip = Slip(points, tie_winner=self.cleaned_data["tie_winner"])
        check_shape(slip)
        return slip


class ResultInline(ReadOnly, TabularInline):
    model = ResultEntry
    fields = ("version", "kind", "score", "source", "user", "player", "reason", "at")
    readonly_fields = fields


@admin.register(Match)
class MatchAdmin(CommandAdmin):
    """Record or correct a score; seats and state follow from the draw and from the results."""

    form = ScoreForm
    zone_path = "round.stage.event.club.zone"
    list_display = ("table", "round", "state", "standing")
    list_filter = ("state", "round__stage__event")
    list_select_related = ("round", "standing")
    fields = ("round", "table", "state", "standing", "score", "tie_winner", "reason", "key", "seen")
    readonly_fields = ("round", "table", "state", "standing")
    inlines = (ResultInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        context, seen = admin_context(request, form.cleaned_data["key"]), form.cleaned_data["seen"]
        if obj.is_terminal:
            results.correct_result(
                obj.pk, form.slip(), reason=form.cleaned_data["reason"], context=context, expected_version=seen
            )
        else:
            results.record_result(obj.pk, form.slip(), context=context, expected_version=seen)
