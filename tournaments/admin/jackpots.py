"""Jackpots, their periods and what was paid: to be read here."""

from django.contrib import admin
from unfold.admin import ModelAdmin, TabularInline

from tournaments.admin.doors import ReadOnly
from tournaments.models import Jackpot, JackpotPeriod, JackpotPosting


class PeriodInline(ReadOnly, TabularInline):
    model = JackpotPeriod
    fields = ("number", "first", "until", "start", "end", "digest")


@admin.register(Jackpot)
class JackpotAdmin(ReadOnly, ModelAdmin):
    """Set up, changed and closed on the club's own pages, whose verbs keep terms and periods together."""

    list_display = ("name", "club", "kind", "zone")
    list_filter = ("club",)
    search_fields = ("name",)
    exclude = ("seed",)
    inlines = (PeriodInline,)


@admin.register(JackpotPosting)
class JackpotPostingAdmin(ReadOnly, ModelAdmin):
    list_display = ("at", "period", "kind", "debit", "credit", "cents", "player", "memo")
    list_filter = ("kind", "period__jackpot")
    list_select_related = ("period__jackpot", "player")
