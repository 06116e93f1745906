"""Honours in the admin: clubs' own achievements, and the background work with what of it is parked."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin_times import NamedTimes
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.admin_base import CommandAdmin, ReadOnly, admin_context
from tournaments.errors import CommandError
from tournaments.honours.achievements.dossier import Scope
from tournaments.honours.achievements.metrics import METRICS
from tournaments.rewards.custom_achievements import achievement_of, players_left, save_achievement
from tournaments.rewards.models import AchievementRule, RewardJob
from tournaments.rewards.queue import try_again


class AchievementForm(forms.ModelForm):
    """One achievement, judged by the pure rules."""

    metric = forms.ChoiceField(
        label=_("Statistic"), choices=lambda: [(key, say(metric.name)) for key, metric in METRICS.items()]
    )
    scope = forms.ChoiceField(
        label=_("Scope"),
        choices=lambda: [(scope.value, say(scope.label)) for scope in Scope if scope is not Scope.PRACTICE],
    )
    tiers = forms.RegexField(
        r"^\s*\d{1,7}(\s*,\s*\d{1,7}){0,4}\s*$",
        label=_("Thresholds"),
        help_text=_("One threshold for each tier, from low to high, e.g. 1, 10, 50."),
    )

    class Meta:
        model = AchievementRule
        fields = ("club", "name", "description", "metric", "scope", "icon", "is_secret", "is_active")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["tiers"] = ", ".join(map(str, self.instance.thresholds))

    def _post_clean(self) -> None:
        """The thresholds before the model is checked: they are a column of it."""
        text = self.cleaned_data.get("tiers", "")
        self.instance.thresholds = [int(part) for part in text.split(",")] if text else []
        super()._post_clean()  # type: ignore[misc]  # Django's own hook
        if not self.errors:
            try:
                achievement_of(self.instance)
            except RuleError as error:
                self.add_error(None, str(error))


@admin.register(AchievementRule)
class AchievementRuleAdmin(CommandAdmin):
    zone_path = "club.zone"
    form = AchievementForm
    list_display = ("name", "club", "metric", "thresholds", "is_active", "progress")
    list_filter = ("club", "is_active")
    list_select_related = ("club",)
    fields = ("club", "name", "description", "metric", "scope", "tiers", "icon", "is_secret", "is_active", "progress")
    readonly_fields = ("progress",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("progress", "club") if obj else ("progress",)

    @admin.display(description=_("players counted so far"))
    def progress(self, rule: AchievementRule) -> str:
        if rule._state.adding:
            return say("shown after you save")
        left = players_left(rule)
        return say("{number} of {most}", number=max(0, rule.players - left), most=rule.players)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        save_achievement(obj, context=admin_context(request))


class IsParked(admin.SimpleListFilter):
    title = _("on hold")
    parameter_name = "parked"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", say("On hold")), ("no", say("Waiting"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset if self.value() is None else queryset.filter(parked_at__isnull=self.value() != "yes")


@admin.register(RewardJob)
class RewardJobAdmin(ReadOnly, NamedTimes):
    """What background work is still to do. Parked work waits here for someone to fix the cause."""

    list_display = ("kind", "key", "since", "attempts", "next_at", "parked_at", "error")
    list_filter = (IsParked, "kind")
    search_fields = ("key",)
    actions: ClassVar = ["try_again"]

    @admin.action(description=_("Try again now"))
    def try_again(self, request: HttpRequest, chosen: QuerySet[RewardJob]) -> None:
        try:
            count = try_again(chosen.values_list("pk", flat=True), context=admin_context(request))
        except CommandError as error:
            self.message_user(request, str(error), messages.ERROR)
        else:
            self.message_user(request, say("{number} of the selected jobs will run again.", number=count))
