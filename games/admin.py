"""Accounts, players and named house rules. Cards in play are not registered here and never will be."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as BaseUserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.forms import AdminPasswordChangeForm, UserChangeForm

from games.accounts.models import Player, User
from games.admin_times import NamedTimes
from games.house_rules.admin_form import FIELDSETS, RulePresetForm
from games.house_rules.models import RulePreset
from games.house_rules.presets import save_preset

admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(BaseUserAdmin, NamedTimes):
    form = UserChangeForm
    change_password_form = AdminPasswordChangeForm
    ordering = ("email",)
    list_display = ("email", "is_active", "is_staff", "last_login")
    search_fields = ("email",)
    filter_horizontal = ()
    list_filter = ("is_active", "is_staff")
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("email", "password", "is_active")}),
        (_("Site administration"), {"fields": ("is_staff", "is_superuser", "manages_tables")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("email", "password1", "password2")}),)


@admin.register(Player)
class PlayerAdmin(NamedTimes):
    list_display = ("name", "user", "is_bot")
    search_fields = ("name", "user__email")
    autocomplete_fields = ("user",)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Refuses changes to erased players: no one can restore a name that was removed at the person's wish."""
        return super().has_change_permission(request, obj) and not (obj and obj.erased_at)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Refuses deletion: results point at players. People who want to be forgotten are erased on the club's page of
        people."""
        return False


@admin.register(RulePreset)
class RulePresetAdmin(NamedTimes):
    """The house-rule editor. What cannot be played together is refused, with both options named."""

    form = RulePresetForm
    fieldsets = FIELDSETS
    list_display = ("name", "is_offered", "changed_at")

    def save_model(self, request: HttpRequest, obj: RulePreset, form: Any, change: bool) -> None:
        save_preset(obj, form.values())

    def has_delete_permission(self, request: HttpRequest, obj: RulePreset | None = None) -> bool:
        """Out of use, not gone: tables were opened with it."""
        return False
