"""Clubs with their venues and members, and the log of all that was done."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import TabularInline

from games.admin_times import NamedTimes
from tournaments.activity_log.models import AuditLogEntry
from tournaments.admin_base import CommandAdmin, ReadOnly, admin_context
from tournaments.admin_owners import OwnersAdmin
from tournaments.clubs.models import Club, Membership, Venue
from tournaments.clubs.settings import SETTINGS, change_club
from tournaments.clubs.venues import add_venue, change_venue


class VenueInline(TabularInline):
    model = Venue
    fields = ("name", "address", "tables")
    extra = 0
    can_delete = False


class MembershipInline(TabularInline):
    model = Membership
    extra = 0
    can_delete = False
    autocomplete_fields = ("player",)


@admin.register(Club)
class ClubAdmin(CommandAdmin):
    """A club keeps its address. A new one is created on the site, by the person who is to own it."""

    zone_path = "zone"
    list_display = ("name", "zone")
    search_fields = ("name",)
    fields = ("slug", *SETTINGS)
    readonly_fields = ("slug",)
    inlines = (VenueInline, MembershipInline)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        change_club(obj.pk, changes, context=admin_context(request))

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        if formset.model is not Venue:
            super().save_formset(request, form, formset, change)
            return
        for venue in formset.save(commit=False):
            about = venue.name, venue.address, venue.tables
            if venue.pk:
                change_venue(venue.pk, *about, context=admin_context(request))
            else:
                add_venue(venue.club, *about, context=admin_context(request))
        formset.save_m2m()


@admin.register(Venue)
class VenueAdmin(OwnersAdmin):
    """Where the teams of a club's leagues are at home."""

    zone_path = "club.zone"
    club_path = "club"
    list_display = ("name", "club", "tables", "is_retired")
    list_filter = (("club", admin.RelatedOnlyFieldListFilter), "is_retired")
    search_fields = ("name",)
    fields = ("club", "name", "address", "tables")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("club",) if obj else ()

    def save_model(self, request: HttpRequest, obj: Venue, form: Any, change: bool) -> None:
        about, context = (obj.name, obj.address, obj.tables), admin_context(request)
        if change:
            change_venue(obj.pk, *about, context=context)
        else:
            obj.pk = add_venue(obj.club, *about, context=context).pk


@admin.register(AuditLogEntry)
class JournalAdmin(ReadOnly, NamedTimes):
    zone_path = "club.zone"
    list_display = ("at", "action", "event", "user", "player", "source", "reason")
    list_filter = ("action", "source", "club")
    list_select_related = ("club", "event", "user", "player")
