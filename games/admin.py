"""Accounts and players. Cards in play are not registered here and never will be."""

from typing import ClassVar

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
    ordering: ClassVar = ["email"]
    list_display: ClassVar = ["email", "is_active", "is_staff", "last_login"]
    search_fields: ClassVar = ["email"]
    filter_horizontal: ClassVar = []
    list_filter: ClassVar = ["is_active", "is_staff"]
    readonly_fields: ClassVar = ["last_login", "date_joined"]
    fieldsets: ClassVar = [
        (None, {"fields": ["email", "password", "is_active"]}),
        ("Site administration", {"fields": ["is_staff", "is_superuser"]}),
        ("Dates", {"fields": ["last_login", "date_joined"]}),
    ]
    add_fieldsets: ClassVar = [(None, {"classes": ["wide"], "fields": ["email", "password1", "password2"]})]


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    list_display: ClassVar = ["name", "user", "is_bot"]
    search_fields: ClassVar = ["name", "user__email"]
    autocomplete_fields: ClassVar = ["user"]

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Results point at players; whoever wants to be forgotten is renamed, not deleted."""
        return False
