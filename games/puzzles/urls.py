"""Addresses of the puzzles."""

from django.urls import path

from games.puzzles import views

urlpatterns = [
    path("puzzles/", views.puzzles_of_day, name="puzzles"),
    path("puzzles/<slug:key>/", views.puzzle, name="puzzle"),
]
