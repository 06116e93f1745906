from django.urls import path

from tournaments.screens import views

urlpatterns = [
    path("clubs/<slug:slug>/board/", views.club_board, name="club_board"),
    path("events/<slug:slug>/board/", views.board, name="board"),
    path("events/<slug:slug>/console/rounds/<int:pk>/clock/<str:action>/", views.move_clock, name="move_clock"),
]
