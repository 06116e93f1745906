from django.urls import path

from tournaments.season_money import views

urlpatterns = [
    path("seasons/<slug:slug>/money/", views.season_money, name="season_money"),
    path("seasons/<slug:slug>/money.csv", views.season_money_file, name="season_money_file"),
    path("seasons/<slug:slug>/money/<slug:action>/", views.move_money, name="move_money"),
]
