from django.urls import path

from tournaments.leaderboards import views

urlpatterns = [
    path("clubs/<slug:slug>/leaderboards/", views.club_leaderboards, name="club_leaderboards"),
    path("leaderboards/", views.leaderboards, name="leaderboards"),
]
