from django.urls import path

from tournaments.console import views

urlpatterns = [
    path("events/<slug:slug>/console/", views.console, name="console"),
    path("events/<slug:slug>/console/draw/", views.draw, name="draw_round"),
    path("events/<slug:slug>/console/rounds/<int:pk>/<str:action>/", views.move_round, name="move_round"),
    path("events/<slug:slug>/console/end/<str:action>/", views.move_event, name="move_event"),
    path("events/<slug:slug>/console/criteria/", views.set_criteria, name="set_criteria"),
]
