"""Clubs with their venues and members, and the journal of all that was done."""

from typing import ClassVar

from django.contrib import admin
from unfold.admin import TabularInline

from games.admin_times import NamedTimes
from tournaments.activity_log.models import JournalEntry
from tournaments.admin_base import DoorAdmin, ReadOnly
from tournaments.clubs.models import Club, Membership, Venue


class VenueInline(TabularInline):
    model = Venue
    extra = 0
    can_delete = False


class MembershipInline(TabularInline):
    model = Membership
    extra = 0
    can_delete = False
    autocomplete_fields = ("player",)


@admin.register(Club)
class ClubAdmin(DoorAdmin):
    zone_path = "zone"
    list_display = ("name", "zone")
    search_fields = ("name",)
    prepopulated_fields: ClassVar = {"slug": ["name"]}
    inlines = (VenueInline, MembershipInline)


@admin.register(JournalEntry)
class JournalAdmin(ReadOnly, NamedTimes):
    zone_path = "club.zone"
    list_display = ("at", "action", "event", "user", "player", "source", "reason")
    list_filter = ("action", "source", "club")
    list_select_related = ("club", "event", "user", "player")
