"""Addresses of play online, and of who asks."""

from django.urls import path

from games.api import me, tables

urlpatterns = [
    path("me/", me.Me.as_view()),
    path("tables/", tables.Tables.as_view()),
    path("tables/<str:code>/", tables.TableDetail.as_view()),
    path("tables/<str:code>/act/", tables.Act.as_view()),
    path("tables/<str:code>/seats/<int:number>/sit/", tables.Sit.as_view()),
    path("tables/<str:code>/stand-up/", tables.StandUp.as_view()),
    path("tables/<str:code>/bots/", tables.SeatBots.as_view()),
    path("tables/<str:code>/start/", tables.Start.as_view()),
    path("tables/<str:code>/rules/", tables.ChangeRules.as_view()),
    path("tables/<str:code>/deal/", tables.DealNext.as_view()),
    path("tables/<str:code>/away/", tables.Away.as_view()),
    path("tables/<str:code>/back/", tables.Back.as_view()),
    path("tables/<str:code>/close/", tables.Close.as_view()),
    path("tables/<str:code>/games/", tables.Games.as_view()),
    path("tables/<str:code>/games/<int:number>/egn/", tables.GameRecord.as_view()),
]
