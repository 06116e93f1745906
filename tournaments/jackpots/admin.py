"""Jackpots, their periods and what was paid: to be read here."""

from django.contrib import admin
from unfold.admin import TabularInline

from games.admin_times import NamedTimes
from tournaments.admin_base import ReadOnly
from tournaments.jackpots.models import Jackpot, JackpotPeriod, JackpotPosting


class PeriodInline(ReadOnly, TabularInline):
    model = JackpotPeriod
    fields = ("number", "first", "until", "start", "end", "digest")


@admin.register(Jackpot)
class JackpotAdmin(ReadOnly, NamedTimes):
    """Set up, changed and closed on the club's own pages, whose commands keep terms and periods together."""

    zone_path = "zone"
    list_display = ("name", "club", "kind", "zone")
    list_filter = ("club",)
    search_fields = ("name",)
    exclude = ("seed",)
    inlines = (PeriodInline,)


@admin.register(JackpotPosting)
class JackpotPostingAdmin(ReadOnly, NamedTimes):
    zone_path = "period.jackpot.zone"
    list_display = ("at", "period", "kind", "debit", "credit", "cents", "player", "memo")
    list_filter = ("kind", "period__jackpot")
    list_select_related = ("period__jackpot", "player")
