"""Leagues with their divisions and teams, and the steps of their seasons as actions."""

import datetime
from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.admin_base import CommandAdmin, ReadOnly, admin_context
from tournaments.errors import CommandError
from tournaments.events.forms import config_fields
from tournaments.formats.config import config_from
from tournaments.formats.seasons.settings import SeasonRules
from tournaments.leagues import closing, schedule
from tournaments.leagues.models import Division, Fixture, League, Season, Section, Squad, Team
from tournaments.leagues.setup import add_squad, create_season, set_rules

# A season's house rules in the admin: a field for each, with the words that the rules bring.


POINTS = forms.CharField(max_length=60, initial=SeasonRules().points, label=_("Period points"))
RULES = config_fields(SeasonRules) | {"points": POINTS}


def in_the_admins_clothes(field: forms.Field) -> forms.Field:
    """The same field, drawn as the admin draws its own."""
    if isinstance(field, forms.ChoiceField):
        field.widget = UnfoldAdminSelectWidget(choices=field.choices)
    elif isinstance(field, forms.BooleanField):
        field.widget = UnfoldBooleanSwitchWidget()
    elif isinstance(field, forms.IntegerField):
        field.widget = UnfoldAdminIntegerFieldWidget()
        field.widget.attrs.update(field.widget_attrs(field.widget))
    else:
        field.widget = UnfoldAdminTextInputWidget()
    return field


class _SeasonRulesForm(forms.ModelForm):
    class Meta:
        model = Season
        fields: ClassVar[list[str]] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(self.instance.rules)
        self._speak()

    def _speak(self) -> None:
        """The fields were made once, in whichever language; their words are the reader's."""
        for name, said in config_fields(SeasonRules).items():
            if name == "points":
                continue
            field = self.fields[name]
            field.label, field.help_text = said.label, said.help_text
            if isinstance(field, forms.ChoiceField) and isinstance(said, forms.ChoiceField):
                field.choices = said.choices

    def rules(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in RULES}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                config_from(SeasonRules, self.rules())
            except RuleError as error:
                raise forms.ValidationError(str(error)) from error
        return data


SeasonRulesForm: type[_SeasonRulesForm] = type(
    "SeasonRulesForm", (_SeasonRulesForm,), {name: in_the_admins_clothes(field) for name, field in RULES.items()}
)


class DivisionInline(TabularInline):
    model = Division
    extra = 0
    can_delete = False


class TeamInline(TabularInline):
    model = Team
    extra = 0
    can_delete = False


@admin.register(League)
class LeagueAdmin(CommandAdmin):
    """A league with its divisions and teams. Its seasons are begun from its page and set up step by step."""

    zone_path = "club.zone"
    list_display = ("name", "club")
    list_filter = ("club",)
    search_fields = ("name",)
    fields = ("club", "name", "slug", "about")
    prepopulated_fields: ClassVar = {"slug": ["name"]}
    inlines = (DivisionInline, TeamInline)


class SectionInline(ReadOnly, TabularInline):
    model = Section
    fields = ("division",)


class SquadInline(ReadOnly, TabularInline):
    """The squads of a season. While it is set up, teams of its league can be added."""

    model = Squad
    fields = ("number", "team", "section")
    readonly_fields = ("number",)
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is not None and obj.state == Season.State.SETUP

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        if obj and self.has_add_permission(request, obj):
            fields = formset.form.base_fields
            fields["team"].queryset, fields["section"].queryset = obj.league.teams.all(), obj.sections.all()
        return formset


class FixtureInline(ReadOnly, TabularInline):
    model = Fixture
    fields = ("week", "starts_at", "home", "away", "venue", "state")


@admin.register(Season)
class SeasonAdmin(CommandAdmin):
    """A new season, its rules and squads while it is set up, and its steps as actions."""

    zone_path = "league.club.zone"
    list_display = ("name", "league", "state")
    list_filter = ("state", "league")
    form = SeasonRulesForm
    rules_fieldset = (_("House rules, while it’s set up"), {"fields": tuple(RULES)})
    fieldsets = ((None, {"fields": ("league", "name", "state", "days")}), rules_fieldset)
    add_fieldsets = ((None, {"fields": ("league", "name")}), rules_fieldset)
    readonly_fields = ("league", "name", "state", "days")
    inlines = (SectionInline, SquadInline, FixtureInline)
    actions = ("generate_fixtures", "open_season", "close_season")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fieldsets if obj else self.add_fieldsets

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.readonly_fields if obj else ()

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """A new season has its divisions once it is saved."""
        return self.inlines if obj else ()

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        context = admin_context(request)
        if change:
            set_rules(obj.pk, form.rules(), context=context)
        else:
            obj.pk = create_season(obj.league, obj.name, form.rules(), context=context).pk
            obj.refresh_from_db()

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        for squad in formset.save(commit=False):
            squad.pk = add_squad(squad.section_id, squad.team.name, context=admin_context(request)).pk

    @admin.action(description=_("Create schedule, weekly from two weeks ahead or on the saved days"))
    def generate_fixtures(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        def draft(season: Season) -> None:
            first = datetime.datetime.now(season.zone).date() + datetime.timedelta(days=14)
            plan = schedule.plan_from(season.days) or schedule.Plan(first, datetime.time(19))
            schedule.draft_fixtures(season.pk, plan, context=admin_context(request))

        self._for_each(request, chosen, draft, mark("{season}: schedule drafted."))

    @admin.action(description=_("Open season"))
    def open_season(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        done = mark("{season}: open.")
        self._for_each(request, chosen, lambda one: schedule.open_season(one.pk, context=admin_context(request)), done)

    @admin.action(description=_("Close season"))
    def close_season(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        done = mark("{season}: closed.")
        self._for_each(request, chosen, lambda one: closing.close_season(one.pk, context=admin_context(request)), done)

    def _for_each(
        self, request: HttpRequest, chosen: QuerySet[Season], action: Callable[[Season], object], done: str
    ) -> None:
        for season in chosen.select_related("league__club"):
            try:
                action(season)
            except (CommandError, RuleError) as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.message_user(request, say(done, season=season))
