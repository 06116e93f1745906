"""Accounts and players. Cards in play are not registered here and never will be."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as BaseUserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm

from games.models import Player, User

admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(BaseUserAdmin, ModelAdmin):
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
        ("Site administration", {"fields": ("is_staff", "is_superuser")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("email", "password1", "password2")}),)


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    list_display = ("name", "user", "is_bot")
    search_fields = ("name", "user__email")
    autocomplete_fields = ("user",)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Results point at players; whoever wants to be forgotten is renamed, not deleted."""
        return False
