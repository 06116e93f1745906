"""Addresses of organized play, by feature. Where two could match the same address, the first one does."""

from django.urls import include, path

FEATURES = (
    "access",
    "activity_log",
    "attendance",
    "balanced_pairs",
    "calendars",
    "calls",
    "checkin",
    "cups",
    "draws",
    "events",
    "feeds",
    "imported_games",
    "jackpots",
    "leaderboards",
    "leagues",
    "players",
    "printing",
    "privacy",
    "clubs",
    "prizes",
    "pwa",
    "recurring",
    "registration",
    "results",
    "rewards",
    "rounds",
    "console",
    "screens",
    "season_money",
    "sharing",
    "subs",
    "transfer",
    "webhooks",
)

urlpatterns = [path("", include(f"tournaments.{feature}.urls")) for feature in FEATURES]
