"""Cups with their entrants, rounds and matches. Read only: the pages of a season have the steps."""

from typing import ClassVar

from django.contrib import admin
from unfold.admin import TabularInline

from tournaments.admin_base import CommandAdmin, ReadOnly
from tournaments.cups.models import Cup, CupEntrant, CupRound


class CupEntrantInline(ReadOnly, TabularInline):
    model = CupEntrant
    fields = ("number", "seed", "region", "squad")


class CupRoundInline(ReadOnly, TabularInline):
    model = CupRound
    fields = ("number", "starts_at", "play_by", "seed")


@admin.register(Cup)
class CupAdmin(ReadOnly, CommandAdmin):
    zone_path = "season.league.club.zone"
    list_display = ("name", "season", "kind", "method")
    list_filter = ("kind", "season__league")
    search_fields = ("name",)
    fields = ("season", "number", "name", "kind", "method", "opening", "is_neutral", "best_of", "cancelled_because")
    readonly_fields = fields
    inlines: ClassVar = (CupEntrantInline, CupRoundInline)
