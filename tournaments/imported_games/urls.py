from django.urls import path

from tournaments.imported_games import views

urlpatterns = [
    path("clubs/<slug:slug>/exchange/games/", views.imported_games, name="imported_games"),
    path("clubs/<slug:slug>/exchange/games/<int:pk>/withdraw/", views.withdraw_game, name="withdraw_game"),
]
