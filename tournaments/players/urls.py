from django.urls import path

from tournaments.players import views

urlpatterns = [
    path("players/", views.players, name="players"),
    path("players/compare/", views.compare_players, name="compare_players"),
    path("players/<int:pk>/", views.player, name="player"),
    path("players/<int:pk>/name/", views.hide_name, name="hide_name"),
]
