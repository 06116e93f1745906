"""Addresses of the daily deal."""

import datetime

from django.urls import path, register_converter

from games.daily import views


class DayConverter:
    """A day as 2026-11-30; what is no day is no address."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> datetime.date:
        return datetime.date.fromisoformat(value)

    def to_url(self, value: datetime.date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    path("daily/", views.daily, name="daily"),
    path("daily/leaderboard/", views.leaderboard, name="daily_leaderboard"),
    path("daily/<day:day>/", views.daily_day, name="daily_day"),
    path("daily/<day:day>/begin/", views.begin, name="daily_begin"),
    path("daily/<day:day>/play/", views.play, name="daily_play"),
    path("daily/<day:day>/review/", views.review_day, name="daily_review"),
]
