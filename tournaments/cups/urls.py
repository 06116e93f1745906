from django.urls import path

from tournaments.cups import views

urlpatterns = [
    path("seasons/<slug:slug>/cups/", views.cups, name="cups"),
    path("seasons/<slug:slug>/cups/<int:number>/", views.cup, name="cup"),
    path("seasons/<slug:slug>/cups/<int:number>/<slug:action>/", views.move_cup, name="move_cup"),
    path("seasons/<slug:slug>/cups/<slug:action>/", views.move_cups, name="move_cups"),
]
