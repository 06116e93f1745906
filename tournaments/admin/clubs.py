"""Clubs with their venues and members, and the journal of all that was done."""

from typing import ClassVar

from django.contrib import admin
from unfold.admin import ModelAdmin, TabularInline

from tournaments.admin.doors import DoorAdmin, ReadOnly
from tournaments.models import Club, JournalEntry, Membership, Venue


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
    list_display = ("name", "zone")
    search_fields = ("name",)
    prepopulated_fields: ClassVar = {"slug": ["name"]}
    inlines = (VenueInline, MembershipInline)


@admin.register(JournalEntry)
class JournalAdmin(ReadOnly, ModelAdmin):
    list_display = ("at", "verb", "event", "user", "player", "source", "reason")
    list_filter = ("verb", "source", "club")
    list_select_related = ("event", "user", "player")
