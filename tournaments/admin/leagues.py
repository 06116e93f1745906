"""Leagues with their divisions and teams, and the steps of their seasons as actions."""

import datetime
from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.admin.doors import DoorAdmin, ReadOnly, by_admin
from tournaments.admin.season_form import RULES, SeasonRulesForm
from tournaments.errors import Refused
from tournaments.models import Division, Fixture, League, Season, Section, Squad, Team
from tournaments.services.leagues import closing, schedule
from tournaments.services.leagues.setup import set_rules


class DivisionInline(TabularInline):
    model = Division
    extra = 0
    can_delete = False


class TeamInline(TabularInline):
    model = Team
    extra = 0
    can_delete = False


@admin.register(League)
class LeagueAdmin(DoorAdmin):
    """A league with its divisions and teams. Its seasons are begun from its page and set up step by step."""

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
    model = Squad
    fields = ("number", "team", "section")


class FixtureInline(ReadOnly, TabularInline):
    model = Fixture
    fields = ("week", "starts_at", "home", "away", "venue", "state")


@admin.register(Season)
class SeasonAdmin(DoorAdmin):
    """The house rules while a season is set up, and its steps as actions."""

    list_display = ("name", "league", "state")
    list_filter = ("state", "league")
    form = SeasonRulesForm
    fieldsets = (
        (None, {"fields": ("league", "name", "state", "days")}),
        (_("House rules, while it is set up"), {"fields": tuple(RULES)}),
    )
    readonly_fields = ("league", "name", "state", "days")
    inlines = (SectionInline, SquadInline, FixtureInline)
    actions = ("generate_fixtures", "open_season", "close_season")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        set_rules(obj.pk, form.rules(), by=by_admin(request))

    @admin.action(description=_("Generate fixtures, weekly from two weeks ahead or on the days kept"))
    def generate_fixtures(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        def draft(season: Season) -> None:
            first = datetime.datetime.now(season.zone).date() + datetime.timedelta(days=14)
            plan = schedule.plan_from(season.days) or schedule.Plan(first, datetime.time(19))
            schedule.draft_fixtures(season.pk, plan, by=by_admin(request))

        self._for_each(request, chosen, draft, mark("{season}: fixtures drafted."))

    @admin.action(description=_("Open season"))
    def open_season(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        done = mark("{season}: open.")
        self._for_each(request, chosen, lambda one: schedule.open_season(one.pk, by=by_admin(request)), done)

    @admin.action(description=_("Close season"))
    def close_season(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        done = mark("{season}: closed.")
        self._for_each(request, chosen, lambda one: closing.close_season(one.pk, by=by_admin(request)), done)

    def _for_each(
        self, request: HttpRequest, chosen: QuerySet[Season], verb: Callable[[Season], object], done: str
    ) -> None:
        for season in chosen.select_related("league__club"):
            try:
                verb(season)
            except (Refused, RuleError) as error:
                self.message_user(request, str(error), messages.ERROR)
            else:
                self.message_user(request, say(done, season=season))
