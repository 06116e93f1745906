from django.urls import path

from tournaments.attendance import views

urlpatterns = [
    path("coming/<str:token>/", views.coming_link, name="coming_link"),
    path("events/<slug:slug>/coming/", views.answer_event, name="answer_coming"),
    path("events/<slug:slug>/console/coming/", views.coming, name="coming"),
    path("events/<slug:slug>/console/coming/<slug:action>/", views.ask_players, name="ask_coming"),
    path("seasons/<slug:slug>/fixtures/<int:number>/coming/", views.answer_fixture, name="answer_fixture"),
    path("seasons/<slug:slug>/fixtures/<int:number>/coming/ask/", views.ask_squads, name="ask_squads"),
]
