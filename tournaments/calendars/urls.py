from django.urls import path

from tournaments.calendars import views

urlpatterns = [
    path("clubs/<slug:slug>/calendar.ics", views.club_calendar, name="club_calendar"),
    path("venues/<int:pk>/calendar.ics", views.venue_calendar, name="venue_calendar"),
    path("players/<int:pk>/calendar.ics", views.player_calendar, name="player_calendar"),
    path("players/<int:pk>/<str:code>/calendar.ics", views.own_calendar, name="own_calendar"),
    path("me/calendar/", views.my_calendar, name="my_calendar"),
    path("leagues/<slug:slug>/calendar.ics", views.league_calendar, name="league_calendar"),
    path("seasons/<slug:slug>/calendar.ics", views.season_calendar, name="season_calendar"),
    path("seasons/<slug:slug>/squads/<int:number>/calendar.ics", views.squad_calendar, name="squad_calendar"),
]
