"""Leagues with their divisions and teams, and the steps of their seasons as actions."""

import copy
import datetime
from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminSingleDateWidget,
    UnfoldAdminSingleTimeWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.admin_base import ReadOnly, admin_context
from tournaments.admin_owners import OwnersAdmin, OwnersInline
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.commands import save_setup
from tournaments.events.forms import config_fields
from tournaments.formats.config import config_from
from tournaments.formats.seasons.settings import Kind, SeasonRules
from tournaments.leagues import closing, divisions, schedule, squads
from tournaments.leagues.forms import DaysForm, names_in
from tournaments.leagues.models import Division, Fixture, League, Season, Section, Squad, SquadPlayer, Team
from tournaments.leagues.setup import add_squad, change_team, create_league, create_season, set_rules

# A season's house rules in the admin: a field for each, with the words that the rules bring.


POINTS = forms.CharField(max_length=60, initial=SeasonRules().points, label=_("Season points"))
RULES = config_fields(SeasonRules) | {"points": POINTS}
DAYS = ("first", "at", "every", "blackouts")


def _is_open(season: Season) -> bool:
    """Its rules stay as they are."""
    return bool(season.pk) and season.state != Season.State.SETUP


def has_match_days(season: Season) -> bool:
    return bool(season.pk) and season.state == Season.State.SETUP and season.settings.kind is Kind.FIXTURES


def in_the_admins_clothes(field: forms.Field) -> forms.Field:
    """The same field, drawn as the admin draws its own."""
    if isinstance(field, forms.ChoiceField):
        field.widget = UnfoldAdminSelectWidget(choices=field.choices)
    elif isinstance(field, forms.BooleanField):
        field.widget = UnfoldBooleanSwitchWidget()
    elif isinstance(field, forms.IntegerField):
        field.widget = UnfoldAdminIntegerFieldWidget()
        field.widget.attrs.update(field.widget_attrs(field.widget))
    elif isinstance(field, forms.DateField):
        field.widget = UnfoldAdminSingleDateWidget()
    elif isinstance(field, forms.TimeField):
        field.widget = UnfoldAdminSingleTimeWidget()
    else:
        field.widget = UnfoldAdminTextInputWidget()
    return field


def _days_fields() -> dict[str, forms.Field]:
    """Those of the match days, none of which has to be filled in."""
    fields = copy.deepcopy({name: DaysForm.base_fields[name] for name in DAYS})
    for field in fields.values():
        field.required = False
    return fields


class _SeasonRulesForm(forms.ModelForm):
    class Meta:
        model = Season
        fields: ClassVar[list[str]] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(self.instance.rules)
        for name in RULES if _is_open(self.instance) else ():
            self.fields[name].disabled = True
        self._show_days()
        self._speak()

    def _show_days(self) -> None:
        """The saved match days, while there is a schedule to draft by them."""
        if not has_match_days(self.instance):
            for name in DAYS:
                del self.fields[name]
            return
        shown = {name: self.fields[name].to_python(was) for name, was in DaysForm(season=self.instance).initial.items()}
        if not self.instance.days:
            del shown["first"]
        self.initial.update(shown)

    def _speak(self) -> None:
        """The fields were made once, in whichever language; their words are the reader's."""
        for name, said in config_fields(SeasonRules).items():
            if name == "points":
                continue
            field = self.fields[name]
            field.label, field.help_text = said.label, said.help_text
            if isinstance(field, forms.ChoiceField) and isinstance(said, forms.ChoiceField):
                field.choices = said.choices

    @property
    def has_new_days(self) -> bool:
        return not set(DAYS).isdisjoint(self.changed_data)

    def plan(self) -> schedule.Plan:
        """RuleError, naming the field, while something is wrong."""
        typed = {f"days-{name}": self.data.get(name, "") for name in DAYS}
        return DaysForm(typed, season=self.instance).plan()

    def rules(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in RULES}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                config_from(SeasonRules, self.rules())
                if self.has_new_days:
                    self.plan()
            except RuleError as error:
                raise forms.ValidationError(str(error)) from error
        return data


SeasonRulesForm: type[_SeasonRulesForm] = type(
    "SeasonRulesForm",
    (_SeasonRulesForm,),
    {name: in_the_admins_clothes(field) for name, field in (RULES | _days_fields()).items()},
)


class LeagueForm(forms.ModelForm):
    """A new league with its divisions, or another name of one that there is."""

    divisions = forms.CharField(
        label=_("Divisions"),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        max_length=600,
        help_text=_(
            "Enter one division per line, top division first. For a league with one division, enter only one line."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            del self.fields["divisions"]


class DivisionInline(OwnersInline):
    """Their order changes on the league’s page."""

    model = Division
    club_path = "club"
    fields = ("level", "name")
    readonly_fields = ("level",)


class TeamInline(OwnersInline):
    model = Team
    club_path = "club"
    fields = ("name", "venue")

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        if obj:
            formset.form.base_fields["venue"].queryset = obj.club.venues.all()
        return formset


@admin.register(League)
class LeagueAdmin(OwnersAdmin):
    """A league with its divisions and teams. Its seasons are begun from its page and set up step by step."""

    zone_path = "club.zone"
    club_path = "club"
    list_display = ("name", "club")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter),)
    search_fields = ("name",)
    form = LeagueForm
    add_fields = ("club", "name", "divisions", "about")
    change_fields = ("club", "name", "slug", "about")
    inlines = (DivisionInline, TeamInline)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.change_fields if obj else self.add_fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("club",) if obj else ()

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """A new league has its divisions once it is saved, and teams after that."""
        return self.inlines if obj else ()

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        names = names_in(form.cleaned_data["divisions"])
        obj.pk = create_league(obj.club, obj.name, names, context=admin_context(request), about=obj.about).pk
        obj.refresh_from_db()

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        save = _save_division if formset.model is Division else _save_team
        for instance in formset.save(commit=False):
            save(instance, admin_context(request))


def _save_division(division: Division, context: Context) -> None:
    if division.pk:
        divisions.rename_division(division.pk, division.name, context=context)
    else:
        division.pk = divisions.add_division(division.league_id, division.name, context=context).pk


def _save_team(team: Team, context: Context) -> None:
    """Home matches to come of a team that plays follow it."""
    playing = team.squads.exclude(season__state=Season.State.CLOSED) if team.pk else Squad.objects.none()
    if squad := playing.select_related("season").last():
        version = squad.season.version
        change_team(squad.pk, team.name, team.venue, context=context, expected_version=version)
    else:
        save_setup(team, context=context, fields=["name", "venue"])


class SectionInline(OwnersInline):
    """On which night each division plays, while the season is set up."""

    model = Section
    club_path = "league.club"
    fields = ("division", "days_after")
    readonly_fields = ("division",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and bool(obj) and obj.state == Season.State.SETUP


class SquadInline(ReadOnly, OwnersInline):
    """The squads of a season. While it is set up, teams of its league can be added."""

    model = Squad
    club_path = "league.club"
    fields = ("number", "team", "section")
    readonly_fields = ("number",)
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return (
            obj is not None and obj.state == Season.State.SETUP and OwnersInline.has_add_permission(self, request, obj)
        )

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        if obj and self.has_add_permission(request, obj):
            fields = formset.form.base_fields
            fields["team"].queryset, fields["section"].queryset = obj.league.teams.all(), obj.sections.all()
        return formset


class FixtureInline(ReadOnly, OwnersInline):
    model = Fixture
    club_path = "league.club"
    fields = ("week", "starts_at", "home", "away", "venue", "state")


@admin.register(Season)
class SeasonAdmin(OwnersAdmin):
    """A new season, its rules, teams and match days while it is set up, and its steps as actions."""

    zone_path = "league.club.zone"
    club_path = "league.club"
    list_display = ("name", "league", "state")
    list_filter = ("state", ("league", admin.RelatedOnlyFieldListFilter))
    form = SeasonRulesForm
    rules_fieldset = (_("House rules (during setup)"), {"fields": tuple(RULES)})
    fixed_fieldset = (_("House rules (fixed since the season opened)"), {"fields": tuple(RULES)})
    days_fieldset = (_("Match days"), {"fields": DAYS, "description": _("Save match days to draft the schedule.")})
    add_fieldsets = ((None, {"fields": ("league", "name")}), rules_fieldset)
    readonly_fields = ("league", "name", "state")
    inlines = (SectionInline, SquadInline, FixtureInline)
    actions = ("generate_fixtures", "drop_draft", "open_season", "close_season")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return self.add_fieldsets
        about = (None, {"fields": ("league", "name", "state")})
        days = (self.days_fieldset,) if has_match_days(obj) else ()
        return (about, self.fixed_fieldset if _is_open(obj) else self.rules_fieldset, *days)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.readonly_fields if obj else ()

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        """A new season has its divisions once it is saved."""
        return self.inlines if obj else ()

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        context = admin_context(request)
        if not change:
            obj.pk = create_season(obj.league, obj.name, form.rules(), context=context).pk
            obj.refresh_from_db()
        elif not form.changed_data or set(form.changed_data) & RULES.keys():
            set_rules(obj.pk, form.rules(), context=context)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        context, instances = admin_context(request), formset.save(commit=False)
        if formset.model is Section and instances:
            schedule.set_nights(
                form.instance.pk, {section.pk: section.days_after for section in instances}, context=context
            )
        if formset.model is Squad:
            for squad in instances:
                squad.pk = add_squad(squad.section_id, squad.team.name, context=context).pk

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """The schedule comes last: of the teams and nights that are saved with it."""
        super().save_related(request, form, formsets, change)
        if form.has_new_days:
            schedule.draft_fixtures(form.instance.pk, form.plan(), context=admin_context(request))

    @admin.action(description=_("Create schedule (on saved match days, or weekly starting in 2 weeks)"))
    def generate_fixtures(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        def draft(season: Season) -> None:
            first = datetime.datetime.now(season.zone).date() + datetime.timedelta(days=14)
            plan = schedule.plan_from(season.days) or schedule.Plan(first, datetime.time(19))
            schedule.draft_fixtures(season.pk, plan, context=admin_context(request))

        self._for_each(request, chosen, draft, mark("{season}: schedule drafted."))

    @admin.action(description=_("Discard draft"))
    def drop_draft(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        done = mark("{season}: draft discarded.")
        self._for_each(
            request, chosen, lambda season: schedule.drop_draft(season.pk, context=admin_context(request)), done
        )

    @admin.action(description=_("Open season"))
    def open_season(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        done = mark("{season} opened.")
        self._for_each(
            request, chosen, lambda season: schedule.open_season(season.pk, context=admin_context(request)), done
        )

    @admin.action(description=_("Close season"))
    def close_season(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        done = mark("{season} closed.")
        self._for_each(
            request, chosen, lambda season: closing.close_season(season.pk, context=admin_context(request)), done
        )

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


class SquadForm(forms.ModelForm):
    """Players of a team, added as on its season's page."""

    players = forms.CharField(
        label=_("New players"),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}),
        max_length=4000,
        required=False,
        help_text=_("Enter one player per line, captain first. Anyone new to the club becomes a member."),
    )
    since = forms.DateField(
        label=_("First day on the team"),
        widget=UnfoldAdminSingleDateWidget,
        required=False,
        help_text=_("The date the new players join the team."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("players") and not data.get("since"):
            self.add_error("since", say("Enter the date the new players join the team."))
        return data


class SquadPlayerInline(ReadOnly, OwnersInline):
    model = SquadPlayer
    verbose_name_plural = _("players")
    hide_title = True
    club_path = "season.league.club"
    fields = ("player", "since", "until", "is_captain")


@admin.register(Squad)
class SquadAdmin(OwnersAdmin):
    """Who plays for a team in a season. Transfers and captains have their place on the team's page."""

    zone_path = "season.league.club.zone"
    club_path = "season.league.club"
    list_display = ("team", "season", "section")
    list_filter = (("season", admin.RelatedOnlyFieldListFilter),)
    search_fields = ("team__name",)
    list_select_related = ("team", "season__league__club", "section__division")
    form = SquadForm
    fields = ("team", "season", "section", "players", "since")
    readonly_fields = ("team", "season", "section")
    inlines = (SquadPlayerInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Squad, form: Any, change: bool) -> None:
        has_captain = obj.players.filter(is_captain=True, until=None).exists()
        for name in names_in(form.cleaned_data["players"]):
            coming, since = squads.named_player(obj.season.league.club, name), form.cleaned_data["since"]
            squads.join_squad(obj.pk, coming, since, context=admin_context(request), captain=not has_captain)
            has_captain = True
